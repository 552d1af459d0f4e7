// What a search in the module finds: node search.cjs FOLDER RULESET < lines of {scope, limit, reading, pages}, or of
// {scope, state}: what that state breaks
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const [folder, name] = process.argv.slice(2);
const { Rulebook } = require(join(folder, "rulebook.js"));
const { Search, breaches, search } = require(join(folder, "search.js"));
const json = (file) => JSON.parse(readFileSync(join(folder, file), "utf8"));

(async () => {
  const rules = await Rulebook.load(json(`${name}.json`), readFileSync(join(folder, `${name}.wasm`)));
  for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const { scope, limit, reading, state, pages = 4096 } = JSON.parse(line), began = performance.now();
    let said;
    Search.pages = pages;
    try {
      const data = json(`${name}.${scope}.json`);
      said = state ? { breaches: breaches(rules, data, state) } : search(rules, data, { limit, reading });
    } catch (error) { said = { refused: error.message }; }
    console.log(JSON.stringify({ ...said, seconds: (performance.now() - began) / 1000 }));
  }
})();
