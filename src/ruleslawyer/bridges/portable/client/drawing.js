// A state as a drawing, by the declared view of the ruleset: the same data as the tool's own drawings, from the same
// declaration. `new Drawings(table)` of a table of rulebook.js; `draw` makes a drawing, `sentence` says what an action is.
"use strict";
(() => {
  const UNSEEN = "?", HOLE = /\{([^{}]*)\}/g;
  const KIND = /\bthe ((?:(?!(?:of|to|with|in|at|for|upon)\b)\w+ ){1,2})\{(\w+)\}/g; // before the place of a card's name
  const bare = (type) => (type && type[0] === "optional" ? type[1] : type);
  const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const nothing = (value) => value === null || value === undefined || value === false || value === 0; // of numbers, too
  const empty = (value) => nothing(value) || (typeof value === "object" && !Object.keys(value).length);
  const equal = (a, b) => {
    if ((a ?? null) === (b ?? null)) return true;
    if (typeof a !== "object" || typeof b !== "object" || !a || !b || Array.isArray(a) !== Array.isArray(b)) return false;
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => key in b && equal(a[key], b[key]));
  };

  // --- words
  const lower = (name) => (name.replace(/\P{L}/gu, "").length < 3 ? name : name.replace(/_/g, " ").toLowerCase());
  const signed = (value) => String(value).replace(/-/g, "−");
  const words = (value) => {
    if (value === null || value === undefined) return "nobody";
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (typeof value === "number") return signed(value);
    if (Array.isArray(value)) return value.map(words).join(", ") || "nothing";
    if (typeof value === "object") return Object.entries(value).map(([key, one]) => `${plainName(key)} ${words(one)}`).join(", ");
    return value !== value.toUpperCase() ? plainName(value) : lower(value);
  };
  const beside = (value) => (value === true ? "" : words(value));
  const keyed = (value) => (value === true ? "True" : value === false ? "False" : value === null ? "None" : String(value));

  /** A state by names: fields, and what leads on from a member. */
  /** A space whose name is that of a player and a number: whose it is, and how it is called there. */
  const spaceOf = (name, players) => {
    const whose = players.find((player) => name.startsWith(player) && /^\d+$/.test(name.slice(player.length)));
    return whose === undefined ? ["", name] : [whose, `space ${name.slice(whose.length)}`];
  };
  /** A member as a sentence names it: Bob’s space 13, Ann Co, Ring 2. */
  const plainName = (name, players = []) => {
    const [whose, space] = spaceOf(name, players);
    return whose ? `${whose}’s ${space}` : name.replace(/(?<=[a-z])(?=[A-Z])|(?<=[a-z]{2})(?=\d)/g, " ");
  };

  class Look {
    constructor(drawings, values) { this.of = drawings; this.values = values; }
    field(name) {
      const [frame, ...inner] = name.split("."), held = this.values[frame] ?? null;
      return inner.length && held !== null ? held[inner.join(".")] ?? null : held;
    }
    at(name, member) {
      const held = name ? this.field(name) : null;
      return isMap(held) ? held[member] ?? null : null;
    }
    path(sort, member, path) {
      let value = member;
      for (const [step, of] of this.of.steps(sort, path) ?? [[null]]) {
        if (step === null) return null;
        if (value === null) break;
        value = of === null ? this.at(step, value) : this.of.attribute(of, step, value);
      }
      return value;
    }
  }

  /** The drawings of the states of one scope. */
  class Drawings {
    constructor(table) {
      this.table = table;
      this.about = table.about;
      this.scope = table.scope;
      this.view = table.about.view;
      this.cards = this.view.cards;
      this.players = this.scope.names[this.about.players];
      this.members = this.cards ? this.scope.names[this.cards.sort] : [];
      this.fields = Object.fromEntries(this.scope.state.fields.map((f) => [f.frame ? `${f.frame}.${f.name}` : f.name, f.type]));
      this.named = new Set(Object.values(this.scope.names).flat());
      this.printed = new Map();
      this.spaces = this.spacesOf();
      this.hiddenCard = `a hidden ${plainName(this.cards?.sort ?? "Card").toLowerCase()}`;
      const titles = this.view.areas.map((area) => area.title).filter((title) => title.includes(" ") && title.split(" ").every((word) => /^[A-Z][^A-Z]*$/.test(word)));
      this.titles = titles.map((title) => [title, new RegExp(`\\b${title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\b`, "gi")]); // each with where it stands, in whatever letters
    }
    attribute(sort, name, member) {
      const column = this.scope.printed[sort]?.[name];
      return column && member !== UNSEEN ? column[this.scope.names[sort].indexOf(member)] ?? null : null;
    }
    type(sort, name) { // of an attribute, or of a field by members of a sort
      const type = this.about.attributes[sort]?.[name] ?? this.fields[name];
      return bare(this.about.attributes[sort]?.[name] ? type : type?.[0] === "map" ? type[2] : ["bool"]);
    }
    steps(sort, path) {
      const found = [];
      let at = sort;
      for (const step of path.split(".")) {
        if (at === null) return null;
        const type = this.type(at, step);
        found.push([step, step in (this.about.attributes[at] ?? {}) ? at : null]);
        at = type[0] === "sort" ? type[1] : null;
      }
      return found;
    }
    spacesOf() { // of the grid on which cards lie: each space, and whose it is
      if (!this.cards?.slot) return new Map();
      const sort = this.type(this.cards.sort, this.cards.slot)[1], found = new Map(this.scope.names[sort].map((space) => [space, null]));
      for (const [name, type] of Object.entries(this.about.attributes[sort] ?? {})) {
        if (type[0] === "sort" && type[1] === this.about.players) for (const space of found.keys()) found.set(space, this.attribute(sort, name, space));
      }
      return found;
    }
    turn(look) {
      const found = this.view.seats.turn === null ? null : look.field(this.view.seats.turn);
      return Array.isArray(found) ? found[0] ?? null : found;
    }
    /** A drawing of a state. before: the state of which the differences are marked; asked: an action that somebody wants
     *  to take; seat: the player whose sight it is, so that cards which they do not know lie face down. */
    draw(state, { before = null, asked = null, seat = null } = {}) {
      const seen = (one) => (seat === null ? one : this.table.observe(one, seat)), sees = this.sight(state);
      const hidden = seat === null ? [] : this.members.filter((card) => sees.get(card)?.includes(this.players.indexOf(seat)));
      const full = new Look(this, state), now = seat === null ? full : new Look(this, seen(state));
      const wanted = new Set(asked === null ? [] : Object.values(asked.args).filter((value) => typeof value === "string"));
      return new Drawing(this, now, before === null ? now : new Look(this, seen(before)), wanted, full, new Set(this.view.cards?.secret ? [] : hidden), seat === null ? sees : new Map()).json();
    }
    sight(state) { // of each card that is hidden from somebody: the seats that do not know it
      const kind = this.cards ? this.about.seen.indexOf(this.cards.sort) : -1, found = new Map();
      if (kind >= 0) this.players.forEach((player, seat) => {
        for (const card of this.table.unknown(state, player, this.cards.sort)) found.set(card, [...(found.get(card) ?? []), seat]);
      });
      return found;
    }
    /** Of what somebody chose whom one does not see choosing: only that they did. */
    taken({ action, args }) {
      const { actor } = this.table.byName.get(action), says = action.replaceAll("_", " ");
      return actor && args[actor] ? `${args[actor]}: ${says}` : says;
    }
    sentence({ action, args }, state, hidden = new Set()) {
      const chosen = Object.values(args).flat(); // what chance gives a hidden member besides its owner, as a face, is hidden with it
      const tells = chosen.some((one) => hidden.has(one)) && !chosen.every((one) => hidden.has(one) || this.players.includes(one));
      const kind = this.table.byName.get(action)?.kind;
      if (tells && kind === "chance") return this.taken({ action, args });
      if (kind === "joint") // a part of it may not be made yet, or be nobody's
        args = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, isMap(value) ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) : value]));
      const veil = (value) => (typeof value === "string" && hidden.has(value) ? UNSEEN : Array.isArray(value) ? value.map(veil) : value);
      const look = state === null ? null : new Look(this, state), said = (value, look) => this.choiceText(veil(value), look);
      const given = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, veil(value)])), form = this.view.deeds[action];
      const veiled = (name) => given[name] !== UNSEEN ? undefined : this.members.includes(args[name]) ? this.hiddenCard : this.players.includes(args[name]) ? "somebody" : "something hidden";
      if (form === undefined) {
        const named = Object.entries(given).filter(([name]) => name !== "who").map(([name, value]) => `${name.replace(/_/g, " ")} ${veiled(name) ? "hidden" : said(value)}`);
        return ("who" in given ? `${given.who}: ` : "") + action.replace(/_/g, " ") + (named.length ? ` (${named.join(", ")})` : "");
      }
      const filled = { ...given, turn: look && this.turn(look) };
      const kinds = form.replace(KIND, (whole, kind, name) => (veiled(name) === this.hiddenCard ? `a hidden ${kind.trim()}` : whole));
      const told = kinds.replace(HOLE, (whole, name) => (Object.hasOwn(filled, name) ? veiled(name) ?? said(filled[name], look) : whole));
      return this.titles.reduce((text, [title, named]) => text.replace(named, title), told);
    }
    choiceText(value, look = null) { // the name of a member as it is, and a space with the card that lies there
      if (typeof value !== "string" || !this.named.has(value)) return words(value);
      if (!this.spaces.has(value)) return plainName(value);
      const where = plainName(value, this.players);
      const lies = look === null ? undefined : this.members.find((card) => look.at(this.cards.slot, card) === value);
      return lies === undefined ? where : `${plainName(lies)} (${where})`;
    }
    prints(card) {
      if (!this.printed.has(card)) this.printed.set(card, this.cards.prints.flatMap((one) => this.printing(card, one)));
      return this.printed.get(card);
    }
    printing(card, print) {
      const { sort } = this.cards, of = (name) => this.attribute(sort, name, card), isOne = ([name, values]) => values.includes(of(name));
      if (!Object.entries(print.only).every(isOne) || Object.entries(print.unless).some(isOne)) return [];
      const own = print.field in this.about.attributes[sort], value = own ? of(print.field) : this.scope.numbers[print.field];
      const book = own || this.about.book[print.field] === value ? null : words(this.about.book[print.field]), found = [];
      for (const [key, one] of isMap(value) ? Object.entries(value) : [["", value]]) {
        if (nothing(one) || (empty(one) && !print.always)) continue;
        const form = print.words[keyed(one)], yes = one === true;
        const text = form !== undefined ? form.replace(HOLE, (_, name) => words(of(name))) : yes ? (key ? lower(key) : print.word) : this.choiceText(one);
        let unit = yes ? "" : print.unit.replaceAll("{key}", key), { word } = print;
        if (key && !yes && !print.unit.includes("{key}")) {
          if (unit) unit = `${unit} ${lower(key)}`;
          else word = `${word} ${lower(key)}:`.trim();
        }
        found.push({ text, unit, word, look: print.look, cited: false, book });
      }
      return found;
    }
  }

  class Drawing {
    /** full: the state that tells where a card lies of which only the back is seen, one of `backs`; unseen: the seats
     *  from which a card is hidden. */
    constructor(of, now, was, wanted, full, backs, unseen) {
      Object.assign(this, { of, view: of.view, cards: of.cards, now, was, wanted, full, backs, unseen });
      this.under = new Map();
      if (!this.cards) return;
      this.lie();
      for (const [card, one] of this.over) this.under.set(one, [...(this.under.get(one) ?? []), card]);
    }
    round(over, card) { // whether a card lies beneath itself
      let at = over.get(card);
      for (let left = over.size; at !== null && at !== card && left; left--) at = over.get(at) ?? null;
      return at === card;
    }
    json() {
      const { of, view } = this, turn = of.turn(this.now), differs = (name) => !equal(this.now.field(name), this.was.field(name));
      return {
        seats: of.players.map((name, number) => this.seat(number, name, turn)),
        shared: {
          areas: this.areas(null),
          boards: view.boards.map((board) => this.board(board)),
          tracks: view.tracks.filter((one) => this.now.field(one.field) !== null).map((one) => this.track(one)),
          counters: view.counters.flatMap((one) => this.counters(one, null)),
          said: Object.entries(view.said).filter(([name]) => !nothing(this.now.field(name))).map(([name, word]) => ({ word, value: beside(this.now.field(name)), changed: differs(name) })),
        },
        arrows: view.arrows.flatMap((one) => this.arrows(one)),
        turned: lower(view.cards?.turned ?? ""),
        numbers: of.scope.shrunk.map((name) => ({ name, value: of.scope.numbers[name], book: of.about.book[name] })),
      };
    }
    seat(number, name, turn) {
      const { out, flags } = this.view.seats;
      return {
        name, number, turn: name === turn, out: ![null, false, UNSEEN].includes(this.now.at(out, name)), asked: this.wanted.has(name),
        flags: Object.entries(flags).map(([field, word]) => [word, this.now.at(field, name), this.was.at(field, name)]).filter(([, now]) => !empty(now)).map(([word, now, was]) => ({ word: now === UNSEEN ? `${word} ${UNSEEN}` : word, changed: !equal(now, was) })),
        counters: this.view.counters.flatMap((one) => this.counters(one, name)),
        areas: this.areas(name),
      };
    }
    counters(counter, seat) {
      const type = this.of.fields[counter.field];
      if ((type[0] === "map" && type[1][0] === "sort" && type[1][1] === this.of.about.players) !== (seat !== null)) return [];
      const pick = (look) => { const held = look.field(counter.field); return seat === null ? held : held?.[seat] ?? null; };
      const now = pick(this.now), was = pick(this.was), size = (value) => (Array.isArray(value) ? value.length : value);
      const part = (held, key) => (isMap(held) ? held[key] : held), keys = isMap(now) ? Object.keys(now) : isMap(was) ? Object.keys(was) : [""];
      return keys.map((key) => [key, part(now, key), part(was, key)]).map(([key, a, b]) => ({
        word: counter.word.replaceAll("{key}", lower(key)), unit: counter.unit.replaceAll("{key}", key), draw: counter.draw, value: size(a) || 0, before: size(b) || 0, cited: false,
      })).filter((one) => one.value || one.before || counter.always);
    }

    // --- cards
    lies(card) { return this.backs.has(card) ? this.full : this.now; }
    path(look, card, path) { return path ? look.path(this.cards.sort, card, path) : null; }
    where(card) { return this.cards.where.map((name) => this.lies(card).at(name, card)).find((value) => value !== null) ?? null; }
    isPerson(place) {
      return this.of.players.includes(place) && this.cards.where.some((name) => { const [kind, sort] = this.of.type(this.cards.sort, name); return kind === "sort" && sort === this.of.about.players; });
    }
    side(card, place) { // at whose seat a card lies; null where it is nobody's
      const look = this.lies(card), space = look.at(this.cards.slot, card);
      const said = [space === null ? null : this.of.spaces.get(space) ?? null, this.isPerson(place) ? place : null, this.path(look, card, this.cards.seat), this.path(look, card, this.cards.owner)];
      const found = said.find((one) => one !== null) ?? null;
      return this.of.players.includes(found) ? found : null;
    }
    /** The parts of all areas, and the card that each card lies beneath: each is drawn once, as lying.py says. */
    lie() {
      const { members } = this.of, { areas } = this.view, backs = members.filter((card) => this.backs.has(card)), piled = (look, name) => { const held = look.field(name) ?? []; return isMap(held) ? Object.values(held).flat() : held; };
      this.taken = new Set(); // their place in a row tells nothing of backs
      this.here = [...members.filter((card) => !this.backs.has(card)), ...backs].map((card) => [card, this.where(card)]).filter(([, place]) => place !== null).map(([card, place]) => [card, place, this.side(card, place)]);
      const piles = areas.map((area) => (area.of === null ? null : this.pile(area)));
      if (backs.length) for (const area of areas) if (area.of !== null) for (const card of piled(this.full, area.of)) this.taken.add(card);
      this.parts = areas.flatMap((area, n) => piles[n] ?? this.places(area));
      this.over = new Map();
      if (!this.cards.beneath) return;
      const said = new Map(members.map((card) => [card, this.now.at(this.cards.beneath, card)])), inPiles = new Set(this.parts.filter(({ area }) => area.draw === "pile").flatMap(({ cards }) => cards));
      const over = new Map([...said].filter(([card, one]) => one !== null && one !== UNSEEN && !inPiles.has(card) && !this.round(said, card)));
      const lowest = (card) => { while (over.has(card)) card = over.get(card); return card; };
      for (const [card, one] of over) if (this.taken.has(lowest(one))) this.over.set(card, one);
    }
    part(area, seat, title, cards, always) {
      const left = cards.filter((card) => card === UNSEEN || !this.taken.has(card)), beside = seat === null && !area.shared && area.of === null;
      for (const card of left) if (card !== UNSEEN) this.taken.add(card);
      return { area, seat, title, cards: left, always: always && !beside };
    }
    pile(area) {
      const held = this.now.field(area.of), type = this.of.fields[area.of];
      if (type[0] !== "map") return [this.part(area, null, area.title, [...(held ?? [])], area.always)];
      const mine = !area.shared && type[1][0] === "sort" && type[1][1] === this.of.about.players;
      return Object.entries(held ?? {}).map(([key, cards]) => this.part(area, mine ? key : null, mine ? area.title : `${area.title} ${key}`.trim(), [...cards], area.always));
    }
    places(area) {
      const seats = area.shared ? [null] : [...this.of.players, null];
      if (area.at.length) return seats.map((seat) => this.at(area, seat, area.title, area.at, area.always || (area.draw === "grid" && seat !== null)));
      const named = new Set(this.view.areas.flatMap(({ at }) => at)), every = this.cards.where.flatMap((name) => this.of.table.names(this.of.type(this.cards.sort, name)));
      return [...new Set(every)].filter((place) => !named.has(place)).flatMap((place) => seats.map((seat) => {
        const person = this.isPerson(place), title = person && seat === place ? area.title || place : `${area.title} ${place}`.trim();
        return this.at(area, seat, title, [place], seat === null || !person || seat === place);
      }));
    }
    at(area, seat, title, places, always) {
      return this.part(area, seat, title, this.here.filter(([, place, side]) => places.includes(place) && (area.shared || side === seat)).map(([card]) => card), always);
    }
    areas(seat) { return !this.cards ? [] : this.parts.filter((part) => part.seat === seat && (part.always || this.top(part).length)).map((part) => this.area(part)); }
    top({ cards }) { return cards.filter((card) => !this.over.has(card)); }
    area(part) {
      const { area, seat, title } = part, top = this.top(part), slots = new Map(top.map((card) => [card, this.lies(card).at(this.cards.slot, card)]));
      const draw = this.view.derived && area.at.length && seat !== null && [...slots.values()].some((one) => one !== null) ? "grid" : area.draw;
      if (draw !== "grid") return { title, draw, cards: top.map((card) => this.card(card)) };
      const at = new Map([...slots].map(([card, space]) => [space, card]));
      const cells = [...this.of.spaces].filter(([, whose]) => area.shared || whose === seat).map(([name]) => ({
        name, card: at.has(name) ? this.card(at.get(name)) : null, ghost: at.has(name) ? null : this.ghost(name), asked: this.wanted.has(name),
      }));
      const columns = this.of.scope.columns[this.of.type(this.cards.sort, this.cards.slot)[1]] ?? Math.max(1, Math.min(cells.length, 5));
      const placed = new Set(cells.map(({ name }) => at.get(name)));
      return { title, draw, cards: top.filter((card) => !placed.has(card)).map((card) => this.card(card)), cells, columns };
    }
    ghost(space) { // a card that is on its way to an empty space, or that somebody wants to put there
      const coming = this.of.members.find((card) => this.now.at(this.cards.bound, card) === space) ?? (this.wanted.has(space) ? this.of.members.find((card) => this.wanted.has(card)) : undefined);
      return coming === undefined ? null : this.card(coming);
    }
    card(held) {
      const { cards } = this, back = this.backs.has(held), name = back ? UNSEEN : held, owner = this.of.players.indexOf(this.path(this.now, name, cards.owner));
      const kind = cards.kind ? this.of.attribute(cards.sort, cards.kind, name) : null, is = (field) => !empty(this.now.at(field, name));
      const moved = [...cards.where, cards.slot, cards.beneath, cards.turned, cards.down].some((field) => field && !equal(this.now.at(field, name), this.was.at(field, name)));
      return {
        name, kind: kind === null ? "" : lower(String(kind)), owner: owner < 0 ? null : owner, prints: name === UNSEEN ? [] : this.of.prints(name), marks: this.marks(name),
        turned: is(cards.turned), down: name === UNSEEN || is(cards.down), changed: moved, asked: this.wanted.has(name),
        hidden: this.unseen.get(name) ?? [], beneath: (this.under.get(held) ?? []).map((one) => this.card(one)),
      };
    }
    marks(card) {
      return Object.entries(this.cards.marks).flatMap(([field, word]) => {
        const now = this.path(this.now, card, field), was = this.path(this.was, card, field);
        const said = isMap(now) ? Object.entries(now).filter(([, v]) => !empty(v)).map(([key, v]) => (v === true ? lower(key) : `${words(v)} ${plainName(key)}`)).join(", ") : beside(now);
        return empty(now) || (isMap(now) && !said) ? [] : [{ word: `${word} ${said}`.trim(), changed: !equal(now, was), cited: false }];
      });
    }

    // --- what is nobody's
    board(board) {
      const { sort, title, shows } = board, members = this.of.scope.names[sort], side = Math.max(1, Math.round(Math.sqrt(members.length)));
      const spots = this.spots(board, members), joined = (one) => (board.lines ? this.of.attribute(sort, board.lines, one) ?? [] : []);
      const cells = members.map((name) => ({
        name, asked: this.wanted.has(name), row: spots.get(name)?.[0] ?? null, column: spots.get(name)?.[1] ?? null,
        values: shows.flatMap((field) => {
          const printed = field in (this.of.about.attributes[sort] ?? {}), at = (look) => (printed ? this.of.attribute(sort, field, name) : look.at(field, name));
          const now = at(this.now), changed = !equal(now, at(this.was)), type = this.of.type(sort, field), isPerson = type[0] === "sort" && type[1] === this.of.about.players;
          const value = now !== null || isPerson ? beside(now) : "nothing";
          return empty(now) && !changed ? [] : [{ word: shows.length === 1 && now !== true ? "" : field.replace(/_/g, " "), value, changed }];
        }),
      }));
      const usual = board.columns || (this.of.scope.columns[sort] ?? (side * side === members.length ? side : Math.min(members.length, 6)));
      const lines = members.flatMap((a, k) => members.slice(k + 1).filter((b) => joined(a).includes(b) || joined(b).includes(a)).map((b) => [a, b]));
      return { title, columns: spots.size ? Math.max(...[...spots.values()].map(([, column]) => column)) : usual, cells, lines };
    }
    /** The row and column of each place, from 1 and without empty ones; none where they are not said of all. */
    spots({ sort, row, column }, members) {
      if (row === null || column === null) return new Map();
      const found = members.map((one) => [row, column].map((name) => this.of.attribute(sort, name, one)));
      if (new Set(found.map(String)).size < members.length || !found.flat().every(Number.isInteger)) return new Map();
      const [rows, columns] = [0, 1].map((k) => [...new Set(found.map((spot) => spot[k]))].sort((a, b) => a - b));
      return new Map(members.map((one, i) => [one, [rows.indexOf(found[i][0]) + 1, columns.indexOf(found[i][1]) + 1]]));
    }
    track({ field, title, side, end }) {
      const [, low, high] = this.of.fields[field], value = this.now.field(field), before = this.was.field(field) ?? value, { numbers } = this.of.scope;
      const ends = end === null ? Infinity : Math.max(numbers[end], ...[value, before].filter((one) => one !== UNSEEN).map(Math.abs)), own = this.of.about.book[end];
      return {
        title, low: Math.max(low, -ends), high: Math.min(high, ends), value, before, book: end === null || own === ends ? null : own,
        side: side === null ? null : this.now.field(side), side_before: side === null ? null : this.was.field(side),
      };
    }
    arrows({ field, word, to }) {
      const held = this.now.field(field), isName = (value) => typeof value === "string";
      if (to !== null) { const end = this.now.field(to); return isName(held) && isName(end) && held !== UNSEEN && end !== UNSEEN ? [{ from: held, to: end, word }] : []; }
      if (!isMap(held)) return [];
      return Object.entries(held).flatMap(([from, some]) => [some].flat().filter((one) => isName(one) && one !== UNSEEN).map((one) => ({ from, to: one, word })));
    }
  }

  if (typeof module !== "undefined") module.exports = { Drawings, plainName, spaceOf };
  else globalThis.Drawings = Object.assign(Drawings, { parts: { plainName, spaceOf } });
})();
