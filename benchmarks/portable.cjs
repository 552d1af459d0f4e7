// How fast a rulebook's file is in node: node portable.cjs FOLDER RULESET SCOPE; one line of JSON
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const [folder, name, scope] = process.argv.slice(2);
const { Rulebook } = require(join(folder, "rulebook.js"));
const text = (file) => readFileSync(join(folder, file), "utf8");
const SECONDS = 2, OPENED = 15, STATES = 400;
const at = (list, share) => list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(share * list.length))];

(async () => {
  const code = readFileSync(join(folder, `${name}.wasm`)), about = text(`${name}.json`), told = text(`${name}.${scope}.json`), ready = [];
  let table;
  for (let i = 0; i < OPENED; i++) {
    const other = Buffer.concat([code, Buffer.from([0, 3, 1, 110, i])]); // a section more: no code is known from before
    const began = performance.now();
    table = (await Rulebook.load(JSON.parse(about), other)).open(JSON.parse(told));
    table.choices(table.initial()[0].state);
    ready.push(performance.now() - began);
  }
  const start = table.write(table.initial()[0].state), memory = table.memory.buffer.byteLength, choices = [];
  let link = 0;
  for (let seed = 1; choices.length < STATES; seed++) { // states of games that are not over; of each the least of three times, since a machine may be busy
    const { state } = table.playout(start, seed, (7 * seed) % 120);
    const times = [1, 2, 3].map(() => { const began = performance.now(); table.choices(state, false); return performance.now() - began; });
    if (!table.over) choices.push(Math.min(...times));
    link = Math.max(link, table.pack(state).length);
  }
  let games = 0;
  const began = performance.now();
  while (performance.now() - began < 1000 * SECONDS) table.playout(start, games++, 1000);
  const seconds = (performance.now() - began) / 1000;
  console.log(JSON.stringify({ ready: [at(ready, 0), at(ready, 0.5)], choices: [at(choices, 0.5), at(choices, 0.99)], link, memory, games: games / seconds }));
})();
