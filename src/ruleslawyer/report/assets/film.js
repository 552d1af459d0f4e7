// The film strip: one step at a time, by arrow keys, thumbnails or #step-3; another play in its place on demand.
"use strict";
(() => {
  const element = (name, text, classes = "") => { const made = document.createElement(name); made.textContent = text; made.className = classes; return made; };
  const thumbnail = (picture) => {  // the same shapes once more: nothing is read out, and nothing can be read
    const small = picture.cloneNode(true);
    small.querySelector("desc")?.remove();
    for (const name of ["role", "aria-label", "aria-describedby"]) small.removeAttribute(name);
    small.setAttribute("class", "tabletop thumb"); small.setAttribute("aria-hidden", "true");
    return small;
  };
  const films = new Map();

  class Film {
    constructor(section) {
      this.section = section; this.frames = [...section.querySelectorAll("li.frame")]; this.at = 0;
      section.classList.add("playing"); this.buttons = [];
      this.strip = element("div", "", "strip"); this.strip.setAttribute("role", "group"); this.strip.setAttribute("aria-label", "Steps");
      this.frames.forEach((frame, i) => {
        const button = element("button", ""); button.type = "button";
        button.title = frame.querySelector(".call").textContent.trim().replace(/\s+/g, " ");
        const picture = frame.querySelector(".drawn > svg");
        if (picture) { button.append(thumbnail(picture)); button.classList.add("pictured"); }
        button.append(element("span", "Step ", "unseen"), element("span", String(i), "nth"), " ", element("span", frame.querySelector(".call strong").textContent.trim() || "start", "deed"));
        button.addEventListener("click", () => this.show(i, true));
        this.strip.append(button); this.buttons.push(button);
        const drawn = frame.querySelector(".drawn");  // on a phone it scrolls
        if (drawn) { drawn.tabIndex = 0; drawn.setAttribute("role", "group"); drawn.setAttribute("aria-label", `The table at step ${i}`); }
        frame.querySelectorAll(".changed").forEach((cell) => cell.setAttribute("aria-description", "changed"));
      });
      this.fold();
      const tools = element("div", "", "film-tools");
      this.back = element("button", "← Back"); this.on = element("button", "On →");
      this.all = element("button", "All steps"); this.all.setAttribute("aria-pressed", "false");
      for (const button of [this.back, this.on, this.all]) { button.type = "button"; tools.append(button); }
      this.back.addEventListener("click", () => this.show(this.at - 1, true));
      this.on.addEventListener("click", () => this.show(this.at + 1, true));
      this.all.addEventListener("click", () => this.press(this.all, section.classList.toggle("playing") === false));
      section.querySelector(".frames").before(this.strip, tools);
      this.show(0, false);
    }
    fold() {  // passes and draws one after the other are one button, until somebody wants them
      for (let i = 0; i < this.frames.length; i++) {
        let end = i;
        while (end < this.frames.length && "quiet" in this.frames[end].dataset) end++;
        if (end - i < 2) continue;
        const run = this.buttons.slice(i, end), more = element("button", `${i}–${end - 1}: ${end - i} routine steps`, "folded"); more.type = "button";
        run.forEach((one) => { one.hidden = true; one.folded = more; });
        more.addEventListener("click", () => { run.forEach((one) => { one.hidden = false; }); more.remove(); run[0].click(); run[0].focus(); });
        run[0].before(more); i = end;
      }
    }
    press(button, down) { button.setAttribute("aria-pressed", String(down)); }
    show(at, chosen) {
      this.at = Math.min(Math.max(at, 0), this.frames.length - 1);
      this.frames.forEach((frame, i) => frame.classList.toggle("shown", i === this.at));
      this.buttons.forEach((button, i) => { if (i === this.at) button.setAttribute("aria-current", "step"); else button.removeAttribute("aria-current"); });
      this.back.disabled = this.at === 0; this.on.disabled = this.at === this.frames.length - 1;
      const button = this.buttons[this.at], current = button.hidden ? button.folded : button;
      this.strip.scrollLeft = current.offsetLeft - this.strip.offsetLeft - this.strip.clientWidth / 2;
      if (chosen) history.replaceState(null, "", `#${this.frames[this.at].id}`);
    }
  }

  const visible = () => [...films.values()].filter((film) => film.section.offsetParent !== null);
  const linked = () => {
    for (const film of films.values()) {
      const i = film.frames.findIndex((frame) => `#${frame.id}` === location.hash);
      if (i < 0) continue;
      const witness = film.section.closest(".witness");
      if (witness) choose([...witness.parentElement.querySelectorAll(".witness")], witness);
      film.show(i, false);
      film.section.scrollIntoView({ block: "start", behavior: "instant" });
    }
  };
  const choose = (all, one) => all.forEach((witness) => { witness.hidden = witness !== one; });

  document.querySelectorAll("[data-film]").forEach((section) => films.set(section, new Film(section)));
  document.querySelectorAll("[data-witnesses]").forEach((group) => {
    const all = [...group.querySelectorAll(":scope > .witness")];
    if (all.length < 2) return;
    let at = 0;
    const button = element("button", ""); button.type = "button"; button.dataset.another = "";
    const say = () => { button.textContent = `Another, different play (this is ${at + 1} of ${all.length})`; };
    button.addEventListener("click", () => { at = (all.findIndex((w) => !w.hidden) + 1) % all.length; choose(all, all[at]); say(); });
    group.before(button); choose(all, all[0]); say();
  });
  window.addEventListener("hashchange", linked);
  linked();
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
    const film = visible().find((one) => one.section.contains(event.target)) || visible()[0];
    if (event.key === "a" && document.querySelector("[data-another]")) document.querySelector("[data-another]").click();
    else if (film && event.key === "ArrowRight") film.show(film.at + 1, true);
    else if (film && event.key === "ArrowLeft") film.show(film.at - 1, true);
    else return;
    event.preventDefault();
  });
})();
