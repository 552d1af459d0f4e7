// What a link tells of hidden cards: node hidden.cjs FOLDER RULESET SCOPE HIDDEN.JS < lines with states
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { isDeepStrictEqual } = require("node:util");
const [folder, name, scope, file] = process.argv.slice(2);
const { Rulebook } = require(join(folder, "rulebook.js"));
const { Hidden } = require(file);
const json = (file) => JSON.parse(readFileSync(join(folder, file), "utf8"));

(async () => {
  const rules = await Rulebook.load(json(`${name}.json`), readFileSync(join(folder, `${name}.wasm`)));
  const table = rules.open(json(`${name}.${scope}.json`)), found = { looks: 0, seen: 0, same: 0, dealt: 0, longest: 0 };
  for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const { state } = JSON.parse(line);
    for (const seat of table.scope.names[rules.about.players]) {
      const told = Hidden.told(table, state, seat), other = Hidden.dealt(table, state, seat), link = table.pack(told);
      found.looks++;
      found.seen += isDeepStrictEqual(table.observe(told, seat), table.observe(state, seat)) && isDeepStrictEqual(table.observe(other, seat), table.observe(state, seat));
      found.same += link === table.pack(Hidden.told(table, other, seat)); // whatever lies there, the link is the same
      found.dealt += table.pack(other) !== table.pack(state);
      found.longest = Math.max(found.longest, link.length);
    }
  }
  console.log(JSON.stringify(found));
})();
