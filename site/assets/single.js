// The whole report in one file: its pages are packed in it, and `?finding-015.html` says which one is shown.
"use strict";
(async () => {
  const name = decodeURIComponent(location.search.slice(1));
  const packed = document.getElementById("packed").textContent;
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const main = document.getElementById("main");
  try {
    const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
    const { pages, index } = JSON.parse(text);
    window.ruleslawyerIndex = index;
    if (Object.hasOwn(pages, name)) {
      [document.title, main.innerHTML] = pages[name];  // as it was made, every text escaped
      for (const link of document.querySelectorAll(".bar nav a")) {
        if (link.getAttribute("href") === `?${name}`) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      }
    }
  } catch (error) {
    main.prepend(Object.assign(document.createElement("p"), { className: "bad", textContent: `This browser cannot unpack the other pages: ${error.message}` }));
  }
  window.ruleslawyerStart();
  if (location.hash) location.replace(location.hash);
})();
