// The findings of the front page by how bad they are, how they are known, what is wrong, how they stand, and by words.
"use strict";
(() => {
  const panel = document.querySelector("[data-filters]");
  if (!panel) return;
  panel.hidden = false;
  const words = panel.querySelector("[data-words]"), said = panel.querySelector("[data-filtered]");
  const buttons = [...panel.querySelectorAll("button")], themes = [...document.querySelectorAll(".theme")];
  const items = [...document.querySelectorAll(".theme li")];
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
    for (const theme of themes) {
      const left = theme.querySelectorAll("li:not([hidden])").length;
      theme.hidden = left === 0;
      if (filtered) theme.open = left > 0;
    }
    said.textContent = filtered ? `${shown} of ${items.length} findings` : "";
  };
  for (const one of buttons) one.addEventListener("click", () => { one.setAttribute("aria-pressed", String(one.getAttribute("aria-pressed") !== "true")); apply(); });
  words.addEventListener("input", apply);
})();
