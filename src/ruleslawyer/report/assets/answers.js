// The designer's answers: chosen or written on a finding's page, kept in this browser, and saved as one file.
"use strict";
(() => {
  const STATES = [["ruled", "decided"], ["in-the-rulebook", "printed in the rulebook"], ["asked", "asked, and not decided"]];
  const kept = (book) => { try { return JSON.parse(localStorage.getItem(`answers/${book}`)) || {}; } catch { return {}; } };
  const keep = (book, all) => { try { localStorage.setItem(`answers/${book}`, JSON.stringify(all)); return true; } catch { return false; } };
  const made = (tag, told, ...inside) => { const one = Object.assign(document.createElement(tag), told); one.append(...inside); return one; };
  const words = (one) => one ? one.textContent.trim().replace(/\s+/g, " ") : "";

  const page = (name) => document.querySelector(".bar nav a[href$='impact.html']").getAttribute("href").replace("impact", name);

  const place = document.querySelector("[data-decide]");
  if (place) {
    const [book, id] = place.dataset.decide.split("/"), was = kept(book)[id];
    const given = [...document.querySelectorAll(".answer")].map((one) => ({  // a sentence belongs to the answer that it says
      says: words(one.querySelector("h3")).replace(/^\S+ /, ""),
      ruling: Object.fromEntries((one.dataset.ruling || "").trim().split(" ").filter(Boolean).map((pair) => pair.split(/=(.*)/).slice(0, 2))),
    }));
    const other = made("textarea", { rows: 2, ariaLabel: "Another answer, in your words", value: was && !given.some((one) => one.says === was.says) ? was.says : "" });
    const wording = made("textarea", { rows: 2, value: was ? was.wording : "" });
    const state = made("select", {}, ...STATES.map(([value, said]) => made("option", { value, textContent: said, selected: was?.state === value })));
    const radio = (value, checked) => made("input", { type: "radio", name: "decide", value, checked });
    const choices = given.map((one, n) => made("label", {}, radio(String(n), was?.says === one.says), ` ${one.says}`));
    const said = made("p", { className: "small", role: "status" });
    const written = radio("", Boolean(was && other.value));
    const suggested = given.map((_, n) => words(document.querySelector(`.wording[data-answer="${n}"] span:last-child`)));
    const take = made("button", { type: "button", textContent: "Take the suggested one", onclick: () => { wording.value = suggested[at()]; save(); } });
    const at = () => panel.querySelector("input:checked")?.value || -1;
    const further = made("div", { hidden: !was }, made("label", {}, "The sentence to print", wording),  // where one is chosen
      take, " ", made("label", {}, "It is ", state), made("button", { type: "button", textContent: "Take it back", onclick: () => save(true) }));
    const panel = made("fieldset", { className: "decide no-print" }, made("legend", { textContent: "Your answer" }), ...choices,
      made("label", {}, written, " Another one"), other, further, said);
    const save = (back) => {
      const all = kept(book), chosen = panel.querySelector("input:checked");
      if (back && chosen) chosen.checked = false;
      further.hidden = back || !chosen;
      take.hidden = !suggested[at()];
      if (suggested.some((one, n) => one && one === wording.value && n !== Number(at()))) wording.value = "";  // it says another answer
      const answer = chosen && !back ? given[chosen.value] || { says: other.value.trim(), ruling: {} } : null;
      if (answer?.says) all[id] = { state: state.value, ...answer, wording: wording.value.trim() }; else delete all[id];
      const held = keep(book, all);
      said.replaceChildren(!held ? "This browser keeps nothing." : answer?.says ? "Kept in this browser alone. " : "Nothing is kept. ",
        made("a", { href: page("impact"), textContent: "All answers, to save as a file" }));
    };
    panel.addEventListener("input", (event) => { if (event.target === other) written.checked = true; save(); });
    take.hidden = !suggested[at()];
    place.append(panel);
  }

  const list = document.querySelector("[data-answers]");
  if (list) {
    const book = list.dataset.answers, all = Object.entries(kept(book)), file = `${book}-answers.json`;
    const answers = all.map(([finding, told]) => ({ finding, ...told }));
    list.hidden = !all.length;
    list.append(made("ul", {}, ...answers.map((one) => made("li", {},
      made("a", { href: page(`finding-${one.finding}`), textContent: one.finding }), ` ${one.says} (${STATES.find(([value]) => value === one.state)?.[1]})`))),
    made("p", { className: "no-print" },
      made("button", { type: "button", textContent: "Save as a file", onclick: () => {
        const text = `${JSON.stringify({ ruleset: book, answers }, null, 2)}\n`;
        const link = made("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: file });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      } }), " ", made("button", { type: "button", textContent: "Forget all", onclick: () => { keep(book, {}); list.hidden = true; } })),
    made("p", { className: "small soft" }, "Then ", made("code", { textContent: `ruleslawyer findings --settle --from ${file}` }), " tries them out, and writes them into the findings."));
  }

  const agenda = document.querySelector("[data-agenda]");
  if (agenda) for (const [id, told] of Object.entries(kept(agenda.dataset.agenda)))
    document.getElementById(`f-${id}`)?.append(made("p", { className: "small" }, made("strong", { textContent: "Your answer: " }), told.says));
})();
