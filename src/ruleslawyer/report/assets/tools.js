// What only scripts can do is put on the page by them: the search, the colours, the keys, and a reader's own copy.
"use strict";
(() => {
  const BAR = `<label class="seek"><span class="unseen">Search this report</span><input type="search" placeholder="Search  /"
    autocomplete="off" spellcheck="false" data-search role="combobox" aria-expanded="false" aria-controls="hits"></label>
    <button type="button" data-theme-button>Theme</button> <button type="button" data-help-button aria-label="Keys">?</button>`;
  const HITS = `<div id="hits" class="hits" role="listbox" aria-label="Search results" hidden></div>`;
  const COPY = `<details class="copy"><summary>Show the sentences of your own copy beside these</summary>
    <label for="copy">Your own copy of the text</label><input type="file" id="copy" accept=".txt,.md,text/plain">
    <p class="small soft" data-copy-said aria-live="polite">Its lines are shown beside the paraphrases, found by their numbers.
    It is read in this page, and neither sent nor kept.</p></details>`;
  const tools = document.createElement("div");
  tools.className = "tools";
  tools.innerHTML = BAR;  // texts of this file alone
  document.querySelector(".bar-in").append(tools);
  document.querySelector(".bar").insertAdjacentHTML("beforeend", HITS);
  document.querySelector("[data-copy]")?.insertAdjacentHTML("beforeend", COPY);
  window.ruleslawyerTheme.button(tools.querySelector("[data-theme-button]"));
})();
