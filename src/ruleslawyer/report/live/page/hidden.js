// A table as one seat knows it, for a link: what that seat does not know is laid in an order that tells nothing of it,
// and dealt anew, among what may lie there, by whoever opens the link.
"use strict";
const Hidden = (() => {
  const TRIES = 20; // how often hidden values are drawn, until the table looks as it does
  const bare = (type) => (type[0] === "optional" ? type[1] : type);

  /** Each value of a state that is of a sort, or may hold such, by what `does` makes of it: (value, type) to value. */
  const walked = (type, value, of) => {
    const plain = bare(type);
    if (value === null || value === "chance") return value;
    if (plain[0] === "sort") return of.member(plain[1], value);
    if (Array.isArray(value)) return value.map((one) => walked(plain[1], one, of));
    if (plain[0] !== "map") return value;
    const keys = Object.entries(value).map(([key, one]) => of.entry(plain[1], key, () => walked(plain[2], one, of)));
    return Object.fromEntries(keys.filter(Boolean));
  };
  const over = (table, state, of) => {
    const found = {};
    for (const { name, frame, type } of table.scope.state.fields) {
      if (frame && !state[frame]) continue;
      (frame ? (found[frame] ??= {}) : found)[name] = walked(type, (frame ? state[frame] : state)[name], of);
    }
    return found;
  };
  const renamed = (table, state, sort, names) => {
    const member = (of, one) => (of === sort ? names.get(one) ?? one : one);
    return over(table, state, { member, entry: (key, name, value) => [key[0] === "sort" ? member(key[1], name) : name, value()] });
  };
  /** Where a member is: the state, with it as `#`, and nothing of the others that are not known. */
  const place = (table, state, sort, hidden, name) => {
    const member = (of, one) => (of !== sort || !hidden.has(one) ? one : one === name ? "#" : "?");
    const entry = (key, one, value) => { const now = key[0] === "sort" ? member(key[1], one) : one; return now === "?" ? null : [now, value()]; };
    return JSON.stringify(over(table, state, { member, entry }));
  };
  /** Members that may lie in each other's places: of one owner, by what is printed on them, and together at first. */
  const groups = (table, sort, names) => {
    const { printed, initial } = table.scope, players = table.scope.names[table.about.players], found = new Map();
    const first = initial.length ? table.initial()[0].state : null, all = new Set(table.scope.names[sort]);
    for (const name of names) {
      const at = table.scope.names[sort].indexOf(name), owners = Object.values(printed[sort] ?? {}).map((column) => column[at]).filter((one) => players.includes(one));
      const key = JSON.stringify([owners, first && place(table, first, sort, all, name)]);
      found.set(key, [...(found.get(key) ?? []), name]);
    }
    return [...found.values()];
  };
  /** Values that a field of a type may hold, the usual one first; that one alone where they are too many to name. */
  const values = (table, type) => {
    const [kind, low, high] = type;
    if (kind === "optional") return [null, ...values(table, low)];
    if (kind === "bool") return [false, true];
    if (kind === "int") return low === null || high === null ? [0] : Array.from({ length: high - low + 1 }, (_, k) => low + k);
    if (kind === "map") return [Object.fromEntries(table.names(low).map((name) => [name, values(table, high)[0]]))];
    return table.names(type) ?? [[]];
  };
  /** The state with another value in each field, or entry of one, that a seat does not see: `pick` of those it may have. */
  const covered = (table, state, seat, pick) => table.covered(state, seat).reduce((found, { frame, field, keys }) => {
    const record = frame === null ? found : found[frame], type = table.scope.state.fields.find((one) => one.name === field && (one.frame || null) === frame).type;
    const held = keys === null ? pick(values(table, type)) : { ...record[field], ...Object.fromEntries(keys.map((key) => [key, pick(values(table, type[2]))])) };
    return frame === null ? { ...found, [field]: held } : { ...found, [frame]: { ...record, [field]: held } };
  }, state);
  const look = (table, state, seat) => JSON.stringify(table.observe(state, seat));
  const laid = (table, state, seat, order) => table.about.seen.reduce((found, sort) => {
    const names = table.unknown(state, seat, sort), hidden = new Set(names), now = new Map();
    for (const group of groups(table, sort, names)) {
      const ordered = order(group, (name) => place(table, state, sort, hidden, name));
      ordered.forEach((name, i) => now.set(name, group[i]));
    }
    return renamed(table, found, sort, now);
  }, state);

  /** The same table to this seat, and the same whatever lies where it does not look. */
  const told = (table, state, seat) => {
    const usual = covered(table, state, seat, ([first]) => first);
    if (look(table, usual, seat) !== look(table, state, seat)) throw new RangeError("a link would tell what is hidden here");
    return laid(table, usual, seat, (group, where) => {
      const places = new Map(group.map((name) => [name, where(name)]));
      return [...group].sort((a, b) => (places.get(a) < places.get(b) ? -1 : places.get(a) > places.get(b) ? 1 : 0));
    });
  };
  /** The same table to this seat, with anything where it does not look. */
  const dealt = (table, state, seat) => {
    const seen = look(table, state, seat), any = (list) => list[Math.floor(Math.random() * list.length)];
    const drawn = Array.from({ length: table.about.covered.length ? TRIES : 0 }, () => covered(table, state, seat, any));
    return laid(table, drawn.find((one) => look(table, one, seat) === seen) ?? state, seat, (group) => {
      const found = [...group];
      for (let i = found.length - 1; i > 0; i--) { const j = Math.floor(Math.random() * (i + 1)); [found[i], found[j]] = [found[j], found[i]]; }
      return found;
    });
  };
  return { told, dealt };
})();
if (typeof module !== "undefined") module.exports = { Hidden };
