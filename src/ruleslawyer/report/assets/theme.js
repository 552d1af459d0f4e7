// Light, dark, or as the system has it, before anything is seen; the browser keeps the choice where it keeps anything.
"use strict";
window.ruleslawyerTheme = (() => {
  const NAMES = ["", "light", "dark"], KEY = "ruleslawyer-theme", root = document.documentElement;
  const kept = () => { try { return localStorage.getItem(KEY) || ""; } catch { return ""; } };
  const keep = (name) => { try { localStorage.setItem(KEY, name); } catch { /* private windows keep nothing */ } };
  const set = (name) => { if (name) root.dataset.theme = name; else delete root.dataset.theme; };
  const now = () => root.dataset.theme || "";
  const next = () => { const name = NAMES[(NAMES.indexOf(now()) + 1) % NAMES.length]; set(name); keep(name); };
  set(NAMES.includes(kept()) ? kept() : "");
  return { now, next };
})();
