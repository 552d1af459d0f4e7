// What happened in a step, for a screen: each sub-step in order, with what it changed on the table, as the tool says it.
// `happened(drawings, state, action, { seat })` of a `Drawings` of drawing.js; `seat`: whose sight it is.
"use strict";
(() => {
  const { options } = typeof module !== "undefined" ? require("./rulebook.js") : globalThis.Rulebook.parts;
  const UNSEEN = "?", FALLS = { coins: "paid", hearts: "damaged", shields: "damaged" };
  const union = (one, other) => [...new Set([...one, ...other])];

  /** The sub-steps of an action, those that are forced one by one; none where it may not be taken. */
  const happened = (drawings, state, action, asked) => {
    const { seat = null } = options(asked, "seat"), { table } = drawings ?? {};
    if (!table) throw new RangeError("drawings are expected: `new Drawings(table)`");
    const { about } = table, trail = table.trail(state, action), own = table.byName.get(action.action);
    const drawn = [state, ...trail.map((one) => one.state)].map((one) => drawings.draw(one, { seat }));
    return trail.map(({ names, state: after }, i) => {
      const kind = i ? about.steps[names[0]].kind : own.kind === "chance" ? "chance" : "action";
      const says = i ? [...new Set(names.map((name) => about.steps[name].says))].join(" ") : sentence(drawings, state, after, action, seat);
      return {
        kind, name: i ? names.join(", ") : action.action, says, who: (!i && own.actor && action.args[own.actor]) || null,
        clauses: i ? [...new Set(names.flatMap((name) => about.steps[name].clauses))] : own.clauses, changes: [...differences(drawn[i], drawn[i + 1], kind === "chance")].map((one) => ({ ...one, says: inWords(one, drawn[i + 1], drawings.hiddenCard) })),
      };
    });
  };
  /** The action in words; where something is hidden, of what others chose only that they did. */
  const sentence = (drawings, before, after, action, seat) => {
    const { table } = drawings, { about } = table, own = table.byName.get(action.action), who = own.actor && action.args[own.actor];
    if (seat === null || !(about.seen.length || about.covered.length)) return drawings.sentence(action, before);
    if (who !== seat && (own.kind !== "chance" || about.covered.length)) return drawings.taken(action);
    const unknown = (state) => about.seen.flatMap((sort) => table.unknown(state, seat, sort)), still = new Set(unknown(after));
    return drawings.sentence(action, before, new Set(unknown(before).filter((name) => still.has(name))));
  };

  /** A change in a few words. */
  const inWords = (change, drawing, hidden) => {
    const { kind, was, now, word, side } = change, subject = change.card ?? change.seat ?? null, card = subject === UNSEEN ? hidden : subject;
    const no = now ? "" : "no longer ", said = (one) => (one === null ? "nothing" : String(one).replaceAll("-", "−") || "yes");
    if (kind === "moved" || kind === "dealt") return `${card}: ${spot(change.from, hidden)} → ${spot(change.to, hidden)}`;
    if (kind === "turned") return `${card}: ${no}${change.way === "down" ? "face down" : drawing.turned || "turned"}`;
    if (["marked", "flagged", "out"].includes(kind)) return `${card}: ${no}${word ?? "out"}`;
    if (kind === "pointed") return `${change.from} → ${change.to}: ${no}${word}`;
    const told = [kind === "placed" ? `${change.board}, ${change.at}` : card, kind === "turn" ? "turn" : word.replace(/:$/, "")];
    return `${told.filter(Boolean).join(": ")}: ${said(was)} → ${said(now)}${side ? ` (${side})` : ""}`;
  };
  /** A place in words. */
  const spot = (place, hidden) => {
    if (place === null) return "nowhere to be seen";
    const { seat, area, space, under } = place, beneath = under === UNSEEN ? ` under ${hidden}` : under ? ` under ${under}` : "";
    return `${area}${seat ? ` of ${seat}` : ""}${space ? ` (${space})` : ""}${beneath}`;
  };

  /** The changes from a drawing to the next one, cards first. dealt: chance moves them. */
  function* differences(was, now, dealt = false) {
    const [old, fresh] = [was, now].map(cards);
    for (const [card, from, to] of moves(old, fresh)) yield { kind: dealt ? "dealt" : "moved", card, from, to };
    const before = named(old, (one) => one.card);
    for (const [name, card] of named(fresh, (one) => one.card)) if (before.has(name)) yield* ofCard(before.get(name), card);
    yield* counts(was, now);
    for (const [i, seat] of now.seats.entries()) {
      const flags = [was.seats[i], seat].map((one) => one.flags.map(({ word }) => word));
      for (const [word, here] of changed(...flags)) yield { kind: "flagged", seat: seat.name, word, now: here };
      if (was.seats[i].out !== seat.out) yield { kind: "out", seat: seat.name, now: seat.out };
    }
    const [had, has] = [was, now].map((one) => one.seats.find((seat) => seat.turn)?.name ?? null);
    if (had !== has) yield { kind: "turn", was: had, now: has };
    yield* shared(was, now);
    const arrows = [was, now].map((one) => one.arrows.map(({ from, word, to }) => JSON.stringify([from, word, to])));
    for (const [arrow, here] of changed(...arrows)) { const [from, word, to] = JSON.parse(arrow); yield { kind: "pointed", from, to, word, now: here }; }
  }
  /** What is gone, and what has come. */
  const changed = (was, now) => [...new Set(was.filter((one) => !now.includes(one)))].map((one) => [one, false]).concat([...new Set(now.filter((one) => !was.includes(one)))].map((one) => [one, true]));
  /** Every card of a drawing with its place, in the order in which they lie. */
  const cards = (drawing) => {
    const found = [], lay = (card, place) => { found.push({ card, place }); for (const one of card.beneath) lay(one, { ...place, under: card.name }); };
    for (const [seat, here] of [[null, drawing.shared], ...drawing.seats.map((one) => [one.name, one])]) {
      for (const { title: area, cards: lying, cells = [] } of here.areas) {
        for (const card of lying) lay(card, { seat, area });
        for (const { name: space, card } of cells) if (card !== null) lay(card, { seat, area, space });
      }
    }
    return found;
  };
  const key = ({ seat, area, space = null, under = null }) => JSON.stringify([seat, area, space, under]);
  const named = (some, of) => new Map(some.filter(({ card }) => card.name !== UNSEEN).map((one) => [one.card.name, of(one)]));
  /** Each card that lies elsewhere: of unknown ones there are fewer in one place and more in another; one that is known
   * from now on, or no more, is one of those. */
  function* moves(old, fresh) {
    const [before, after] = [old, fresh].map((some) => named(some, (one) => one.place)), unknown = [old, fresh].map((some) => some.filter(({ card }) => card.name === UNSEEN).map(({ place }) => place));
    const gone = without(unknown[0], unknown[1]), come = without(unknown[1], unknown[0]), differ = (a, b) => (a && key(a)) !== (b && key(b));
    for (const [name, place] of after) { const lay = before.get(name) ?? taken(gone, place); if (differ(lay, place)) yield [name, lay, place]; }
    for (const [name, place] of before) if (!after.has(name)) { const lies = taken(come, place); if (differ(lies, place)) yield [name, place, lies]; }
    while (gone.length) { const place = gone.shift(); yield [UNSEEN, place, taken(come, place)]; }
    for (const place of come) yield [UNSEEN, null, place];
  }
  const without = (places, others) => {
    const left = others.map(key);
    return places.filter((place) => { const at = left.indexOf(key(place)); if (at >= 0) left.splice(at, 1); return at < 0; });
  };
  const taken = (places, near) => (places.length ? places.splice(Math.max(0, places.findIndex(({ seat }) => seat === near.seat)), 1)[0] : null);
  function* ofCard(was, now) {
    for (const way of ["turned", "down"]) if (was[way] !== now[way]) yield { kind: "turned", card: now.name, way, now: now[way] };
    const marks = [was, now].map((one) => one.marks.map(({ word }) => word));
    for (const [word, here] of changed(...marks)) yield { kind: "marked", card: now.name, word, now: here };
  }
  function* counts(was, now) {
    for (const [seat, a, b] of [[null, was.shared, now.shared], ...now.seats.map((one, i) => [one.name, was.seats[i], one])]) {
      const [before, after] = [a, b].map((one) => new Map(one.counters.map((counter) => [JSON.stringify([counter.word, counter.unit]), counter])));
      for (const of of union(before.keys(), after.keys())) {
        const { word, unit, draw } = after.get(of) ?? before.get(of), [had, has] = [before, after].map((one) => one.get(of)?.value ?? 0);
        if (had !== has) yield { kind: (had !== UNSEEN && has !== UNSEEN && has < had && FALLS[draw]) || "counted", seat, word, unit, was: had, now: has };
      }
    }
  }
  /** Tracks, values beside the table, and boards; null: there is nothing of it. */
  function* shared(was, now) {
    for (const [kind, list, of, value] of [["tracked", "tracks", "title", "value"], ["said", "said", "word", "value"]]) {
      const [before, after] = [was, now].map((one) => new Map(one.shared[list].map((each) => [each[of], each])));
      for (const word of union(before.keys(), after.keys())) {
        const [had, has] = [before, after].map((one) => one.get(word)?.[value] ?? null), [from, to] = [before, after].map((one) => one.get(word)?.side ?? null);
        if (had !== has || from !== to) yield { kind, word, was: had, now: has, ...(kind === "tracked" ? { side: to } : {}) };
      }
    }
    for (const [i, { title: board, cells }] of now.shared.boards.entries()) {
      for (const [k, { name: at, values }] of cells.entries()) {
        const said = [was.shared.boards[i].cells[k].values, values].map((list) => new Map(list.map((one) => [one.word, one.value])));
        for (const word of union(said[0].keys(), said[1].keys())) {
          const [had, has] = said.map((one) => one.get(word) ?? null);
          if (had !== has) yield { kind: "placed", board, at, word, was: had, now: has };
        }
      }
    }
  }
  if (typeof module !== "undefined") module.exports = { happened, differences };
  else Object.assign(globalThis, { happened, differences });
})();
