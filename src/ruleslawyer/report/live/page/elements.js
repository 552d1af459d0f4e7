// Elements of a live page, and its words.
"use strict";
const Elements = (() => {
  const made = (name, told = {}, ...inside) => { const one = Object.assign(document.createElement(name), told); one.append(...inside.flat().filter((x) => x !== null && x !== "")); return one; };
  const button = (text, does, more = {}) => made("button", { type: "button", textContent: text, onclick: does, ...more });
  const spoken = (name) => String(name).replace(/_/g, " ");
  const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
  const counted = (n, one, many = `${one}s`) => `${n === 0 ? "no" : String(n).replace(/\B(?=(\d{3})+$)/g, " ")} ${n === 1 ? one : many}`;
  return { made, button, spoken, capital, counted };
})();
