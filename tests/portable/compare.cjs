// Held against the interpreter: node compare.cjs FOLDER RULESET SCOPE < lines of what the interpreter says
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const [folder, name, scope] = process.argv.slice(2);
const { Rulebook } = require(join(folder, "rulebook.js"));
const json = (file) => JSON.parse(readFileSync(join(folder, file), "utf8"));
const sorted = (value) => JSON.stringify(value, (_, v) => (v && typeof v === "object" && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort()) : v));
const finite = (number) => (number === -Infinity ? null : number);
const keys = (events) => events.map((e) => [e.kind, e.subject, ...e.pair]).map(sorted).sort();

(async () => {
  const rules = await Rulebook.load(json(`${name}.json`), readFileSync(join(folder, `${name}.wasm`)));
  const imports = WebAssembly.Module.imports(rules.module).map((one) => `${one.kind} ${one.name}`);
  const table = rules.open(json(`${name}.${scope}.json`)), different = {}, first = {}, greedy = new Set();
  const memory = table.memory.buffer.byteLength;
  let states = 0, events = 0, longest = 0;
  for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const said = JSON.parse(line), state = said.state;
    const hold = (what, found, expected) => {
      if (sorted(found) === sorted(expected)) return;
      different[what] = (different[what] ?? 0) + 1;
      first[what] ??= { state, action: said.action, found, expected };
    };
    states++;
    for (const [key, option] of Object.entries(said.answers ?? {})) table.answer(key, option);
    for (const [key, option] of Object.entries(said.rulings ?? {})) table.answer(key, option, true);
    hold("state", table.read(table.write(state)), state);
    hold("packed", table.unpack(table.pack(state)), state);
    longest = Math.max(longest, table.pack(state).length);
    if (said.link) hold("link", table.pack(state), said.link);
    hold("ended", table.ended(state), said.ended);
    hold("winners", table.winners(state), said.winners);
    hold("awaited", table.awaited(state), said.awaited);
    hold("legal", table.legal(state).map(sorted).sort(), said.legal.map(sorted).sort());
    for (const [player, seen] of Object.entries(said.observed)) hold("observed", table.observe(state, player), seen);
    const met = keys(table.met(state));
    events += met.length + said.stepping.length;
    hold("met", met, said.met.map(sorted).sort());
    if (!said.action) continue;
    const step = table.step(state, said.action);
    hold("step", step.state, said.after);
    if ("gained" in said) {
      hold("gained", finite(table.gain(state, said.action)), said.gained);
      hold("most", finite(table.gain(state, table.greedy(state))), said.most);
      const once = table.playout(state, states, 1, true), best = said.legal.filter((one) => finite(table.gain(state, one)) === said.most);
      hold("played", best.some((one) => sorted(table.step(state, one).state) === sorted(once.steps ? once.state : null)), true);
      greedy.add(said.most);
    }
    hold("stepping", keys(step.events), said.stepping.map(sorted).sort());
  }
  const [{ state }] = table.initial(), games = [1, 1, 2, 3].map((seed, i) => table.playout(state, seed, 200, i < 3));
  console.log(JSON.stringify({ greedy: [...greedy], games, longest, states, events, imports, memory, grown: table.memory.buffer.byteLength, different, first }));
})();
