// What a seat of the cookbook's chips takes for possible: node fields.cjs FOLDER; one line of JSON
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const [folder] = process.argv.slice(2);
const { Rulebook } = require(join(folder, "rulebook.js"));
const { Seat } = require(join(folder, "bots.js"));
const json = (file) => JSON.parse(readFileSync(join(folder, file), "utf8"));
const TAKEN = [["lay_coins", { coins: 2 }], ["take", { who: "Ann", many: 2 }], ["take", { who: "Bob", many: 1 }], ["lay", { who: "Ann" }]];

(async () => {
  const rules = await Rulebook.load(json("chips.json"), readFileSync(join(folder, "chips.wasm"))), scope = json("chips.tiny.json"), table = rules.open(scope);
  const begun = table.initial().find(({ state }) => state.turn === "Ann").state;
  const state = TAKEN.reduce((at, [action, args]) => table.step(at, { action, args }).state, begun), seen = table.observe(state, "Bob");
  const worlds = new Seat(rules, scope, "Bob").worlds(seen, 30), looks = (one) => JSON.stringify(table.observe(one, "Bob"));
  const values = (of) => [...new Set(worlds.map(of))].sort();
  console.log(JSON.stringify({ same: worlds.every((one) => looks(one) === looks(state)), chips: values((one) => one.chips.Ann), prize: values((one) => one.prize) }));
})();
