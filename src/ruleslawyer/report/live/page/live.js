// A table that is played on in a page: from the moment that a finding shows, or as a whole game against others at
// random. The rules are the rulebook's own code; nothing is asked of a network.
"use strict";
(() => {
  const MOST_MOVES = 60, MOST_STEPS = 2000, ROOM = 620; // moves that are listed; steps of others in a row; pixels for the wide picture
  const DEALS = 20; // how often hidden cards are dealt, until they lie as they may
  const OURS = new Set(["contradiction", "gap"]);
  const { made, button, spoken, capital, counted } = Elements;
  const sentences = (parts) => parts.filter(Boolean).map((part) => (/[.?!]$/.test(part) ? part : `${part}.`)).join(" ");
  const some = (list) => list[Math.floor(Math.random() * list.length)];

  // --- the files beside the page, each loaded once it is wanted: a page from a folder can load scripts alone
  const files = { scopes: {} }, waiting = new Map();
  globalThis.ruleslawyerLive = {
    rules: (told) => { files.rules = told; }, moments: (told) => { files.moments = told; }, scope: (name, told) => { files.scopes[name] = told; },
  };
  const loaded = (address) => {
    if (!waiting.has(address)) {
      waiting.set(address, new Promise((done, failed) => {
        document.head.append(made("script", { src: address, onload: done, onerror: () => failed(new Error(`${address} is missing beside this page`)) }));
      }));
    }
    return waiting.get(address);
  };
  const unpacked = async (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  };
  const json = async (text) => JSON.parse(new TextDecoder().decode(await unpacked(text)));
  const rules = async (folder) => {
    await loaded(`${folder}rules.js`);
    return Rulebook.load(await json(files.rules.about), await unpacked(files.rules.module));
  };

  /** What finding and game have in common: a table with its picture, moves, and the way that led here. */
  class Page {
    constructor(host) {
      this.host = host;
      this.folder = host.dataset.rules;
      this.status = made("p", { className: "unseen", role: "status" });
      this.body = made("div");
      this.note = "";
      this.wanted = null; // a name that was pressed in the picture
      this.link = made("p", { className: "small soft" });
    }
    /** The button that opens the table; a link opens it at once. */
    offer(text, does, more) {
      this.host.append(this.status, this.body);
      this.body.append(made("p", {}, button(text, does, { className: "main" }), " ", made("span", { className: "small soft" }, more)));
      if (Page.linked()) does();
    }
    async open(scope) {
      this.rules ??= await rules(this.folder);
      await loaded(`${this.folder}${scope}.js`);
      this.table = this.rules.open(await json(files.scopes[scope]));
      this.drawings = new Drawings(this.table);
      this.cites = this.citesOf(this.rules.about);
      this.host.append(new Searching.Searched(this).part);
    }
    /** What a search of this scope is about: the answers are those that are followed now. */
    asked() {
      const { about, module } = this.rules, { scope } = this.table, { says, ...options } = this.answered();
      return { about, module, scope, options, says };
    }
    /** A play that a search has found, step by step on this table, until one goes back to what was there. */
    shown({ start, actions }, says, { options: { reading, rulings } }) {
      const { state } = this.table.initial()[start];
      new Shown(this).sit({ start: this.table.pack(state), moves: actions, wants: null, says, asks: "", reading, rulings, answers: [] });
    }
    citesOf({ log: { norms, deeds, exceptions, numbers }, choices }) { // the clauses of the register that each clause of the model has
      const lists = [...Object.values(norms), ...Object.values(deeds), ...Object.values(exceptions), ...Object.values(numbers).map((n) => n.clauses), ...choices.map((one) => one.answers)];
      return new Map(lists.flat().map((clause) => [clause.name, clause.cites]));
    }
    get now() { return this.way[this.way.length - 1]; }
    /** What can be done now: asked once for a table, and an answer or a seat. */
    legal() {
      const { state } = this.now, { mark } = this;
      if (this.known?.state !== state || this.known.mark !== mark) this.known = { state, mark, legal: this.listed(state) };
      return this.known.legal;
    }
    listed(state) { return this.table.ended(state) ? [] : this.table.legal(state); }
    question(key) { return this.rules.about.choices.find((one) => one.key === key)?.text ?? ""; }
    clause(id) {
      const { line, says } = this.rules.about.clauses[id] ?? {}, at = document.getElementById(`line-${line}`);
      return made("p", {}, says ? `${capital(says)} ` : `${id} `, line ? made(at ? "a" : "span", { className: "chip", ...(at ? { href: `#${at.id}` } : {}) }, `line ${line}`) : "");
    }
    /** What is met, each with its clauses; a contradiction has both sides. led: by a move that nobody made here. */
    alarms(events, answer = this.answer, led = false) {
      const all = this.askedFirst(events.filter((event) => event.kind !== "unspoken")), own = all.filter((event) => (led ? this.isAsked(event) : this.isOwn(event))), others = all.filter((event) => !own.includes(event));
      const said = (event) => this.alarm(event, this.followed(event.subject, answer));
      if (others.length < 2 && !own.length && !led) return others.map(said);
      return [...own.map(said), others.length ? made("details", { className: "small" }, made("summary", {}, `${own.length ? "Besides, " : ""}${others.length} ${own.length ? "more " : ""}${others.length === 1 ? "place" : "places"} that the book leaves open`), others.map(said)) : ""];
    }
    isOwn({ kind }) { return kind === "contradiction"; } // what is shown at once; the rest is folded
    isAsked() { return false; } // whether a finding asks about it
    askedFirst(events) { return [...events.filter((event) => this.isAsked(event)), ...events.filter((event) => !this.isAsked(event))]; }
    alarm({ kind, subject, pair, clauses }, followed) {
      const clash = kind === "contradiction", asked = this.question(subject), words = clash ? "Here two rules contradict each other" : kind === "gap" ? "Here no rule says" : `Here: ${spoken(kind)}`;
      const sides = clash ? pair.map((name) => made("div", { className: "clause" }, made("p", { className: "clause-id" }, made("strong", {}, spoken(name))), (this.cites.get(name) ?? []).map((id) => this.clause(id)))) : [...new Set(clauses)].map((id) => made("div", { className: "clause" }, this.clause(id)));
      return made("div", { className: `alarm ${OURS.has(kind) ? kind : ""}` }, made("p", {}, made("strong", {}, words), `: ${asked || spoken(subject)}`, followed ? made("span", { className: "soft" }, ` Followed here: ${followed}`) : ""), sides.length ? made("div", { className: "sides" }, sides) : "");
    }
    followed() { return ""; }
    sentence(action, state, hidden) { return this.drawings.sentence(action, state, hidden); }
    actor({ action, args }) {
      const { kind, actor } = this.rules.about.actions.find((one) => one.name === action);
      return actor !== null ? args[actor] : kind === "chance" ? "chance" : "all";
    }
    /** The picture of a drawing, as wide as there is room; names that can be chosen are buttons in it. */
    pictured(drawing, label, live = [], room = this.host.clientWidth) {
      const frame = made("div", { className: "drawn" });
      frame.innerHTML = picture(drawing, room < ROOM ? "narrow" : "large", label, live); // its texts are escaped
      frame.addEventListener("click", (event) => {
        const names = event.target.closest("[data-names]")?.dataset.names.split(", ") ?? [];
        if (names.length) { this.wanted = names.includes(this.wanted) ? null : names[0]; this.show(); this.body.querySelector(".moves button")?.focus(); }
      });
      return frame;
    }
    /** The lines of a table in which something is other than before, a card with where it lies. */
    changes(drawing) {
      const lines = letters(drawing), cards = (area) => [...area.cards, ...(area.cells ?? []).filter((cell) => cell.card)].length, held = (area) => (area.draw === "pile" ? 0 : cards(area));
      let at = 0;
      for (const { name, areas } of drawing.seats) {
        at++; // what the seat has itself
        for (const area of areas) {
          lines[at] = `${name}’s ${lines[at++]}`; // a pile is one line
          for (const end = at + held(area); at < end; at++) lines[at] = `${name}’s ${area.title || "cards"}: ${lines[at]}`;
        }
      }
      return lines.filter((line) => line.includes("*") || line.includes("(before: ")).map((line) => line.replaceAll("*", ""));
    }
    /** The moves as buttons, by whose they are. */
    moves(legal, state, take, flags) {
      const groups = new Map(), shown = this.wanted ? legal.filter(({ args }) => Object.values(args).flat().includes(this.wanted)) : legal;
      for (const action of shown) { const who = this.actor(action); groups.set(who, [...(groups.get(who) ?? []), action]); }
      const parts = [...groups].map(([who, actions]) => {
        const seat = this.drawings.players.indexOf(who), name = seat < 0 ? made("strong", {}, who === "chance" ? "Chance" : "All together") : made("span", { className: `who p${seat % 6}` }, who);
        const buttons = actions.slice(0, MOST_MOVES).map((action) => {
          const met = flags && actions.length <= MOST_MOVES ? flags(action) : [], flag = met.some((e) => e.kind === "contradiction") ? "rules contradict" : met.some((e) => e.kind === "gap") ? "no rule says" : "";
          return button(capital(this.sentence(action, state)), () => take(action), {}).appendChild(made("span", { className: "flag-of", textContent: flag, hidden: !flag })).parentElement;
        });
        return made("div", { className: "group", role: "group", ariaLabel: `Moves of ${who}` }, name, buttons, actions.length > MOST_MOVES ? made("span", { className: "small soft" }, `and ${actions.length - MOST_MOVES} more: press a card in the picture to see those about it`) : "");
      });
      if (this.wanted) parts.push(made("p", { className: "small" }, `These are about ${this.wanted}. `, button("All moves", () => { this.wanted = null; this.show(); })));
      return made("div", { className: "moves" }, parts);
    }
    chosen(legal) { return [...new Set(legal.flatMap(({ args }) => Object.values(args).flat()).filter((one) => typeof one === "string"))]; }
    head() { this.body.querySelector(".scene-head").focus(); }
    tell(text) { this.status.textContent = text; }
    async copy() {
      const address = `${location.href.split("#")[0]}#live=${encodeURIComponent(this.mark)}:${this.table.pack(this.shared(this.now.state))}`;
      history.replaceState(null, "", address);
      try { await navigator.clipboard.writeText(address); this.link.textContent = "The link is copied."; } catch { this.link.textContent = "The link is in the address bar."; }
      this.tell(this.link.textContent);
    }
    shared(state) { return state; } // what a link may tell of it
    /** A sentence where a state is not as every state has to be, as with a card that is in no pile, and the start is. */
    spoilt(state, start) {
      const { reading, rulings } = this.answered(), broken = (one) => breaches(this.rules, this.table.scope, one, { reading, rulings }), usual = new Set(broken(start)), names = new Set(broken(state).filter((name) => !usual.has(name)));
      const says = this.rules.about.checks.filter(({ name }) => names.has(name)).map((one) => one.says.split("\n\n")[0]);
      return says.length ? `No game should come to this position, for it breaks: ${says.join(" ")}` : "";
    }
    /** The position of a link, if the page was opened by one. */
    static linked() {
      const [, mark, packed] = /^#live=([^:]*):(.+)$/.exec(location.hash) ?? [];
      return packed === undefined ? null : { mark: decodeURIComponent(mark), packed };
    }
    fail(error) {
      this.body.replaceChildren(made("p", {}, made("strong", {}, "This table does not open here: "), error.message));
      this.tell(`This table does not open here: ${error.message}`);
    }
    /** The end of the game in words, if a state is one. */
    over(state = this.now.state) {
      if (!this.table.ended(state)) return "";
      const won = this.table.winners(state), got = Object.entries(this.table.payoffs(state) ?? {});
      const paid = got.length ? ` Payoffs: ${got.map(([name, amount]) => `${name} ${amount > 0 ? "+" : ""}${amount}`).join(", ")}.` : "";
      return `The game is over. ${won.length ? `Won: ${won.join(", ")}.` : "Nobody has won."}${paid}`;
    }
  }

  /** Playing on from the moment that a finding shows. */
  class Finding extends Page {
    constructor(host) {
      super(host);
      this.answer = -1; // the one that is followed; -1: as the book is read here
      this.comparing = false;
      this.tried = null;
    }
    offer() { super.offer("Play on from here", () => this.begin(), "with the rules of the book as code, in this page alone"); }
    async begin() {
      this.tell("The rules are being read.");
      try {
        await loaded(`${this.folder}moments.js`);
        this.moment = (await json(files.moments))[this.host.dataset.live];
        await this.open(this.moment.scope);
        this.follow(this.usual());
        this.restart();
        if (this.moment.begins) this.way.length = 1; // it is followed from its beginning
        const link = Page.linked();
        if (link) {
          this.way.push({ state: this.table.unpack(link.packed), says: "the position of the link", met: [] });
          const answer = this.answers().find((n) => this.markOf(n) === link.mark);
          if (answer === undefined) throw new RangeError("this link follows an answer that there is not");
          this.follow(answer);
          this.note = this.spoilt(this.now.state, this.way[0].state);
        }
        this.show();
        this.head();
        this.tell(sentences([this.note || this.moment.says || "The table is open", this.offered()]));
      } catch (error) { this.fail(error); }
    }
    restart() { // the way to the moment in dispute, by its moves
      this.way = [{ state: this.table.unpack(this.moment.start), says: "", met: [], at: 0 }]; // at: so many moves of the play were made
      const answer = this.answer;
      this.follow(-1);
      for (const { state, ...action } of this.moment.moves) {
        const before = this.now.state, step = state ? { state: this.table.unpack(state), events: [] } : this.table.step(before, action);
        if (!step.state) throw new Error("the play that this finding shows cannot be followed");
        this.way.push({ state: step.state, says: this.sentence(action, before), met: step.events, at: this.way.length });
      }
      this.disputed = this.way.length;
      this.follow(answer);
      this.tried = null;
    }
    follow(answer) {
      const { reading, rulings, answers } = this.moment, { about } = this.rules;
      for (const { key, default: usual, options, readings } of about.choices) if (readings[options.indexOf(usual)]) this.table.answer(key, usual);
      for (const [key, option] of Object.entries(reading)) this.table.answer(key, option);
      for (const [key, option] of Object.entries(rulings)) this.table.answer(key, option, true);
      this.answer = answer;
      for (const [key, option] of Object.entries(answer < 0 ? {} : answers[answer].ruling)) this.table.answer(key, option);
    }
    back(text) {
      this.tried = null;
      this.note = "";
      this.wanted = null;
      this.show();
      this.tell(`${text} ${this.offered()}`);
      this.head();
    }
    /** What is answered, for a link: that of the play, and the answer that is followed; `!` before a ruling. */
    markOf(answer) {
      const { reading, rulings, answers } = this.moment, said = { ...reading, ...(answer < 0 ? {} : answers[answer].ruling) };
      return [...Object.entries(rulings).map(([key, option]) => `!${key}=${option}`), ...Object.entries(said).map(([key, option]) => `${key}=${option}`)].sort().join(",");
    }
    get mark() { return this.markOf(this.answer); }
    under(answer, does) { const was = this.answer; this.follow(answer); try { return does(); } finally { this.follow(was); } }
    named(answer) { return answer < 0 ? "As the machine goes on" : `${"ABCDEFGHIJ"[answer]}. ${this.moment.answers[answer].says}`; }
    /** The answer that the machine follows where nobody chooses; -1 where that is none of them. */
    usual() {
      const { answers, reading } = this.moment, follows = (key) => reading[key] ?? this.rules.about.choices.find((one) => one.key === key)?.default;
      return answers.findIndex(({ playable, ruling }) => playable && Object.entries(ruling).every(([key, option]) => follows(key) === option));
    }
    answers() { return [...(this.usual() < 0 ? [-1] : []), ...this.moment.answers.keys()]; }
    playable() { return this.answers().filter((n) => n < 0 || this.moment.answers[n].playable); }
    isAsked({ subject }) { return this.moment.answers.some(({ ruling }) => subject in ruling); }
    isOwn(event) { return super.isOwn(event) || this.isAsked(event); }
    followed(subject, answer) { return answer >= 0 && subject in this.moment.answers[answer].ruling ? this.named(answer) : ""; }
    offered() {
      const { length } = this.legal();
      return this.table.ended(this.now.state) ? "The game is over." : `${length === 1 ? "1 move" : `${length} moves`} can be made.`;
    }
    take(action, at) {
      const before = this.now.state;
      if (this.comparing) { this.compare(action); return; }
      const says = this.sentence(action, before), { state, events } = this.table.step(before, action);
      this.wanted = null;
      this.tried = null;
      this.link.textContent = "";
      if (!state) {
        this.now.met = events;
        this.note = `${capital(says)}: ${events.length ? "that may not be done here, or has no result." : "that may not be done here."}`;
      } else {
        this.way.push({ state, says, met: events, at });
        this.note = "";
      }
      this.show();
      const ours = this.askedFirst(events.filter((e) => OURS.has(e.kind))), first = ours.find((e) => this.isOwn(e)) ?? ours[0], met = first ? `${first.kind === "gap" ? "Here no rule says" : `Here two rules contradict each other, ${first.pair.map(spoken).join(" and ")}`}: ${this.question(first.subject) || spoken(first.subject)}` : "";
      this.tell(sentences(state ? [capital(says), met, this.changes(this.drawings.draw(state, { before })).join("; "), this.offered()] : [this.note, met]));
      this.head();
    }
    compare(action) {
      const before = this.now.state;
      this.tried = {
        action, says: capital(this.sentence(action, before)),
        each: this.playable().map((answer) => this.under(answer, () => ({ answer, ...this.table.step(before, action), forbids: this.table.why(before, action).judged.flatMap((one) => one.forbids) }))),
      };
      this.comparing = false;
      this.show();
      const same = this.tried.each.every((one) => JSON.stringify(one.state) === JSON.stringify(this.tried.each[0].state));
      this.tell(`${this.tried.says}, under each answer: ${same ? "it leads to the same table." : this.tried.each.map((one) => `${this.named(one.answer)}: ${one.state ? this.changes(this.drawings.draw(one.state, { before })).join("; ") : "it may not be done"}`).join(". ")}`);
      this.body.querySelector(".under h3")?.focus();
    }
    show() {
      const { state, says, met } = this.now, before = this.way.length > 1 ? this.way[this.way.length - 2].state : null, { wants } = this.moment;
      const legal = this.legal(), atMoment = this.way.length === this.disputed;
      const drawing = this.drawings.draw(state, { before, asked: atMoment ? wants : null });
      const answers = made("fieldset", { className: "follow" }, made("legend", {}, this.moment.asks || "Which answer is followed"), this.answers().map((n) => {
        const can = n < 0 || this.moment.answers[n].playable, radio = made("input", { type: "radio", name: "follow", value: String(n), checked: n === this.answer, disabled: !can, onchange: () => { this.follow(n); this.tried = null; this.show(); this.tell(`${this.named(n)} is followed now. ${this.offered()}`); this.body.querySelector("input:checked").focus(); } });
        return made("label", {}, radio, ` ${this.named(n)}`, can ? "" : made("span", { className: "small soft" }, " (it changes the rules themselves, and is not in this page)"));
      }));
      const steps = made("p", { className: "row" },
        button("← What else could happen before this?", () => { this.way.pop(); this.back("One step back."); }, { disabled: this.way.length < 2 }),
        button(this.ends, () => { this.restart(); this.back(`${this.ends}.`); }, { disabled: atMoment }), this.leaving());
      const tools = made("p", { className: "row" },
        button("Try the next move under each answer", () => { this.comparing = !this.comparing; this.show(); this.tell(this.comparing ? "The next move is tried under each answer." : "The next move is made."); }, { ariaPressed: String(this.comparing), hidden: this.playable().length < 2 }),
        button("A move at random", () => { this.comparing = false; this.take(some(legal)); }, { disabled: !legal.length }),
        this.linkable ? button("Copy this position as a link", () => this.copy()) : "", this.link);
      const flags = (action) => this.table.step(state, action).events.filter((e) => OURS.has(e.kind));
      const dispute = atMoment && wants ? made("p", { className: "row" }, made("strong", {}, `${capital(this.sentence(wants, state))}?`), button("Do it", () => this.take(wants)), this.playable().length > 1 ? button("Try it under each answer", () => this.compare(wants), { className: "main" }) : "") : "";
      const moves = legal.length ? this.moves(legal, state, (action) => this.take(action), flags) : made("p", {}, made("strong", {}, this.over(state) || "Nobody can do anything here."));
      const which = this.comparing ? made("p", { className: "bad" }, made("strong", {}, "Which move? It is tried under each answer.")) : "";
      this.body.replaceChildren(...[
        this.moment.answers.length ? answers : made("p", { className: "soft" }, `A shortest play: ${this.moment.says}`), made("p", { className: "scene-head", tabIndex: -1 }, made("strong", {}, says ? `${capital(says)}.` : "The table at the start.")), this.note ? made("p", { className: "bad" }, this.note) : "",
        this.alarms(met, this.answer, atMoment && this.moment.answers.length > 0), this.tried ? this.compared() : "",
        made("div", { className: "sit" }, this.pictured(drawing, "The table", this.chosen(legal)), made("div", {}, this.onward(state), dispute, which, steps, moves, tools)),
      ].flat().filter((one) => one !== ""));
      this.host.dataset.moves = legal.length;
    }
    /** The next move of the play that is shown, where the table stands on its way. */
    onward(state) {
      const { moves } = this.moment, { at } = this.now, next = moves[at];
      if (!next || next.state) return "";
      return made("p", { className: "row" }, made("strong", {}, `Step ${at + 1} of ${moves.length}: ${this.sentence(next, state)}`), button("Make this step", () => this.take(next, at + 1), { className: "main" }));
    }
    get ends() { return "play" in this.host.dataset ? "To the end of this play" : "To the moment in dispute"; }
    get linkable() { return true; }
    leaving() { return ""; }
    answered() {
      const { moment: { reading, rulings, answers }, answer } = this, own = answer < 0 ? {} : answers[answer].ruling, without = (all, some) => Object.fromEntries(Object.entries(all).filter(([key]) => !(key in some)));
      return { reading: { ...without(reading, rulings), ...own }, rulings: without(rulings, own), says: answers.length ? `with this answer: ${this.named(answer)}` : "as the book is read here" };
    }
    resume() { this.follow(this.answer); this.back("The table of the finding."); }
    /** Why an action leads nowhere: the clauses that forbid it, but for those of a contradiction that is shown anyway. */
    refused({ allowed, forbids, events }) {
      const own = forbids.filter(({ name }) => !events.some(({ pair }) => pair.includes(name))), says = allowed ? "It may be done, and has no result." : forbids.length ? "It may not be done." : "It may not be done: nothing permits it.";
      return [made("p", {}, made("strong", {}, says)), ...own.map(({ name, cites }) => made("div", { className: "clause" }, made("p", { className: "clause-id" }, made("strong", {}, spoken(name))), cites.map((id) => this.clause(id))))];
    }
    compared() {
      const before = this.now.state, drawn = this.tried.each.map(({ state }) => (state ? this.drawings.draw(state, { before }) : null));
      const lines = drawn.map((one) => (one ? this.changes(one) : [])), same = drawn.every(Boolean) ? lines[0].filter((line) => lines.every((list) => list.includes(line))) : [];
      const each = this.tried.each.map(({ answer, state, events }, i) => made("article", { className: "answer" },
        made("h3", { tabIndex: -1 }, this.named(answer)),
        state ? made("ul", {}, lines[i].filter((line) => !same.includes(line)).map((line) => made("li", {}, line))) : this.refused(this.tried.each[i]),
        this.alarms(events, answer),
        state ? made("details", { className: "small" }, made("summary", {}, "The table then"), this.pictured(drawn[i], `The table under: ${this.named(answer)}`, [], 0)) : "",
        state ? button("Go on from here under this answer", () => { this.follow(answer); this.take(this.tried.action); }) : ""));
      return made("section", { className: "under", ariaLabel: "Under each answer" }, made("p", { className: "scene-head" }, made("strong", {}, `${this.tried.says}: under each answer`)),
        same.length ? made("p", { className: "small" }, `The same under each: ${same.join("; ")}.`) : "", made("div", { className: "answers" }, each));
    }
  }

  /** A play that a search has found, on the table of a page, all cards open; from each step others can be tried. */
  class Shown extends Finding {
    constructor(page) {
      super(page.host);
      const { status, body, rules, table, drawings, cites } = page;
      Object.assign(this, { page, status, body, rules, table, drawings, cites });
    }
    sit(moment) {
      this.moment = moment;
      this.restart();
      this.way.length = 1;
      this.back(`${capital(moment.says)}, from the beginning: ${counted(moment.moves.length, "step")}.`);
      this.host.scrollIntoView();
    }
    get ends() { return "To the end of this play"; }
    get linkable() { return this.page instanceof Finding; }
    leaving() { return button("Leave this play", () => this.page.resume()); }
  }

  /** A whole game on one seat; others choose at random, or what gains them most by what they may know. */
  class Game extends Page {
    offer() {
      const [scope] = this.host.dataset.scopes.split(" ");
      super.offer("Play a game", () => this.sit(scope), "against others, who move at random or are greedy; you see what your seat sees");
    }
    async sit(scope) {
      this.tell("The rules are being read.");
      try {
        await this.open(scope);
        const link = Page.linked(), { players } = this.drawings;
        this.me = players.includes(link?.mark) ? link.mark : players[0];
        const { state } = some(this.table.initial()), told = link && this.table.unpack(link.packed);
        let there, note = "";
        for (let i = 0; told && i < DEALS && (note || !there); i++) note = this.spoilt(there = Hidden.dealt(this.table, told, this.me), state);
        this.begin(there ?? state, note);
      } catch (error) { this.fail(error); }
    }
    begin(state, note) {
      this.log = note ? [note] : [];
      this.met = [];
      this.way = [{ state, before: null, said: 0 }];
      this.others();
      this.show();
      this.tell(sentences([note, `The game begins, and you are ${this.me}`, this.yours()]));
    }
    answered() { return { reading: {}, rulings: {}, says: "as the book is read here" }; }
    resume() { this.show(); this.tell("Your game."); this.head(); }
    shared(state) { return Hidden.told(this.table, state, this.me); }
    hidden(state) { return new Set(this.rules.about.seen.flatMap((sort) => this.table.unknown(state, this.me, sort))); }
    mine(action) {
      const { kind } = this.rules.about.actions.find((one) => one.name === action.action);
      return kind === "joint" || this.actor(action) === this.me;
    }
    get mark() { return this.me; }
    listed(state) { // of choices that several make together, one for each way of one's own part
      const awaited = this.table.ended(state) ? [] : this.table.awaited(state);
      if (awaited === "chance" || !awaited.includes(this.me)) return [];
      const legal = this.table.legal(state).filter((action) => this.mine(action)), own = new Map();
      for (const action of legal) { const part = JSON.stringify(this.own(action)); own.set(part, [...(own.get(part) ?? []), action]); }
      return [...own.values()].map((list) => some(list));
    }
    own({ action, args }) {
      const seats = new Set(this.drawings.players), isJoint = (value) => value && typeof value === "object" && !Array.isArray(value) && Object.keys(value).every((key) => seats.has(key));
      return { action, args: Object.fromEntries(Object.entries(args).map(([name, value]) => [name, isJoint(value) ? value[this.me] ?? null : value])) };
    }
    sentence(action, state) { return super.sentence(this.own(action), state, this.hidden(state)); }
    taken(action) {
      const { state } = this.now, step = this.table.step(state, action);
      if (!step.state) { this.log.push("The rules say no more here."); return false; }
      const known = this.hidden(step.state), open = this.mine(action) || !this.rules.about.covered.length;
      const said = open ? this.drawings.sentence(this.own(action), state, known) : this.drawings.taken(action);
      this.now.state = step.state;
      const met = step.events.filter((e) => OURS.has(e.kind)), asked = (e) => this.question(e.subject) || spoken(e.subject);
      const lines = met.map((e) => (e.kind === "gap" ? `No rule says: ${asked(e)}` : `Two rules contradict each other (${e.pair.map(spoken).join(" and ")}): ${asked(e)}`));
      this.log.push(capital(said), ...lines.filter((line) => !this.log.includes(line))); // each is told once
      const same = (e) => (other) => e.kind === other.kind && e.subject === other.subject && String(e.pair) === String(other.pair);
      this.met = [...this.met, ...met.filter((e) => !this.met.some(same(e)))];
      return true;
    }
    others() { // chance and the others, until it is one's own move or nobody's
      for (let steps = 0; steps < MOST_STEPS && !this.table.ended(this.now.state) && !this.legal().length; steps++) {
        const legal = this.table.legal(this.now.state);
        if (!legal.length || !this.taken(this.other(legal))) return;
      }
    }
    other(legal) { // greedy: what gains most at a table that looks the same to whoever moves
      const any = some(legal), seat = this.actor(any);
      if (!this.greedy || !this.drawings.players.includes(seat)) return any; // chance, or all together
      const thought = Hidden.dealt(this.table, this.now.state, seat), there = new Set(this.table.legal(thought).map((action) => JSON.stringify(action)));
      const its = legal.filter((action) => this.actor(action) === seat && there.has(JSON.stringify(action)));
      return this.table.greedy(thought, Math.random, its) ?? any;
    }
    take(action) {
      const { state } = this.now, said = this.log.length;
      this.met = [];
      this.wanted = null;
      this.link.textContent = "";
      this.way.push({ state, before: state, said });
      const taken = this.taken(action);
      this.lit = this.met.find((event) => super.isOwn(event)); // what the others meet is folded
      if (taken) this.others();
      this.show();
      this.tell(sentences([...this.log.slice(said), this.over() || this.yours()]));
      this.head();
    }
    isOwn(event) { return event === this.lit; }
    yours() { const { length } = this.legal(); return length === 1 ? "1 move is yours." : `${length} moves are yours.`; }
    show() {
      const { state, before, said } = this.now, legal = this.legal(), drawing = this.drawings.draw(state, { before, seat: this.me });
      const seats = made("fieldset", { className: "follow" }, made("legend", {}, "Your seat"), this.drawings.players.map((name) => made("label", {}, made("input", { type: "radio", name: "seat", value: name, checked: name === this.me, onchange: () => { this.me = name; this.begin(some(this.table.initial()).state); } }), ` ${name}`)));
      const rivals = made("fieldset", { className: "follow" }, made("legend", {}, "The others"), ["move at random", "take what gains them most"].map((says, greedy) => made("label", {}, made("input", { type: "radio", name: "others", checked: Boolean(greedy) === Boolean(this.greedy), onchange: () => { this.greedy = Boolean(greedy); this.tell(`The others ${says} from now on.`); } }), ` ${says}`)));
      const lines = this.log.map((line, i) => made("li", { className: i >= said ? "latest" : "" }, line));
      const moves = legal.length ? this.moves(legal, state, (action) => this.take(action)) : made("p", {}, made("strong", {}, this.over() || "Nobody can do anything here."));
      const tools = made("p", { className: "row" },
        button("← Take back", () => { this.log.length = this.way.pop().said; this.met = []; this.wanted = null; this.show(); this.tell(`Taken back. ${this.yours()}`); this.head(); }, { disabled: this.way.length < 2 }),
        button("New game", () => this.begin(some(this.table.initial()).state)), button("Copy this position as a link", () => this.copy()), this.link);
      this.body.replaceChildren(...[
        seats, rivals, made("p", { className: "scene-head", tabIndex: -1 }, made("strong", {}, this.over() || `You are ${this.me}.`)), this.alarms(this.met),
        made("div", { className: "sit" }, this.pictured(drawing, `The table as ${this.me} sees it`, this.chosen(legal)), made("div", {}, moves, tools, made("details", { open: true }, made("summary", {}, "What happened"), made("ol", { className: "log small" }, lines)))),
      ].flat());
      const log = this.body.querySelector(".log");
      log.scrollTop = log.scrollHeight;
      this.host.dataset.moves = legal.length;
    }
  }

  for (const host of document.querySelectorAll("[data-live]")) {
    host.hidden = false;
    if (typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined") host.append(made("p", { className: "small soft" }, "This browser cannot play on from here; everything else on the page is as it was."));
    else (host.dataset.scopes ? new Game(host) : new Finding(host)).offer();
  }
})();
