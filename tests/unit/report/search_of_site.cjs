// Hits of the search of a site, best first, as pages show them: node search_of_site.cjs ASSETS BOOK < {index, queries}
"use strict";
const { readFileSync } = require("node:fs"), { join } = require("node:path"), vm = require("node:vm");
const [assets, book] = process.argv.slice(2);
const { index, queries } = JSON.parse(readFileSync(0, "utf8"));

function element() {
  const heard = {};
  return {
    dataset: {}, children: [], value: "", hidden: true, classList: { toggle() {} }, setAttribute() {}, removeAttribute() {},
    addEventListener(kind, listener) { heard[kind] = listener; }, fire(kind) { heard[kind]({}); },
    append(...more) { this.children.push(...more); }, replaceChildren(...all) { this.children = all; },
  };
}
const box = element(), hits = element();
const document = {
  querySelector: (selector) => selector === "[data-search]" ? box : null, getElementById: () => hits,
  createElement: element, addEventListener() {}, body: { dataset: { top: "", book } },
};
const window = { ruleslawyerIndex: index };
const page = vm.createContext({ window, document });
for (const name of ["minisearch.js", "search.js"]) vm.runInContext(readFileSync(join(assets, name), "utf8"), page);
window.MiniSearch ||= page.MiniSearch;
console.log(JSON.stringify(queries.map((query) => {
  box.value = query;
  box.fire("input");
  return hits.children.map((hit) => hit.href || "");
})));
