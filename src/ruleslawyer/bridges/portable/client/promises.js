// What may follow a state, and what must come: by the graph of a search that came to its end.
// `new Promises(found).verdict(check)`, as `explore` gives it, with a play; one that goes round says from where (`back`).
"use strict";
(() => {
  const UNMET = -2, BARRED = -3, OUTSIDE = -1, DONE = 2 ** 31 - 1, CUT_OFF = 4, ROUND_FOREVER = 8, WORD = 2 ** 32;
  const MANY = { starts: 1, late: 1, before: 1, order: 1, component: 1, circling: 1, path: 1, held: 1, own: 1, found: 1, nodes: 3 };
  const violated = (reason, play) => ({ word: "VIOLATED", reason, play }), unknown = (reason) => ({ word: "UNKNOWN", reason, play: null }), holds = { word: "HOLDS IN SCOPE", reason: "", play: null };

  class Promises {
    /** found: a search without anything left to look at, that kept its steps. */
    constructor(found) {
      const size = found.get("DONE"), edges = found.steps.reduce((all, one) => all + one.length / 4, 0);
      Object.assign(this, { found, size, said: found.u8.slice(found.places.SAID, found.places.SAID + size), depth: new Int32Array(size), labels: new Float64Array(edges) });
      const sizes = { begin: size + 1, to: edges, count: 1, ...Object.fromEntries(Object.entries(MANY).map(([name, times]) => [name, times * size])) };
      this.arrays = {};
      let at = found.reserve(4 * Object.values(sizes).reduce((all, one) => all + one + 1, 0));
      for (const [name, length] of Object.entries(sizes)) [this.arrays[name], at] = [[at, length], at + 4 * length];
      const begin = this.array("begin"), to = this.array("to");
      let edge = 0;
      for (const words of found.steps) for (let i = 0; i < words.length; i += 4, edge++) {
        to[edge] = words[i];
        begin[words[i + 1] + 1] = edge + 1;
        this.labels[edge] = words[i + 2] + WORD * words[i + 3];
      }
      for (let i = 1; i <= size; i++) begin[i] = Math.max(begin[i], begin[i - 1]);
      this.begin = begin.slice();
      this.to = to.slice();
      for (let i = found.initially; i < size; i++) this.depth[i] = this.depth[found.parent(i)] + 1;
      this.ask();
    }
    array(name) { return new Int32Array(this.found.memory.buffer, ...this.arrays[name]); }
    call(name, number, ...arrays) { this.found.code[name](BigInt(number), ...arrays.map((one) => this.arrays[one][0])); }
    /** What each property asks of each state; of each to whom it is promised a column. */
    ask() {
      const { found } = this;
      this.columns = new Map();
      let columns = 0;
      for (const { name, members, goal } of found.about.checks) if (members) {
        const choices = members.reduce((all, [, type]) => all.flatMap((one) => found.names(type).map((member) => [...one, member])), [[]]);
        this.columns.set(name, { first: columns, choices });
        columns += choices.length * (goal ? 2 : 1);
      }
      const at = found.reserve(columns * this.size + 8);
      found.within(() => found.code.answered(found.at.CONTEXT, at));
      const said = found.u8.slice(at, at + columns * this.size);
      this.answer = (column) => Uint8Array.from({ length: this.size }, (_, i) => said[i * columns + column]);
    }

    // --- verdicts
    verdict(check) { return this.each(check, (k) => (check.kind === "possible" ? this.possible(check, k) : check.kind === "eventually_always" ? this.settles(check, k) : this.comes(check, k))); }
    /** The verdict for all to whom it is promised, from that of each. */
    each({ name, members }, ask) {
      const { choices } = this.columns.get(name), named = (one) => members.map(([name], i) => `${name}=${one[i]}`).join(", ");
      const all = choices.map((one, k) => [one, ask(k)]), of = (word) => all.filter(([, one]) => one.word === word), broken = of("VIOLATED");
      if (!members.length) return all[0][1];
      if (broken.length) {
        const [[member, first], ...others] = broken;
        return { ...first, member: Object.fromEntries(members.map(([name], i) => [name, member[i]])), reason: `${named(member)}: ${first.reason}${others.length ? `; so for ${others.map(([one]) => named(one)).join(", ")}` : ""}` };
      }
      return (of("UNKNOWN")[0] ?? of("HOLDS IN SCOPE")[0] ?? all[0] ?? ["", { word: "VACUOUS", reason: "there is no member to whom it is promised", play: null }])[1];
    }
    possible(check, k) {
      const said = this.answer(this.columns.get(check.name).first + k), cut = this.said.map((bits) => bits & CUT_OFF), may = this.leading(said.map((one, i) => one || cut[i])), lost = may.indexOf(0);
      if (lost >= 0) return violated("cannot be reached any more from here", () => this.found.play(lost));
      if (said.includes(2)) return unknown("somewhere it cannot be evaluated");
      if (cut.some(Boolean) && this.leading(said).includes(0)) return unknown("from some states it is reached, if at all, behind a branch that ends early");
      return holds;
    }
    /** Where it cannot be evaluated nothing is waited for. */
    comes(check, k) {
      const { first, choices } = this.columns.get(check.name), then = this.answer(first + k + (check.goal ? choices.length : 0));
      const asks = check.goal ? this.answer(first + k) : this.depth.map((depth) => (depth ? 0 : 1)), lost = asks.map((one, i) => (one === 2 || then[i] === 2 ? 1 : 0));
      const asked = asks.map((one, i) => (one === 1 && !lost[i] ? 1 : 0));
      const found = asked.includes(1) ? this.follow(check, asked, then.map((one, i) => (one || lost[i] ? 1 : 0)), "a play ends without it", "a play can go round for ever without it") : { word: "VACUOUS", reason: "its first part never holds", play: null };
      return lost.includes(1) && found.word !== "VIOLATED" ? unknown("somewhere it cannot be evaluated") : found;
    }
    settles(check, k) {
      const said = this.answer(this.columns.get(check.name).first + k), found = this.follow(check, said.map((one) => (one ? 0 : 1)), said, "a play ends where it is not so", "a play can come for ever to where it is not so", true);
      return said.includes(2) && found.word !== "VIOLATED" ? unknown("somewhere it cannot be evaluated") : found;
    }
    /** Fair plays from where something is asked until it is done. anywhere: they may go round through what is done. */
    follow(check, asks, done, ends, endless, anywhere = false) {
      const waits = this.walk([...asks.keys()].filter((i) => asks[i] && !done[i]), done), on = CUT_OFF | ROUND_FOREVER;
      const dead = waits.order.find((i) => this.begin[i] === this.begin[i + 1] && !(this.said[i] & on));
      if (dead !== undefined) return violated(ends, () => this.play(waits.path(dead)));
      const forced = waits.order.find((i) => this.said[i] & ROUND_FOREVER);
      if (forced !== undefined) return violated("forced steps go round for ever without it", () => this.forced(this.play(waits.path(forced)), forced));
      const among = new Uint8Array(this.size).fill(anywhere ? 1 : 0);
      for (const i of waits.order) among[i] = 1;
      const sets = this.sets(check), parts = this.fair(sets, among), begin = waits.order.find((i) => parts[i] >= 0);
      const open = check.kind === "eventually" && waits.order.some((i) => this.said[i] & CUT_OFF) ? unknown("it comes, if at all, behind a branch that ends early") : holds;
      return begin === undefined ? open : violated(endless, () => this.play(waits.path(begin), this.ring(sets, begin, Uint8Array.from(parts, (part) => (part === parts[begin] ? 1 : 0)))));
    }

    // --- plays
    /** By the shortest way to the first of some states, along them, and round by some edges. */
    play(nodes, ring = []) {
      const edges = nodes.slice(1).map((node, i) => this.edge(nodes[i], node)), stem = this.found.way(nodes[0]), back = stem.length - 1 + edges.length, on = [...edges, ...ring];
      const play = this.found.along([...stem, ...on.map((edge) => this.to[edge])], (choice, i) => i < stem.length - 1 || this.label(this.found.action(choice)) === this.labels[on[i - stem.length + 1]]);
      return ring.length ? { ...play, back } : play;
    }
    /** A play to a state, with the step more that leads to forced steps without an end. */
    forced(play, state) {
      const { found } = this, bytes = found.unpacked(found.packed(state)), { told, sites } = found.about.log;
      const goes = ([what, recording, answer]) => recording === 1 && told[what - 1][0] === "failed" && sites[Number(answer & 0x3fffffffn) - 1][0] === "loop";
      return { ...play, actions: [...play.actions, found.action(found.choices(bytes).find((choice) => found.taken(bytes, choice).log.some(goes)))] };
    }
    edge(a, b) { return this.begin[a] + this.to.subarray(this.begin[a], this.begin[a + 1]).indexOf(b); }
    /** A fair way round in a part: each set is taken, or one that is weak is not enabled on the way. */
    ring({ of, strong }, begin, part) {
      const ring = [], enabled = (state) => this.enabled(of, state), inside = [...part.keys()].filter((i) => part[i]), sets = [...new Set(inside.flatMap((i) => [...enabled(i)]))].sort((a, b) => a - b), takes = new Map();
      for (const i of inside) for (let e = this.begin[i]; e < this.begin[i + 1]; e++) if (part[this.to[e]]) for (const kind of of) if (kind[e] >= 0 && !takes.has(kind[e])) takes.set(kind[e], [i, e]);
      const end = () => (ring.length ? this.to[ring.at(-1)] : begin), barred = part.map((one) => 1 - one);
      const way = (a, b) => { const path = this.walk([a], barred, false).path(b); return path.slice(1).map((node, i) => this.edge(path[i], node)); };
      for (const one of sets) {
        if (ring.some((e) => of.some((kind) => kind[e] === one))) continue;
        if (takes.has(one)) { const [from, e] = takes.get(one); ring.push(...way(end(), from), e); }
        else if (!strong[one] && [begin, ...ring.map((e) => this.to[e])].every((i) => enabled(i).has(one))) ring.push(...way(end(), inside.find((i) => !enabled(i).has(one))));
      }
      if (ring.length) return [...ring, ...way(end(), begin)];
      const rounds = [];
      for (let e = this.begin[begin]; e < this.begin[begin + 1]; e++) if (part[this.to[e]]) rounds.push([e, ...way(this.to[e], begin)]);
      return rounds.reduce((a, b) => (b.length < a.length ? b : a));
    }

    // --- fairness
    /** The fair sets of a property: of each kind the number of each step's, or -1; and which of them are strong. */
    sets({ fair, nature }) {
      const { actions } = this.found.about, strong = [], known = new Map(), number = (key, is) => known.get(key) ?? (known.set(key, strong.length), strong.push(is) - 1), before = (take) => {
        const of = new Int32Array(this.to.length).fill(-1);
        for (let i = 0; i < this.size; i++) for (let e = this.begin[i]; e < this.begin[i + 1]; e++) if (this.to[e] !== i) of[e] = take(this.labels[e], e);
        return of;
      };
      const of = fair.map(([action, places, is], kind) => before((label) => (label % actions.length === action ? number(`${kind} ${places.map((place) => this.digits(label)[place])}`, is) : -1)));
      return { of: nature ? [...of, before((label, e) => (actions[label % actions.length].kind === "chance" ? number(`nature ${e}`, true) : -1))] : of, strong };
    }
    /** The arguments of an action that tell fair sets of it apart, by their places: how many values each has, and the number of one. */
    told({ name, told = [], parameters }) {
      const { ranges } = this.found.scope.search;
      return told.map((place) => {
        const { name: parameter, type } = parameters[place], none = type[0] === "optional" ? 1 : 0, of = none ? type[1] : type, [low, high] = ranges[`${name}.${parameter}`] ?? [0, 1];
        const values = of[0] === "bool" ? [false, true] : this.found.names(of) ?? Array.from({ length: high - low + 1 }, (_, i) => low + i);
        return { place, many: values.length + none, digit: (args) => (args[parameter] === null ? 0 : values.indexOf(args[parameter]) + none) };
      });
    }
    /** The label of an action, as the code gives it to a step. */
    label({ action, args }) {
      const about = this.found.byName.get(action);
      return about.leaving ? -1 : this.told(about).reduce((rank, { many, digit }) => rank * many + digit(args), 0) * this.found.about.actions.length + about.number;
    }
    digits(label) {
      const { actions } = this.found.about, found = {};
      let rank = Math.floor(label / actions.length);
      for (const { place, many } of this.told(actions[label % actions.length]).reverse()) [found[place], rank] = [rank % many, Math.floor(rank / many)];
      return found;
    }
    enabled(of, state) {
      const found = new Set();
      for (let e = this.begin[state]; e < this.begin[state + 1]; e++) for (const kind of of) if (kind[e] >= 0) found.add(kind[e]);
      return found;
    }
    /** For each state the number of the part that it lies in, among some, in which a fair play may stay and meet all of
        it, or -1 (Emerson and Lei). */
    fair({ of, strong }, among) {
      const found = new Float64Array(this.size).fill(-1), many = strong.length;
      for (let number = 0; among.includes(1);) {
        const { component, circling } = this.parts(among.map((one) => 1 - one)), sizes = new Map(), enabled = new Map(), taken = new Set(), idle = new Set(), fails = new Set(), dead = new Set();
        const states = [...circling.keys()].filter((i) => circling[i] && among[i]);
        for (const i of states) {
          const part = component[i];
          sizes.set(part, (sizes.get(part) ?? 0) + 1);
          for (const one of this.enabled(of, i)) enabled.set(part * many + one, (enabled.get(part * many + one) ?? 0) + 1);
          for (let e = this.begin[i]; e < this.begin[i + 1]; e++) if (component[this.to[e]] === part) for (const kind of of) if (kind[e] >= 0) taken.add(part * many + kind[e]);
        }
        for (const [key, times] of enabled) if (!taken.has(key)) {
          const one = key % many, part = (key - one) / many;
          if (strong[one]) { fails.add(part); idle.add(key); } else if (times === sizes.get(part)) dead.add(part);
        }
        const next = new Uint8Array(this.size);
        for (const i of states) {
          const part = component[i];
          if (dead.has(part)) continue;
          if (!fails.has(part)) found[i] = number + part;
          else if (![...this.enabled(of, i)].some((one) => idle.has(part * many + one))) next[i] = 1;
        }
        number += this.size;
        among = next;
      }
      return found;
    }

    // --- walks, by the code of the module
    /** The states to which some lead, those first to which the shortest plays do; and the way to each. */
    walk(starts, barred, late = true) {
      this.array("starts").set(starts);
      this.array("late").set(starts.map((i) => (late ? this.depth[i] : 0)));
      const before = this.array("before");
      for (let i = 0; i < this.size; i++) before[i] = barred[i] ? BARRED : UNMET;
      this.call("graph_ahead", starts.length, "begin", "to", "starts", "late", "before", "order", "count");
      const [count] = this.array("count"), led = before.slice();
      return { order: this.array("order").slice(0, count), path: (node) => { const way = [node]; while (led[way[0]] >= 0) way.unshift(led[way[0]]); return way; } };
    }
    parts(barred) {
      const nodes = this.array("nodes").fill(0), component = this.array("component").fill(0), circling = this.array("circling").fill(0);
      for (let i = 0; i < this.size; i++) if (barred[i]) { nodes.set([1, DONE, 0], 3 * i); component[i] = OUTSIDE; }
      this.call("graph_parts", this.size, "begin", "to", "nodes", "component", "order", "circling", "path", "held", "count");
      return { component: component.slice(), circling: circling.slice() };
    }
    /** For each state, whether some goal (1) can be reached from it. */
    leading(goals) {
      const { component } = this.parts(new Uint8Array(this.size));
      this.array("own").set(goals.map((one) => (one ? 1 : 0)));
      const found = this.array("found").fill(0);
      this.call("graph_spread", this.size, "begin", "to", "component", "order", "own", "found");
      return Uint8Array.from(component, (part) => found[part]);
    }
  }
  if (typeof module !== "undefined") module.exports = { Promises };
  else Object.assign(globalThis, { Promises });
})();
