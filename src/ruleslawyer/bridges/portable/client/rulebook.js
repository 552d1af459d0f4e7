// A rulebook as a WebAssembly file, for node and pages; a state is an object, or bytes.
"use strict";
(() => {
  const FORMAT = 1, NONE = -(2n ** 63n) + 1n, NOWHERE = -(2n ** 62n), FAILED = -(2n ** 63n), OWN = { beyond: "a number beyond 64 bits", memory: "more memory than there is", unbounded: "a number that nothing bounds" };
  const raw = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const bare = (type) => (type[0] === "optional" ? type[1] : type);
  const refuse = (what) => { throw new RangeError(what); };
  const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  /** The options that somebody gives; one that there is not is refused, as it would do nothing. */
  const options = (given = {}, ...known) => {
    if (!isObject(given)) refuse(`options are an object, with ${known.join(", ")}`);
    for (const name of Object.keys(given)) if (!known.includes(name)) refuse(`there is no option ${name}: there are ${known.join(", ")}`);
    return given;
  };
  const expectRules = (rules) => (typeof rules?.open === "function" ? rules : refuse("the rules are expected, as `Rulebook.load` gives them"));
  /** Give a table the answers of a reading, and those that are ruled. */
  const answerAll = (table, { reading = {}, rulings = {} }) => {
    if (!isObject(reading) || !isObject(rulings)) refuse("a reading is an object: by each question its option");
    for (const [key, option] of Object.entries(reading)) table.answer(key, option);
    for (const [key, option] of Object.entries(rulings)) table.answer(key, option, true);
  };
  /** A table of its own for a game or a player, who answers as is said here and no other way. */
  const tableOf = (rules, scope, asked) => {
    const table = expectRules(rules).open(scope);
    answerAll(table, asked);
    return Object.assign(table, { answered: true });
  };

  class Rulebook {
    /** From the description and the bytes (or the compiled module) of the .wasm file; both must be of one build. */
    static async load(description, module) {
      if (description === null || typeof description !== "object" || !module) refuse("a description and a module are expected: the .json and the .wasm file of a rulebook");
      if (typeof WebAssembly === "undefined") throw new Error("no WebAssembly here: the rules cannot run");
      return new Rulebook(description, module instanceof WebAssembly.Module ? module : await WebAssembly.compile(module));
    }
    constructor(description, module) {
      if (description.schema !== FORMAT) throw new Error(`the description has schema ${description.schema}, this client reads ${FORMAT}`);
      const [said] = WebAssembly.Module.customSections(module, "ruleslawyer");
      if (!said || new TextDecoder().decode(said) !== description.build) throw new Error("module and description are of different builds");
      this.about = description;
      this.module = module;
    }
    /** A table at which a scope is played, from its file. */
    open(scope) { return new Table(this.about, this.module, this.expect(scope)); }
    expect(scope) {
      if (!isObject(scope)) refuse("the file of a scope is expected, as an object");
      if (scope.build !== this.about.build) throw new Error(`the scope ${scope.scope} is of another build than the module`);
      return scope;
    }
  }

  class Table {
    static pages = 1024; // of 64 kB: the memory that a table may take
    constructor(about, module, scope) {
      this.about = about;
      this.scope = scope;
      this.memory = new WebAssembly.Memory({ initial: 4, maximum: new.target.pages });
      this.code = new WebAssembly.Instance(module, { env: { memory: this.memory } }).exports;
      this.base = (this.code.__heap_base.value + 63) & ~63;
      const { size, pieces, pointers, places } = scope.memory;
      this.grow(this.base + size);
      let at = this.base, word = this.base / 8;
      for (const [gap, bytes] of pieces) for (let i = at += gap, end = at += bytes.length / 2; i < end; i++) this.u8[i] = parseInt(bytes.substr(bytes.length - 2 * (end - i), 2), 16);
      for (const step of pointers) this.i64[word += step] += BigInt(this.base);
      this.at = Object.fromEntries(Object.entries(places).map(([name, [at]]) => [name, this.base + at]));
      this.sizes = Object.fromEntries(Object.entries(places).map(([name, [, bytes]]) => [name, bytes]));
      this.listed = [this.at.LISTED, this.sizes.LISTED];
      this.masks = this.u8.slice(this.at.MASKS, this.at.MASKS + scope.state.bytes);
      this.usual = this.u8.slice(this.at.CONTEXT, this.at.CONTEXT + this.sizes.CONTEXT);
      this.asks = new Map(about.choices.map((one) => [one.key, one]));
      this.byName = new Map(about.actions.map((action, number) => [action.name, { ...action, number }]));
    }
    grow(bytes) {
      const missing = Math.ceil((bytes - this.memory.buffer.byteLength) / 65536);
      try { if (missing > 0) this.memory.grow(missing); } catch { refuse(`${this.scope.scope} needs ${Math.ceil(bytes / 2 ** 20)} MB of memory, more than there is here`); }
      this.u8 = new Uint8Array(this.memory.buffer);
      this.i64 = new BigInt64Array(this.memory.buffer);
      this.view = new DataView(this.memory.buffer);
    }
    word(name) { return this.at.CONTEXT / 8 + this.about.registers.context[name]; }
    game(name) { return this.at.GAME / 8 + this.about.registers.game[name]; }

    // --- what is asked
    /** The ways to begin: the arguments of each, and the state. */
    initial() { return this.scope.initial.map(({ args, state }) => ({ args, state: this.read(raw(state)) })); }
    /** All actions that may be taken, those of chance included; none where the game is over. */
    legal(state) { return this.choices(state).map((choice) => this.action(choice)); }
    /** Whose decision it is: names of players, or "chance"; nobody's where the game is over. */
    awaited(state) { return this.choices(state, false) && this.over ? [] : this.wide(this.u8, this.at.AWAITED, this.about.width / 8, ["sort", this.about.players]); }
    /** Whether the game is over. */
    ended(state) { this.fresh(state); const said = this.code.ended(this.at.CONTEXT); return said < 0n ? refuse("a rule fails where it is asked whether the game is over") : said !== 0n; }
    /** Who has won; nobody before the end. */
    winners(state) { return this.ended(state) ? this.wide(this.u8, this.at.AWAITED, this.about.width / 8, ["sort", this.about.players]) : []; }
    /** What each player gets; null before the end, or where no rule says it. */
    payoffs(state) {
      if (!this.about.payoffs || !this.ended(state)) return null;
      this.fresh(state);
      return Object.fromEntries(this.scope.names[this.about.players].map((name, seat) => {
        const got = this.code.paid(this.at.CONTEXT, BigInt(seat));
        return [name, got === FAILED ? refuse("a rule fails where it is asked what a player gets") : Number(got)];
      }));
    }
    /** Where an action leads: `state` (null where it may not be taken, or has no result), and the events on the way;
     * `refused`: why it may not be taken, in a sentence. */
    step(state, action) {
      const asked = this.taken(state, action), after = asked.state, named = () => (action instanceof Uint8Array ? this.action(action) : action);
      const found = { allowed: asked.allowed, state: after && (state instanceof Uint8Array ? after : this.read(after)), events: this.events(asked.log, named) };
      return asked.allowed ? found : { ...found, refused: this.sentence(state, named(), asked) };
    }
    /** Why an action may not be taken, or may: in a sentence, and what each part of it is judged by. */
    why(state, action) {
      const asked = this.taken(state, action), named = action instanceof Uint8Array ? this.action(action) : action;
      return { allowed: asked.allowed, says: this.sentence(state, named, asked), judged: this.judged(asked.log) };
    }
    /** The sub-steps of an action in order, each with the rules that made it and the state that it came to; a round of
     * settles has all that fired. None where the action may not be taken. */
    trail(state, action) {
      const slot = 8 + this.scope.state.bytes, found = [];
      for (;;) {
        const [at, room] = this.trails ?? [0, 0];
        this.i64[this.game("TRAIL")] = BigInt(at);
        this.i64[this.game("TRAILED")] = 0n;
        this.i64[this.game("MOST_TRAILED")] = BigInt(Math.floor(room / slot));
        const { allowed, state: rest } = this.taken(state, action), count = Number(this.i64[this.game("TRAILED")]);
        this.i64[this.game("TRAIL")] = 0n;
        if (!room || count * slot > room) {
          const bytes = 2 * slot * Math.max(count, 64);
          this.grow((this.trails = [this.memory.buffer.byteLength, bytes])[0] + bytes);
          continue;
        }
        let fired = [];
        for (let i = at; i < at + count * slot; i += slot) {
          const number = Number(this.view.getBigInt64(i, true)), name = this.about.log.rules[Math.abs(number) - 1];
          if (number < 0) { fired.push(name); continue; }
          found.push({ names: fired.length ? [...new Set(fired)] : [name], state: this.u8.slice(i + 8, i + slot) });
          fired = [];
        }
        if (found.length && rest) found.at(-1).state = rest; // with what is forgotten there
        return allowed ? found.map((one) => (state instanceof Uint8Array ? one : { ...one, state: this.read(one.state) })) : [];
      }
    }
    judged(log) {
      return log.filter(([what, , , where]) => this.about.log.told[what - 1][0] === "norms" && where !== "step").map(([what, , answer]) => {
        const [, name] = this.about.log.told[what - 1], { permits, forbids } = this.judgement(this.about.log.norms[name], answer);
        return { of: name, permits, forbids };
      });
    }
    /** Whose decision it is, or the clauses that speak, as `why` and `serve` of the tool say it. */
    sentence(state, action, { allowed, log }) {
      const judged = this.judged(log), said = (verb, of) => [...new Set(judged.flatMap((part) => part[of].map(({ name, cites }) => `${verb} by ${cites.join(", ")} ${name}`)))];
      if (!allowed && !judged.length) {
        const kinds = log.map(([what]) => this.about.log.told[what - 1][0]);
        if (kinds.includes("failed")) return "its legality cannot be decided";
        if (!kinds.includes("unspoken")) return this.obstacle(state, action);
      }
      const permits = said("permitted", "permits"), forbids = said("forbidden", "forbids"), behind = [...permits, ...forbids].join(", ");
      if (judged.some((part) => part.permits.length && part.forbids.length)) return `contradiction: ${behind}; taken as ${allowed ? "allowed" : "forbidden"}`;
      if (allowed) return behind ? `allowed: ${behind}` : "allowed";
      return forbids.length ? `not allowed: ${behind}` : "not allowed: no clause permits it here";
    }
    /** Why nobody could choose an action at all. */
    obstacle(state, { action, args }) {
      const known = this.byName.get(action), bytes = this.bytes(state), { frames, players } = this.about, legal = this.legal(state);
      if (this.over) return "the game has ended";
      if (this.scope.off.includes(action)) return `${action} is switched off in this scope`;
      const innermost = frames.findLast((_, i) => bytes[i]) ?? null;
      if (!known.at.includes(innermost)) return `${action} belongs ${known.at.map((at) => (at === null ? "outside every procedure" : `in ${at}`)).join(" or ")}, and ${innermost ?? "no procedure"} is open`;
      const whose = [this.awaited(state)].flat(), who = whose.join(", ") || "nobody", actor = known.actor && args[known.actor];
      if (!known.reacts && legal.length && legal.every((one) => this.byName.get(one.action).reacts)) return `first ${who} may react: a trigger is pending`;
      if (actor && !whose.includes(actor)) return `it is not the decision of ${actor} now: ${who} decides`;
      if ((who === "chance") !== (known.kind === "chance")) return `it is not decided now: ${who} decides`;
      return "the choice does not exist here: it is outside the action's domain or the scope's bounds";
    }
    /** What is met where all actions of a state are looked at. */
    look(state) {
      this.choices(state, false);
      return this.events(this.log, (number) => this.action(this.choices(state, true, number)[this.place]));
    }
    /** A state as a player may see it: give bots this, and not the state. */
    observe(state, player) {
      const bytes = this.bytes(state);
      this.seat(player);
      const hidden = new Map(this.about.seen.map((sort) => [sort, new Set(this.unknown(bytes, player, sort))]));
      const seen = this.read(bytes, hidden), counts = this.counts(this.read(bytes), hidden);
      for (const { frame, field, keys } of this.covered(bytes, player)) {
        const record = frame === null ? seen : seen[frame];
        if (keys === null) record[field] = "?";
        else for (const key of keys) if (Object.hasOwn(record[field], key)) record[field][key] = "?";
      }
      return Object.keys(counts).length ? { ...seen, "?": counts } : seen;
    }
    /** How many members nobody names to a player, by what everybody sees of them. */
    counts(state, hidden) {
      const { names, printed } = this.scope, end = (member, path) => path.reduce((value, [name, sort]) => (
        value === null ? null : (sort === null ? state[name][value] : printed[sort][name][names[sort].indexOf(value)]) ?? null), member);
      return Object.fromEntries(Object.entries(this.about.counted).flatMap(([sort, paths]) => {
        const found = new Map();
        for (const member of hidden.get(sort)) {
          const kind = JSON.stringify(Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, end(member, path)])));
          found.set(kind, (found.get(kind) ?? 0) + 1);
        }
        const kinds = [...found.keys()].sort().map((kind) => ({ ...JSON.parse(kind), "?": found.get(kind) }));
        return Object.keys(paths).length && kinds.length ? [[sort, kinds]] : [];
      }));
    }
    seat(player) {
      const seat = this.scope.names[this.about.players].indexOf(player);
      return seat < 0 ? refuse(`nobody is called ${player}`) : seat;
    }
    /** The members of a sort that a player does not know. */
    unknown(state, player, sort) {
      const seat = this.seat(player), number = this.about.seen.indexOf(sort);
      if (number < 0) return [];
      this.fresh(state);
      return this.scope.names[sort].filter((_, member) => !this.code.sees(this.at.CONTEXT, BigInt(number), BigInt(member), BigInt(seat)));
    }
    /** What a player does not see of fields with a rule of sight, where they are: the keys of entries; null: all of it. */
    covered(state, player) {
      const seat = this.seat(player), bytes = this.bytes(state), { seen, frames } = this.about;
      this.fresh(bytes);
      const hides = (number, entry) => !this.code.sees(this.at.CONTEXT, BigInt(seen.length + number), BigInt(entry), BigInt(seat));
      return this.about.covered.flatMap(({ frame, field, key: [key] }, number) => {
        if (frame !== null && !bytes[frames.indexOf(frame)]) return [];
        const keys = key ? this.names(key).filter((_, entry) => hides(number, entry)) : hides(number, 0) ? null : [];
        return keys?.length === 0 ? [] : [{ frame, field, keys }];
      });
    }
    /** Follow an option of a question, or of a clash, from now on; `ruled`: as a ruling, so that no event is met. */
    answer(key, option, ruled = false) {
      if (this.answered) refuse("the answers of a game or of a seat are given where it begins, as `reading` or `rulings`: begin another one");
      if (!this.asks.has(key)) refuse(`there is no question ${key}: \`about.choices\` has all that can be answered`);
      const { options, readings, ruled: settled } = this.asks.get(key), read = readings?.[options.indexOf(option)], words = ruled && settled === null ? null : read;
      if (words === undefined) refuse(`${key} has no answer ${option}: ${options.join(", ")}`);
      if (words === null) refuse(`${key}=${option} changes the rules themselves, or is none that may be chosen: build with --ruling`);
      for (const all of [...readings, settled]) for (const [at] of all ?? []) this.i64[this.at.CONTEXT / 8 + at] = new DataView(this.usual.buffer).getBigInt64(8 * at, true);
      for (const [at, value] of [...words, ...(ruled ? settled : [])]) this.i64[this.at.CONTEXT / 8 + at] = BigInt(value);
    }
    /** A game from a state on, by dice that a seed throws: at random, every action that is allowed as likely, or with
     * players who take what gains them most. */
    playout(state, seed, longest = 1000, greedy = false) {
      if (![seed, longest].every(Number.isSafeInteger) || longest < 0) refuse("a seed is a whole number, and so is the length of a game, from 0 on");
      this.fresh(state);
      this.i64[this.game("DICE")] = BigInt.asIntN(64, BigInt(seed) * 0x9e3779b97f4a7c15n + 1n);
      let steps = 0, allowed;
      do {
        this.list();
        steps += Number(this.code.walk(this.at.CONTEXT, BigInt(longest - steps), BigInt(greedy)));
        allowed = this.unlist();
      } while (steps < longest && this.lacks(allowed));
      const at = this.at.HISTORY, after = this.u8.slice(at, at + this.scope.state.bytes);
      const end = allowed < 0 ? "ended" : steps === longest ? "cut_off" : allowed === 0 ? "deadlocked" : "broke_off";
      return { end, steps, state: state instanceof Uint8Array ? after : this.read(after) };
    }
    /** The worth of a state to a player, by what greedy players want: their own times the number of the others, less
     * what the others have. Differences count: what is the same in every state may be left out. */
    worth(state, player) {
      const seat = this.seat(player);
      this.fresh(state);
      return Number(this.code.valued(this.at.CONTEXT, BigInt(seat)));
    }
    /** By how much an action leaves whoever takes it better off at once: 0 of chance and of joint actions, and
     * -Infinity where it leads nowhere. */
    gain(state, action) {
      this.fresh(state);
      this.u8.set(this.choice(action), this.at.SCRIPT);
      const gained = this.code.gained(this.at.CONTEXT);
      return gained <= NOWHERE ? -Infinity : Number(gained);
    }
    /** Of the actions that may be taken, or of some of them, one that gains most at once: of several one by chance. */
    greedy(state, random = Math.random, among = this.legal(state)) {
      const gains = among.map((action) => this.gain(state, action)), most = Math.max(...gains);
      const best = among.filter((_, i) => gains[i] === most);
      return best[Math.floor(random() * best.length)] ?? null;
    }
    /** A number of 64 bits for a state; equal states have equal ones. */
    hash(state) {
      this.fresh(state);
      this.code.hashed(this.at.CONTEXT, this.at.HISTORY, this.at.SCRIPT);
      return BigInt.asUintN(64, this.i64[this.at.SCRIPT / 8]);
    }
    /** A state as a short text, for a link: how it differs from the first beginning; `unpack` takes it, and refuses
     * one of other rules. */
    pack(state) { return `${this.scope.position.mark}.${this.scope.scope}.${this.texts().text(this.bytes(state))}`; }
    texts() {
      const { state: { fields }, initial: [one], position, printed } = this.scope, { frames, attributes } = this.about;
      return this.asText ??= new StateTexts(fields, frames, (type) => this.names(type).length, this.masks, raw(one?.state ?? position.first), StateTexts.alike(printed, attributes));
    }
    unpack(text) {
      if (typeof text !== "string") refuse("a position is a text");
      const [mark, scope, packed] = text.split(".");
      if (mark !== this.scope.position.mark || scope !== this.scope.scope) refuse("this position is of other rules, or of another scope");
      let state;
      try { state = this.texts().state(packed ?? ""); this.expect(state); } catch { refuse("this position is damaged"); }
      return this.read(state);
    }

    // --- asking the code
    bytes(state) {
      if (!(state instanceof Uint8Array)) return this.write(state);
      return this.expect(state), state;
    }
    fresh(state) {
      const bytes = this.bytes(state);
      for (const name of ["KNOWN", "LAST"]) this.u8.fill(0, this.at[name], this.at[name] + this.sizes[name]);
      this.i64[this.word("LOGGED")] = 0n;
      this.u8.set(bytes, this.at.HISTORY);
    }
    /** The choices of a state; one more is among them where a candidate is watched: it lies at `place`. */
    choices(state, wanted = true, watched = -1) {
      const size = this.about.choice;
      for (;;) {
        this.fresh(state);
        const [at, room] = this.listed;
        this.list();
        this.i64[this.game("WATCHED")] = BigInt(watched);
        this.code.list(this.at.CONTEXT);
        this.place = Number(this.i64[this.game("WATCHED")]);
        this.i64[this.game("WATCHED")] = -1n;
        const found = this.unlist(), there = Math.max(0, Math.min(found, Math.floor(room / size)));
        this.over = found < 0;
        this.log = this.logged();
        const choices = wanted ? Array.from({ length: there }, (_, i) => this.u8.slice(at + i * size, at + (i + 1) * size)) : [];
        this.u8.fill(0, at, at + there * size);
        if (!this.lacks(found)) return choices;
      }
    }
    list() { // where choices are written, and for how many there is room
      this.i64[this.game("LISTED")] = BigInt(this.listed[0]);
      this.i64[this.game("MOST_LISTED")] = BigInt(Math.floor(this.listed[1] / this.about.choice));
    }
    unlist() {
      this.i64[this.game("LISTED")] = 0n;
      return Number(this.i64[this.game("ALLOWED")]);
    }
    lacks(found) { // a state with more choices than there is room for: there is, from now on
      const bytes = found * this.about.choice, lacks = bytes > this.listed[1];
      if (lacks) this.grow((this.listed = [this.memory.buffer.byteLength, 2 * bytes])[0] + 2 * bytes);
      return lacks;
    }
    taken(state, action) {
      this.fresh(state);
      this.u8.set(action instanceof Uint8Array ? action : this.choice(action), this.at.SCRIPT);
      this.code.step(this.at.CONTEXT);
      const allowed = this.i64[this.game("ALLOWED")] !== 0n, at = this.at.HISTORY + this.scope.state.bytes;
      const arrived = allowed && this.i64[this.game("ARRIVED")] !== 0n;
      return { allowed, state: arrived ? this.u8.slice(at, at + this.scope.state.bytes) : null, log: this.logged() };
    }
    logged() {
      return this.rows().map(([what, recording, answer, identity]) => {
        const where = Number(identity & 0xffffffn);
        return [what, recording, answer, where === 0xffffff ? "step" : where || "state"];
      });
    }
    /** The rows of the log as the code wrote them; the log is empty then. */
    rows() {
      const count = Number(this.i64[this.word("LOGGED")]), at = this.at.LOG / 8, rows = [];
      this.i64[this.word("LOGGED")] = 0n;
      if (32 * count >= this.sizes.LOG) refuse("more is met here than there is room for");
      for (let i = at; i < at + 4 * count; i += 4) rows.push([Number(this.i64[i]), Number(this.i64[i + 1]), this.i64[i + 2], this.i64[i + 3]]);
      return rows;
    }

    // --- what a log says
    judgement(clauses, answer) {
      const held = clauses.filter((_, i) => answer >> BigInt(i) & 1n), live = new Map();
      const alive = (c) => {
        if (!live.has(c.name)) live.set(c.name, !held.some((by) => by.over.includes(c.name) && alive(by)));
        return live.get(c.name);
      };
      const up = held.filter(alive), of = (kind) => up.filter((c) => c.kind === kind).map(({ name, cites }) => ({ name, cites }));
      return { permits: of("permit"), forbids: of("forbid"), insteads: up.filter((c) => c.kind === "instead") };
    }
    /** The check that failed; where a question has no answer, that is its subject. */
    site(answer) {
      const [kind, subject, ...pair] = this.about.log.sites[Number(answer & 0x3fffffffn) - 1], asked = typeof subject === "number" && this.about.choices[subject];
      return asked ? { kind, subject: asked.key, pair: [asked.options[pair[0]]], cites: asked.clauses } : { kind, subject, pair, cites: [] };
    }
    events(rows, candidate) {
      const { told, norms, deeds, exceptions, numbers, rules } = this.about.log, found = new Map();
      const put = (kind, subject, pair, where, clauses) => found.set(JSON.stringify([kind, subject, ...pair]), { kind, subject, pair, clauses, where });
      const clash = (subject, one, other, where) => put("contradiction", subject, [one.name, other.name], where, [...one.cites, ...other.cites]);
      const pairs = (subject, list, answer, where) => {
        let bit = 0n;
        list.forEach((one, i) => list.slice(i + 1).forEach((other) => { if (answer >> bit++ & 1n) clash(subject, one, other, where); }));
      };
      for (const [what, recording, answer, where] of rows) {
        if (recording !== 1) continue; // of the game, not of a property
        const [kind, name, ...more] = told[what - 1];
        if (kind === "question") {
          const { clauses, answers } = this.asks.get(name);
          if (!(answer & 1n)) put("gap", name, [], where, clauses);
          pairs(name, answers, answer >> 1n, where);
        } else if (kind === "layers") pairs(name, exceptions[name], answer >> BigInt(exceptions[name].length), where);
        else if (kind === "numbers") {
          const { clauses, crossings } = numbers[name], named = (n) => clauses.find((c) => c.name === n);
          crossings.forEach(([a, b], i) => { if (answer >> BigInt(2 * clauses.length + i) & 1n) clash(name, named(a), named(b), where); });
        } else if (kind === "norms" || kind === "deed") {
          const clauses = (kind === "norms" ? norms : deeds)[name], { permits, forbids, insteads } = this.judgement(clauses, answer);
          for (const p of permits) for (const f of forbids) clash(name, p, f, where);
          if (kind === "deed" && answer >> BigInt(clauses.length) & 1n) insteads.forEach((a, i) => insteads.slice(i + 1).forEach((b) => { if (a.by !== b.by) clash(name, a, b, where); }));
        } else if (kind === "failed") {
          const { kind: what, subject: of, pair, cites } = this.site(answer), rule = Number(answer >> 32n);
          const subject = of || (rule ? rules[rule - 1] : "");
          if (what in OWN) refuse(`${subject || what} needs ${OWN[what]}`);
          put(what, subject, pair, where, cites);
        } else if (kind === "unspoken") put("unspoken", name, more, where, []);
        else if (kind === "order") put("gap", name, more.slice(0, 2), where, more.slice(2));
      }
      for (const one of found.values()) if (typeof one.where === "number") one.where = candidate(one.where);
      return [...found.values()];
    }

    // --- between bytes and names
    names(type) { return type[0] === "sort" ? this.scope.names[type[1]] : type[0] === "enum" ? this.about.enums[type[1]] : null; }
    named(type, n) {
      type = bare(type);
      return n === null ? null : type[0] === "bool" ? n !== 0 : this.names(type)?.[n] ?? n;
    }
    wide(bytes, at, size, item) { // a set: a bit for each member, and three that are none
      const bit = (i) => bytes[at + (i >> 3)] >> (i & 7) & 1, top = 8 * size, names = this.names(item);
      if (bit(top - 3)) return null;
      return bit(top - 1) ? "chance" : names.filter((_, i) => bit(i));
    }
    leaf(bytes, view, field, at, type) {
      if (field.kind === "pile") return Array.from({ length: view.getUint16(at, true) }, (_, i) => this.names(type[1])[view.getUint16(at + 2 + 2 * i, true)]);
      if (field.kind === "set") return this.wide(bytes, at, field.bytes, bare(type)[1]);
      const n = this.number(view, field, at);
      return this.named(type, n);
    }
    number(view, field, at) {
      if (field.raw) {
        const n = view.getBigInt64(at, true);
        if (n !== NONE && !Number.isSafeInteger(Number(n))) refuse(`${field.name} is larger than a number of JavaScript`);
        return n === NONE ? null : Number(n);
      }
      const n = field.bytes === 1 ? view.getUint8(at) : field.bytes === 2 ? view.getUint16(at, true) : field.bytes === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
      return field.optional && n === 0 ? null : n + field.low;
    }
    /** The state of these bytes, with names; `hidden`: by sort, members of which nothing is shown. */
    read(bytes, hidden = new Map()) {
      if (!(bytes instanceof Uint8Array)) refuse("the bytes of a state are expected");
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), found = {};
      const veil = (type, value) => {
        if (value === null || !hidden.size) return value;
        const hides = (name) => hidden.get(bare(type)[1])?.has(name), items = hidden.get(bare(type)[1]?.[1]);
        if (bare(type)[0] === "sort") return hides(value) ? "?" : value;
        if (!Array.isArray(value) || bare(type)[0] === "awaits") return value;
        const seen = value.map((one) => (items?.has(one) ? "?" : one));
        return bare(type)[0] === "set" ? [...seen.filter((one) => one !== "?"), ...seen.filter((one) => one === "?")] : seen;
      };
      const value = (field, level, at, type) => {
        if (level === field.strides.length) return veil(type, this.leaf(bytes, view, field, at, type));
        const keys = this.names(type[1]).map((key, i) => [key, i]).filter(([key]) => !(type[1][0] === "sort" && hidden.get(type[1][1])?.has(key)));
        return Object.fromEntries(keys.map(([key, i]) => [key, value(field, level + 1, at + i * field.strides[level], type[2])]));
      };
      for (const field of this.scope.state.fields) {
        if (field.frame && !bytes[this.about.frames.indexOf(field.frame)]) continue;
        (field.frame ? (found[field.frame] ??= {}) : found)[field.name] = value(field, 0, field.offset, field.type);
      }
      return found;
    }
    /** The bytes of a state; what is no state is refused, with the place. */
    write(state) {
      if (typeof state !== "object" || state === null) refuse("a state is an object");
      if (Object.hasOwn(state, "?")) refuse("this is what a player sees, and no state: ask a `Seat` of bots.js");
      const bytes = new Uint8Array(this.scope.state.bytes), view = new DataView(bytes.buffer), known = new Set();
      const value = (field, level, at, type, given, where) => {
        if (level === field.strides.length) return this.put(bytes, view, field, at, type, given, where);
        const keys = this.names(type[1]);
        if (typeof given !== "object" || given === null || Object.keys(given).length !== keys.length) refuse(`${where}: an entry for each of ${keys.join(", ")} is expected`);
        keys.forEach((key, i) => value(field, level + 1, at + i * field.strides[level], type[2], key in given ? given[key] : refuse(`${where}: ${key} is missing`), `${where}.${key}`));
      };
      for (const field of this.scope.state.fields) {
        const record = field.frame ? state[field.frame] : state;
        known.add(field.frame || field.name);
        if (field.frame && record === undefined) continue;
        if (typeof record !== "object" || record === null) refuse(`${field.frame}: an object is expected, or nothing where it is closed`);
        if (field.frame) bytes[this.about.frames.indexOf(field.frame)] = 1;
        const where = field.frame ? `${field.frame}.${field.name}` : field.name;
        if (!Object.hasOwn(record, field.name)) refuse(`${where} is missing`);
        value(field, 0, field.offset, field.type, record[field.name], where);
      }
      for (const name of Object.keys(state)) if (!known.has(name)) refuse(`there is no ${name}`);
      return this.expect(bytes), bytes;
    }
    member(type, name, where) {
      const at = this.names(type).indexOf(name);
      return at < 0 ? refuse(`${where}: ${JSON.stringify(name)} is none of ${this.names(type).join(", ")}`) : at;
    }
    put(bytes, view, field, at, type, given, where) {
      const plain = bare(type);
      if (field.kind === "pile") {
        if (!Array.isArray(given) || 2 * given.length + 2 > field.size) refuse(`${where}: a list of ${field.size / 2 - 1} at most is expected`);
        view.setUint16(at, given.length, true);
        return given.forEach((name, i) => view.setUint16(at + 2 + 2 * i, this.member(type[1], name, where), true));
      }
      if (field.kind === "set") return this.bits(bytes, at, field.bytes, plain, given, where, type[0] === "optional");
      const n = this.value(type, given, where);
      if (field.raw) return view.setBigInt64(at, n === null ? NONE : BigInt(n), true);
      const stored = n === null ? (field.optional ? 0 : refuse(`${where}: something is expected`)) : n - field.low;
      if (stored < 0 || stored >= 2 ** (8 * field.bytes)) refuse(`${where}: ${n} is out of range`);
      for (let i = 0; i < field.bytes; i++) bytes[at + i] = Math.floor(stored / 2 ** (8 * i)) & 255;
    }
    value(type, given, where) {
      if (given === null || given === undefined) return null;
      const plain = bare(type);
      if (this.names(plain)) return this.member(plain, given, where);
      if (plain[0] === "bool" ? typeof given !== "boolean" : !Number.isSafeInteger(given)) refuse(`${where}: ${plain[0] === "bool" ? "true or false" : "a whole number"} is expected`);
      return Number(given);
    }
    bits(bytes, at, size, type, given, where, optional) {
      const set = (i) => { bytes[at + (i >> 3)] |= 1 << (i & 7); };
      if (given === null && optional) return set(8 * size - 3);
      if (given === "chance" && type[0] === "awaits") return set(8 * size - 1);
      if (!Array.isArray(given)) refuse(`${where}: a list is expected`);
      for (const name of given) set(this.member(type[1], name, where));
    }
    /** The action of a choice as the code has it. */
    action(choice) {
      const view = new DataView(choice.buffer, choice.byteOffset, choice.length), { name, parameters } = this.about.actions[Number(view.getBigInt64(0, true))], args = {};
      const number = (type, at) => { const n = view.getBigInt64(at, true); return this.named(type, n === NONE ? null : Number(n)); };
      for (const { name: key, type, at } of parameters) {
        if (type[0] === "set") args[key] = this.wide(choice, 8 + at, this.about.width / 8, type[1]);
        else if (type[0] === "map") args[key] = Object.fromEntries(this.names(type[1]).map((seat, i) => [seat, number(type[2], 8 + at + 8 * i)]));
        else args[key] = number(type, 8 + at);
      }
      return { action: name, args };
    }
    /** The choice of an action. */
    choice(named) {
      const { action, args = {} } = named ?? {};
      if (typeof action !== "string" || args === null || typeof args !== "object") refuse("an action is an object: its name is `action`, its choices are `args`");
      const known = this.byName.get(action) ?? refuse(`there is no action ${action}`), bytes = new Uint8Array(this.about.choice), view = new DataView(bytes.buffer);
      view.setBigInt64(0, BigInt(known.number), true);
      const put = (type, at, given, where) => { const n = this.value(type, given, where); if (n === null && type[0] !== "optional") refuse(`${where} is missing`); view.setBigInt64(8 + at, n === null ? NONE : BigInt(n), true); };
      for (const { name, type, at } of known.parameters) {
        const given = args[name], where = `${action}.${name}`;
        if (type[0] === "set") this.bits(bytes, 8 + at, this.about.width / 8, type, given, where, false);
        else if (type[0] === "map") this.names(type[1]).forEach((seat, i) => put(["optional", type[2]], at + 8 * i, given?.[seat], where));
        else put(type, at, given, where);
      }
      for (const name of Object.keys(args)) if (!known.parameters.some((p) => p.name === name)) refuse(`${action} has no ${name}`);
      return bytes;
    }
    /** Fields whose bits alone do not say what they may hold: where each is, and what it holds. */
    bounded() {
      const { fields } = this.scope.state;
      return fields.flatMap(({ name, type, offset, strides, size, kind, bytes, low, high, optional, raw: whole }) => {
        let of = type, count = 1;
        strides.forEach(() => { count *= this.names(of[1]).length; of = of[2]; });
        const plain = bare(of), names = this.names(plain), end = offset + count * size;
        if (!count || kind === "set") return [];
        if (kind === "pile") return [{ name, offset, end, size, members: this.names(plain[1]).length, twice: plain[1][0] === "enum" }];
        if (whole) return plain[1] === null || this.masks[offset + bytes - 1] < 128 ? [] : [{ name, offset, end, size, least: BigInt(Math.min(plain[1], 0)), none: optional }];
        const most = (names ? names.length - 1 : plain[0] === "bool" ? 1 : high) - low, stored = this.masks.slice(offset, offset + bytes).reduceRight((n, byte) => 256 * n + byte, 0);
        return most < stored ? [{ name, offset, end, size, most, bytes }] : [];
      });
    }
    /** The code trusts its states: bytes from outside are looked at first. */
    expect(state) {
      const { masks } = this, { length } = masks;
      if (state.length !== length) refuse(`a state has ${length} bytes, not ${state.length}`);
      for (let i = 0; i < length; i++) if (state[i] & ~masks[i]) refuse(`byte ${i} of the state is none that is stored`);
      for (const field of this.bounds ??= this.bounded()) {
        const { name, offset, end, size, most, least, bytes } = field;
        if (bytes === 1) { for (let at = offset; at < end; at++) if (state[at] > most) refuse(`${name} is none of ${most + 1}`); continue; }
        for (let at = offset; at < end; at += size) {
          if (least !== undefined) { if (state[at + 7] > 127) this.signed(state, at, field); continue; }
          let number = state[at] | state[at + 1] << 8;
          if (most === undefined) this.pile(state, at, number, field);
          else { for (let i = 2; i < bytes; i++) number += state[at + i] * 256 ** i; if (number > most) refuse(`${name} is none of ${most + 1}`); }
        }
      }
    }
    signed(state, at, { name, least, none }) {
      const number = new DataView(state.buffer, state.byteOffset).getBigInt64(at, true);
      if (number < least && !(none && number === NONE)) refuse(`${name} is ${number}`);
    }
    pile(state, at, length, { name, size, members, twice }) {
      if (2 * length + 2 > size) refuse(`${name} holds ${length} of ${size / 2 - 1}`);
      const found = new Set();
      for (let i = 1; 2 * i < size; i++) {
        const one = state[at + 2 * i] | state[at + 2 * i + 1] << 8;
        if (i <= length ? one >= members || (!twice && found.has(one)) : one) refuse(`${name} holds nobody, or somebody twice`);
        if (i <= length) found.add(one);
      }
    }
  }
  if (typeof module !== "undefined") module.exports = { Rulebook, Table, isObject, options, expectRules, answerAll, tableOf };
  else globalThis.Rulebook = Object.assign(Rulebook, { parts: { Rulebook, Table, isObject, options, expectRules, answerAll, tableOf } });
})();
