// Drawings of states by views, without a module: node lying.cjs drawing.js < {view, states, drawings} a line
"use strict";
const { readFileSync } = require("node:fs");
const { isDeepStrictEqual } = require("node:util");
const { Drawings } = require(process.argv[2]);
const found = [];
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { about, scope, states, drawings } = JSON.parse(line);
  const names = ([kind, name]) => (kind === "sort" ? scope.names[name] : about.enums[name]);
  const drawn = new Drawings({ about, scope, names, unknown: () => [] });
  states.forEach((state, n) => found.push(isDeepStrictEqual(drawn.draw(state), drawings[n]) ? null : { view: about.view, state, found: drawn.draw(state), expected: drawings[n] }));
}
console.log(JSON.stringify({ drawn: found.length, first: found.find((one) => one !== null) ?? null }));
