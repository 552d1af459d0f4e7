// Hits of the search of a site, best first, as pages show them: node search_of_site.cjs ASSETS < {index, asked: [[book, queries]]}
"use strict";
const { readFileSync } = require("node:fs"), { join } = require("node:path"), vm = require("node:vm");
const [assets] = process.argv.slice(2), { index, asked } = JSON.parse(readFileSync(0, "utf8"));
const scripts = ["minisearch.js", "ranking.js", "search.js"].map((name) => new vm.Script(readFileSync(join(assets, name), "utf8")));

function element() {
  const heard = {};
  return {
    dataset: {}, children: [], value: "", hidden: true, classList: { toggle() {} }, setAttribute() {}, removeAttribute() {},
    addEventListener(kind, listener) { heard[kind] = listener; }, fire(kind) { heard[kind]({}); },
    append(...more) { this.children.push(...more); }, replaceChildren(...all) { this.children = all; },
  };
}

function hitsOf(book, queries) {
  const box = element(), hits = element();
  const document = {
    querySelector: (selector) => selector === "[data-search]" ? box : null, getElementById: () => hits,
    createElement: element, addEventListener() {}, body: { dataset: { top: "", book } },
  };
  const window = { ruleslawyerIndex: index };
  const page = vm.createContext({ window, document });
  for (const script of scripts) script.runInContext(page);
  window.MiniSearch ||= page.MiniSearch;
  return queries.map((query) => {
    box.value = query;
    box.fire("input");
    return hits.children.map((hit) => hit.href || "");
  });
}
console.log(JSON.stringify(asked.map(([book, queries]) => hitsOf(book, queries))));
