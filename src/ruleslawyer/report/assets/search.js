// Search: the index is a script beside this one, loaded when the box is first used.
"use strict";
(() => {
  const box = document.querySelector("[data-search]"), list = document.getElementById("hits");
  const top = document.body.dataset.top;
  const MOST = 30;
  let at = -1;
  const load = () => {
    if (window.ruleslawyerIndex || document.querySelector("script[data-index]")) return;
    const script = document.createElement("script");
    script.src = top + "assets/index.js"; script.dataset.index = ""; script.onload = look;
    document.head.append(script);
  };
  const close = () => { list.hidden = true; list.replaceChildren(); at = -1; box.setAttribute("aria-expanded", "false"); box.removeAttribute("aria-activedescendant"); };
  const look = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length || !window.ruleslawyerIndex) return close();
    const found = window.ruleslawyerIndex.filter(([kind, title, more, , book]) => {
      const text = `${kind} ${title} ${more} ${book}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    at = -1;
    list.replaceChildren(...found.slice(0, MOST).map(([kind, title, , page, book], i) => {
      const hit = document.createElement("a"), label = document.createElement("span");
      hit.href = top + page; hit.id = `hit-${i}`; hit.setAttribute("role", "option"); hit.tabIndex = -1;
      label.className = "soft small"; label.textContent = book ? `${book}, ${kind} ` : `${kind} `;
      hit.append(label, title);
      return hit;
    }));
    if (!found.length) { const none = document.createElement("p"); none.className = "soft"; none.setAttribute("role", "option"); none.textContent = "Nothing found"; list.append(none); }
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
