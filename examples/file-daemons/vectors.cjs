// Recorded plays, as docs/vectors.md describes, held against the rulebook's file: node vectors.cjs FOLDER RULESET VECTOR...
"use strict";
const { readFileSync } = require("node:fs");
const { join, resolve } = require("node:path");
const [folder, name, ...files] = process.argv.slice(2);
const { Rulebook } = require(join(resolve(folder), "rulebook.js"));
const json = (file) => JSON.parse(readFileSync(file, "utf8"));
const sorted = (value) => JSON.stringify(value, (_, v) => (v && typeof v === "object" && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort()) : v));
const inAnyOrder = (list) => (Array.isArray(list) ? sorted(list.map(sorted).sort()) : list);

function same(told, is) {
  if (told === null || typeof told !== "object") return told === is;
  if ("#bigint" in told) return Number(told["#bigint"]) === is;
  if ("#set" in told) return inAnyOrder(told["#set"]) === inAnyOrder(is);
  if ("#map" in told) return told["#map"].every(([key, value]) => same(value, is[key]));
  if (told.tag === "None") return is === null || is === undefined; // nothing, or a frame that is closed
  if (told.tag === "Some") return same(told.value, is);
  if (Array.isArray(told)) return told.length === is.length && told.every((one, i) => same(one, is[i]));
  return Object.entries(told).every(([key, value]) => same(value, is[key]));
}

(async () => {
  const rules = await Rulebook.load(json(join(folder, `${name}.json`)), readFileSync(join(folder, `${name}.wasm`)));
  let states = 0;
  for (const file of files) {
    const { "#meta": about, states: all } = json(file), table = rules.open(json(join(folder, `${name}.${about.scope}.json`)));
    for (const [key, option] of Object.entries(about.reading)) table.answer(key, option, about.rulings.includes(key));
    let state;
    all.forEach(({ "#meta": meta, "mbt::actionTaken": action, "mbt::nondetPicks": picks, ...fields }, i) => {
      const agrees = (one) => Object.entries(fields).every(([key, told]) => same(told, one[key]));
      const args = Object.fromEntries(Object.entries(picks ?? {}).map(([key, told]) => [key, plain(told)]));
      state = i ? table.step(state, { action, args }).state : table.initial().find((one) => agrees(one.state))?.state;
      const says = { legal: inAnyOrder(table.legal(state)), awaits: inAnyOrder(table.awaited(state)), ended: table.ended(state), winners: inAnyOrder(table.winners(state)) };
      const told = { legal: inAnyOrder(meta.legal), awaits: inAnyOrder(meta.awaits), ended: meta.ended, winners: inAnyOrder(meta.winners) };
      if (!agrees(state) || sorted(says) !== sorted(told)) throw new Error(`${file}, state ${i}: ${sorted(says)} instead of ${sorted(told)}`);
      states++;
    });
  }
  console.log(`${files.length} plays, ${states} states: they agree`);
})();

function plain(told) {
  if (told === null || typeof told !== "object") return told;
  if ("#bigint" in told) return Number(told["#bigint"]);
  if ("#set" in told) return told["#set"].map(plain);
  if ("#map" in told) return Object.fromEntries(told["#map"].map(([key, value]) => [key, plain(value)]));
  return told.tag === "None" ? null : told.tag === "Some" ? plain(told.value) : told;
}
