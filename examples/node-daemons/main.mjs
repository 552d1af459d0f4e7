// Daemons over JSON lines, as docs/conformance.md describes it: one request, one answer, until `bye`.
//
// It follows the reading that `hello` names; where `hello` names none, its own, which --reading=question=option changes.

import { createInterface } from "node:readline";
import { FIELDS, FIXED, Game, READING } from "./daemons.mjs";
import { broken } from "./broken.mjs";

const fault = process.argv.find((word) => word.startsWith("--fault="))?.slice("--fault=".length);
const own = process.argv.filter((word) => word.startsWith("--reading=")).map((word) => word.split("=").slice(1));
const { Rules, meddle } = broken(Game, fault);

let game = null;

const answers = {
  hello({ protocol, ruleset, scope, reading }) {
    if (protocol !== 1 || ruleset !== "daemons") throw new Error("this is Daemons, protocol 1");
    if (scope.off.length > 0) throw new Error("no rule can be switched off");
    for (const [question, option] of Object.entries(reading ?? {})) {
      if (!(question in READING) && FIXED[question] !== option) throw new Error(`${question}=${option} is not played`);
    }
    game = new Rules(scope, reading ?? { ...READING, ...Object.fromEntries(own) });
    return { protocol: 1, name: "Daemons in JavaScript", fields: FIELDS, loads: true, observes: true, queues: true };
  },
  initial() {
    game.begin();
    return { state: game.s };
  },
  load({ state }) {
    game.load(state);
    return { state: game.s };
  },
  legal: () => ({ legal: [...game.legal()] }),
  step({ action, args }) {
    game.step(action, args);
    return { state: game.s };
  },
  observe: ({ player }) => ({ state: game.observe(player) }),
  bye: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  let answer;
  try {
    const known = Object.hasOwn(answers, request.request);
    answer = known ? answers[request.request](request) : { error: `unknown request ${request.request}` };
  } catch (error) {
    answer = { error: error.message };
  }
  process.stdout.write(meddle(request, JSON.stringify(answer)));
  process.stdout.write("\n");
  if (request.request === "bye") break;
}
