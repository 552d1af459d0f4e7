// Held against the interpreter, in node and in a page: node compare.cjs FOLDER RULESET SCOPE < lines of what it says
"use strict";
const own = (value) => Object.keys(value).filter((key) => value[key] !== undefined);
const sorted = (value) => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  return Array.isArray(value) ? `[${value.map(sorted)}]` : `{${own(value).sort().map((key) => `${JSON.stringify(key)}:${sorted(value[key])}`)}}`;
};
const equal = (one, other) => {
  if (one === other || typeof one !== "object" || typeof other !== "object" || !one || !other) return one === other;
  if (Array.isArray(one) || Array.isArray(other)) return one.length === other.length && one.every((value, i) => equal(value, other[i]));
  const keys = own(one);
  return keys.length === own(other).length && keys.every((key) => Object.hasOwn(other, key) && equal(one[key], other[key]));
};
const finite = (number) => (number === -Infinity ? null : number);
const keys = (events) => events.map((e) => [e.kind, e.subject, ...e.pair]).map(sorted).sort();

async function compare(Rulebook, about, module, scope, lines) {
  const rules = await Rulebook.load(about, module);
  const imports = WebAssembly.Module.imports(rules.module).map((one) => `${one.kind} ${one.name}`);
  const table = rules.open(scope), different = {}, first = {}, greedy = new Set(), hashes = new Map();
  const memory = table.memory.buffer.byteLength;
  let states = 0, events = 0, longest = 0;
  for (const line of lines) {
    const said = JSON.parse(line), state = said.state;
    const hold = (what, found, expected) => {
      if (equal(found, expected)) return;
      different[what] = (different[what] ?? 0) + 1;
      first[what] ??= { state, action: said.action, found, expected };
    };
    states++;
    for (const [key, option] of Object.entries(said.answers ?? {})) table.answer(key, option);
    for (const [key, option] of Object.entries(said.rulings ?? {})) table.answer(key, option, true);
    const bytes = table.write(state), packed = table.pack(state);
    hold("state", table.read(bytes), state);
    hold("packed", table.unpack(packed), state);
    longest = Math.max(longest, packed.length);
    const hash = table.hash(bytes), text = sorted(state);
    for (const [of, is] of [[hash, text], [text, hash]]) { // equal states have equal ones, and others have others
      hold("hash", String(hashes.get(of) ?? is), String(is));
      hashes.set(of, is);
    }
    if (said.link) hold("link", packed, said.link);
    hold("ended", table.ended(bytes), said.ended);
    hold("winners", table.winners(bytes), said.winners);
    hold("payoffs", table.payoffs(bytes), said.payoffs);
    hold("awaited", table.awaited(bytes), said.awaited);
    hold("legal", table.legal(bytes).map(sorted).sort(), said.legal.map(sorted).sort());
    for (const [player, seen] of Object.entries(said.observed)) hold("observed", table.observe(state, player), seen);
    for (const { action, of, ...expected } of said.why ?? []) {
      const { allowed, judged } = table.why(state, action), names = (list) => list.map((one) => one.name).sort();
      const found = judged.filter((one) => one.of === of).map(({ permits, forbids }) => ({ allowed, permits: names(permits), forbids: names(forbids) }));
      hold("why", found, [expected]);
    }
    const here = table.look(bytes), met = keys(here), at = new Set((said.at ?? []).map(sorted));
    const candidates = here.filter((e) => typeof e.where === "object");
    hold("where", candidates.filter((e) => e.kind !== "unspoken" && !at.has(sorted([[e.kind, e.subject, ...e.pair], e.where]))), []);
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
  const [{ state }] = table.initial(), play = (at) => [1, 1, 2, 3].map((seed, i) => at.playout(state, seed, 200, i < 3));
  const games = play(table), small = rules.open(scope);
  small.listed = [small.listed[0], about.choice]; // room for one choice: it grows, and the games are the same
  if (sorted(play(small)) !== sorted(play(rules.open(scope)))) different.room = 1;
  return { greedy: [...greedy], games, longest, states, events, imports, memory, grown: table.memory.buffer.byteLength, different, first };
}

if (typeof require === "function") {
  const { readFileSync } = require("node:fs"), { join } = require("node:path");
  const [folder, name, scope] = process.argv.slice(2), file = (of) => readFileSync(join(folder, of));
  const { Rulebook } = require(join(folder, "rulebook.js"));
  const lines = readFileSync(0, "utf8").split("\n").filter(Boolean);
  const of = JSON.parse(file(`${name}.${scope}.json`));
  compare(Rulebook, JSON.parse(file(`${name}.json`)), file(`${name}.wasm`), of, lines).then((said) => console.log(JSON.stringify(said)));
}
