// Held against the tool's own lists of what happened: node happened.cjs FOLDER RULESET SCOPE < lines of what those are
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { isDeepStrictEqual } = require("node:util");
const [folder, name, scope] = process.argv.slice(2);
const { Rulebook } = require(join(folder, "rulebook.js"));
const { Drawings } = require(join(folder, "drawing.js"));
const { happened } = require(join(folder, "happened.js"));
const json = (file) => JSON.parse(readFileSync(join(folder, file), "utf8"));

(async () => {
  const rules = await Rulebook.load(json(`${name}.json`), readFileSync(join(folder, `${name}.wasm`)));
  const table = rules.open(json(`${name}.${scope}.json`)), drawings = new Drawings(table), kinds = {};
  let different = 0, first = null, lists = 0;
  for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const { state, action, told } = JSON.parse(line), bytes = table.write(state);
    for (const { seat, list } of told) {
      const found = happened(drawings, state, action, { seat });
      lists++;
      for (const { kind, changes } of found) for (const of of [kind, ...changes.map((one) => one.kind)]) kinds[of] = (kinds[of] ?? 0) + 1;
      if (isDeepStrictEqual(found, list)) continue;
      different++;
      first ??= { seat, action, found, list };
    }
    const steps = table.trail(bytes, action), after = table.step(bytes, action).state; // the last one is where it led
    if (after && !isDeepStrictEqual(steps.at(-1).state, after)) different++;
  }
  console.log(JSON.stringify({ lists, different, first, kinds }));
})();
