// The reader's own copy of the text: its lines are shown beside the paraphrases, and neither sent nor kept.
"use strict";
(() => {
  const panel = document.querySelector("[data-copy]");
  if (!panel) return;
  const said = panel.querySelector("[data-copy-said]");
  const LARGEST = 20_000_000;
  const digest = async (text) => {
    if (!window.crypto || !crypto.subtle) return null;
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text.trim()));
    return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 12);
  };
  panel.querySelector("input").addEventListener("change", async (event) => {
    const file = event.target.files[0];
    if (!file) return;
    if (file.size > LARGEST) { said.textContent = "This file is larger than any rulebook."; return; }
    const lines = (await file.text()).split("\n");
    let shown = 0, other = 0;
    for (const place of document.querySelectorAll("[data-line]")) {
      const text = lines[Number(place.dataset.line) - 1];
      place.classList.add("own");
      place.textContent = text === undefined ? "" : text.trim();
      if (text === undefined) continue;
      shown += 1;
      const was = place.dataset.digest, now = was ? await digest(text) : null;
      const differs = now !== null && now !== was;
      place.classList.toggle("differs", differs);
      if (differs) other += 1;
    }
    document.body.classList.add("with-copy");
    said.textContent = `${shown} lines are shown` + (other ? `; ${other} read otherwise than when the register was made, and are marked.` : ", as they read when the register was made.");
  });
})();
