// Players who go by what a seat sees: node bots.cjs FOLDER RULESET SCOPE; one line of JSON
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { isDeepStrictEqual: same } = require("node:util");
const [folder, name, scope] = process.argv.slice(2);
const { Rulebook } = require(join(folder, "rulebook.js"));
const { Seat } = require(join(folder, "bots.js"));
const { breaches } = require(join(folder, "search.js"));
const json = (file) => JSON.parse(readFileSync(join(folder, file), "utf8"));
const refused = (attempt) => { try { attempt(); return ""; } catch (error) { return `${error.name}: ${error.message}`; } };

(async () => {
  const rules = await Rulebook.load(json(`${name}.json`), readFileSync(join(folder, `${name}.wasm`))), of = json(`${name}.${scope}.json`);
  const table = rules.open(of), players = of.names[rules.about.players], starts = table.initial(), seats = players.map((player) => new Seat(rules, of, player, { seconds: 60 }));
  const found = { looks: 0, same: 0, kept: 0, legal: 0, others: 0, decides: 0, anew: 0, worth: 0, greedy: 0, wins: 0, taken: 0 };
  for (let i = 0; i < 24; i++) {
    const play = (steps) => table.playout(starts[i % starts.length].state, i + 500, steps), { state } = play((5 * i) % (play(60).steps + 1));
    players.forEach((player, k) => {
      const seat = seats[k], seen = JSON.parse(JSON.stringify(table.observe(state, player))), worlds = seat.worlds(seen, 4);
      found.looks++;
      found.same += worlds.every((world) => same(table.observe(world, player), table.observe(state, player)));
      found.kept += worlds.every((world) => !breaches(rules, of, world).length);
      found.anew += new Set(worlds.map((world) => table.pack(world))).size > 1;
      const own = [...seat.own(state).values()].map(({ action, args }) => ({ action, args })), legal = seat.legal(seen);
      const decides = [table.awaited(state)].flat().includes(player);
      found.decides += decides;
      found[decides ? "legal" : "others"] += same(new Set(legal.map((one) => JSON.stringify(one))), new Set(own.map((one) => JSON.stringify(one))));
      const all = seat.worlds(seen);
      found.worth += seat.worth(seen) === all.reduce((sum, world) => sum + table.worth(world, player), 0) / all.length;
      const best = seat.greedy(seen);
      found.greedy += best === null ? !legal.length : legal.every((one) => seat.gain(seen, one) <= seat.gain(seen, best));
      const won = (action) => { const after = table.step(state, action).state; return after && table.ended(after) && same(table.winners(after), [player]); };
      const winning = own.filter(won);
      if (!winning.length || winning.length === own.length || found.wins === 3) return;
      found.wins++;
      found.taken += winning.some((one) => same(one, seat.search(seen, { games: 300 })));
    });
  }
  const seen = table.observe(starts[0].state, players[0]), twice = [7, 7].map((seed) => new Seat(rules, of, players[0], { seed }).worlds(seen));
  const quick = new Seat(rules, of, players[0], { seconds: 0 }), { playout } = quick.table;
  let games = 0;
  quick.table.playout = (...asked) => { games++; return playout.apply(quick.table, asked); };
  const answers = [quick.worlds(seen).length, typeof quick.worth(seen)], learnt = games;
  quick.search(seen, { games: 300 });
  const tries = {
    "a state": refused(() => table.legal(seen)), "nobody": refused(() => new Seat(rules, of, "Zoe")), "null": refused(() => seats[0].worlds(null)),
    "nothing": refused(() => seats[0].legal({})), "half": refused(() => seats[0].legal({ ...seen, [of.state.fields.find(({ frame, type }) => !frame && type[0] === "map").name]: null })),
    "counted oddly": refused(() => seats[0].legal({ ...seen, "?": { Card: 5 } })), "no seed": refused(() => new Seat(rules, of, players[0], { seed: "x" })), "another option": refused(() => new Seat(rules, of, players[0], { sed: 1 })),
    "no action": refused(() => seats[0].gain(seen, null)), "no such action": refused(() => seats[0].gain(seen, { action: "fly", args: {} })), "no rules": refused(() => new Seat(null, of, players[0])), "no games": refused(() => seats[0].search(seen, { games: 0 })), "no states": refused(() => seats[0].worlds(seen, 0)), "an answer": refused(() => seats[0].table.answer(rules.about.choices[0].key, rules.about.choices[0].default)),
    "no time": refused(() => new Seat(rules, of, players[0], { seconds: "two" })), "impossible": refused(() => seats[0].worlds({ ...seen, "?": {} })),
  };
  console.log(JSON.stringify({ ...found, answers, learnt, searched: games - learnt, seeded: same(...twice), tries }));
})();
