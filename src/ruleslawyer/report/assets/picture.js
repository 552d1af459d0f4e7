// Pictures that are wider than the page: they begin where play begins, and can be seen whole.
"use strict";
(() => {
  for (const frame of document.querySelectorAll(".picture .scroll")) {
    const drawing = frame.querySelector("svg");
    if (drawing.classList.contains("fits") && drawing.width.baseVal.value <= frame.clientWidth) continue;
    drawing.classList.remove("fits"); // a phone shows a part of it, in letters that can be read
    const begin = () => {
      const first = (drawing.querySelector(".initial") || drawing).getBoundingClientRect();
      const room = frame.getBoundingClientRect();
      frame.scrollLeft += first.left + first.width / 2 - room.left - room.width / 2;
      frame.scrollTop += first.top - room.top - 40;
    };
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "The whole picture";
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      const whole = drawing.classList.toggle("fits");
      button.setAttribute("aria-pressed", String(whole));
      if (!whole) begin();
    });
    frame.before(button);
    begin();
  }
})();
