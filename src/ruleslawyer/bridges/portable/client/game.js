// A game at a table of rulebook.js: its history, back and on again, chance dealt by a seed, saved and taken up again.
// `new Game(rules, scope)` begins one; `Game.resume(rules, scope, saved)` takes one up, also by other rules.
"use strict";
(() => {
  const { isObject, options, expectRules, tableOf } = typeof module !== "undefined" ? require("./rulebook.js") : globalThis.Rulebook.parts;
  const WORD = 2n ** 64n, MOST_DEALT = 10000;
  const refuse = (what) => { throw new RangeError(what); };
  const sorted = (value) => JSON.stringify(value, (_, one) => (one !== null && typeof one === "object" && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).sort()) : one));
  /** A value that nobody changes from now on, with all that is in it. */
  const frozen = (value) => {
    if (value === null || typeof value !== "object" || Object.isFrozen(value)) return value;
    Object.values(value).forEach(frozen);
    return Object.freeze(value);
  };
  const copy = (value) => JSON.parse(JSON.stringify(value));
  const called = ({ action, args }) => `${action}(${Object.entries(args ?? {}).map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`).join(", ")})`;
  /** A number from 0 to below 1, always the same of the same seed, place and state. */
  const thrown = (seed, place, hash) => {
    let n = (BigInt(seed) * 0x9e3779b97f4a7c15n + BigInt(place) * 0xd1b54a32d192ed03n + hash) % WORD;
    for (const factor of [0xbf58476d1ce4e5b9n, 0x94d049bb133111ebn]) n = ((n ^ n >> 30n) * factor) % WORD;
    return Number((n ^ n >> 31n) >> 11n) / 2 ** 53;
  };

  /** An action of a saved game that cannot be taken: its `number` from 1 on, and the `game` up to there. */
  class NoLonger extends RangeError {
    constructor(number, action, game, why) {
      super(`action ${number}, ${called(action)}, ${game.migrated ? "no longer stands" : "cannot be taken"}: ${why}`);
      Object.assign(this, { number, action, game });
    }
  }

  class Game {
    /** A new game at a table of its own. start: how it begins, the `args` of one of `table.initial()`; where there are
     * several and none is named, one is drawn if the game is `uniform`. seed: what the dealer throws by. reading, rulings:
     * options by question. uniform: outcomes are as likely as each other also where no clause says so. deals: outcomes of
     * chance are dealt as soon as chance decides; else whoever leads the game takes them, or calls `deal`. */
    constructor(rules, scope, begun) {
      const { start = null, seed = 1, reading = {}, rulings = {}, uniform = false, deals = true } = options(begun, "start", "seed", "reading", "rulings", "uniform", "deals");
      this.lay(rules, scope, { seed, reading, rulings, uniform, deals });
      const ways = this.table.initial();
      if (start === null && ways.length > 1 && !uniform) refuse(`there are ${ways.length} ways to begin: name one as \`start\`, or let one be drawn by \`uniform\``);
      const way = start === null ? ways[Math.floor(thrown(seed, 0, 0n) * ways.length)] : ways.find(({ args }) => sorted(args) === sorted(start));
      if (!way) refuse(ways.length ? `no game begins with ${JSON.stringify(start)}: \`table.initial()\` has all ways` : "no game begins in this scope");
      this.begin({ initial: way.args }, way.state);
      this.dealt();
    }
    lay(rules, scope, { seed, reading, rulings, uniform, deals }) {
      if (!Number.isSafeInteger(seed)) refuse("a seed is a whole number");
      for (const [name, one] of Object.entries({ uniform, deals })) if (typeof one !== "boolean") refuse(`${name} is true or false`);
      const table = tableOf(rules, scope, { reading, rulings }), usual = rules.about.choices.filter(({ key }) => !key.includes(":")).map(({ key, default: option }) => [key, option]);
      Object.assign(this, { table, seed, uniform, deals, reading: { ...Object.fromEntries(usual), ...scope.reading, ...reading, ...rulings }, rulings: Object.keys(rulings).sort(), migrated: null });
    }
    begin(beginning, state) { Object.assign(this, { beginning: frozen(beginning), first: frozen(state), steps: [], undone: [] }); }

    // --- where it stands
    /** The state, which nobody may change: an action does. */
    get state() { return this.steps.at(-1)?.state ?? this.first; }
    legal() { return this.table.legal(this.state); }
    /** Why an action may be taken now, or may not: `says` has it in a sentence. */
    why(action) { return this.table.why(this.state, action); }
    /** What was done so far: each action, who took it, and whether it was dealt. */
    get history() { return this.steps.map(({ action, args, who, dealt }) => ({ action, args, who, dealt })); }
    /** The beginning and each step with the state after it, to be shown one by one. */
    replay() { return [{ state: this.first, events: [] }, ...this.steps]; }

    // --- what is done
    /** Take an action, and deal what chance decides then: the steps that were made. One that may not be taken is refused,
     * with the reason, and nothing is changed. */
    take(action) {
      const made = [this.step(action), ...this.dealt()];
      this.undone = [];
      return made;
    }
    step(action, dealt = false) {
      const { step, refused } = this.tried(action, dealt);
      if (refused) refuse(`${called(action)} cannot be taken here: ${refused}`);
      this.steps.push(step);
      return step;
    }
    tried(action, dealt) {
      const { state, events, refused } = this.table.step(this.state, action);
      if (!state) return { refused: refused ?? `it has no result: ${events.map(({ kind, subject }) => `${kind} ${subject}`).join("; ")}` };
      return { step: frozen({ action: action.action, args: copy(action.args ?? {}), who: this.who(action), dealt, state, events }) };
    }
    who({ action, args }) {
      const { kind, actor } = this.table.byName.get(action), whose = actor ? [args[actor]] : this.table.awaited(this.state);
      return kind === "chance" ? "chance" : whose.length === 1 ? whose[0] : "all";
    }
    /** The outcomes of chance, each with how likely it is; none where chance does not decide. Refused where no clause says
     * it, unless the game is `uniform`. */
    odds() {
      if (this.table.awaited(this.state) !== "chance") return [];
      const legal = this.legal(), names = [...new Set(legal.map(({ action }) => action))].sort();
      const said = names.length === 1 && this.table.byName.get(names[0]).alike;
      if (legal.length > 1 && !said && !this.uniform) refuse(`no clause says how likely ${names.join(" or ")} is here: take the outcome yourself, or begin the game as \`uniform\``);
      return legal.map((action) => ({ ...action, probability: 1 / legal.length }));
    }
    /** Take an outcome of chance by the seed: always the same one of the same seed in the same place. */
    deal() {
      const odds = this.odds(), place = this.steps.length + 1;
      if (!odds.length) refuse(`chance does not decide here: ${[this.table.awaited(this.state)].flat().join(", ") || "nobody"} does`);
      const { action, args } = odds[Math.floor(thrown(this.seed, place, this.table.hash(this.state)) * odds.length)];
      this.undone = [];
      return this.step({ action, args }, true);
    }
    dealt() {
      const made = [];
      while (this.deals && this.table.awaited(this.state) === "chance" && this.legal().length) {
        if (made.push(this.deal()) === MOST_DEALT) refuse(`chance has decided ${MOST_DEALT} times in a row: let the game deal by \`deals: false\`, and call \`deal\``);
      }
      return made;
    }
    /** Take back the last action that somebody chose, and what was dealt behind it: the steps that were taken back. Where
     * the game does not deal by itself, the last step alone. */
    undo() {
      const last = this.deals ? this.steps.findLastIndex((step) => !step.dealt) : this.steps.length - 1;
      if (last < 0) refuse("nothing was done yet: the game stands where it began");
      const back = this.steps.splice(last);
      this.undone.push(back);
      return back;
    }
    /** Do again what was taken back last. */
    redo() {
      const again = this.undone.pop() ?? refuse("nothing was taken back");
      this.steps.push(...again);
      return again;
    }

    // --- saved
    /** The game as an object for JSON, which `resume` takes here, and `serve` of the tool. */
    save() {
      const { ruleset, version, digest, build } = this.table.about, { seed, uniform, reading, rulings } = this;
      const taken = this.steps.map(({ action, args }) => ({ action, args }));
      return copy({ ruleset, ...(version ? { version } : {}), digest, build, scope: this.table.scope.scope, reading, rulings, seed, uniform, ...this.beginning, taken });
    }
    /** A saved game, taken again action by action. Of other rules than it was saved by, `migrated` says what their digest
     * was, and which answers were dropped, since nobody asks any more. What cannot be taken is a `NoLonger`. */
    static resume(rules, scope, saved, asked) {
      const { deals = true } = options(asked, "deals"), { about } = expectRules(rules);
      if (!isObject(saved) || !Array.isArray(saved.taken) || !isObject(saved.reading) || !Array.isArray(saved.rulings)) refuse("a saved game is an object, as `save` gives it");
      if (saved.ruleset !== about.ruleset) refuse(`this is a game of ${saved.ruleset}, and these are the rules of ${about.ruleset}`);
      if (saved.scope !== scope?.scope) refuse(`the game was played in ${saved.scope}, and this is ${scope?.scope}`);
      const migrated = saved.digest === about.digest ? null : { from: saved.digest ?? null, dropped: [] }, reading = {}, rulings = {};
      for (const [key, option] of Object.entries(saved.reading)) {
        const asked = about.choices.find((one) => one.key === key), ruled = saved.rulings.includes(key);
        if (asked?.options.includes(option)) {
          if (ruled || option !== asked.default) (ruled ? rulings : reading)[key] = option;
        } else if (migrated) migrated.dropped.push({ key, option });
        else refuse(`the game follows ${key}=${option}, which these rules do not ask`);
      }
      const game = Object.create(Game.prototype);
      game.lay(rules, scope, { seed: saved.seed ?? 1, reading, rulings, uniform: saved.uniform ?? false, deals });
      game.migrated = migrated;
      const way = saved.load ? { state: saved.load } : game.table.initial().find(({ args }) => sorted(args) === sorted(saved.initial));
      if (!way) refuse(`the game began with ${JSON.stringify(saved.initial)}, ${migrated ? "with which none begins any more" : "with which none begins"}`);
      game.table.bytes(way.state);
      game.begin(copy(saved.load ? { load: saved.load } : { initial: saved.initial }), copy(way.state));
      saved.taken.forEach((action, i) => {
        let found;
        try { found = game.tried(action, deals && game.table.byName.get(action?.action)?.kind === "chance"); } catch (error) { found = { refused: error.message }; }
        if (found.refused) throw new NoLonger(i + 1, action ?? {}, game, found.refused);
        game.steps.push(found.step);
      });
      game.dealt();
      return game;
    }
  }
  if (typeof module !== "undefined") module.exports = { Game, NoLonger };
  else Object.assign(globalThis, { Game, NoLonger });
})();
