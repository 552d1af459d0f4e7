// The rulebook's file over JSON lines, as docs/conformance.md describes: node engine.cjs FOLDER RULESET
"use strict";
const { readFileSync } = require("node:fs");
const { join, resolve } = require("node:path");
const { createInterface } = require("node:readline");
const [folder, name] = process.argv.slice(2);
const { Rulebook } = require(join(resolve(folder), "rulebook.js"));
const json = (file) => JSON.parse(readFileSync(join(folder, file), "utf8"));

const answers = (rules) => {
  let table, state;
  return {
    hello({ ruleset, scope, reading, rulings }) {
      if (ruleset !== name) throw new Error(`this is ${name}`);
      if (!rules.about.scopes.includes(scope.name)) throw new Error(`${scope.name} was not built`);
      table = rules.open(json(`${name}.${scope.name}.json`));
      for (const [key, option] of Object.entries(reading ?? {})) table.answer(key, option, (rulings ?? []).includes(key));
      return { protocol: 1, name: `${name} as a file`, loads: true, observes: true };
    },
    initial({ args }) {
      const wanted = JSON.stringify(args);
      state = table.initial().find((one) => JSON.stringify(one.args) === wanted).state;
      return { state };
    },
    load: (request) => (table.write(request.state), { state: (state = request.state) }),
    legal: () => ({ legal: table.legal(state) }),
    step({ action, args }) {
      const { allowed, state: after, events } = table.step(state, { action, args });
      if (!after) throw new Error(allowed ? `it has no result: ${events.map((event) => event.kind)}` : "it is not legal");
      return { state: (state = after) };
    },
    observe: ({ player }) => ({ state: table.observe(state, player) }),
    bye: () => ({}),
  };
};

(async () => {
  const rules = await Rulebook.load(json(`${name}.json`), readFileSync(join(folder, `${name}.wasm`)));
  const known = answers(rules);
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    let answer;
    try {
      answer = Object.hasOwn(known, request.request) ? known[request.request](request) : { error: `unknown request ${request.request}` };
    } catch (error) {
      answer = { error: error.message };
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
    if (request.request === "bye") break;
  }
})();
