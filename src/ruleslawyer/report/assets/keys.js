// Keys: the search, the help, headings, and in the rulebook the clauses that want something.
"use strict";
(() => {
  const KEYS = [
    [["/"], "search"], [["←", "→"], "a step of the play back or on; elsewhere the page before or after"],
    [["a"], "another, different play"], [["j", "k"], "next or previous heading or clause"],
    [["u", "m", "c"], "in the rulebook: next uncovered, unmodelled, conflicting clause (with Shift: previous)"],
    [["?"], "these keys"],
  ];
  const made = (name, ...inside) => { const one = document.createElement(name); one.append(...inside); return one; };
  const help = made("dialog", made("h2", "Keys"), made("dl", ...KEYS.flatMap(([keys, does]) =>
    [made("dt", ...keys.flatMap((key) => [made("kbd", key), " "])), made("dd", does)])), made("form", made("button", "Close")));
  help.setAttribute("aria-label", "Keys"); help.querySelector("form").method = "dialog";
  document.body.append(help);
  document.querySelector("[data-help-button]").addEventListener("click", () => help.showModal());
  let here = null; // where the keys have led, until the reader goes elsewhere by other means
  for (const name of ["wheel", "touchmove", "pointerdown"]) addEventListener(name, () => { here = null; }, { passive: true });
  const LINE = 120; // below the bar at the top
  const beyond = (item, on) => here
    ? here.compareDocumentPosition(item) & (on ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING)
    : on ? item.getBoundingClientRect().top > LINE + 4 : item.getBoundingClientRect().top < LINE - 4;
  const go = (items, on) => {
    const left = items.filter((item) => beyond(item, on));
    const next = on ? left[0] : left.pop();
    if (!next) return;
    here = next;
    next.setAttribute("tabindex", "-1");
    next.focus({ preventScroll: true });
    window.scrollBy({ top: next.getBoundingClientRect().top - LINE });
  };
  const WANTED = { u: ".entry.idle", m: ".entry.missing", c: ".entry.conflict" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    if (event.target.closest("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    if (event.key === "/") document.querySelector("[data-search]").focus();
    else if (event.key === "?") help.showModal();
    else if (key === "j" || key === "k") {
      const entries = [...document.querySelectorAll(".entry")];
      go(entries.length ? entries : [...document.querySelectorAll("main h2, main h3, .findings > li")], key === "j");
    } else if (key in WANTED) go([...document.querySelectorAll(WANTED[key])], !event.shiftKey);
    else if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && !document.querySelector("[data-film]")) {
      const link = document.querySelector(event.key === "ArrowLeft" ? "a[rel=prev]" : "a[rel=next]");
      if (link) link.click(); else return;
    } else return;
    event.preventDefault();
  });
})();
