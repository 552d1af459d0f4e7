// What a client refuses: node refused.cjs FOLDER; one line of JSON, what was tried and what was said
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const [folder] = process.argv.slice(2);
const { Rulebook } = require(join(folder, "rulebook.js"));
const json = (file) => JSON.parse(readFileSync(join(folder, file), "utf8"));
const code = readFileSync(join(folder, "daemons.wasm"));

(async () => {
  const rules = await Rulebook.load(json("daemons.json"), code), table = rules.open(json("daemons.duel.json"));
  const start = table.initial()[0].state, bytes = table.write(start), tries = {}, changed = (over) => ({ ...start, ...over });
  const zone = Object.keys(start.zone)[0];
  const attempts = {
    "wrong length": () => table.legal(bytes.slice(1)),
    "no state": () => table.legal(null),
    "field missing": () => table.legal(Object.fromEntries(Object.entries(start).slice(1))),
    "field too many": () => table.legal(changed({ luck: 3 })),
    "nobody": () => table.legal(changed({ first: "Zoe" })),
    "card lost": () => table.legal(changed({ zone: Object.fromEntries(Object.entries(start.zone).slice(1)) })),
    "card nowhere": () => table.legal(changed({ zone: { ...start.zone, [zone]: "MOON" } })),
    "no number": () => table.legal(changed({ memory: "much" })),
    "no action": () => table.step(start, { action: "cheat", args: {} }),
    "no such argument": () => table.step(start, { action: "draw", args: { card: "Ace" } }),
    "no answer": () => table.answer("luck", "much"),
    "nobody looks": () => table.observe(start, "Zoe"),
    "damaged link": () => table.unpack(`${table.pack(start)}~~~~`),
    "link of other rules": () => table.unpack(`00000000.duel.${table.pack(start).split(".")[2]}`),
    "other build": () => rules.open({ ...json("daemons.duel.json"), build: "another" }),
    "too large": () => { const large = json("daemons.duel.json"); large.memory.size = 2 ** 28; rules.open(large); },
    "other description": () => new Rulebook({ ...json("daemons.json"), build: "another" }, rules.module),
    "other schema": () => new Rulebook({ ...json("daemons.json"), schema: 99 }, rules.module),
  };
  for (const [what, attempt] of Object.entries(attempts)) {
    try { attempt(); tries[what] = ""; } catch (error) { tries[what] = error.message; }
  }
  // bytes that no state has: each is refused or answered, and nothing beyond the code's memory is touched
  let seed = 7, refused = 0, answered = 0;
  for (let i = 0; i < 2000; i++) {
    const spoilt = bytes.slice();
    for (let k = 0; k < 3; k++) { seed = (seed * 1103515245 + 12345) % 2147483648; spoilt[seed % spoilt.length] = (seed >> 8) & 255; }
    try { table.legal(spoilt); answered++; } catch (error) { if (!(error instanceof RangeError)) throw error; refused++; }
  }
  const forbidden = table.step(start, { action: "keep", args: { who: "Ann" } });
  console.log(JSON.stringify({ tries, refused, answered, forbidden, still: table.legal(start).length }));
})();
