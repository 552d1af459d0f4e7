// Starts `ruleslawyer lsp` for the folder that is open, and says what to install where that fails.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["python", "toml", "markdown"];
let client;

async function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("ruleslawyer").get("command");
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  // A TOML file has no language of its own until an extension brings one: it is known by its name besides.
  const documentSelector = [
    ...LANGUAGES.map((language) => ({ scheme: "file", language })),
    { scheme: "file", pattern: "**/*.toml" },
  ];
  client = new LanguageClient("ruleslawyer", "ruleslawyer", { command, args, options: { cwd } }, { documentSelector });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(
      `ruleslawyer does not start as \`${[command, ...args].join(" ")}\`: ${error.message ?? error}. ` +
        "Run `pip install 'ruleslawyer[lsp]'`, or name the command in the setting `ruleslawyer.command`.",
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("ruleslawyer.restart", async () => {
      await stop();
      await start();
    }),
  );
  await start();
};
exports.deactivate = stop;
