// A search of a table's scope beside the page: how far it is, what it says of each property, and plays that show it.
"use strict";
const Searching = (() => {
  const { made, button, spoken, capital, counted } = Elements;
  const ORDER = ["VIOLATED", "UNKNOWN", "VACUOUS", "HOLDS UP TO", "HOLDS IN SCOPE"], TONES = { VIOLATED: "bad", "HOLDS IN SCOPE": "good" };
  const FEW = 8; // rows without a play that are shown at once

  /** In a worker, or in the page where there is none: for some states at a time, so that it can be stopped. */
  const run = async ({ about, module, scope, options }, tell, isStopped) => {
    try {
      const found = new Search(new Rulebook(about, module), scope, options);
      for (let states = 32, more = true; more && !isStopped();) {
        const began = performance.now();
        more = found.go(states);
        const took = performance.now() - began;
        states = took < 40 ? 2 * states : Math.max(1, took > 120 ? states >> 1 : states);
        tell({ counts: found.counts() });
        await new Promise((done) => { setTimeout(done); });
      }
      tell({ found: { ...found.result(), stuck: found.stuck(10) } });
    } catch (error) { tell({ refused: error.message }); }
  };
  const beside = `(${ruleslawyerRules})(); const run = ${run}; let stopped = false;
    onmessage = ({ data }) => { if (data === "stop") stopped = true; else run(data, (told) => postMessage(told), () => stopped); };`;

  /** Begin; what is given back stops it. A page from a folder can have a worker from a text alone. */
  const start = (asked, tell) => {
    let worker = null, stopped = false, heard = false;
    const here = () => { worker = null; run(asked, tell, () => stopped); };
    try {
      const address = URL.createObjectURL(new Blob([beside], { type: "text/javascript" }));
      worker = new Worker(address);
      worker.onmessage = ({ data }) => { heard = true; tell(data); if (!data.counts) { worker.terminate(); URL.revokeObjectURL(address); } };
      worker.onerror = (event) => { if (heard) tell({ refused: event.message }); else here(); };
      worker.postMessage(asked);
    } catch { here(); }
    return () => { stopped = true; worker?.postMessage("stop"); };
  };

  /** The section of a page about its scope. page: `asked()`, the scope and what is answered in it; `shown(play, says, asked)`. */
  class Searched {
    constructor(page) {
      this.page = page;
      this.stop = null;
      this.begins = button("Search this scope", () => this.begin());
      this.halts = button("Stop", () => this.stop(), { hidden: true });
      this.far = made("p", { className: "small soft" }, "Each state that play can reach, up to 100 000, in this browser: what holds, what does not, and the shortest play that shows it.");
      this.told = made("div", { tabIndex: -1 });
      this.part = made("section", { className: "searched", ariaLabel: "A search of this scope" }, made("h3", {}, "Whatever is played here"), made("p", { className: "row" }, this.begins, this.halts), this.far, this.told);
    }
    begin() {
      const asked = this.page.asked();
      this.told.replaceChildren();
      this.begins.disabled = true;
      this.halts.hidden = false;
      this.halts.focus();
      this.far.textContent = "The search begins.";
      this.page.tell("The scope is searched.");
      this.stop = start(asked, ({ counts, found, refused }) => {
        if (counts) { this.far.textContent = `${counted(counts.states, "state")} found, ${counted(counts.looked_at, "state")} looked at.`; return; }
        this.begins.disabled = false;
        this.halts.hidden = true;
        if (found) this.show(found, asked); else this.say(`This scope is not searched here: ${refused}.`);
        this.told.focus();
      });
    }
    say(text) { this.far.textContent = text; this.page.tell(text); }
    show(found, asked) {
      const { states, transitions, depth, ended, deadlocks, verdicts, complete, stopped } = found, of = (word) => verdicts.filter((one) => one.word === word).length;
      const sizes = `${counted(states, "state")}, ${counted(transitions, "transition")}, depth ${depth}, ${counted(deadlocks.states, "deadlock")}, ${counted(ended, "end of a game", "ends of a game")}`;
      const words = ORDER.filter(of).map((word) => `${counted(of(word), "property", "properties")} ${word}`).join(", ");
      this.say(`${complete ? "The whole scope" : `A part of the scope (${stopped})`}, ${asked.says}: ${sizes}. ${words || "No property is asked"}.`);
      const ordered = [...verdicts].sort((a, b) => ORDER.indexOf(a.word) - ORDER.indexOf(b.word));
      const first = ordered.filter((one) => one.play || one.word === "VIOLATED"), rest = ordered.filter((one) => !first.includes(one));
      const rows = (list) => list.map((one) => this.verdict(one, asked, stopped)), open = rest.length <= FEW;
      this.told.replaceChildren(
        this.table([...this.deadlocks(found, asked), ...rows(first)]),
        made("details", { open, hidden: !rest.length }, made("summary", {}, `${capital(counted(rest.length, "property", "properties"))} without a play to show`), this.table(rows(rest))));
    }
    table(rows) {
      const heads = ["Verdict", "About", "A shortest play"].map((text) => made("th", { scope: "col" }, text));
      return made("div", { className: "table", hidden: !rows.length }, made("table", {}, made("thead", {}, made("tr", {}, heads)), made("tbody", {}, rows)));
    }
    row(word, tone, about, plays) {
      return made("tr", {}, made("td", {}, made("span", { className: `verdict ${tone}` }, word)), made("td", {}, about), made("td", {}, plays));
    }
    play(play, says, asked, label = "Play it") {
      const { length } = play.actions, title = `${label}: ${says}, ${length ? counted(length, "step") : "at the beginning"}`;
      return button(`${label} (${length ? counted(length, "step") : "at the beginning"})`, () => this.page.shown(play, says, asked), { ariaLabel: title });
    }
    deadlocks({ deadlocks: { states }, stuck }, asked) {
      if (!states) return [];
      const more = states - stuck.length, plays = stuck.map((play, i) => this.play(play, states === 1 ? "the deadlock" : `deadlock ${i + 1}`, asked, states === 1 ? "Play it" : `Play ${i + 1}`));
      return [this.row("DEADLOCK", "bad", made("p", {}, `${capital(counted(states, "state"))} in which the game is not over and nobody can do anything.`, more ? ` The nearest ${stuck.length} can be played.` : ""), made("div", { className: "row" }, plays))];
    }
    verdict({ name, word, reason, play, cites, kind }, asked, stopped) { // why it was stopped is said above
      const { says } = this.page.rules.about.checks.find((one) => one.name === name), title = capital(spoken(name));
      const round = play?.back === undefined ? "" : ` Behind the last step all is as ${play.back ? `after step ${play.back}` : "at the beginning"}.`;
      const clauses = cites.length ? ` [${cites.join(", ")}]` : "", why = reason && reason !== stopped ? made("p", { className: "small" }, `${capital(reason)}.${round}`) : "";
      const shown = play && play.start !== null ? this.play(play, title, asked, kind === "sometimes" ? "See it" : "Play it") : word === "VIOLATED" ? "as the game begins" : "";
      return this.row(word, TONES[word] ?? "fair", [made("strong", {}, title), made("span", { className: "small soft" }, clauses), says ? made("p", { className: "small" }, says) : "", why], shown);
    }
  }
  return { Searched };
})();
