// Players who go by what a seat sees: `new Seat(rules, scope, "Ann")`, which is asked with what `observe` gave, and no state.
// It draws what is hidden from that seat, and looks at the states that come of it: see `worlds`.
"use strict";
(() => {
  const { isObject, options, tableOf } = typeof module !== "undefined" ? require("./rulebook.js") : globalThis.Rulebook.parts;
  const { breaches } = typeof module !== "undefined" ? require("./search.js") : globalThis;
  const UNSEEN = "?", WORLDS = 8, TRIES = 40, LEARNT = 200, DEEP = 80, LONGEST = 60, EXPLORE = 1.4, GAMES = 400, GIVEN_UP = 0.5, SECONDS = 2;
  const refuse = (what) => { throw new RangeError(what); };
  const isCount = (value) => Number.isSafeInteger(value) && value > 0;
  const bare = (type) => (type[0] === "optional" ? type[1] : type);
  const sorted = (value) => JSON.stringify(value, (_, one) => (one !== null && typeof one === "object" && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).sort()) : one));
  const dice = (seed) => () => { // a number from 0 to below 1; mulberry32
    seed = (seed + 0x6d2b79f5) | 0;
    let n = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    n = (n + Math.imul(n ^ (n >>> 7), 61 | n)) ^ n;
    return ((n ^ (n >>> 14)) >>> 0) / 2 ** 32;
  };

  class Seat {
    /** A player at a table of its own. seed: of all that it draws; reading, rulings: options by question; seconds: the
     * longest that it learns, once, before its first answer, and that it then thinks about each. It ends what it began. */
    constructor(rules, scope, player, asked) {
      const { seed = 1, reading = {}, rulings = {}, seconds = SECONDS } = options(asked, "seed", "reading", "rulings", "seconds");
      if (!Number.isSafeInteger(seed)) refuse("a seed is a whole number");
      if (typeof seconds !== "number" || !(seconds >= 0)) refuse("seconds are a number from 0 on");
      const table = tableOf(rules, scope, { reading, rulings });
      table.seat(player);
      Object.assign(this, { rules, scope, table, player, reading, rulings, seconds, random: dice(seed), drawn: null });
    }

    // --- what is asked of what the seat sees
    /** States that look to the seat as what it sees, hidden members drawn anew: each as likely as any other that lies in
     * the same places, by what everybody sees of them. Who decides is no part of that: a seat is asked when it has to, so
     * it decides in these states, if there are any. What no state looks like is refused. */
    worlds(seen, many = WORLDS, late = this.begin(seen)) {
      if (!isCount(many)) refuse("how many states are drawn is a whole number from 1 on");
      const { worlds, whole } = this.drawn;
      while (worlds.length < many && !(worlds.length && late())) worlds.push(whole ? seen : this.world(seen));
      return worlds.slice(0, many);
    }
    /** Begin to think about what is seen; the result says whether it is late. */
    begin(seen) {
      if (!isObject(seen)) refuse("what a player sees is an object, as `observe` gives it");
      const key = sorted(seen);
      if (this.drawn?.key === key) return this.clock();
      this.expect(seen);
      this.drawn = { key, worlds: [], waits: false, whole: !JSON.stringify(seen).includes(`"${UNSEEN}"`) && this.looks(seen, key) };
      if (!this.drawn.whole) this.learnt;
      return this.clock();
    }
    /** Check that what is seen has the form of it. */
    expect(seen) {
      const maps = (type, value, where) => {
        if (bare(type)[0] !== "map" || value === UNSEEN) return;
        if (!isObject(value)) refuse(`${where}: an object is expected, as \`observe\` gives it`);
        for (const [name, one] of Object.entries(value)) maps(bare(type)[2], one, `${where}.${name}`);
      };
      for (const { name, frame, type } of this.scope.state.fields) {
        if (frame && seen[frame] === undefined) continue;
        const record = frame ? seen[frame] : seen, where = frame ? `${frame}.${name}` : name;
        if (!isObject(record)) refuse(`${frame}: an object is expected, or nothing where it is closed`);
        if (!Object.hasOwn(record, name)) refuse(`${where} is missing: what a player sees is as \`observe\` gives it`);
        maps(type, record[name], where);
      }
      const counts = seen[UNSEEN] ?? {}, kinds = isObject(counts) ? Object.values(counts) : [null];
      if (!kinds.every((list) => Array.isArray(list) && list.every((kind) => isObject(kind) && isCount(kind[UNSEEN])))) refuse(`what is not seen is counted by sort and kind, as \`observe\` gives it`);
    }
    clock() {
      const end = performance.now() + 1000 * this.seconds;
      return () => performance.now() >= end;
    }
    /** The actions that the seat may take in every one of those; of a joint action its own part. */
    legal(seen, late = this.begin(seen)) {
      const lists = this.worlds(seen, WORLDS, late).map((state) => this.own(state));
      return [...lists[0]].filter(([key]) => lists.every((list) => list.has(key))).map(([, { action, args }]) => ({ action, args }));
    }
    /** The worth of what it sees to the seat, and the gain of an action: the mean over those states. */
    worth(seen) { return mean(this.worlds(seen).map((state) => this.table.worth(state, this.player))); }
    gain(seen, action) {
      if (!isObject(action) || !this.table.byName.has(action.action)) refuse("an action is one of those that `legal` lists");
      return this.gains(seen, [action], this.begin(seen))[0];
    }
    /** The gain of each action; where it is late, over some of those states. */
    gains(seen, actions, late) {
      const keys = actions.map(sorted), rows = [];
      for (const state of this.worlds(seen, WORLDS, late)) {
        if (rows.length && late()) break;
        const own = this.own(state);
        rows.push(keys.map((key) => (own.has(key) ? this.table.gain(state, own.get(key).whole[0]) : -Infinity)));
      }
      return keys.map((_, i) => mean(rows.map((row) => row[i])));
    }
    /** The action that gains most at once, of several one by chance; null where the seat may do nothing. */
    greedy(seen) {
      const late = this.begin(seen), legal = this.legal(seen, late), gains = this.gains(seen, legal, late), most = Math.max(...gains);
      return this.some(legal.filter((_, i) => gains[i] === most)) ?? null;
    }
    /** The action that a search prefers, which plays so many games, or as many as there is time for, each from one of those
     * states (Cowling, Powley and Whitehouse 2012); null where the seat may do nothing. Outcomes of chance are equally
     * likely, and so is what others choose unseen. */
    search(seen, asked) {
      const { games = GAMES } = options(asked, "games");
      if (!isCount(games)) refuse("how many games are played is a whole number from 1 on");
      const late = this.begin(seen), legal = this.legal(seen, late), root = { visits: 0, won: 0, next: new Map() };
      if (legal.length < 2) return legal[0] ?? null;
      const worlds = this.worlds(seen, WORLDS, late).map((state) => this.table.write(state));
      for (let i = 0; i < games && !(i && late()); i++) this.try(root, worlds[i % worlds.length]);
      const visits = (action) => root.next.get(sorted(action))?.visits ?? 0;
      return legal.reduce((best, action) => (visits(action) > visits(best) ? action : best));
    }

    // --- actions of the seat
    some(list) { return list[Math.floor(this.random() * list.length)]; }
    whose({ action, args }) {
      const { kind, actor } = this.table.byName.get(action);
      return kind === "chance" ? "chance" : actor ? args[actor] : kind === "joint" ? "all" : [this.table.awaited(this.at)].flat()[0];
    }
    /** The actions of the seat in a state; `whole`: those of which it is the part. */
    own(state) {
      const found = new Map();
      this.at = state;
      for (const action of this.table.legal(state)) {
        const who = this.whose(action);
        if (who !== this.player && who !== "all") continue;
        const part = who === "all" ? this.part(action) : action, key = sorted(part);
        if (part) found.set(key, { ...part, whole: [...(found.get(key)?.whole ?? []), action] });
      }
      return found;
    }
    part({ action, args }) { // of a joint action; null where the seat has none
      const { parameters } = this.table.byName.get(action), joins = parameters.every(({ name, type }) => type[0] !== "map" || (args[name][this.player] ?? null) !== null);
      return joins ? { action, args: Object.fromEntries(parameters.map(({ name, type }) => [name, type[0] === "map" ? { [this.player]: args[name][this.player] } : args[name]])) } : null;
    }

    // --- the search
    /** One game: down the tree by what was best, one step beyond it, and on at random; then all are told how it went. */
    try(root, world) {
      const { table } = this, way = [];
      let state = world, node = root, grown = false;
      while (!grown) {
        this.at = state;
        const moves = new Map();
        for (const action of table.legal(state)) {
          const who = this.whose(action), own = who === "all" ? this.part(action) : action, key = sorted(own ?? action);
          if (!moves.has(key)) moves.set(key, { who: who === "all" ? this.player : who, whole: [] });
          moves.get(key).whole.push(action);
        }
        if (!moves.size) break;
        const [key, { who, whole }] = this.pick(node, [...moves]), next = table.step(state, table.choice(this.some(whole))).state;
        if (!next) break;
        grown = !node.next.has(key);
        if (grown) node.next.set(key, { visits: 0, won: 0, chances: 1, next: new Map() });
        way.push([node = node.next.get(key), who]);
        state = next;
      }
      const { end, state: last } = table.playout(state, Math.floor(this.random() * 2 ** 31), LONGEST), won = this.shares(last, end);
      root.visits++;
      for (const [one, who] of way) { one.visits++; one.won += won[who] ?? 0; }
    }
    pick(node, moves) {
      if (moves[0][1].who === "chance") return this.some(moves);
      const fresh = moves.filter(([key]) => !node.next.has(key));
      for (const [key] of moves) if (node.next.has(key)) node.next.get(key).chances++;
      if (fresh.length) return this.some(fresh);
      const value = ([key]) => { const { visits, won, chances } = node.next.get(key); return won / visits + EXPLORE * Math.sqrt(Math.log(chances) / visits); };
      return moves.reduce((best, one) => (value(one) > value(best) ? one : best));
    }
    /** What each player has of a game: a share of 1 where it ended, by what they get; else by what the state is worth. */
    shares(state, end) {
      const { table } = this, players = this.scope.names[this.rules.about.players], ended = end === "ended", payoffs = ended ? table.payoffs(state) : null, winners = ended ? table.winners(state) : [];
      const got = players.map((name) => (payoffs ? payoffs[name] : ended ? +winners.includes(name) : table.worth(state, name)));
      const least = Math.min(...got), range = Math.max(...got) - least;
      return Object.fromEntries(players.map((name, i) => [name, (range ? (got[i] - least) / range : 0.5) * (ended ? 1 : GIVEN_UP)]));
    }

    // --- what is hidden
    world(seen) {
      const { key } = this.drawn;
      for (const decides of this.drawn.waits ? [false] : [true, false]) {
        for (let i = 0; i < TRIES; i++) {
          const found = this.lay(seen, decides);
          if (!this.looks(found, key) || (decides && !this.decides(found))) continue;
          if (breaches(this.rules, this.scope, found, { reading: this.reading, rulings: this.rulings }).length) continue;
          this.drawn.waits = !decides;
          return found;
        }
      }
      return refuse(`no state was found that looks to ${this.player} like this`);
    }
    /** Whether the seat has to decide in a state; others may have to, besides. */
    decides(state) { return [this.table.awaited(state)].flat().includes(this.player); }
    looks(state, key) {
      try { return sorted(this.table.observe(state, this.player)) === key; } catch (error) { if (error instanceof RangeError) return false; throw error; }
    }
    /** A state by what is seen: every hidden member gets a place that everybody counts, and what members there have in
     * games at random. */
    lay(seen, decides) {
      const { about, scope } = this.table, hidden = new Map(), placed = new Map();
      this.phase = this.phaseOf(seen, decides);
      for (const sort of about.seen) {
        hidden.set(sort, this.shuffled(this.missing(seen, sort)));
        this.place(seen, sort, hidden.get(sort), placed);
      }
      const used = new Map(), fill = (type, value, where, fallback) => {
        const plain = bare(type), of = plain[0] === "sort" ? plain[1] : plain[1]?.[1];
        if (value === undefined) return fallback();
        if (value === UNSEEN && this.covers.has(where.split(" ")[0])) return this.drawnFrom(where, type);
        if (value === UNSEEN) return this.lies(hidden.get(of) ?? [], where, placed, new Set());
        if (Array.isArray(value)) {
          const taken = plain[0] === "pile" ? used.get(where.split(" ")[0]) ?? used.set(where.split(" ")[0], new Set()).get(where.split(" ")[0]) : new Set();
          return value.map((one) => (one === UNSEEN ? this.lies(hidden.get(of) ?? [], where, placed, taken) : one));
        }
        if (plain[0] !== "map") return value;
        const names = this.table.names(plain[1]);
        return Object.fromEntries(names.map((name) => [name, fill(plain[2], value[name], `${where} ${hidden.get(plain[1][1])?.includes(name) ? UNSEEN : name}`, () => this.usual(plain, where, name, placed))]));
      };
      const found = {};
      for (const { name, frame, type } of scope.state.fields) {
        if (frame && !seen[frame]) continue;
        (frame ? (found[frame] ??= {}) : found)[name] = fill(type, (frame ? seen[frame] : seen)[name], frame ? `${frame}.${name}` : name, () => this.plain(type));
      }
      return found;
    }
    /** The fields with a rule of sight, by their full names. */
    get covers() { return new Set(this.rules.about.covered.map(({ frame, field }) => (frame === null ? field : `${frame}.${field}`))); }
    /** A value that such a field has in games at random, where those are as far as this one, if they come there. */
    drawnFrom(where, type) {
      const { values } = this.learnt, met = values.get(`${where} ${this.phase}`) ?? values.get(where);
      return met ? this.weighed(met) : this.plain(type);
    }
    shuffled(list) {
      for (let i = list.length - 1; i > 0; i--) { const j = Math.floor(this.random() * (i + 1)); [list[i], list[j]] = [list[j], list[i]]; }
      return list;
    }
    /** The members of a sort of which nothing is shown. */
    missing(seen, sort) {
      const keyed = this.scope.state.fields.find(({ frame, type }) => !frame && type[0] === "map" && type[1][1] === sort);
      const known = keyed ? Object.keys(seen[keyed.name]) : JSON.stringify(seen).match(/"[^"]*"/g).map((text) => text.slice(1, -1));
      return this.scope.names[sort].filter((name) => !known.includes(name));
    }
    /** Each hidden member with a kind that is counted, of those that what is printed on it allows. */
    place(seen, sort, members, placed) {
      const paths = this.rules.about.counted[sort] ?? {}, { names, printed } = this.scope;
      const fixed = (member) => Object.entries(paths).filter(([, path]) => path[0][1] !== null).map(([name, path]) => [name, path.reduce((value, [step, of]) => (
        value === null ? null : (of === null ? seen[step]?.[value] : printed[of][step][names[of].indexOf(value)]) ?? null), member)]);
      const slots = this.shuffled((seen[UNSEEN]?.[sort] ?? []).flatMap(({ [UNSEEN]: many, ...kind }) => Array.from({ length: many }, () => kind)));
      for (const member of members) {
        const own = fixed(member), at = slots.findIndex((kind) => own.every(([name, value]) => sorted(kind[name] ?? null) === sorted(value)));
        placed.set(member, at < 0 ? {} : slots.splice(at, 1)[0]);
      }
    }
    /** How far the game is: the values of single enums, what is open, and whether the seat decides. */
    phaseOf(state, decides) {
      return sorted([decides, this.scope.state.fields.filter(({ frame, type }) => !frame && bare(type)[0] === "enum").map(({ name }) => state[name]), this.rules.about.frames.filter((name) => state[name])]);
    }
    /** The value of a field of a hidden member: what is counted of it, or one that such members have in games at random,
     * where those are as far as this one, if they come there. */
    usual(type, field, member, placed) {
      const kind = placed.get(member) ?? {};
      if (field in kind) return kind[field];
      const { values } = this.learnt, of = `${field} ${sorted(kind)}`, met = values.get(`${of} ${this.phase}`) ?? values.get(of);
      return met ? this.weighed(met) : this.plain(type[2]);
    }
    weighed(met) { // a value, each as often as it was met
      let left = this.random() * [...met.values()].reduce((sum, one) => sum + one, 0);
      return JSON.parse([...met].find(([, times]) => (left -= times) < 0)[0]);
    }
    /** A hidden member that may lie where one is not known: of a kind that was met there in games at random. */
    lies(members, where, placed, taken) {
      const met = this.learnt.kinds.get(where), left = members.filter((name) => !taken.has(name));
      const found = this.some(left.filter((name) => met?.has(sorted(placed.get(name))))) ?? this.some(left) ?? null;
      taken.add(found);
      return found;
    }
    plain(type) {
      const [kind, of, more] = type;
      if (kind === "map") return Object.fromEntries(this.table.names(of).map((name) => [name, this.plain(more)]));
      if (kind === "int") return Math.max(of ?? 0, Math.min(0, more ?? 0));
      return kind === "optional" ? null : kind === "bool" ? false : kind === "set" || kind === "pile" || kind === "awaits" ? [] : this.table.names(type)[0];
    }
    /** What hidden members of each kind have and where they lie, in states of games at random. */
    get learnt() {
      if (this.known) return this.known;
      const { table, player } = this, { about, scope } = table, starts = table.initial(), values = new Map(), kinds = new Map(), late = this.clock();
      const note = (map, key, value) => { if (!map.has(key)) map.set(key, new Map()); map.get(key).set(value, (map.get(key).get(value) ?? 0) + 1); };
      for (let i = 0; i < LEARNT && starts.length && !(i && late()); i++) {
        const play = (steps) => table.playout(starts[i % starts.length].state, i + 1, steps), wanted = (7 * i) % DEEP, met = play(wanted);
        const { state } = met.steps < wanted ? play((7 * i) % (met.steps + 1)) : met, phase = this.phaseOf(state, this.decides(state)); // short games are met on their way, too
        for (const sort of about.seen) {
          const hidden = new Set(table.unknown(state, player, sort)), single = Object.entries(about.counted[sort] ?? {});
          const kind = (member) => sorted(Object.fromEntries(single.map(([name, path]) => [name, path.reduce((value, [step, of]) => (
            value === null ? null : (of === null ? state[step]?.[value] : scope.printed[of][step][scope.names[of].indexOf(value)]) ?? null), member)])));
          const walk = (type, value, where) => {
            const plain = bare(type);
            if (value === null || value === "chance") return;
            if (plain[0] === "sort" && plain[1] === sort && hidden.has(value)) note(kinds, where, kind(value));
            if (Array.isArray(value)) for (const one of value) walk(plain[1], one, where);
            if (plain[0] === "map") for (const [name, one] of Object.entries(value)) {
              const mine = plain[1][1] === sort && hidden.has(name);
              if (mine) for (const key of ["", ` ${phase}`]) note(values, `${where} ${kind(name)}${key}`, JSON.stringify(one));
              walk(plain[2], one, `${where} ${mine ? UNSEEN : name}`);
            }
          };
          for (const { name, frame, type } of scope.state.fields) if (!frame || state[frame]) walk(type, (frame ? state[frame] : state)[name], frame ? `${frame}.${name}` : name);
        }
        for (const { frame, field, key } of about.covered) {
          const held = (frame === null ? state : state[frame])?.[field], where = frame === null ? field : `${frame}.${field}`;
          const all = held === undefined ? [] : key.length ? Object.entries(held).map(([name, one]) => [`${where} ${name}`, one]) : [[where, held]];
          for (const [at, one] of all) for (const far of ["", ` ${phase}`]) note(values, at + far, JSON.stringify(one));
        }
      }
      return (this.known = { values, kinds });
    }
  }
  const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
  if (typeof module !== "undefined") module.exports = { Seat };
  else Object.assign(globalThis, { Seat });
})();
