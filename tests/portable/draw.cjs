// Held against the tool's own drawings: node draw.cjs FOLDER RULESET SCOPE < lines of what those are
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { isDeepStrictEqual } = require("node:util");
const [folder, name, scope] = process.argv.slice(2);
const { Rulebook } = require(join(folder, "rulebook.js"));
const { Drawings } = require(join(folder, "drawing.js"));
const { picture } = require(join(folder, "picture.js"));
const json = (file) => JSON.parse(readFileSync(join(folder, file), "utf8"));

(async () => {
  const rules = await Rulebook.load(json(`${name}.json`), readFileSync(join(folder, `${name}.wasm`)));
  const drawings = new Drawings(rules.open(json(`${name}.${scope}.json`))), different = {}, first = {};
  const hold = (what, found, expected) => {
    if (isDeepStrictEqual(found, expected)) return;
    different[what] = (different[what] ?? 0) + 1;
    first[what] ??= { found, expected };
  };
  let drawn = 0;
  for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const { state, before, asked, says, names, veiled, tables, pictures } = JSON.parse(line);
    for (const { seat, drawing } of tables) {
      hold(seat ? "seen" : "drawing", drawings.draw(state, { before, asked: seat ? null : asked, seat }), drawing);
      drawn++;
    }
    for (const [size, text] of Object.entries(pictures)) hold(size, picture(tables[0].drawing, size, "The table", Object.values(asked?.args ?? {}).filter((one) => typeof one === "string")), text);
    if (asked) hold("sentence", drawings.sentence(asked, state), says);
    if (asked) hold("veiled", drawings.sentence(asked, state, new Set(names)), veiled);
  }
  console.log(JSON.stringify({ drawn, different, first }));
})();
