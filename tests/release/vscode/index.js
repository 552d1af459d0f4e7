// What VS Code shows in a project, with the extension as it is published: asked through the editor's own commands by a
// second extension, which writes into the folder that is open what came of it.
const assert = require("node:assert");
const { writeFileSync, renameSync } = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");

const MODEL = "model/ferry/river.py";
const SECONDS = 90;

const opened = async (file) => {
  const uri = vscode.Uri.file(path.join(vscode.workspace.workspaceFolders[0].uri.fsPath, file));
  const document = await vscode.workspace.openTextDocument(uri);
  return [document, await vscode.window.showTextDocument(document)];
};
const at = (document, text, after = 1) => document.positionAt(document.getText().indexOf(text) + after);
const ask = (command, ...rest) => vscode.commands.executeCommand(`vscode.execute${command}`, ...rest);

/** Asks again until the answer is there: a server has to start, and reads a text once nobody types any more. */
async function until(what, ask_) {
  let last;
  for (const end = Date.now() + SECONDS * 1000; Date.now() < end; ) {
    last = await ask_();
    if (last) return last;
    await new Promise((go) => setTimeout(go, 200));
  }
  throw new Error(`${what}: not after ${SECONDS} seconds`);
}

async function run() {
  const extension = vscode.extensions.getExtension("ruleslawyer.ruleslawyer");
  assert(extension, "the extension is installed");
  const [model] = await opened(MODEL);

  const hover = await until("what a clause says", async () => {
    const found = await ask("HoverProvider", model.uri, at(model, '"1.1"'));
    return found.flatMap((one) => one.contents.map((part) => part.value)).find((text) => text.includes("2 coins"));
  });
  assert(hover.includes("modelled"), hover);
  assert(extension.isActive, "it started by itself, in a folder with pyproject.toml");

  const there = await ask("DefinitionProvider", model.uri, at(model, '"1.1"'));
  assert(there.some((one) => (one.uri ?? one.targetUri).path.endsWith("spec/ferry/river.toml")), "to the clause");
  const [register] = await opened("spec/ferry/river.toml");
  const back = await until("back to the rule", async () => {
    const found = await ask("DefinitionProvider", register.uri, at(register, '"1.1"'));
    return found.length ? found : undefined;
  });
  assert(back.some((one) => (one.uri ?? one.targetUri).path.endsWith(MODEL)), "back to the rule");

  const place = at(model, '@cross.permit("2.1"', '@cross.permit("2.'.length);
  const offered = await ask("CompletionItemProvider", model.uri, place);
  const labels = offered.items.map((one) => one.label.label ?? one.label);
  assert(labels.includes("2.6") && labels.includes("2.3b"), labels.join());

  const wrong = model.getText().indexOf("s.turn = first");
  await (await vscode.window.showTextDocument(model)).edit((edit) =>
    edit.replace(new vscode.Range(model.positionAt(wrong), model.positionAt(wrong + 6)), "s.trun"),
  );
  const mistake = await until("the mistake", () =>
    vscode.languages.getDiagnostics(model.uri).find((one) => (one.code?.value ?? one.code) === "RL207"),
  );
  const [mend] = (await ask("CodeActionProvider", model.uri, mistake.range)).filter((one) => one.edit);
  assert(mend.title.includes("turn"), mend.title);
  await vscode.workspace.applyEdit(mend.edit);
  assert(model.getText().includes("s.turn = first"), "mended");
  await until("no mistake is left", () => vscode.languages.getDiagnostics(model.uri).length === 0);
  await vscode.commands.executeCommand("ruleslawyer.restart");
  await until("it answers after a new start", async () =>
    (await ask("HoverProvider", model.uri, at(model, '"1.1"'))).length > 0,
  );
}

exports.activate = () => {
  const file = path.join(vscode.workspace.workspaceFolders[0].uri.fsPath, "tried");
  const write = (text) => {
    writeFileSync(`${file}.part`, text);
    renameSync(`${file}.part`, file);
  };
  run().then(
    () => write("passed"),
    (error) => write(error.stack ?? String(error)),
  );
};
