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
