// Games that are led by game.js: node games.cjs FOLDER RULESET SCOPE < lines of { state, action, says }; one line of JSON
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { deepStrictEqual: same } = require("node:assert");
const [folder, name, scope] = process.argv.slice(2);
const { Rulebook } = require(join(folder, "rulebook.js"));
const { Game, NoLonger } = require(join(folder, "game.js"));
const { happened } = require(join(folder, "happened.js"));
const { search } = require(join(folder, "search.js"));
const json = (file) => JSON.parse(readFileSync(join(folder, file), "utf8"));
const copy = (value) => JSON.parse(JSON.stringify(value));
const refused = (attempt) => { try { attempt(); return ""; } catch (error) { return `${error.name}: ${error.message}`; } };

function lead(rules, of, seed) { // a game by its seed, of which each action is taken back, and done again
  const game = new Game(rules, of, { seed, uniform: true });
  for (let i = 0; i < 60; i++) {
    const legal = game.legal();
    if (!legal.length) break;
    const before = game.state, made = game.take(legal[(7 * seed + i) % legal.length]), after = game.state;
    same(game.undo(), made);
    same(game.state, before);
    same(game.redo(), made);
    same(game.state, after);
  }
  return game;
}

(async () => {
  const rules = await Rulebook.load(json(`${name}.json`), readFileSync(join(folder, `${name}.wasm`))), of = json(`${name}.${scope}.json`);
  const table = rules.open(of), different = [];
  let reasons = 0;
  for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const { state, action, says } = JSON.parse(line), found = table.why(state, action);
    reasons++;
    if (found.says !== says) different.push({ action, found: found.says, says });
    if (!found.allowed) same(table.step(state, action).refused, found.says);
  }
  const games = [1, 2, 3].map((seed) => lead(rules, of, seed)), saved = games.map((game) => copy(game.save()));
  for (const [i, game] of games.entries()) {
    same(copy(lead(rules, of, i + 1).save()), saved[i]); // one seed is one game
    const again = Game.resume(rules, of, saved[i]);
    same([again.state, again.history, again.migrated], [game.state, game.history, null]);
    same(again.replay(), game.replay());
  }
  const [game] = games, [first] = saved, other = { ...first, digest: "another" };
  const at = first.taken.findLastIndex((_, i) => !game.history[i].dealt); // without it, what came behind it does not stand
  const gone = { ...other, reading: { ...other.reading, an_old_question: "yes" }, taken: first.taken.filter((_, i) => i !== at) };
  const old = Game.resume(rules, of, { ...other, reading: { ...other.reading, an_old_question: "yes" } });
  let fallen = null;
  try { Game.resume(rules, of, gone); } catch (error) { if (error instanceof NoLonger) fallen = { says: error.message, number: error.number, stands: error.game.steps.length }; }
  const dealing = new Game(rules, of, { start: first.initial, deals: false }), chance = dealing.table.awaited(dealing.state) === "chance";
  const odds = chance ? refused(() => dealing.odds()) : "", even = new Game(rules, of, { start: first.initial, uniform: true, deals: false });
  const likely = even.odds().map(({ probability }) => probability), fresh = new Game(rules, of, { start: first.initial, uniform: true });
  const live = [game.state, game.replay()[0].state, game.history[0].args, game.steps[0].events].map((one) => { try { Object.keys(one).forEach((name) => { one[name] = null; }); one.more = 1; return "changed"; } catch (error) { return error.name; } });
  const mine = copy(first.taken[0]), stands = new Game(rules, of, { start: first.initial, deals: false, uniform: true }), dealt = [];
  for (let i = 0; i < 4 && stands.legal().length; i++) dealt.push(stands.table.awaited(stands.state) === "chance" ? stands.deal() : stands.take(stands.legal()[0])[0]);
  const back = dealt.reverse().map((one) => { const undone = stands.undo(); return undone.length === 1 && undone[0] === one; });
  const held = Game.resume(rules, of, { ...copy(first), taken: [mine] }, { deals: false }), kept = held.save();
  for (const part of [mine, kept.taken[0]]) part.args = null;
  kept.reading.luck = "much";
  same(held.save(), { ...copy(first), taken: first.taken.slice(0, 1) });
  const tries = {
    "an answer": refused(() => game.table.answer(...Object.entries(first.reading)[0])), "no options": refused(() => new Game(rules, of, null)), "another option": refused(() => new Game(rules, of, { sed: 1 })),
    "backwards": refused(() => table.playout(game.state, 1, -1)), "no rules": refused(() => new Game(null, of)), "not yes": refused(() => new Game(rules, of, { uniform: "yes" })), "resumed otherwise": refused(() => Game.resume(rules, of, first, { seed: 1 })), "by no rules": refused(() => Game.resume(null, of, first)),
    "nothing drawn": refused(() => happened(null, game.state, first.taken[0])), "nothing happened": refused(() => happened({ table }, game.state, null)), "by nobody": refused(() => happened({ table }, game.state, first.taken[0], { seer: "Ann" })),
    "no limit": refused(() => search(rules, of, { limits: 1 })), "searched by no rules": refused(() => search(null, of)), "searched nowhere": refused(() => search(rules, null)),
    "no action": refused(() => game.take(null)), "no args": refused(() => game.take({ action: game.history[0].action, args: null })),
    "nothing done": refused(() => { for (;;) fresh.undo(); }), "nothing undone": refused(() => game.redo()),
    "no question": refused(() => table.answer("luck", "much")), "null question": refused(() => table.answer(null, null)), "no way": refused(() => new Game(rules, of, { start: { luck: 3 } })),
    "no seed": refused(() => new Game(rules, of, { seed: "x" })), "not saved": refused(() => Game.resume(rules, of, null)),
    "of another": refused(() => Game.resume(rules, of, { ...first, ruleset: "chess" })), "elsewhere": refused(() => Game.resume(rules, of, { ...first, scope: "nowhere" })),
    "unknown answer": refused(() => Game.resume(rules, of, { ...first, reading: { luck: "much" } })),
    "no state": refused(() => table.step(null, null)), "no scope": refused(() => rules.open(null)), "no bytes": refused(() => table.read(null)),
  };
  console.log(JSON.stringify({ reasons, different, saved, states: games.map((one) => one.state), migrated: old.migrated, fallen, at: at + 1, taken: first.taken.length, live, back, odds, likely, tries }));
})();
