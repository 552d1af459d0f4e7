// A drawing as a picture: the same SVG as the tool's own pictures, shape by shape; a style sheet knows its classes.
// `picture(drawing, size, label, live)` gives its text; `letters(drawing)` says the table in lines.
"use strict";
(() => {
  const { plainName, spaceOf } = typeof module !== "undefined" ? require("./drawing.js") : globalThis.Drawings.parts;
  const SIZES = { large: { width: 760, kind: "tabletop" }, middle: { width: 600, kind: "tabletop middle" }, narrow: { width: 316, kind: "tabletop narrow" } };
  const USUAL = { card: 132, least: 58, text: 13, gap: 8 }, SMALL = 12 / 13, GLYPHS = "●■▲◆▼★", UNSEEN = "?", MOST_TOKENS = 8, LEAST_STEP = 18, BESIDE_MARKER = 20, LINE = 18;
  const TOKENS = {
    coins: '<circle cx="6" cy="6" r="5"/>',
    hearts: '<path d="M6 11 1.500 6.400a2.700 2.700 0 0 1 3.800-3.800l.7.7.7-.7a2.700 2.700 0 0 1 3.800 3.800z"/>',
    shields: '<path d="M6 1 11 2.800v3.500c0 2.700-2.100 4.400-5 5.200C3.100 10.700 1 9 1 6.300V2.800z"/>',
  };
  const EYE = '<path class="eye" d="M0 5q6-7 12 0q-6 7-12 0z"/><circle cx="6" cy="5" r="1.8"/>', SHUT = '<path class="eye" d="M0 5q6-7 12 0q-6 7-12 0zM1 10 11 0"/>';

  // --- numbers and text as the tool writes them
  const even = (x) => { const low = Math.floor(x); return x - low === 0.5 ? low + (low % 2) : Math.round(x); }; // halves go to the even one
  const places = (x, digits) => String(even(x * 10 ** digits) / 10 ** digits);
  const significant = (x, digits) => (x ? places(x, digits - 1 - Math.floor(Math.log10(Math.abs(x)))) : "0");
  const short = (x) => significant(x, 4), plain = (x) => significant(x, 6), fixed = (x) => (even(x * 10) / 10).toFixed(1);
  const signed = (value) => String(value).replace(/-/g, "−");
  const escaped = (text) => String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;").replace(/'/g, "&#x27;");
  const glyph = (seat) => GLYPHS[seat % GLYPHS.length];
  const wide = (text, size, bold = false) => {
    const letters = [...text], narrow = letters.filter((c) => "iljtfrI.,:;'|!() ".includes(c)).length;
    return (letters.length - narrow * 0.4) * size * (bold ? 0.76 : 0.7);
  };
  const shortened = (text, room, size) => {
    let letters = [...text];
    const most = Math.ceil(room / (0.42 * size)) + 2; // more of the narrowest have no room: whole decks are named here
    if (letters.length > most) letters = [...letters.slice(0, most).join("").trimEnd(), "…"];
    while (letters.length > 2 && wide(letters.join(""), size) > room) letters = [...letters.slice(0, -2).join("").trimEnd(), "…"];
    return letters.join("");
  };
  const PART = 3; // letters of a word that a hyphen parts from the rest, at least
  const beginOf = (letters, room, size) => {
    const { length } = letters;
    if (wide(letters.join(""), size) <= room || length < 2 * PART) return length;
    for (let n = length - 1; n >= PART; n--) if (wide(`${letters.slice(0, n).join("")}-`, size) <= room) return Math.max(PART, Math.min(n, length - PART));
    return length;
  };
  const inLines = (text, room, size, most) => {
    let lines = [""];
    for (const word of text.split(" ")) {
      let rest = [...word], whole = true;
      for (let fits; most > 1 && (fits = beginOf(rest, room, size)) < rest.length; whole = false) { lines.push(`${rest.slice(0, fits).join("")}-`); rest = rest.slice(fits); }
      const last = lines[lines.length - 1], longer = `${last} ${rest.join("")}`.trim();
      if (last && (!whole || wide(longer, size) > room)) lines.push(rest.join(""));
      else lines[lines.length - 1] = longer;
    }
    if (!lines[0] && lines.length > 1) lines = lines.slice(1);
    if (lines.length > most) lines = [...lines.slice(0, most - 1), lines.slice(most - 1).join(" ")];
    return lines.map((line) => shortened(line, room, size));
  };
  const listOfNames = (names, room, size, most) => {
    for (let shown = names.length; shown > 0; shown--) {
      const lines = inLines([...names.slice(0, shown), ...(shown < names.length ? ["…"] : [])].join(", "), room, size, most + 1);
      if (lines.length <= most) return lines;
    }
    return inLines(names[0] ?? "", room, size, most);
  };

  // --- shapes
  const point = (x, y) => [["x", x], ["y", y]].map(([axis, value]) => (value ? ` ${axis}="${short(value)}"` : "")).join("");
  const textAt = (text, x, y, kind, size, anchor = "") => {
    const least = { "12.0": " s", "14.3": " l" }[fixed(size)] ?? "";
    return `<text class="${kind}${least}${anchor && ` ${anchor}`}"${point(x, y)}>${escaped(text)}</text>`;
  };
  const button = (shapes, names) => {
    if (!names.length) return shapes;
    const said = escaped([...names].sort().join(", "));
    return `<g class="live" role="button" tabindex="-1" data-names="${said}" aria-label="${said}">${shapes}</g>`;
  };
  const face = (shapes, hidden) => hidden.reduce((inside, seat) => `<g class="h${seat % 6}">${inside}</g>`, shapes);
  const rect = (width, height, kind) => `<rect class="${kind}" width="${plain(width)}" height="${plain(height)}"/>`;
  const at = (box, x, y) => `<g transform="translate(${short(x)} ${short(y)})">${box.shapes.join("")}</g>`;
  const box = (width, height, shapes, names = [], held = []) => ({ width, height, shapes, names, held });
  const changed = (one) => (one.changed ? " changed" : ""), any = (some, key) => (some.some((one) => one[key]) ? ` ${key}` : "");
  const valued = (one) => `${one.word} ${one.value}`.trim(), holds = (cell) => cell.card || cell.ghost || cell.asked;
  /** A value with its unit, or else behind its word, which is said once where the value is the same. */
  const measured = (one, sign = "") => (one.unit ? `${sign}${one.text} ${one.unit}` : `${one.word === one.text ? "" : one.word} ${sign}${one.text}`).trim();
  const printed = (one) => {
    const said = measured(one, { gain: "+", loss: "−" }[one.look] ?? "");
    return one.book ? `${said} (book: ${one.book})` : said;
  };
  const byNumbers = (a, b) => { const k = a.findIndex((n, i) => n !== b[i]); return k < 0 ? a.length - b.length : a[k] - (b[k] ?? -1); };

  // --- who knows a card
  const listed = (names) => [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
  const whoKnows = (hidden, seats, one = "it") => {
    const know = seats.filter((_, number) => !hidden.includes(number));
    if (!know.length) return `nobody knows ${one}`;
    return know.length === 1 ? `only ${know[0]} knows ${one}` : `hidden from ${listed(hidden.map((n) => seats[n]))}`;
  };

  /** The table in lines; what has changed has a `*`. */
  function letters(drawing) {
    const names = drawing.seats.map((seat) => seat.name), lines = [], star = (one) => (one.changed ? "*" : "");
    const counter = ({ word, unit, value, before }) => { const said = `${word} ${signed(value)}${unit && ` ${unit}`}`; return value === before ? said : `${said} (before: ${signed(before)})`; };
    const beneath = (card, over) => (!card.hidden.length || card.hidden.join() === over.join() ? plainName(card.name) : `${plainName(card.name)} (${whoKnows(card.hidden, names)})`);
    const told = (card) => {
      const said = [card.kind, ...card.prints.map((one) => measured(one)), ...card.marks.map((mark) => mark.word + star(mark))];
      said.push(card.turned && "turned sideways", card.down && "face down", card.hidden.length && whoKnows(card.hidden, names), ...card.beneath.map((one) => `beneath it ${beneath(one, card.hidden)}`));
      const inside = said.filter(Boolean).join(", ");
      return `${plainName(card.name)}${star(card)}${inside && ` (${inside})`}`;
    };
    const area = (one) => {
      const cells = (one.cells ?? []).filter((cell) => cell.card), cards = [...one.cards, ...cells.map((cell) => cell.card)], title = one.title || "here";
      if (one.draw === "pile") {
        const groups = [];
        for (const card of cards) {
          const last = groups[groups.length - 1];
          if (last && last[0].hidden.join() === card.hidden.join()) last.push(card);
          else groups.push([card]);
        }
        const group = (some) => { const said = some.map((card) => plainName(card.name) + star(card)).join(", "), { hidden } = some[0]; return hidden.length ? `${said} (${whoKnows(hidden, names, some.length === 1 ? "it" : "them")})` : said; };
        lines.push(`${title} (${cards.length}): ${groups.map(group).join("; ")}`.trim());
      } else if (!cards.length) lines.push(`${title}: nothing`);
      else {
        const place = Object.fromEntries(cells.map((cell) => [cell.card.name, cell.name]));
        lines.push(`${title}:`, ...cards.map((card) => told(card) + (card.name in place ? ` at ${plainName(place[card.name], names)}` : "")));
      }
    };
    for (const seat of drawing.seats) {
      const said = [seat.turn && "to move", seat.out && "out of the game", ...seat.flags.map((flag) => flag.word), ...seat.counters.map(counter)].filter(Boolean);
      lines.push(said.length ? `${seat.name}: ${said.join(", ")}` : seat.name);
      seat.areas.forEach(area);
    }
    const { said, counters, tracks, areas, boards } = drawing.shared, beside = [...said.map((one) => valued(one) + star(one)), ...counters.map(counter)];
    if (beside.length) lines.push(beside.join(", "));
    for (const one of tracks) lines.push(`${one.title}: ${signed(one.value)}${one.side ? ` on ${one.side}’s side` : ""}${one.value === one.before ? "" : ` (before: ${signed(one.before)})`}`);
    areas.forEach(area);
    for (const board of boards) lines.push(`${board.title}:`, ...board.cells.filter((cell) => cell.values.length).map((cell) => `${cell.name}: ${cell.values.map((v) => valued(v) + star(v)).join(", ")}`));
    for (const one of drawing.arrows) lines.push(`${plainName(one.from, names)} → ${plainName(one.to, names)} (${one.word})`);
    return lines;
  }

  class Picture {
    constructor(drawing, size, live) {
      Object.assign(this, { drawing, live: new Set(live), size: { ...USUAL, ...size }, places: new Map(), written: [], signs: [] });
      this.names = drawing.seats.map((seat) => seat.name);
    }
    alive(names) { return [...new Set(names)].filter((name) => this.live.has(name)); }
    text(kind, label) {
      const { size } = this, shapes = [];
      let y = 1;
      const [first, ...others] = this.drawing.seats.map((seat) => this.seat(seat));
      for (const place of [...others.reverse(), this.shared(), first].filter(Boolean)) { shapes.push(place.put(1, y)); y += place.height + size.gap; }
      for (const below of [...(this.signs.length ? [this.legend()] : []), ...this.numbers()]) { shapes.push(at(below, 8, y)); y += below.height + size.gap; }
      const role = this.live.size ? "group" : "img", said = escaped(letters(this.drawing).join("; "));
      return `<svg class="${kind}" viewBox="0 0 ${size.width} ${plain(y - size.gap + 1)}" role="${role}" aria-label="${escaped(label)}"><desc>${said}</desc><g>${shapes.join("")}${this.arrows().join("")}</g></svg>`;
    }

    // --- boxes side by side in rows, and in frames with a line of words
    flow(title, boxes, kind, columns = null, laid = null) {
      const { size } = this, room = size.width - 20, gap = size.gap / 2, where = [], head = title ? 15 : 0;
      let x = 0, y = 0, row = 0, most = 0, count = 0;
      for (const one of boxes) {
        if (count && ((columns && count % columns === 0) || x + one.width > room)) { x = 0; y += row + gap; row = 0; count = 0; }
        where.push([x, y]);
        x += one.width + gap; row = Math.max(row, one.height); count++;
        most = Math.max(most, x - gap);
      }
      const put = (a, b, left, top) => {
        const shapes = title ? [textAt(title, 0, 10, "area", size.text * SMALL)] : [];
        if (title) this.written.push([left + a, top + b, wide(title, size.text * SMALL), 12]);
        boxes.forEach((one, i) => {
          const [p, q] = (laid ?? where)[i], frame = [left + a + p, top + b + q + head, one.width, one.height];
          shapes.push(button(at(one, p, q + head), this.alive(one.names)));
          for (const name of [...one.names, ...one.held]) this.places.set(name, frame);
          if (!one.names.length) this.written.push(frame);
        });
        return `<g class="${kind}" transform="translate(${short(a)} ${short(b)})">${shapes.join("")}</g>`;
      };
      return { width: Math.max(most, title ? wide(title, size.text * SMALL) : 0), height: y + row + head, put };
    }
    place(head, parts, kind, name) {
      const { size } = this, width = size.width - 2, heads = [], laid = [];
      let x = 8, y = 6, row = 0;
      for (const one of head) {
        if (x > 8 && x + one.width > width - 8) { x = 8; y += 20; }
        heads.push([one, x, y]);
        x += one.width + 12;
      }
      y += head.length ? (parts.length ? 24 : 18) : 0;
      x = 8;
      for (const part of parts) {
        if (x > 8 && x + part.width > width - 8) { x = 8; y += row + size.gap; row = 0; }
        laid.push([part, x, y]);
        x += part.width + size.gap * 2; row = Math.max(row, part.height);
      }
      const height = (parts.length ? y + row : y + 2) + 8;
      const put = (left, top) => {
        if (name) this.places.set(name, [left + 8, top, 80, 22]);
        const inside = heads.map(([one, a, b]) => at(one, a, b));
        for (const [one, a, b] of heads.slice(name ? 1 : 0)) this.written.push([left + a, top + b, one.width, one.height]);
        if (this.live.has(name)) inside[0] = button(inside[0], [name]);
        inside.push(...laid.map(([part, a, b]) => part.put(a, b, left, top)));
        return `<g class="${kind}" transform="translate(${short(left)} ${short(top)})"><rect class="mat" width="${plain(width)}" height="${plain(height)}"/>${inside.join("")}</g>`;
      };
      return { height, put };
    }
    seat(seat) {
      const head = [this.words(`${glyph(seat.number)} ${seat.name}`, `name p${seat.number % 6}${seat.asked ? " asked" : ""}`, 1.1, true)];
      if (seat.turn && !seat.out) head.push(this.flag("to move", "turn"));
      if (seat.out) head.push(this.flag("out of the game", "out"));
      head.push(...seat.flags.map((flag) => this.flag(flag.word, flag.changed ? "changed" : "")), ...seat.counters.map((one) => this.counter(one)));
      return this.place(head, seat.areas.map((area) => this.area(area)), `seat p${seat.number % 6}${seat.out ? " out" : seat.turn ? " turn" : ""}`, seat.name);
    }
    shared() {
      const { said, counters, tracks, areas, boards } = this.drawing.shared;
      const head = [...said.map((one) => this.words(valued(one), `said${changed(one)}`, 1)), ...counters.map((one) => this.counter(one))];
      const parts = [...tracks.map((one) => this.track(one)), ...areas.map((one) => this.area(one)), ...boards.map((one) => this.board(one))];
      return head.length || parts.length ? this.place(head, parts, "shared", "") : null;
    }
    words(text, kind, scale, bold = false) { const size = this.size.text * scale; return box(wide(text, size, bold) + 4, 18, [textAt(text, 0, 13, kind, size)]); }
    flag(word, kind) {
      const text = this.size.text * SMALL, width = wide(word, text, true) + 12;
      return box(width, 18, [`<rect class="${`flag ${kind}`.trim()}" width="${even(width)}" height="18"/>`, textAt(word, 6, 13, `flagged ${kind}`.trim(), text)]);
    }
    counter({ draw, value, before, word, unit, cited }) {
      const shapes = [], { text } = this.size;
      const number = value === before ? signed(value) : `${signed(before)} → ${signed(value)}`;
      const said = `${draw === "number" || !unit ? word : ""} ${number} ${unit}`.trim();
      let x = 0;
      if (draw in TOKENS && value > 0 && value <= MOST_TOKENS) {
        for (let k = 0; k < value; k++) shapes.push(`<g class="token ${draw}" transform="translate(${k * 13} 3)">${TOKENS[draw]}</g>`);
        x = value * 13 + 3;
      }
      shapes.push(textAt(said, x, 13, `counter${value !== before ? " changed" : ""}${cited ? " cited" : ""}`, text));
      return box(x + wide(said, text) + 4, 18, shapes);
    }
    sign(hidden) {
      const know = this.names.map((_, number) => number).filter((number) => !hidden.includes(number));
      const marks = know.map((number, i) => textAt(glyph(number), 14 + 11 * i, 9, `p${number % 6}`, this.size.text * SMALL)).join("");
      if (!this.signs.some((one) => one.join() === hidden.join())) this.signs.push(hidden);
      return box(14 + 11 * know.length, 12, [`<g class="sign">${know.length ? EYE : SHUT}${marks}</g>`]);
    }
    legend() {
      const text = this.size.text * SMALL, room = this.size.width - 16, shapes = [];
      let x = 0, y = 0;
      for (const hidden of [...this.signs].sort(byNumbers)) {
        const sign = this.sign(hidden), said = whoKnows(hidden, this.names), width = sign.width + 3 + wide(said, text) + 14;
        if (x && x + width > room) { x = 0; y += 16; }
        shapes.push(at(sign, x, y + 1), textAt(said, x + sign.width + 3, y + 10, "soft", text));
        x += width;
      }
      return box(room, y + 13, shapes);
    }
    numbers() {
      if (!this.drawing.numbers.length) return [];
      const text = this.size.text * SMALL, room = this.size.width - 16;
      const said = this.drawing.numbers.map(({ name, value, book }) => `${name.split(".").pop().replace(/_/g, " ")} ${value} (book: ${book})`).join(", ");
      const lines = inLines(`This small table: ${said}`, room, text, 9);
      return [box(Math.min(room, Math.max(...lines.map((line) => wide(line, text)))), 15 * lines.length, lines.map((line, k) => textAt(line, 0, 11 + 15 * k, "soft", text)))];
    }

    // --- areas
    area(area) {
      if (area.draw === "pile") return this.flow(area.title, [this.stack(area)], "pile");
      if (area.draw === "grid") return this.grid(area);
      return this.flow(area.title, area.cards.length ? area.cards.map((card) => this.card(card)) : [this.space("", false)], "row");
    }
    grid({ title, cells, columns, cards }) { // the rows and columns on which something lies
      const found = cells.map((cell, i) => [cell, Math.floor(i / columns), i % columns]);
      const held = found.filter(([cell]) => holds(cell)).map(([, y, x]) => [y, x]);
      if (!held.length) held.push([0, 0]);
      const ys = held.map(([y]) => y), xs = held.map(([, x]) => x), [top, bottom, left, right] = [Math.min(...ys), Math.max(...ys), Math.min(...xs), Math.max(...xs)];
      const usual = this.size, across = right - left + 1, room = (usual.width - 20 - ((across - 1) * usual.gap) / 2) / across;
      this.size = { ...usual, card: Math.min(usual.card, Math.trunc(room)) };
      const boxes = found.filter(([, y, x]) => y >= top && y <= bottom && x >= left && x <= right).map(([cell]) => this.cell(cell));
      boxes.push(...cards.map((card) => this.card(card)));
      this.size = usual;
      return this.flow(title, boxes, "grid", across);
    }
    stack({ cards }) {
      const { size } = this, small = size.text * SMALL, groups = new Map();
      const shapes = [rect(30, 42, cards.length ? `back${any(cards, "changed")}` : "space"), textAt(String(cards.length), 15, 26, "count", size.text, "mid")];
      for (const card of cards) { const key = card.hidden.join(); groups.set(key, [...(groups.get(key) ?? []), card]); }
      let y = 12;
      for (const here of [...groups.values()].slice(0, 3)) {
        const known = here.map((card) => card.name).filter((name) => name !== UNSEEN), { hidden } = here[0];
        const names = [...known, ...(known.length < here.length ? ["face down"] : [])], sign = hidden.length ? this.sign(hidden) : null, x = 36 + (sign ? sign.width + 2 : 0);
        const lines = listOfNames(names.map((name) => plainName(name)), size.card - x, small, Math.max(1, Math.floor(3 / groups.size)));
        if (sign) shapes.push(at(sign, 36, y - 9));
        const top = y;
        shapes.push(face(lines.map((line, i) => textAt(line, x, top + 14 * i, "in", small)).join(""), hidden));
        y += 14 * lines.length;
      }
      return box(size.card, 46, shapes, cards.map((card) => card.name));
    }
    space(name, asked) {
      const { card, least, text } = this.size, shapes = [rect(card, least, `space${asked ? " asked" : ""}`)];
      if (name) shapes.push(textAt(spaceOf(name, this.names)[1], card / 2, least / 2 + 4, "soft", text * SMALL, "mid"));
      return box(card, least, shapes, name ? [name] : []);
    }
    cell(cell) {
      if (cell.card) { const found = this.card(cell.card); found.names.push(cell.name); return found; }
      if (cell.ghost) { const found = this.card(cell.ghost, true); return box(found.width, found.height, found.shapes, [cell.name]); }
      return this.space(cell.name, cell.asked);
    }
    card(card, ghost = false) {
      const { size } = this, { text } = size, small = text * SMALL, owner = card.owner === null ? "nobody" : `p${card.owner % 6}`;
      const kind = ["card", owner, ...["turned", "down", "changed", "asked"].filter((word) => card[word]), ...(ghost ? ["ghost"] : [])].join(" ");
      const sign = card.hidden.length ? this.sign(card.hidden) : null, name = `${card.owner === null ? "" : `${glyph(card.owner)} `}${plainName(card.name)}${ghost ? "?" : ""}`;
      const corner = 4 + (sign ? sign.width : 0) + (card.turned ? 14 : 0), lines = inLines(name, size.card - 12, text, 2);
      const shapes = lines.map((line, i) => textAt(line, 6, 15 + 14 * i, "name", text));
      let y = 1 + 14 * lines.length;
      if (card.kind) { y += 14; shapes.push(textAt(shortened(card.kind, size.card - 12, small), 6, y, "soft", small)); }
      y = this.chips(card.prints, y + 5, shapes);
      for (const mark of card.marks) for (const line of inLines(mark.word, size.card - 12, small, 2)) { y += 14; shapes.push(textAt(line, 6, y, `mark${changed(mark)}${mark.cited ? " cited" : ""}`, small)); }
      const height = Math.max(size.least, y + 8);
      if (card.turned) shapes.push(`<path class="bent" d="M${size.card - 16} 0h16v16z"/>`);
      let whole = [rect(size.card, height, kind), ...shapes];
      if (sign) whole = [rect(size.card, height, `card ${owner} down`), face(whole.join(""), card.hidden), at(sign, size.card - corner, wide(name, text) <= size.card - 8 - corner ? 5 : 3 + 14 * lines.length)];
      return this.tucked(box(size.card, height, whole, [card.name]), card.beneath);
    }
    tucked(over, beneath) { // each that lies beneath is drawn first, and its upper edge is covered
      if (!beneath.length) return over;
      const usual = this.size, shapes = [button(over.shapes.join(""), this.alive(over.names))];
      let { height } = over, held = over.names;
      this.size = { ...usual, card: usual.card - 8, least: 0 };
      for (const one of beneath) {
        const under = this.card(one);
        shapes.unshift(button(at(under, 8, height - 3), this.alive(under.names)));
        height = height - 3 + under.height;
        held = [...held, ...under.names, ...under.held];
      }
      this.size = usual;
      return box(over.width, height, shapes, [], held);
    }
    chips(prints, y, shapes) {
      const text = this.size.text * SMALL, room = this.size.card - 12;
      let x = 6, high = 0;
      for (const one of prints) {
        const lines = inLines(printed(one), room - 8, text, 3), width = Math.min(room, Math.max(...lines.map((line) => wide(line, text, one.look === "score"))) + 8), tall = 2 + 14 * lines.length;
        if (x > 6 && x + width > room + 6) { x = 6; y += high + 2; high = 0; }
        const inside = lines.map((line, i) => `<text${point(4, 12 + 14 * i)}>${escaped(line)}</text>`).join("");
        shapes.push(`<g class="chip ${one.look}${one.cited ? " cited" : ""}${one.book ? " book" : ""}" transform="translate(${short(x)} ${short(y)})"><rect width="${even(width)}" height="${tall}"/>${inside}</g>`);
        x += width + 3;
        high = Math.max(high, tall);
      }
      return prints.length ? y + high + 2 : y;
    }

    // --- boards, tracks and arrows
    board({ title, cells, columns, lines }) {
      const { size } = this, widest = Math.min(size.card, 84);
      if (!cells.length || cells[0].row === null) return this.flow(title, cells.map((cell) => this.spot(cell, widest)), "board", columns);
      const width = Math.min(widest, (size.width - 20 - LINE * (columns - 1)) / columns);
      return this.laid(title, cells.map((cell) => this.spot(cell, Math.max(width, 24))), cells.map(({ row, column }) => [row, column]), lines);
    }
    laid(title, boxes, spots, lines) { // places at their rows and columns, with a line between each two that are joined
      const [across, high] = ["width", "height"].map((side) => Math.max(...boxes.map((one) => one[side])) + LINE), where = spots.map(([row, column]) => [(column - 1) * across, (row - 1) * high]);
      const found = this.flow(title, boxes, "board", null, where), head = title ? 15 : 0;
      const frames = new Map(boxes.map((one, i) => [one.names[0], [where[i][0], where[i][1] + head, one.width, one.height]]));
      const paths = lines.map(([start, end]) => {
        const [a, b] = edge(frames.get(start), middle(frames.get(end))), [p, q] = edge(frames.get(end), middle(frames.get(start)));
        return `<path class="line" d="M${fixed(a)} ${fixed(b)}L${fixed(p)} ${fixed(q)}"/>`;
      });
      return {
        width: Math.max(across * Math.max(...spots.map(([, column]) => column)) - LINE, title ? found.width : 0), height: high * Math.max(...spots.map(([row]) => row)) - LINE + head,
        put: (x, y, left, top) => (paths.length ? `<g transform="translate(${short(x)} ${short(y)})">${paths.join("")}</g>` : "") + found.put(x, y, left, top),
      };
    }
    spot(cell, width) {
      const { size } = this, shapes = [textAt(shortened(cell.name, width - 8, size.text * SMALL), 4, 12, "soft", size.text * SMALL)];
      let y = 14;
      for (const value of cell.values) for (const line of inLines(valued(value), width - 8, size.text, 2)) { y += 14; shapes.push(textAt(line, 4, y, `value${changed(value)}`, size.text)); }
      const height = Math.max(40, y + 8);
      return box(width, height, [rect(width, height, `space${any(cell.values, "changed")}${cell.asked ? " asked" : ""}`), ...shapes], [cell.name]);
    }
    track(track) {
      const { size } = this, { low, high } = track, steps = high - low + 1, across = size.width - 24, step = across / steps, small = size.text * SMALL;
      const x = (value, side) => ((side !== null && side !== this.names[0] ? -value : value) - low + 0.5) * step;
      const shapes = [`<rect class="track" width="${plain(across)}" height="26"/>`], spot = (value, side) => (value === UNSEEN ? null : x(value, side));
      const now = spot(track.value, track.side), was = spot(track.before, track.side_before);
      for (let k = 0; k < steps; k++) if ((step >= LEAST_STEP || (low + k) % 2 === 0) && (now === null || Math.abs((k + 0.5) * step - now) >= BESIDE_MARKER)) shapes.push(textAt(String(Math.abs(low + k)), (k + 0.5) * step, 17, "step", small, "mid"));
      if (was !== null && was !== now) shapes.push(`<circle class="was" cx="${fixed(was)}" cy="13" r="11"/>`);
      if (now !== null) shapes.push(`<circle class="marker" cx="${fixed(now)}" cy="13" r="12"/>`, textAt(String(Math.abs(track.value)), now, 17, "marked", size.text, "mid"));
      if (track.side !== null) {
        const names = this.names.slice(0, 2);
        shapes.push(textAt(`${GLYPHS[1]} ${names[names.length - 1]}’s side`, 2, 40, "soft", small), textAt(`${names[0]}’s side ${GLYPHS[0]}`, across - 2, 40, "soft", small, "end"));
      }
      const below = track.side === null ? 40 : 55; // beneath the names of both sides
      if (track.book !== null) shapes.push(textAt(`ends at ${high} (book: ${track.book})`, across / 2, below, "said changed", small, "mid"));
      return this.flow(now === null ? `${track.title} ${UNSEEN}` : track.title, [box(across, track.book !== null ? below + 4 : track.side !== null ? 44 : 26, shapes)], "tracks");
    }
    arrows() {
      return this.drawing.arrows.filter(({ from, to }) => from !== to && this.places.has(from) && this.places.has(to)).map(({ from, to, word }) => {
        const start = this.places.get(from), end = this.places.get(to), one = (frames) => [...new Map(frames.map((frame) => [frame.join(), frame])).values()];
        const cards = one([...this.places.values()]).filter((frame) => ![start.join(), end.join()].includes(frame.join()));
        return arrow(start, end, word, cards, one([...cards, ...this.written]), this.size);
      });
    }
  }

  // --- arrows: from box to box, around what lies between them
  const BENDS = [0, 30, -30, 60, -60, 100, -100, 150, -150];
  const middle = ([x, y, w, h]) => [x + w / 2, y + h / 2];
  const least = (list, of) => list.reduce((best, one) => { const n = of(one); return best === null || n < best[0] ? [n, one] : best; }, null)[1];
  const on = ([[x, y], [p, q], [a, b]], t) => { const one = (1 - t) ** 2, way = 2 * t * (1 - t), two = t * t; return [one * x + way * p + two * a, one * y + way * q + two * b]; };
  const edge = (frame, [a, b]) => {
    const [x, y] = middle(frame), dx = a - x, dy = b - y, scale = Math.min(frame[2] / 2 / Math.max(Math.abs(dx), 0.1), frame[3] / 2 / Math.max(Math.abs(dy), 0.1), 1);
    return [x + dx * scale, y + dy * scale];
  };
  const bent = (start, end, bend) => {
    const [x, y] = middle(start), [a, b] = middle(end), length = Math.max(1, ((a - x) ** 2 + (b - y) ** 2) ** 0.5);
    const over = [(x + a) / 2 - (2 * bend * (b - y)) / length, (y + b) / 2 + (2 * bend * (a - x)) / length];
    return [edge(start, over), over, edge(end, over)];
  };
  function arrow(start, end, word, cards, written, size) {
    const inside = ([a, b]) => cards.some(([x, y, w, h]) => x <= a && a <= x + w && y <= b && b <= y + h);
    const crossed = (curve) => Array.from({ length: 21 }, (_, k) => on(curve, k / 20)).filter((spot) => inside(spot) || !(4 < spot[0] && spot[0] < size.width - 4)).length;
    const curve = least(BENDS.map((bend) => bent(start, end, bend)), crossed), [[x, y], [p, q], [a, b]] = curve;
    const length = Math.max(1, ((a - p) ** 2 + (b - q) ** 2) ** 0.5), u = (a - p) / length, v = (b - q) / length;
    const head = `M${fixed(a)} ${fixed(b)}L${fixed(a - 9 * u + 5 * v)} ${fixed(b - 9 * v - 5 * u)}L${fixed(a - 9 * u - 5 * v)} ${fixed(b - 9 * v + 5 * u)}z`;
    const line = `M${fixed(x)} ${fixed(y)}Q${fixed(p)} ${fixed(q)} ${fixed(a - 6 * u)} ${fixed(b - 6 * v)}`, across = wide(word, size.text * SMALL, true) + 6;
    const shared = (from, room, x, w) => Math.max(0, Math.min(from + room, x + w) - Math.max(from, x));
    const covers = ([m, n]) => [...written, start, end].reduce((sum, [x, y, w, h]) => sum + shared(m - across / 2, across, x, w) * shared(n - 9, 16, y, h), 0);
    const along = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2].map((t) => on(curve, t)), beside = (m) => Math.min(Math.max(m, across / 2 + 2), size.width - across / 2 - 2);
    const [m, n] = least([0, 1, -1].flatMap((aside) => along.map(([m, n]) => [beside(m + aside * (across / 2 + 4)), n])), covers);
    const patch = `<rect class="patch" x="${fixed(m - across / 2)}" y="${fixed(n - 9)}" width="${even(across)}" height="16"/>`;
    return `<path class="arrow" d="${line}"/><path class="head" d="${head}"/>${word ? patch + textAt(word, m, n + 3.5, "arrowed", size.text * SMALL, "mid") : ""}`;
  }

  const picture = (drawing, size, label, live = []) => new Picture(drawing, SIZES[size], live).text(SIZES[size].kind, label);
  if (typeof module !== "undefined") module.exports = { picture, letters };
  else Object.assign(globalThis, { picture, letters });
})();
