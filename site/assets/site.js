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
// Search: the library and the index are scripts beside this one, loaded when the box is first used.
"use strict";
(() => {
  const box = document.querySelector("[data-search]"), list = document.getElementById("hits");
  const top = document.body.dataset.top;
  const MOST = 30, book = document.body.dataset.book;
  const WEIGHT = { finding: 2, chapter: 2, property: 0.6, "withdrawn finding": 0.1 };  // what a designer looks for stands before what it rests on
  const HERE = 1.5;  // of several rulebooks the open one
  const LITTLE = new Set("a an and any are as at be by can could do does for from had has have he her his i if in into is it its may me must my no not of on once one or our she should so still than that the their them then there they this to too up upon was we what when where happen happens go goes just whether which while who whose why will with would you your".split(" "));
  const SAME = { begin: "start", kill: "destroy", enemy: "opponent", rival: "opponent", foe: "opponent", monster: "creatur", again: "twice", repeatedly: "twice", stuck: "neverend", deadlock: "neverend", stalemat: "neverend" };
  const PHRASES = [  // several words that say one thing, and the word for it
    [/\b(?:r[ua]n(?:s|ning)? out|no (?:more )?(?:cards?|deck)(?: is| are)? left|(?:nothing|no card)s?(?: is)? left to draw|last card)\b/gi, "empty"],
    [/\b(?:(?:nobody|no one|no player|neither(?: player)?) (?:can|could|may)|(?:they|players?|one|who|he|she) cannot) (?:move|act|go on|do anything)\b/gi, "neverend"],
    [/\b(?:game |play )?(?:stands still|never ends?|cannot end|has no end|without end|need not end|no move(?: is)? left|nothing (?:to|can be) do(?:ne)?|never get out|goes on for ever|for ever)\b/gi, "neverend"],
    [/\bboth (?:players )?(?:lose|win|are at zero|have lost|have won|fall)\b|\b(?:both|all|players) (?:would )?(?:lose|win|fall) (?:together|at once|at the same time)\b|\bwins when both are\b|\b(?:tied|equal)\b(?! (?:to|the|its|that|or))/gi, "tie"],
    [/\b(?:second time|more than once|several times|once more|every time)\b/gi, "twice"],
  ];
  const split = (text) => text.split(/[^\p{L}\p{N}.'’]+/u).map((word) => word.replace(/^\.+|\.+$/g, "")).filter(Boolean);
  const asked = (text) => split(PHRASES.reduce((said, [words, one]) => said.replace(words, ` ${one} `), text));
  const said = (text) => split(PHRASES.reduce((more, [words, one]) => text.search(words) < 0 ? more : `${more} ${one}`, text));
  const simpler = (word) => { const found = stem(word); return SAME[found] || found; };
  const stem = (word) => {  // a word as it is looked for, and as it is said: one card attacks, cards are attacking
    word = word.toLowerCase().replace(/['’]s$/, "");
    if (LITTLE.has(word)) return null;
    if (word.length < 5 || /\d/.test(word)) return word.length > 3 ? word.replace(/([^s])s$/, "$1") : word;
    word = word.replace(/ies$/, "y").replace(/(ing|ed|es|s|ion|ions)$/, "").replace(/([^aeiouls])\1$/, "$1");
    return word.replace(/e$/, "");
  };
  let at = -1, found = null;
  const load = () => {
    if (found || document.querySelector("script[data-index]")) return;
    if (window.MiniSearch && window.ruleslawyerIndex) return ready();  // in a single file they are there
    for (const name of ["minisearch", "index"]) {
      const script = document.createElement("script");
      script.src = `${top}assets/${name}.js`; script.dataset.index = ""; script.async = false; script.onload = ready;
      document.head.append(script);
    }
  };
  const ready = () => {
    if (found || !window.MiniSearch || !window.ruleslawyerIndex) return;
    found = new window.MiniSearch({
      fields: ["id", "title", "more", "kind", "book"],
      storeFields: ["kind", "id", "title", "page", "book"], idField: "nth",
      tokenize: said,
      processTerm: simpler,
      searchOptions: {
        tokenize: asked, combineWith: "OR", prefix: (word) => word.length > 2, fuzzy: (word) => word.length > 4 && !/\d/.test(word) ? 0.2 : false,
        boost: { id: 4, title: 2 }, boostDocument: (_, __, hit) => (WEIGHT[hit.kind] || 1) * (hit.book === book ? HERE : 1),
      },
    });
    const all = window.ruleslawyerIndex.flatMap(([book, folder, some]) => some.map(([kind, id, title, more, page]) => ({ kind, id, title, more, page: folder + page, book })));
    found.addAll(all.map((one, nth) => ({ nth, ...one })));
    look();
  };
  const close = () => { list.hidden = true; list.replaceChildren(); at = -1; box.setAttribute("aria-expanded", "false"); box.removeAttribute("aria-activedescendant"); };
  const line = (text) => { const one = document.createElement("p"); one.className = "soft small"; one.setAttribute("role", "option"); one.textContent = text; return one; };
  const look = () => {
    if (!box.value.trim() || !found) return close();
    // who has more of the words comes first, and none needs all of them; the open rulebook is worth a word, and what is withdrawn one less
    const of = (hit) => new Set(hit.queryTerms).size + (hit.book === book) - (hit.kind === "withdrawn finding");
    const hits = found.search(box.value).sort((a, b) => of(b) - of(a) || b.score - a.score);
    at = -1;
    list.replaceChildren(...hits.slice(0, MOST).map(({ kind, id, title, page, book }, i) => {
      const hit = document.createElement("a"), label = document.createElement("span");
      hit.href = top + page; hit.id = `hit-${i}`; hit.setAttribute("role", "option"); hit.tabIndex = -1;
      label.className = "soft small"; label.textContent = book ? `${book}, ${kind} ` : `${kind} `;
      hit.append(label, `${id} ${title}`.trim());
      return hit;
    }));
    if (!hits.length) list.append(line("Nothing found"));
    if (hits.length > MOST) list.append(line(`and ${hits.length - MOST} more: add a word`));
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
// Keys: the search, the help, headings, and in the rulebook the clauses that want something.
"use strict";
(() => {
  const KEYS = [
    [["/"], "search"], [["←", "→"], "a step of the play back or on; elsewhere the page before or after"],
    [["a"], "another, different play"], [["j", "k"], "next or previous heading or clause"],
    [["u", "m", "c"], "in the rulebook: next uncovered, unmodelled, conflicting clause (with Shift: previous)"],
    [["?"], "these keys"],
  ];
  const made = (name, ...inside) => { const one = document.createElement(name); one.append(...inside); return one; };
  const help = made("dialog", made("h2", "Keys"), made("dl", ...KEYS.flatMap(([keys, does]) =>
    [made("dt", ...keys.flatMap((key) => [made("kbd", key), " "])), made("dd", does)])), made("form", made("button", "Close")));
  help.setAttribute("aria-label", "Keys"); help.querySelector("form").method = "dialog";
  document.body.append(help);
  document.querySelector("[data-help-button]").addEventListener("click", () => help.showModal());
  let here = null; // where the keys have led, until the reader goes elsewhere by other means
  for (const name of ["wheel", "touchmove", "pointerdown"]) addEventListener(name, () => { here = null; }, { passive: true });
  const LINE = 120; // below the bar at the top
  const beyond = (item, on) => here
    ? here.compareDocumentPosition(item) & (on ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING)
    : on ? item.getBoundingClientRect().top > LINE + 4 : item.getBoundingClientRect().top < LINE - 4;
  const go = (items, on) => {
    const left = items.filter((item) => beyond(item, on));
    const next = on ? left[0] : left.pop();
    if (!next) return;
    here = next;
    next.setAttribute("tabindex", "-1");
    next.focus({ preventScroll: true });
    window.scrollBy({ top: next.getBoundingClientRect().top - LINE });
  };
  const WANTED = { u: ".entry.idle", m: ".entry.missing", c: ".entry.conflict" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    if (event.target.closest("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    if (event.key === "/") document.querySelector("[data-search]").focus();
    else if (event.key === "?") help.showModal();
    else if (key === "j" || key === "k") {
      const entries = [...document.querySelectorAll(".entry")];
      go(entries.length ? entries : [...document.querySelectorAll("main h2, main h3, .findings > li")], key === "j");
    } else if (key in WANTED) go([...document.querySelectorAll(WANTED[key])], !event.shiftKey);
    else if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && !document.querySelector("[data-film]")) {
      const link = document.querySelector(event.key === "ArrowLeft" ? "a[rel=prev]" : "a[rel=next]");
      if (link) link.click(); else return;
    } else return;
    event.preventDefault();
  });
})();
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
// A finding to pass on: what its page opens with, as text in a designer's words, or as one picture.
"use strict";
(() => {
  const kicker = document.querySelector(".kicker"), crux = document.querySelector("h1.crux");
  if (!crux || !kicker) return;
  const said = (one) => one ? one.textContent.trim().replace(/\s+/g, " ") : "";
  const all = (name) => [...document.querySelectorAll(name)];
  const told = () => ({
    crux: said(crux), title: said(document.querySelector(".subtitle")), ask: said(document.querySelector(".which h2")),
    wording: said(document.querySelector(".wording")), from: `${document.body.dataset.book}, finding ${document.title.split(" ")[0]}`,
    answers: all(".answer").map((one) => {
      const [letter, ...says] = said(one.querySelector("h3")).split(" ");
      return { says: `${letter}. ${says.join(" ")}`, then: said(one.querySelector(":scope > p:not(.small)")) };
    }),
  });
  const text = () => {
    const { crux, title, ask, answers, wording, from } = told();
    return [title, crux, ask, ...answers.map((a) => a.then ? `${a.says}\n   ${a.then}` : a.says),
      wording && `A sentence that would settle it: “${wording}”`, `(${from})`].filter(Boolean).join("\n\n");
  };

  // --- the picture: shapes are drawn as they are seen, and words around them ---------------------------------------

  const WIDE = 760, EDGE = 20, LINE = 1.35;
  const shape = (pen, one) => {
    const style = getComputedStyle(one), at = (name) => Number(one.getAttribute(name) || 0);
    if (style.display === "none" || one.tagName === "desc" || one.tagName === "defs") return;
    pen.save();
    pen.globalAlpha *= Number(style.opacity);
    const moved = one.transform?.baseVal.consolidate()?.matrix;
    if (moved) pen.transform(moved.a, moved.b, moved.c, moved.d, moved.e, moved.f);
    pen.fillStyle = style.fill; pen.strokeStyle = style.stroke; pen.lineWidth = parseFloat(style.strokeWidth);
    pen.setLineDash(style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(",").map(parseFloat));
    const path = new Path2D(one.tagName === "path" ? one.getAttribute("d") : "");
    if (one.tagName === "rect") path.roundRect(at("x"), at("y"), at("width"), at("height"), parseFloat(style.rx) || 0);
    if (one.tagName === "circle") path.arc(at("cx"), at("cy"), at("r"), 0, 7);
    if (style.fill !== "none") pen.fill(path);
    if (style.stroke !== "none") pen.stroke(path);
    if (one.tagName === "text") {
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      pen.textAlign = { middle: "center", end: "right" }[style.textAnchor] || "left";
      pen.fillText(one.textContent, at("x"), at("y"));
    } else if (one.tagName === "use") {
      pen.translate(at("x"), at("y"));
      shape(pen, document.querySelector(one.getAttribute("href")));
    } else for (const inner of one.children) shape(pen, inner);
    pen.restore();
  };
  const lines = (pen, words) => words.split(" ").reduce((found, word) => {
    const longer = `${found.at(-1)} ${word}`.trim();
    if (found.at(-1) && pen.measureText(longer).width > WIDE - 2 * EDGE) found.push(word); else found[found.length - 1] = longer;
    return found;
  }, [""]);
  const picture = () => {
    const { crux, ask, answers, from } = told(), body = getComputedStyle(document.body);
    const drawing = all(".scene .drawn svg").find((one) => one.checkVisibility()), box = drawing?.viewBox.baseVal;
    const parts = [[crux, 20, 700], drawing, [ask, 17, 700], ...answers.flatMap((a) => [[a.says, 15, 700], [a.then, 14, 400]]), [from, 12, 400]];
    const canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
    const put = (drawn) => parts.filter(Boolean).reduce((y, part) => {
      if (part === drawing) {
        const scale = (WIDE - 2 * EDGE) / box.width;
        if (drawn) { pen.save(); pen.translate(EDGE, y); pen.scale(scale, scale); for (const one of drawing.children) shape(pen, one); pen.restore(); }
        return y + box.height * scale + 12;
      }
      const [words, size, weight] = part;
      if (!words) return y;
      pen.font = `${weight} ${size}px system-ui, sans-serif`;
      for (const line of lines(pen, words)) { y += size * LINE; if (drawn) pen.fillText(line, EDGE, y - size * .3); }
      return y + 10;
    }, EDGE);
    canvas.width = 2 * WIDE; canvas.height = 2 * Math.ceil(put(false) + EDGE - 10);
    pen.scale(2, 2);
    pen.fillStyle = body.backgroundColor; pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.fillStyle = body.color;
    put(true);
    return new Promise((done) => { canvas.toBlob(done); });
  };

  const state = Object.assign(document.createElement("span"), { className: "small" });
  state.setAttribute("role", "status");
  const button = (name, file, made) => {
    const one = Object.assign(document.createElement("button"), { type: "button", textContent: name });
    one.addEventListener("click", async () => {
      state.textContent = "";
      const blob = await made();
      try {
        await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })]);
        state.textContent = "Copied.";
      } catch {  // where the browser does not let pages copy
        const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: file });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
        state.textContent = "Saved as a file.";
      }
    });
    return one;
  };
  const line = Object.assign(document.createElement("span"), { className: "pass-on no-print" });
  const name = `finding-${document.title.split(" ")[0]}`;
  line.append(button("Copy as text", `${name}.txt`, async () => new Blob([text()], { type: "text/plain" })), " ",
    button("Copy as picture", `${name}.png`, picture), " ", state);
  kicker.append(" ", line);
})();
// The designer's answers: chosen or written on a finding's page, kept in this browser, and saved as one file.
"use strict";
(() => {
  const STATES = [["ruled", "decided"], ["in-the-rulebook", "printed in the rulebook"], ["asked", "asked, and not decided"]];
  const kept = (book) => { try { return JSON.parse(localStorage.getItem(`answers/${book}`)) || {}; } catch { return {}; } };
  const keep = (book, all) => { try { localStorage.setItem(`answers/${book}`, JSON.stringify(all)); return true; } catch { return false; } };
  const made = (tag, told, ...inside) => { const one = Object.assign(document.createElement(tag), told); one.append(...inside); return one; };
  const words = (one) => one ? one.textContent.trim().replace(/\s+/g, " ") : "";

  const page = (name) => document.querySelector(".bar nav a[href$='impact.html']").getAttribute("href").replace("impact", name);

  const place = document.querySelector("[data-decide]");
  if (place) {
    const [book, id] = place.dataset.decide.split("/"), was = kept(book)[id];
    const given = [...document.querySelectorAll(".answer")].map((one) => ({
      says: words(one.querySelector("h3")).replace(/^\S+ /, ""),
      ruling: Object.fromEntries((one.dataset.ruling || "").trim().split(" ").filter(Boolean).map((pair) => pair.split(/=(.*)/).slice(0, 2))),
    }));
    const other = made("textarea", { rows: 2, ariaLabel: "Another answer, in your words", value: was && !given.some((one) => one.says === was.says) ? was.says : "" });
    const wording = made("textarea", { rows: 2, value: was ? was.wording : "" });
    const state = made("select", {}, ...STATES.map(([value, said]) => made("option", { value, textContent: said, selected: was?.state === value })));
    const radio = (value, checked) => made("input", { type: "radio", name: "decide", value, checked });
    const choices = given.map((one, n) => made("label", {}, radio(String(n), was?.says === one.says), ` ${one.says}`));
    const said = made("p", { className: "small", role: "status" });
    const written = radio("", Boolean(was && other.value));
    const suggested = words(document.querySelector(".wording"));
    const further = made("div", { hidden: !was }, made("label", {}, "The sentence to print", wording),  // where one is chosen
      ...(suggested ? [made("button", { type: "button", textContent: "Take the suggested one", onclick: () => { wording.value = suggested; save(); } }), " "] : []),
      made("label", {}, "It is ", state), made("button", { type: "button", textContent: "Take it back", onclick: () => save(true) }));
    const panel = made("fieldset", { className: "decide no-print" }, made("legend", { textContent: "Your answer" }), ...choices,
      made("label", {}, written, " Another one"), other, further, said);
    const save = (back) => {
      const all = kept(book), chosen = panel.querySelector("input:checked");
      if (back && chosen) chosen.checked = false;
      further.hidden = back || !chosen;
      const answer = chosen && !back ? given[chosen.value] || { says: other.value.trim(), ruling: {} } : null;
      if (answer?.says) all[id] = { state: state.value, ...answer, wording: wording.value.trim() }; else delete all[id];
      const held = keep(book, all);
      said.replaceChildren(!held ? "This browser keeps nothing." : answer?.says ? "Kept in this browser alone. " : "Nothing is kept. ",
        made("a", { href: page("impact"), textContent: "All answers, to save as a file" }));
    };
    panel.addEventListener("input", (event) => { if (event.target === other) written.checked = true; save(); });
    place.append(panel);
  }

  const list = document.querySelector("[data-answers]");
  if (list) {
    const book = list.dataset.answers, all = Object.entries(kept(book)), file = `${book}-answers.json`;
    const answers = all.map(([finding, told]) => ({ finding, ...told }));
    list.hidden = !all.length;
    list.append(made("ul", {}, ...answers.map((one) => made("li", {},
      made("a", { href: page(`finding-${one.finding}`), textContent: one.finding }), ` ${one.says} (${STATES.find(([value]) => value === one.state)?.[1]})`))),
    made("p", { className: "no-print" },
      made("button", { type: "button", textContent: "Save as a file", onclick: () => {
        const text = `${JSON.stringify({ ruleset: book, answers }, null, 2)}\n`;
        const link = made("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: file });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      } }), " ", made("button", { type: "button", textContent: "Forget all", onclick: () => { keep(book, {}); list.hidden = true; } })),
    made("p", { className: "small soft" }, "Then ", made("code", { textContent: `ruleslawyer findings --settle --from ${file}` }), " tries them out, and writes them into the findings."));
  }

  const agenda = document.querySelector("[data-agenda]");
  if (agenda) for (const [id, told] of Object.entries(kept(agenda.dataset.agenda)))
    document.getElementById(`f-${id}`)?.append(made("p", { className: "small" }, made("strong", { textContent: "Your answer: " }), told.says));
})();
