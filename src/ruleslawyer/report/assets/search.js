// Search: the library and the index are scripts beside this one, loaded when the box is first used.
"use strict";
(() => {
  const box = document.querySelector("[data-search]"), list = document.getElementById("hits");
  const top = document.body.dataset.top;
  const MOST = 30;
  let at = -1, found = null;
  const load = () => {
    if (found || document.querySelector("script[data-index]")) return;
    if (window.MiniSearch && window.ruleslawyerIndex) return ready();  // in a single file they are there
    for (const name of ["minisearch", "index"]) {
      const script = document.createElement("script");
      script.src = `${top}assets/${name}.js`; script.dataset.index = ""; script.async = false; script.onload = ready;
      document.head.append(script);
    }
  };
  const ready = () => {
    if (found || !window.MiniSearch || !window.ruleslawyerIndex) return;
    found = ruleslawyerRanking(window.MiniSearch, window.ruleslawyerIndex, document.body.dataset.book);
    look();
  };
  const close = () => { list.hidden = true; list.replaceChildren(); at = -1; box.setAttribute("aria-expanded", "false"); box.removeAttribute("aria-activedescendant"); };
  const line = (text) => { const one = document.createElement("p"); one.className = "soft small"; one.setAttribute("role", "option"); one.textContent = text; return one; };
  const look = () => {
    if (!box.value.trim() || !found) return close();
    const hits = found(box.value);
    at = -1;
    list.replaceChildren(...hits.slice(0, MOST).map(({ kind, id, title, page, book }, i) => {
      const hit = document.createElement("a"), label = document.createElement("span");
      hit.href = top + page; hit.id = `hit-${i}`; hit.setAttribute("role", "option"); hit.tabIndex = -1;
      label.className = "soft small"; label.textContent = book ? `${book}, ${kind} ` : `${kind} `;
      hit.append(label, `${id} ${title}`.trim());
      return hit;
    }));
    if (!hits.length) list.append(line("Nothing found"));
    if (hits.length > MOST) list.append(line(`and ${hits.length - MOST} more: add a word`));
    list.hidden = false; box.setAttribute("aria-expanded", "true");
  };
  const mark = (next) => {
    const hits = [...list.querySelectorAll("a")];
    if (!hits.length) return;
    at = (next + hits.length) % hits.length;
    hits.forEach((hit, i) => hit.classList.toggle("at", i === at));
    hits[at].scrollIntoView({ block: "nearest" });
    box.setAttribute("aria-activedescendant", hits[at].id);
  };
  box.addEventListener("focus", load);
  box.addEventListener("input", () => { load(); look(); });
  box.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") mark(at + 1);
    else if (event.key === "ArrowUp") mark(at - 1);
    else if (event.key === "Enter") (list.querySelectorAll("a")[Math.max(at, 0)] || { click() {} }).click();
    else if (event.key === "Escape") { box.value = ""; close(); box.blur(); }
    else return;
    event.preventDefault(); event.stopPropagation();
  });
  document.addEventListener("click", (event) => { if (!list.contains(event.target) && event.target !== box) close(); });
})();
