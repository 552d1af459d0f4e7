// A finding to pass on: what its page opens with, as text in a designer's words, or as one picture.
"use strict";
(() => {
  const kicker = document.querySelector(".kicker"), crux = document.querySelector("h1.crux");
  if (!crux || !kicker) return;
  const said = (one) => one ? one.textContent.trim().replace(/\s+/g, " ") : "";
  const all = (name) => [...document.querySelectorAll(name)];
  const told = () => ({
    crux: said(crux), title: said(document.querySelector(".subtitle")), ask: said(document.querySelector(".which h2")),
    from: `${document.body.dataset.book}, finding ${document.title.split(" ")[0]}`,
    answers: all(".answer").map((one, n) => {
      const [letter, ...says] = said(one.querySelector("h3")).split(" ");
      return { says: `${letter}. ${says.join(" ")}`, then: said(one.querySelector(":scope > p:not(.small)")),
        prints: said(document.querySelector(`.wording[data-answer="${n}"] span:last-child`)) };
    }),
  });
  const text = () => {
    const { crux, title, ask, answers, from } = told();
    return [title, crux, ask, ...answers.map((a) => [a.says, a.then, a.prints && `The book would say: “${a.prints}”`].filter(Boolean).join("\n   ")),
      `(${from})`].filter(Boolean).join("\n\n");
  };

  // --- the picture: shapes are drawn as they are seen, and words around them ---------------------------------------

  const WIDE = 760, EDGE = 20, LINE = 1.35;
  const shape = (pen, one) => {
    const style = getComputedStyle(one), at = (name) => Number(one.getAttribute(name) || 0);
    if (style.display === "none" || one.tagName === "desc" || one.tagName === "defs") return;
    pen.save();
    pen.globalAlpha *= Number(style.opacity);
    const moved = one.transform?.baseVal.consolidate()?.matrix;
    if (moved) pen.transform(moved.a, moved.b, moved.c, moved.d, moved.e, moved.f);
    pen.fillStyle = style.fill; pen.strokeStyle = style.stroke; pen.lineWidth = parseFloat(style.strokeWidth);
    pen.setLineDash(style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(",").map(parseFloat));
    const path = new Path2D(one.tagName === "path" ? one.getAttribute("d") : "");
    if (one.tagName === "rect") path.roundRect(at("x"), at("y"), at("width"), at("height"), parseFloat(style.rx) || 0);
    if (one.tagName === "circle") path.arc(at("cx"), at("cy"), at("r"), 0, 7);
    if (style.fill !== "none") pen.fill(path);
    if (style.stroke !== "none") pen.stroke(path);
    if (one.tagName === "text") {
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      pen.textAlign = { middle: "center", end: "right" }[style.textAnchor] || "left";
      pen.fillText(one.textContent, at("x"), at("y"));
    } else if (one.tagName === "use") {
      pen.translate(at("x"), at("y"));
      shape(pen, document.querySelector(one.getAttribute("href")));
    } else for (const inner of one.children) shape(pen, inner);
    pen.restore();
  };
  const lines = (pen, words) => words.split(" ").reduce((found, word) => {
    const longer = `${found.at(-1)} ${word}`.trim();
    if (found.at(-1) && pen.measureText(longer).width > WIDE - 2 * EDGE) found.push(word); else found[found.length - 1] = longer;
    return found;
  }, [""]);
  const picture = () => {
    const { crux, ask, answers, from } = told(), body = getComputedStyle(document.body);
    const drawing = all(".scene .drawn svg").find((one) => one.checkVisibility()), box = drawing?.viewBox.baseVal;
    const parts = [[crux, 20, 700], drawing, [ask, 17, 700], ...answers.flatMap((a) => [[a.says, 15, 700], [a.then, 14, 400]]), [from, 12, 400]];
    const canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
    const put = (drawn) => parts.filter(Boolean).reduce((y, part) => {
      if (part === drawing) {
        const scale = (WIDE - 2 * EDGE) / box.width;
        if (drawn) { pen.save(); pen.translate(EDGE, y); pen.scale(scale, scale); for (const one of drawing.children) shape(pen, one); pen.restore(); }
        return y + box.height * scale + 12;
      }
      const [words, size, weight] = part;
      if (!words) return y;
      pen.font = `${weight} ${size}px system-ui, sans-serif`;
      for (const line of lines(pen, words)) { y += size * LINE; if (drawn) pen.fillText(line, EDGE, y - size * .3); }
      return y + 10;
    }, EDGE);
    canvas.width = 2 * WIDE; canvas.height = 2 * Math.ceil(put(false) + EDGE - 10);
    pen.scale(2, 2);
    pen.fillStyle = body.backgroundColor; pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.fillStyle = body.color;
    put(true);
    return new Promise((done) => { canvas.toBlob(done); });
  };

  const state = Object.assign(document.createElement("span"), { className: "small" });
  state.setAttribute("role", "status");
  const button = (name, file, made) => {
    const one = Object.assign(document.createElement("button"), { type: "button", textContent: name });
    one.addEventListener("click", async () => {
      state.textContent = "";
      const blob = await made();
      try {
        await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })]);
        state.textContent = "Copied.";
      } catch {  // where the browser does not let pages copy
        const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: file });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
        state.textContent = "Saved as a file.";
      }
    });
    return one;
  };
  const line = Object.assign(document.createElement("span"), { className: "pass-on no-print" });
  const name = `finding-${document.title.split(" ")[0]}`;
  line.append(button("Copy as text", `${name}.txt`, async () => new Blob([text()], { type: "text/plain" })), " ",
    button("Copy as picture", `${name}.png`, picture), " ", state);
  kicker.append(" ", line);
})();
