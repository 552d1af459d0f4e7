// A game at random over HTTP: node play.mjs http://127.0.0.1:8000 [SEED [MOST]]

/** @typedef {import("./messages").Answers} Answers */
/** @typedef {import("./messages").Requests} Requests */

/**
 * One request, and its answer.
 * @template {keyof Answers} R
 * @param {string} server
 * @param {R} request
 * @param {Omit<Requests[R], "request">} more
 * @returns {Promise<Answers[R]>}
 */
export async function ask(server, request, more) {
  const answer = await fetch(`${server}/${request}`, { method: "POST", body: JSON.stringify(more) });
  const found = await answer.json();
  if (found.error !== undefined) throw new Error(found.error);
  return found;
}

/** Numbers below `below`, always the same ones for a seed. */
function dice(seed) {
  let state = BigInt(seed);
  return (below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number((state >> 33n) % BigInt(below));
  };
}

export async function main(server, seed = "1", most = "200") {
  const roll = dice(seed);
  const game = `node-${seed}`;
  const { initials } = await ask(server, "initials", {});
  let at = await ask(server, "initial", { game, args: initials[roll(initials.length)] });
  for (let taken = 0; taken < Number(most); taken++) {
    const { legal } = await ask(server, "legal", { game, version: at.version });
    if (legal.length === 0) break;
    const { action, args, clauses } = legal[roll(legal.length)];
    console.log(action, JSON.stringify(args), "by", clauses.join(", "));
    // With the version of what was decided about: had somebody else moved meanwhile, this would be refused.
    at = await ask(server, "step", { game, version: at.version, action, args });
  }
  console.log("won by", at.winners.join(", ") || "nobody", "after", at.version.split("-")[0]);
  await ask(server, "end", { game });
}

if (process.argv.length > 2) await main(...process.argv.slice(2));
