// What a page lists, by what is said of each (data-of), within what it stands in (data-within), and by words.
"use strict";
(() => {
  const panel = document.querySelector("[data-filters]");
  if (!panel) return;
  panel.hidden = false;
  const words = panel.querySelector("[data-words]"), said = panel.querySelector("[data-filtered]");
  const buttons = [...panel.querySelectorAll("button")], groups = [...document.querySelectorAll(panel.dataset.within)];
  const items = [...document.querySelectorAll(panel.dataset.of)];
  const apply = () => {
    const wanted = new Map();
    for (const one of buttons) {
      if (one.getAttribute("aria-pressed") !== "true") continue;
      if (!wanted.has(one.dataset.key)) wanted.set(one.dataset.key, new Set());
      wanted.get(one.dataset.key).add(one.dataset.value);
    }
    const asked = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const item of items) {
      const text = item.textContent.toLowerCase();
      const fits = [...wanted].every(([key, values]) => values.has(item.dataset[key])) && asked.every((word) => text.includes(word));
      item.hidden = !fits;
      shown += fits;
    }
    const filtered = wanted.size > 0 || asked.length > 0;
    for (const group of groups) {
      const left = [...group.querySelectorAll(panel.dataset.of)].some((item) => !item.hidden);
      group.hidden = !left;
      if (filtered && "open" in group) group.open = left;
    }
    said.textContent = filtered ? `${shown} of ${items.length} ${panel.dataset.what}` : "";
  };
  for (const one of buttons) one.addEventListener("click", () => { one.setAttribute("aria-pressed", String(one.getAttribute("aria-pressed") !== "true")); apply(); });
  words.addEventListener("input", apply);
})();
