// A search of a scope: every state that can be reached, what properties say of them, deadlocks, shortest plays.
// `search(rules, scope, {limit, reading, rulings})` does all of it; `new Search(...)` goes on for some states at a time.
// `breaches(rules, scope, state, {reading, rulings})`: the properties that a state from elsewhere breaks.
"use strict";
(() => {
  const { Table, options, expectRules, answerAll } = typeof module !== "undefined" ? require("./rulebook.js") : globalThis.Rulebook.parts;
  const { Promises } = typeof module !== "undefined" ? require("./promises.js") : globalThis;
  const LIMIT = 100000, BESIDE = 27, OVER = 1, STUCK = 2, KIND = 3, CUT = 4 | 16, BEGINS = 0xffffffff, EDGES = 65536, ANSWERS = ["violated", "kept", "unevaluated"];
  const raw = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const refuse = (what) => { throw new RangeError(what); };

  class Search extends Table {
    static pages = 4096;
    /** With memory of its own, by how large a state is. limit: states; else 100 000, or as many as there is room for. reading, rulings: options by question.
        from: the state to begin with; else all ways to begin. */
    constructor(rules, scope, asked) {
      const { limit: most = null, reading, rulings, from = null } = options(asked, "limit", "reading", "rulings", "from");
      expectRules(rules).expect(scope);
      if (most !== null && (!Number.isSafeInteger(most) || most < 1)) refuse("a limit is a whole number from 1 on");
      if (from === null && !scope.search.whole) refuse(`${scope.scope} has more ways to begin than its file lists: it is not searched here`);
      super(rules.about, rules.module, scope);
      answerAll(this, { reading, rulings });
      const room = Search.pages * 65536 - this.memory.buffer.byteLength - 65536;
      const limit = most ?? Math.max(1, Math.min(LIMIT, Math.floor(room / (scope.state.packed + BESIDE))));
      Object.assign(this, { limit, nearest: new Map(), ends: new Map(scope.search.ends.map((one) => [JSON.stringify(one), one])), left: new Set(), looped: null, steps: [], stopped: "" });
      this.room(scope.state.packed);
      this.fresh(from ?? raw(scope.initial[0].state));
      for (const state of from === null ? scope.initial.map((one) => raw(one.state)) : [this.bytes(from)]) {
        this.u8.set(state, this.at.HISTORY);
        this.within(() => this.code.begin(this.at.CONTEXT));
      }
      this.initially = this.get("COUNT");
    }
    /** Look at so many states more; whether there are others to look at. */
    go(states) {
      for (let left = states; !this.stopped && left > 0; ) {
        const looked = Number(this.within(() => this.code.search(this.at.CONTEXT, BigInt(left))));
        left -= looked;
        try { this.note(); } catch (error) { this.stopped = error.message; }
        if (this.drain() >= EDGES) this.stopped ||= "a state leads on in more ways than there is room for";
        if (this.get("FULL")) this.stopped ||= `the limit of ${this.limit} states was reached`;
        if (!looked) break;
      }
      return !this.stopped && this.get("DONE") < this.get("COUNT");
    }
    /** The steps are taken out of the memory of the code, where anybody asks about them: how many there were. */
    drain() {
      const many = this.get("EDGED"), at = this.places.EDGES;
      if (many) this.steps.push(new Uint32Array(this.memory.buffer.slice(at, at + 16 * many)));
      this.set("EDGED", 0);
      return many;
    }
    /** What was logged, each answer of a property where it is met first. */
    note() {
      const { told, sites } = this.about.log;
      for (const [what, recording, answer, identity] of this.rows()) {
        const [kind, name, part] = told[what - 1];
        if (kind === "failed") {
          const [kind, subject] = sites[Number(answer & 0x3fffffffn) - 1];
          if (["beyond", "memory", "unbounded"].includes(kind)) refuse(`${subject || kind} needs more than there is room for`);
          if (recording === 1) this.ends.set(JSON.stringify([kind, subject]), [kind, subject]);
          if (recording === 1 && kind === "loop") this.looped ??= Number(identity >> 32n);
        } else if (kind === "cut" && !answer) this.left.add(this.byName.get(name)?.number ?? -1);
        else if (kind === "asked" && part === "first") {
          const key = `${ANSWERS[Number(answer)]} ${name}`;
          if (!this.nearest.has(key)) this.nearest.set(key, Number(identity >> 32n));
        }
      }
    }
    /** How far it is. */
    counts() { return { states: this.get("COUNT"), looked_at: this.get("DONE"), transitions: this.get("TRANSITIONS") }; }
    /** All that was found; the plays are the shortest ones. */
    result() {
      const done = this.get("DONE"), said = this.u8.subarray(this.places.SAID, this.places.SAID + done), of = (one) => said.reduce((n, s) => n + ((s & KIND) === one), 0);
      const stopped = this.unfinished(), found = { ...this.counts(), initial: this.initially, depth: this.way(this.get("COUNT") - 1).length - 1, ended: of(OVER) };
      const [play = null] = this.stuck(1), deadlocks = of(STUCK);
      return { ...found, complete: !stopped, stopped, deadlocks: { states: deadlocks, play }, verdicts: this.about.checks.map((check) => this.verdict(check)) };
    }
    /** The shortest plays to the nearest deadlocks, so many of them. */
    stuck(most) {
      const { SAID } = this.places, found = [];
      for (let at = SAID, end = SAID + this.get("DONE"); at < end && found.length < most; at++) if ((this.u8[at] & KIND) === STUCK) found.push(this.play(at - SAID));
      return found;
    }
    /** The shortest play to a state: how it begins, and the actions. */
    play(state) { return this.along(this.way(state)); }
    /** A play along some states: each step takes the first choice that leads on, and `fits` at its place. */
    along(nodes, fits = () => true) {
      const states = nodes.map((number) => this.packed(number)), same = (a, b) => a.every((byte, i) => byte === b[i]);
      const start = this.scope.initial.findIndex((one) => same(this.packing(raw(one.state)), states[0]));
      const actions = states.slice(1).map((packed, i) => {
        const before = this.unpacked(states[i]);
        const leads = (choice) => { const { state: after } = this.taken(before, choice); return after !== null && same(this.packing(after), packed); };
        return this.action(this.choices(before).find((choice) => fits(choice, i) && leads(choice)));
      });
      return { start, actions };
    }

    // --- verdicts
    unfinished() { return this.stopped || (this.get("DONE") < this.get("COUNT") ? "it was stopped" : ""); }
    answers(check) {
      const found = new Map(ANSWERS.filter((one) => this.nearest.has(`${one} ${check.name}`)).map((one) => [one, this.nearest.get(`${one} ${check.name}`)]));
      const begun = this.scope.search.said[check.name] ?? {};
      return { found, begun, has: (one) => found.has(one) || one in begun };
    }
    verdict(check) {
      const { name, kind, cites } = check, { found, begun, has } = this.answers(check), off = this.scope.search.off[name];
      if (check.members) return { name, kind, cites, ...this.promised(check, off) };
      let [word, reason] = this.concluded(check, has), play = null;
      const shown = kind === "sometimes" ? "kept" : "violated";
      if (word === (kind === "sometimes" ? "HOLDS IN SCOPE" : "VIOLATED")) play = shown in begun ? { start: begun[shown], actions: [] } : this.showing(check, found.get(shown));
      else if (off && word !== "UNKNOWN") [word, reason] = ["UNKNOWN", `the scope leaves out ${off.join(", ")}`];
      return { name, kind, cites, word, reason, play };
    }
    /** Why not all plays are known that may matter to a property. */
    gap(check) {
      const { apart, ends } = this.scope.search, [every, of] = [ends.some(([kind]) => kind !== "loop"), apart[check.name] ?? []];
      return this.unfinished() || (every || [...this.left].some((action) => !of.includes(action)) ? "a play breaks off" : "");
    }
    /** What may follow, and what must come: of all plays, so that it is not known where rules are left out. */
    promised(check, off) {
      const { ends } = this.scope.search, round = ends.some(([kind]) => kind === "loop"), said = (word, reason, play = null) => ({ word, reason: check.assumes ? `${reason}${reason ? "; " : ""}${check.assumes}` : reason, play });
      if (this.unfinished()) return said("UNKNOWN", this.unfinished());
      try { this.promises ??= new Promises(this); } catch (error) { return said("UNKNOWN", error.message); }
      let found = this.promises.verdict(check);
      if (found.word !== "VIOLATED" && check.kind === "possible" && (round || this.looped !== null)) {
        const play = () => (this.looped === null ? { start: null, actions: [] } : this.promises.forced(this.play(this.looped), this.looped));
        found = this.promises.each(check, () => ({ word: "VIOLATED", reason: "forced steps go round for ever without it", play }));
      }
      const comes = check.kind === "eventually" && found.word === "HOLDS IN SCOPE" && !ends.length; // every play was followed to where it is true
      const gap = comes ? "" : this.gap(check) || (round && check.kind !== "possible" ? "forced steps go round as a game begins: there is no state of which this could be asked" : "");
      if (gap && found.word !== "VIOLATED") return said("UNKNOWN", found.word === "UNKNOWN" ? found.reason : gap);
      if (off && found.word !== "UNKNOWN") return said("UNKNOWN", `the scope leaves out ${off.join(", ")}`);
      return { ...said(found.word, found.reason, found.play?.()), ...(found.member ? { member: found.member } : {}) };
    }
    /** The caps of the scope that alone cut plays off, where nothing else does. */
    caps() {
      const cut = [...this.ends.values()].filter(([kind]) => kind !== "loop");
      return this.unfinished() || !cut.every(([kind]) => kind === "cap") ? [] : Object.entries(this.scope.search.caps).filter(([field]) => cut.some(([, subject]) => subject === field));
    }
    upTo(caps) {
      const { SAID } = this.places, states = this.get("DONE"), begun = this.scope.search.ends.some(([kind]) => kind !== "loop") ? 1 : 0, cut = this.u8.subarray(SAID, SAID + states).reduce((n, s) => n + (s & CUT ? 1 : 0), begun);
      return `in all ${states} rest states that plays come to with ${caps.map(([field, most]) => `${field} at most ${most}`).join(" and ")}; from at most ${cut} of them plays are cut off`;
    }
    /** The verdict, as `explore` gives it. */
    concluded(check, has) {
      const unfinished = this.gap(check), caps = this.caps();
      if (check.kind === "sometimes" && has("kept")) return ["HOLDS IN SCOPE", ""];
      if (check.kind !== "sometimes" && has("violated")) return ["VIOLATED", ""];
      if (unfinished && caps.length && !has("unevaluated") && check.kind !== "sometimes") {
        const paired = this.about.checks.find((one) => one.name === check.reached), met = (check.kind === "always" || has("kept")) && (!paired || this.answers(paired).has("kept"));
        return met ? ["HOLDS UP TO", this.upTo(caps)] : ["UNKNOWN", unfinished];
      }
      if (has("unevaluated") || unfinished) return ["UNKNOWN", unfinished || "somewhere it cannot be evaluated"];
      const reached = this.about.checks.find((one) => one.name === check.reached), met = reached ? this.answers(reached).has : () => true;
      const empty = check.kind === "sometimes" || (check.kind === "step" && !has("kept")) || !(met("kept") || met("unevaluated"));
      return [empty ? "VACUOUS" : "HOLDS IN SCOPE", ""];
    }
    showing(check, state) {
      const play = this.play(state);
      if (check.kind !== "step") return play;
      const before = this.unpacked(this.packed(state)), violates = ([what, , answer]) => {
        const [kind, name, part] = this.about.log.told[what - 1];
        return kind === "asked" && name === check.name && part === "first" && answer === 0n;
      };
      const choice = this.choices(before).find((one) => this.taken(before, one).log.some(violates));
      return { ...play, actions: [...play.actions, this.action(choice)] };
    }

    // --- memory
    room(packed) {
      const slots = 2 ** Math.ceil(Math.log2((this.limit * 4) / 3 + 1)), up = (n) => Math.ceil(n / 64) * 64, { search } = this.about.registers;
      this.registers = up(this.memory.buffer.byteLength);
      let at = this.registers + up(8 * search.SIZE);
      this.places = {};
      const edges = this.about.checks.some((check) => check.members) && this.limit > 1 ? { EDGES: 16 * EDGES } : {};
      for (const [name, size] of Object.entries({ STATES: packed * this.limit, PARENTS: 4 * this.limit, SAID: this.limit, TABLE: 8 * slots, ...edges })) {
        this.places[name] = at;
        at = up(at + size);
      }
      try { this.grow(at + 64); } catch { refuse(`${this.limit} states need ${Math.ceil(at / 2 ** 20)} MB; a search may take ${Search.pages / 16}, if there is as much`); }
      for (const [name, value] of [...Object.entries(this.places), ["MASK", slots - 1], ["LIMIT", this.limit]]) this.set(name, value);
    }
    set(name, value) { this.i64[this.registers / 8 + this.about.registers.search[name]] = BigInt(value); }
    /** More memory, behind all that there is. */
    reserve(bytes) {
      const at = this.memory.buffer.byteLength;
      this.grow(at + bytes);
      return at;
    }
    get(name) { return Number(this.i64[this.registers / 8 + this.about.registers.search[name]]); }
    /** The registers are there for that question alone: others are about one state. */
    within(question) {
      this.i64[this.game("SEARCHED")] = BigInt(this.registers);
      try { return question(); } finally { this.i64[this.game("SEARCHED")] = 0n; }
    }
    packed(state) { const size = this.scope.state.packed, at = this.places.STATES + state * size; return this.u8.slice(at, at + size); }
    packing(state) {
      this.u8.set(state, this.at.HISTORY);
      this.code.packed(this.at.CONTEXT, this.at.HISTORY, this.at.PACKED);
      return this.u8.slice(this.at.PACKED, this.at.PACKED + this.scope.state.packed);
    }
    unpacked(packed) {
      this.u8.set(packed, this.at.PACKED);
      this.code.unpacked(this.at.CONTEXT, this.at.PACKED, this.at.HISTORY);
      return this.u8.slice(this.at.HISTORY, this.at.HISTORY + this.scope.state.bytes);
    }
    way(state) {
      const found = [state];
      for (let one = this.parent(state); one !== BEGINS; one = this.parent(one)) found.push(one);
      return found.reverse();
    }
    parent(state) { return this.view.getUint32(this.places.PARENTS + 4 * state, true); }
  }

  /** All of a scope, as far as so many states. */
  function search(rules, scope, asked) {
    const found = new Search(rules, scope, asked);
    while (found.go(found.limit));
    return found.result();
  }
  /** The names of the properties that a state from elsewhere has to keep, and breaks, as where a card is in no pile: no play leads to it. */
  function breaches(rules, scope, state, asked) {
    const { reading, rulings } = options(asked, "reading", "rulings");
    const found = new Search(rules, scope, { reading, rulings, limit: 1, from: state });
    found.go(1);
    if (found.stopped && !found.get("FULL")) refuse(found.stopped);
    const breaks = (check) => { const { found: said, begun } = found.answers(check); return said.has("violated") && !("violated" in begun); };
    return rules.about.checks.filter((check) => check.given && breaks(check)).map((check) => check.name);
  }
  if (typeof module !== "undefined") module.exports = { Search, breaches, search };
  else Object.assign(globalThis, { Search, breaches, search });
})();
