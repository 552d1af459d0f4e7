// The designer's answers: chosen or written on a finding's page, kept in this browser, walked through in the agenda's
// order, saved as one file, taken from one, and held against somebody else's.
"use strict";
(() => {
  const STATES = [["ruled", "decided"], ["in-the-rulebook", "printed in the rulebook"], ["asked", "asked, and not decided"]];
  const TEXTS = ["state", "says", "wording"], MOST = 5e6;  // bytes of a file
  const kept = (book) => { try { const found = JSON.parse(localStorage.getItem(`answers/${book}`)); return Object.assign(Object.create(null), found); } catch { return Object.create(null); } };
  const keep = (book, all) => { try { localStorage.setItem(`answers/${book}`, JSON.stringify(all)); return true; } catch { return false; } };
  const made = (tag, told, ...inside) => { const one = Object.assign(document.createElement(tag), told); one.append(...inside); return one; };
  const words = (one) => one ? one.textContent.trim().replace(/\s+/g, " ") : "";
  const list = (text) => (text || "").split(" ").filter(Boolean);
  const page = (name) => document.querySelector(".bar nav a[href$='impact.html']").getAttribute("href").replace("impact", name);
  const link = (id, said) => made("a", { href: page(`finding-${id}`), textContent: said || id });
  const joined = (ids) => ids.flatMap((id, n) => [...(n ? [n === ids.length - 1 ? " and " : ", "] : []), link(id)]);
  const commands = (book) => made("p", { className: "small soft" }, "To try all answers together and write them down, in the project’s folder: ",
    made("code", { textContent: `ruleslawyer findings --settle --from ${book}-answers.json` }), ", with the place where the file was saved. Then ",
    made("code", { textContent: `ruleslawyer report ${book}` }), " makes the agenda that is left.");

  const place = document.querySelector("[data-decide]");
  if (place) {
    const [book, id] = place.dataset.decide.split("/"), was = kept(book)[id], order = list(place.dataset.order);
    const given = [...document.querySelectorAll(".answer")].map((one) => ({  // a sentence belongs to the answer that it says
      says: words(one.querySelector("h3")).replace(/^\S+ /, ""), falls: list(one.dataset.falls), same: JSON.parse(one.dataset.same || "[]"),
      ruling: Object.fromEntries((one.dataset.ruling || "").trim().split(" ").filter(Boolean).map((pair) => pair.split(/=(.*)/).slice(0, 2))),
    }));
    const other = made("textarea", { rows: 2, ariaLabel: "Another answer, in your words", value: was && !given.some((one) => one.says === was.says) ? was.says : "" });
    const wording = made("textarea", { rows: 2, value: was ? was.wording : "" });
    const state = made("select", {}, ...STATES.map(([value, said]) => made("option", { value, textContent: said, selected: was?.state === value })));
    const radio = (value, checked) => made("input", { type: "radio", name: "decide", value, checked });
    const choices = given.map((one, n) => made("label", {}, radio(String(n), was?.says === one.says), ` ${one.says}`));
    const said = made("p", { className: "small", role: "status" }), next = made("div", { className: "small" });
    const written = radio("", Boolean(was && other.value));
    const suggested = given.map((_, n) => words(document.querySelector(`.wording[data-answer="${n}"] span:last-child`)));
    const take = made("button", { type: "button", textContent: "Take the suggested one", onclick: () => { wording.value = suggested[at()]; save(); } });
    const at = () => panel.querySelector("input:checked")?.value || -1;
    const further = made("div", { hidden: !was }, made("label", {}, "The sentence to print", wording),  // where one is chosen
      take, " ", made("label", {}, "It is ", state), made("button", { type: "button", textContent: "Take it back", onclick: () => save(true) }));
    const panel = made("fieldset", { className: "decide no-print" }, made("legend", { textContent: "Your answer" }), ...choices,
      made("label", {}, written, " Another one"), other, further, said, next);
    const walk = (all, chosen) => {  // what falls away, who asks for the same, what comes next
      const left = order.filter((one) => !all[one] && one !== id), after = left.filter((one) => order.indexOf(one) > order.indexOf(id));
      const to = [...after, ...left][0], same = (chosen?.same || []).filter((one) => !all[one.finding]);
      next.replaceChildren(...(chosen?.falls?.length ? [made("p", {}, ...joined(chosen.falls), chosen.falls.length > 1 ? " fall away by it." : " falls away by it.")] : []),
        ...(same.length ? [made("p", {}, made("button", { type: "button", textContent: `Answer ${same.map((one) => one.finding).join(", ")} the same way`, onclick: () => {
          const now = kept(book);
          for (const one of same) now[one.finding] = { state: state.value, says: one.says, ruling: one.ruling, wording: "" };
          keep(book, now);
          walk(now, chosen);
        } }))] : []),
        made("p", {}, ...(to ? ["Next, not yet answered: ", link(to), `; ${left.length} left.`] : ["Nothing is left to be answered."])),
        ...(chosen ? [commands(book)] : []));
    };
    const save = (back) => {
      const all = kept(book), chosen = panel.querySelector("input:checked");
      if (back && chosen) chosen.checked = false;
      further.hidden = back || !chosen;
      take.hidden = !suggested[at()];
      if (suggested.some((one, n) => one && one === wording.value && n !== Number(at()))) wording.value = "";  // it says another answer
      const choice = chosen && !back ? given[chosen.value] || { says: other.value.trim(), ruling: {} } : null;
      if (choice?.says) all[id] = { state: state.value, says: choice.says, ruling: choice.ruling, wording: wording.value.trim() }; else delete all[id];
      const held = keep(book, all);
      said.replaceChildren(!held ? "This browser keeps nothing." : choice?.says ? "Kept in this browser alone. " : "Nothing is kept. ",
        made("a", { href: page("impact"), textContent: "All answers, to save as a file" }));
      walk(all, choice?.says ? choice : null);
    };
    panel.addEventListener("input", (event) => { if (event.target === other) written.checked = true; save(); });
    take.hidden = !suggested[at()];
    place.append(panel);
    walk(kept(book), was ? given.find((one) => one.says === was.says) || was : null);
  }

  // A file of answers, as it was read: a message where it is none, or of another book or edition.
  const read = (text, book, edition, known) => {
    let found;
    try { found = JSON.parse(text); } catch { return "This is no file of answers: it is not JSON, or not all of it."; }
    if (found?.ruleset !== book || !Array.isArray(found.answers)) return `This is no file of answers to ${book}.`;
    if (found.edition && found.edition !== edition) return "These answers are to another edition of the rules: save them anew from its report.";
    const all = Object.create(null);
    for (const one of found.answers) {
      const ruling = one?.ruling ?? {}, fits = one && known.has(one.finding) && STATES.some(([value]) => value === one.state) && TEXTS.every((key) => typeof (one[key] ?? "") === "string");
      if (!fits || typeof ruling !== "object" || Array.isArray(ruling) || !Object.values(ruling).every((option) => typeof option === "string")) return "One of the answers is none: nothing was taken over.";
      if (all[one.finding]) return `Finding ${one.finding} is answered twice: nothing was taken over.`;
      all[one.finding] = { state: one.state, says: one.says || "", ruling, wording: one.wording || "" };
    }
    return all;
  };

  const section = document.querySelector("[data-answers]");
  if (section) {
    const book = section.dataset.answers, edition = section.dataset.edition, known = new Set(list(section.dataset.known)), file = `${book}-answers.json`;
    const mine = made("ul", {}), buttons = made("p", { className: "no-print" }), told = made("p", { className: "small", role: "status" }), theirs = made("div", {});
    const text = (one) => `${one.says} (${STATES.find(([value]) => value === one.state)?.[1]})`;
    const show = () => {
      const all = Object.entries(kept(book));
      mine.replaceChildren(...all.map(([id, one]) => made("li", {}, link(id), ` ${text(one)}`)));
      buttons.hidden = !all.length;
      if (!all.length) mine.replaceChildren(made("li", { textContent: "None yet: choose one on a finding’s page, or take a file." }));
    };
    const compare = (others) => {
      const all = kept(book), ids = [...new Set([...Object.keys(all), ...Object.keys(others)])].sort();
      const apart = ids.filter((id) => all[id] && others[id] && all[id].says !== others[id].says), fresh = ids.filter((id) => !all[id]), alone = ids.filter((id) => !others[id]);
      theirs.replaceChildren(made("h3", { textContent: "Held against the file" }),
        made("p", {}, apart.length ? "You differ here, which is the next meeting’s list:" : "You differ nowhere that both have answered."),
        made("ul", {}, ...apart.map((id) => made("li", {}, link(id), ` you: ${text(all[id])}; the file: ${text(others[id])}`))),
        ...(fresh.length ? [made("p", {}, "The file alone answers ", ...joined(fresh), ". ", made("button", { type: "button", textContent: "Take these over", onclick: () => {
          const now = kept(book);
          for (const id of fresh) now[id] = others[id];
          told.textContent = keep(book, now) ? `${fresh.length} taken over.` : "This browser keeps nothing.";
          show();
          compare(others);
        } }))] : []),
        ...(alone.length ? [made("p", {}, "You alone answer ", ...joined(alone), ".")] : []));
    };
    const chosen = made("input", { type: "file", accept: ".json,application/json", onchange: async () => {
      const [one] = chosen.files;
      if (!one) return;
      const found = one.size > MOST ? "The file is too large for answers." : read(await one.text(), book, edition, known);
      theirs.replaceChildren();
      told.textContent = typeof found === "string" ? found : "";
      if (typeof found !== "string") compare(found);
      chosen.value = "";
    } });
    buttons.append(made("button", { type: "button", textContent: "Save as a file", onclick: () => {
      const answers = Object.entries(kept(book)).map(([finding, one]) => ({ finding, ...one }));
      const saved = made("a", { href: URL.createObjectURL(new Blob([`${JSON.stringify({ ruleset: book, edition, answers }, null, 2)}\n`], { type: "application/json" })), download: file });
      saved.click();
      setTimeout(() => URL.revokeObjectURL(saved.href), 10000);
    } }), " ", made("button", { type: "button", textContent: "Forget all", onclick: () => { keep(book, {}); theirs.replaceChildren(); show(); } }));
    show();
    section.hidden = false;
    section.append(mine, buttons, made("p", { className: "no-print" }, made("label", {}, "Take a file of answers, yours or somebody else’s: ", chosen)), told, theirs, commands(book));
  }

  const agenda = document.querySelector("[data-agenda]");
  if (agenda) {
    const book = agenda.dataset.agenda, order = list(agenda.dataset.order), all = kept(book), falls = new Map();
    const row = (id) => document.getElementById(`f-${id}`);
    for (const id of order) if (row(id)) row(id).dataset.decided = "no";
    for (const [id, told] of Object.entries(all)) {
      if (!row(id)) continue;
      row(id).dataset.decided = "yes";
      row(id).append(made("p", { className: "small" }, made("strong", { textContent: "Your answer: " }), told.says));
      const option = [...row(id).querySelectorAll(".option")].find((one) => words(one) === told.says);
      for (const other of list(option?.dataset.falls)) if (!all[other]) falls.set(other, id);
    }
    for (const [id, by] of falls) if (row(id)) {
      row(id).dataset.decided = "falls";
      row(id).append(made("p", { className: "small" }, made("strong", { textContent: "Falls away " }), "by your answer to ", link(by)));
    }
    const left = order.filter((id) => !all[id] && !falls.has(id)), decided = order.filter((id) => all[id]).length;
    const bar = made("progress", { max: order.length, value: order.length - left.length, ariaLabel: "How much of the agenda is decided" });
    if (order.length) agenda.querySelector("h2").after(made("p", { className: "walk no-print" }, bar, ` ${decided} of ${order.length} answered`, falls.size ? `, ${falls.size} falling away` : "", ". ",
      ...(left.length ? ["Next: ", link(left[0]), ". "] : []), made("a", { href: page("impact"), textContent: "All answers" })));
  }
})();
