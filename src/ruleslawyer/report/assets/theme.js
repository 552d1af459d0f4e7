// Light, dark, or as the system has it; the choice is kept by the browser where it keeps anything.
"use strict";
(() => {
  const NAMES = ["", "light", "dark"];
  const SAID = { "": "Theme: as the system", light: "Theme: light", dark: "Theme: dark" };
  const kept = () => { try { return localStorage.getItem("ruleslawyer-theme") || ""; } catch { return ""; } };
  const keep = (name) => { try { localStorage.setItem("ruleslawyer-theme", name); } catch { /* private windows keep nothing */ } };
  const root = document.documentElement;
  const set = (name) => { if (name) root.dataset.theme = name; else delete root.dataset.theme; };
  set(NAMES.includes(kept()) ? kept() : "");
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("[data-theme-button]");
    document.querySelector("[data-tools]").hidden = false;
    const show = () => { const now = root.dataset.theme || ""; button.textContent = { "": "◐", light: "○", dark: "●" }[now]; button.setAttribute("aria-label", SAID[now]); button.title = SAID[now]; };
    button.addEventListener("click", () => {
      const next = NAMES[(NAMES.indexOf(root.dataset.theme || "") + 1) % NAMES.length];
      set(next); keep(next); show();
    });
    show();
  });
})();
