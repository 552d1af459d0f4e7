// States as short texts: each by how it differs from the first beginning, and by what was met in it so far; as in
// positions.py, which says how.
"use strict";
const StateTexts = (() => {
  const SHORT = 16, MOST = 64;
  const refuse = () => { throw new RangeError("damaged"); };
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const length = (number) => (number ? number.toString(2).length : 0);
  const check = (state) => { let a = 1, b = 0; for (const byte of state) { a = (a + byte) % 65521; b = (b + a) % 65521; } return BigInt(b); };

  class Writer {
    taken = [];
    pick(weights, which) { return this.taken.push([sum(weights.slice(0, which)), weights[which], sum(weights)]), which; }
    even(total, which) { return this.taken.push([which, 1, total]), which; }
    number(last) {
      for (const [start, weight, total] of this.taken.reverse().map((one) => one.map(BigInt))) last = last / weight * total + start + last % weight;
      return last;
    }
  }
  class Reader {
    constructor(number) { this.left = number; }
    pick(weights) {
      const total = BigInt(sum(weights)), slot = Number(this.left % total);
      let which = 0, start = 0;
      while (slot >= start + weights[which]) start += weights[which++];
      this.left = this.left / total * BigInt(weights[which]) + BigInt(slot - start);
      return which;
    }
    even(total) {
      if (!total) refuse();
      const which = this.left % BigInt(total);
      this.left /= BigInt(total);
      return typeof total === "bigint" ? which : Number(which);
    }
  }

  class Part {
    constructor(field, count, masks, prints) {
      let { type } = field;
      const keys = [];
      for (; type[0] === "map"; type = type[2]) keys.push(type[1]);
      Object.assign(this, { frame: field.frame, at: field.offset, size: field.size, pile: field.kind === "pile" });
      this.count = keys.map(count).reduce((a, b) => a * b, 1);
      this.key = JSON.stringify(keys.slice(-1));
      this.end = this.at + this.count * this.size;
      this.saysWhere = !this.frame && keys.length === 1 && type[0] === "enum";
      this.prints = (type[0] === "int" && keys.length && prints[keys[keys.length - 1][1]]) || null;
      this.members = this.pile ? count(type[1]) : 0;
      this.repeats = this.pile && type[1][0] === "enum";
      this.width = this.pile ? 2 : this.size;
      this.stored = Array.from({ length: this.count ? 8 * this.width : 0 }, (_, bit) => bit).filter((bit) => masks[this.at + (bit >> 3)] >> (bit & 7) & 1);
      this.signed = this.width === 8 && this.stored.length === 64;
    }
    load(state, at) {
      const number = this.stored.reduceRight((found, bit) => 2n * found + BigInt(state[at + (bit >> 3)] >> (bit & 7) & 1), 0n);
      return !this.signed ? number : number < 2n ** 63n ? 2n * number : 2n * (2n ** 64n - number) - 1n;
    }
    store(state, at, number) {
      if (this.signed) number = number % 2n ? 2n ** 64n - (number + 1n) / 2n : number / 2n;
      state.fill(0, at, at + this.width);
      for (const bit of this.stored) { if (number & 1n) state[at + (bit >> 3)] |= 1 << (bit & 7); number >>= 1n; }
    }
  }

  return class {
    /** The members of each sort that have the same print, but for whose they are, and what else names others. */
    static alike(printed, attributes) {
      return Object.fromEntries(Object.entries(printed).map(([sort, columns]) => {
        const plain = Object.keys(columns).filter((name) => !JSON.stringify(attributes[sort][name]).includes("sort")).map((name) => columns[name]);
        const rows = Object.values(columns)[0].map((_, i) => JSON.stringify(plain.map((column) => column[i])));
        return [sort, rows.map((row) => rows.indexOf(row))];
      }));
    }
    /** count: how many members a sort or an enum has; masks: the bits that are stored; first: the state that others differ from. */
    constructor(fields, frames, count, masks, first, prints) {
      const opened = frames.map((_, offset) => ({ type: ["bool"], frame: "", size: 1, kind: "number", offset })), places = new Map();
      Object.assign(this, { frames, first, parts: [...opened, ...fields].map((field) => new Part(field, count, masks, prints)).filter((part) => part.count) });
      for (const part of this.parts) {
        part.place = places.get(part.key);
        if (part.saysWhere && !part.place) places.set(part.key, part);
      }
    }
    text(state) {
      const writer = new Writer(), bytes = [];
      this.walk(writer, state.slice());
      for (let number = writer.number(check(state)); number; number >>= 8n) bytes.push(Number(number & 255n));
      return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    }
    /** The bytes that a text is of, which may be no state; what is damaged is refused. */
    state(text) {
      if (text.length > 64 + 2 * this.first.length || /[^\w-]/.test(text)) refuse();
      const packed = Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0).toString(16).padStart(2, "0"));
      const reader = new Reader(BigInt(`0x0${packed.reverse().join("")}`)), state = new Uint8Array(this.first.length);
      this.walk(reader, state);
      return reader.left === check(state) ? state : refuse();
    }
    walk(coder, state) {
      const changed = [[1, 1], [1, 1]];
      let which = 0;
      for (const part of this.parts) {
        if (part.frame && !state[this.frames.indexOf(part.frame)]) continue;
        const same = this.first.subarray(part.at, part.end), counts = changed[which]; // neighbours go together
        which = coder.pick(counts, +state.subarray(part.at, part.end).some((byte, i) => byte !== same[i]));
        counts[which]++;
        if (which) this.leaves(coder, state, part); else state.set(same, part.at);
      }
    }
    leaves(coder, state, part) {
      const near = new Map(), far = new Map(), { place, prints } = part, lengths = Array.from({ length: part.stored.length + 1 }, (_, i) => Math.max(1, MOST >> Math.min(i, 31)));
      for (let i = 0, at = part.at; at < part.end; i++, at += part.size) {
        const keys = [...(prints ? [`${prints[i % prints.length]}`] : []), `${part.load(this.first, at)} ${place ? state[place.at + i % place.count] : 0}`];
        for (const key of keys) if (!near.has(key)) near.set(key, new Map());
        const number = this.number(coder, [...keys.map((key) => near.get(key)), far], lengths, part.load(state, at));
        part.store(state, at, number);
        if (part.pile) this.items(coder, state, part, at, Number(number));
      }
    }
    number(coder, met, lengths, number) {
      const far = met[met.length - 1], known = [...far.keys()];
      let weights = known.map(() => 0), anew = 1;
      for (const counts of met) {
        const fresh = Math.max(1, counts.size), all = sum([...counts.values()]) + fresh;
        weights = weights.map((weight, i) => all * weight + anew * (counts.get(known[i]) ?? 0));
        anew *= fresh;
      }
      const which = coder.pick([...weights, anew], far.has(number) ? known.indexOf(number) : known.length);
      number = which < known.length ? known[which] : this.anew(coder, lengths, number);
      for (const counts of met) counts.set(number, (counts.get(number) ?? 0) + 1);
      return number;
    }
    anew(coder, lengths, number) {
      if (lengths.length <= SHORT + 1) return coder.even(1n << BigInt(lengths.length - 1), number);
      const which = coder.pick(lengths, length(number)), top = 1n << BigInt(which) >> 1n;
      lengths[which] += MOST;
      return top + coder.even(top || 1n, number - top);
    }
    items(coder, state, part, at, count) {
      if (2 * count + 2 > part.size) refuse();
      const left = Array.from({ length: part.members }, (_, i) => i), view = new DataView(state.buffer, state.byteOffset);
      for (let to = at + 2; to < at + 2 + 2 * count; to += 2) {
        const which = coder.even(left.length, Math.max(0, left.indexOf(view.getUint16(to, true))));
        view.setUint16(to, left[which], true);
        if (!part.repeats) left.splice(which, 1);
      }
    }
  };
})();
