// The table: asks the server for what is to be seen, shows it, and says what the person chose. No text becomes markup.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const PHONE = matchMedia("(max-width: 700px)");
  let about = null; // what can be played here
  let now = null; // what is shown
  let only = null; // the names whose actions alone are listed
  let busy = false;

  const make = (tag, kind, ...inside) => {
    const made = document.createElement(tag);
    if (kind) made.className = kind;
    made.append(...inside.filter((one) => one !== null && one !== undefined));
    return made;
  };
  const button = (kind, text, act) => {
    const made = make("button", kind, text);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  };
  const show = (id, text) => { $(id).textContent = text; $(id).hidden = !text; };
  const words = (name) => name.replaceAll("_", " ");
  const large = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  // --- asking ------------------------------------------------------------------------------------------------------

  const ask = async (request, body) => {
    const answer = await fetch(`ask/${request}`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
    });
    return answer.json();
  };
  const keep = (link) => { try { sessionStorage.setItem(`ruleslawyer-${now.game}`, link); } catch { /* kept by the server alone */ } };
  const kept = (game) => { try { return sessionStorage.getItem(`ruleslawyer-${game}`); } catch { return null; } };

  // That an answer takes a while is said from the first second on, and for how long.
  let since = 0, ticking = null;
  const working = (on) => {
    if (on === (ticking !== null)) return;
    clearInterval(ticking);
    ticking = null;
    show("working", "");
    if (!on) return;
    since = performance.now();
    ticking = setInterval(() => {
      const seconds = Math.floor((performance.now() - since) / 1000);
      const what = now === null ? "The rules are made ready" : "At work";
      if (seconds >= 1) show("working", `${what}: ${seconds} s so far …`);
    }, 250);
  };

  // What changes the play: the answer is what is to be seen then.
  const change = async (request, body = {}) => {
    if (busy) return;
    busy = true;
    document.body.setAttribute("aria-busy", "true");
    working(true);
    try {
      let found = await ask(request, { game: now?.game, version: now?.version, narrow: PHONE.matches, ...body });
      if (found.kind === "stale" || found.kind === "late") {
        const again = await ask("look", { game: now.game, narrow: PHONE.matches });
        const notice = found.kind === "late" ? found.error : "The play has gone on in another window";
        if (!again.error) found = { ...again, notice: `${notice}; this is how it stands.` };
      }
      if (found.kind === "unknown" && kept(now?.game)) {
        const again = await ask("open", { link: kept(now.game), narrow: PHONE.matches });
        if (!again.error) found = { ...again, notice: "The server began anew; the play is here again, up to where it stood." };
      }
      if (found.error) show("mistake", found.error);
      else see(found, request !== "look");
    } catch {
      show("mistake", "The server does not answer. Start it again, and reload: the play is found again.");
    } finally {
      busy = false;
      if (!now?.going) { document.body.removeAttribute("aria-busy"); working(false); }
    }
    if (now?.going) await change("go_on");
  };

  // --- showing -----------------------------------------------------------------------------------------------------

  const see = (found, moved) => {
    const where = moved ? place() : null;
    now = found;
    only = null;
    $("filter").value = "";
    show("mistake", "");
    keep(found.link);
    if (location.hash !== `#game=${found.game}`) history.replaceState(null, "", `#game=${found.game}`);
    document.title = `${found.ruleset}: ${found.says}`;
    $("title").textContent = found.ruleset;
    show("says", found.says);
    show("notice", found.notice);
    show("bot", found.bot ? `The others are played by ${found.opponent}: ${found.bot}.` : "");
    show("under", found.under ? `Read with ${found.under}.` : "");
    show("hidden", found.hidden ? `${found.hidden} ${found.hidden === 1 ? "card is" : "cards are"} hidden from ${found.seat}.` : "");
    $("undo").disabled = found.at === null || (!found.chosen && found.tree[found.at].parent === null);
    $("redo").disabled = !found.redo;
    $("throw").hidden = !(found.own && found.whose[0] === "chance" && found.actions.length);
    $("go-on").hidden = found.own;
    $("go-on").textContent = found.own || found.opponent || found.whose[0] === "chance" ? "Let the others go on" : `Sit on ${found.whose[0]}’s seat`;
    table();
    happened();
    met();
    actions();
    tree();
    sitting();
    $("refused-box").open = false;
    if (moved) back(where);
  };

  // Where the keys were, and where they are after everything is drawn anew.
  const place = () => ["actions", "table", "tree"].find((id) => $(id).contains(document.activeElement)) || (document.activeElement === document.body ? "" : "else");
  const back = (where) => {
    if (where === "actions") (document.querySelector("#actions .act") || $("go-on")).focus();
    else if (where === "table") (document.querySelector("#table .live") || document.querySelector("#actions .act") || $("undo")).focus();
    else if (where === "tree") document.querySelector("#tree [aria-current]")?.focus();
    else if (document.activeElement === document.body || document.activeElement?.disabled || document.activeElement?.hidden) (document.querySelector("#actions .act") || $("says")).focus({ preventScroll: true });
  };

  const table = () => {
    const box = $("table");
    box.replaceChildren();
    if (!now.table) return;
    const drawn = new DOMParser().parseFromString(now.table, "image/svg+xml").documentElement;
    box.append(document.importNode(drawn, true));
    const live = [...box.querySelectorAll(".live")];
    live.forEach((card, number) => {
      card.setAttribute("tabindex", number ? "-1" : "0");
      card.addEventListener("click", () => choose(card));
    });
  };
  const named = (card) => card.dataset.names.split(", ");
  const choose = (card) => {
    only = named(card);
    for (const other of document.querySelectorAll("#table .live")) other.classList.toggle("only", other === card);
    actions();
    const first = document.querySelector("#actions .act");
    if (first) first.focus();
  };
  const everything = () => {
    only = null;
    for (const card of document.querySelectorAll("#table .only")) card.classList.remove("only");
    actions();
  };

  const clause = (one) => make("div", "clause",
    make("p", "clause-id", `${one.clauses.join(", ")} ${one.name}${one.who ? ` (${one.who})` : ""}`), make("p", "", one.says));
  const rule = (key, option, text) => button("", text, () => change("rule", { key, option }));

  // What was done since the person last chose something: each sub-step with what it changed on the table.
  const happened = () => {
    $("happened-box").hidden = !now.happened.length;
    $("happened").replaceChildren(...now.happened.map((one) => {
      const line = make("li", "", one.says);
      if (one.changes.length) { const list = make("ul"); list.append(...one.changes.map((change) => make("li", "", change.says))); line.append(list); }
      return line;
    }));
  };
  // What was met when the last action was taken.
  const met = () => {
    const box = $("met");
    box.replaceChildren();
    const asked = now.met.filter((event) => !quiet.has(subject(event)));
    for (const event of asked) box.append(eventBox(event, true));
    const left = now.met.length - asked.length;
    $("quiet").hidden = !left;
    $("quiet-says").textContent = `${left} open ${left === 1 ? "question" : "questions"} came up that you do not want to be asked again.`;
  };
  // What is not to be asked again in this tab.
  const QUIET = "ruleslawyer-quiet";
  const quiet = new Set((() => { try { return JSON.parse(sessionStorage.getItem(QUIET)) || []; } catch { return []; } })());
  const hush = () => { try { sessionStorage.setItem(QUIET, JSON.stringify([...quiet])); } catch { /* until it is closed */ } met(); };
  const subject = (event) => event.ruling ? event.ruling.key : `${event.kind} ${event.subject}`;
  const KIND = { contradiction: "Two clauses contradict each other", gap: "The text is silent", place: "Two results at once", unspoken: "Neither permitted nor forbidden", unresolved: "The chosen reading is silent here", violation: "Something is violated", broken: "It cannot be worked out", unending: "It never comes to an end", loop: "It goes round for ever", cap: "A limit of the scope is passed", idle: "Nothing happens" };
  const eventBox = (event, once = false) => {
    const box = make("div", "clash", make("p", "", make("strong", "", KIND[event.kind] || words(event.kind)), `: ${words(event.title)}${event.clauses.length ? ` [${event.clauses.join(", ")}]` : ""}`));
    if (event.asks) box.append(make("p", "", large(event.asks)));
    if (event.says.length) box.append(make("div", "sides", ...event.says.map(clause)));
    if (event.ends) box.append(make("p", "", "The play ends with it."));
    else if (event.taken) box.append(make("p", "", `The play went on with “${words(event.taken)}”.`));
    if (event.ruling) box.append(rulings(event));
    if (once && !event.ends) box.append(button("", "Do not ask again", () => { quiet.add(subject(event)); hush(); (document.querySelector("#actions .act") || $("says")).focus(); }));
    return box;
  };
  const rulings = (event) => make("p", "rulings", ...event.ruling.options.map((option) => rule(event.ruling.key, option, RULED[option] || `Rule here: ${words(option)}`)));
  const RULED = { permit: "Rule here: it is allowed", forbid: "Rule here: it is forbidden" };

  const actions = () => {
    const list = $("actions"), wanted = $("filter").value.trim().toLowerCase();
    list.replaceChildren();
    const shown = now.actions.filter((one) => (!only || one.names.some((name) => only.includes(name))) && (!wanted || one.says.toLowerCase().includes(wanted)));
    const open = (one) => one.verdict === "contradiction" || one.verdict === null && one.events.length > 0;
    for (const one of shown) if (!open(one)) list.append(plain(one));
    for (const one of shown) if (open(one)) list.append(clash(one));
    $("only").hidden = !only;
    if (only) $("only-says").textContent = `Only with ${only.join(", ")}: ${shown.length} of ${now.actions.length}.`;
    $("filter-line").hidden = now.actions.length < 8 && !wanted && document.activeElement !== $("filter");
    show("more", now.more ? `${now.more} further ones are not listed.` : "");
  };
  const act = (one) => {
    const made = button("act", "", () => change("take", { number: one.number }));
    made.dataset.number = now.actions.filter((other) => other.allowed).indexOf(one) + 1;
    made.append(make("span", "n", made.dataset.number), one.says);
    return made;
  };
  const plain = (one) => {
    const line = make("li", "", act(one));
    const ids = [...new Set(one.clauses.filter((c) => c.stance === "permitted").flatMap((c) => c.clauses))];
    if (one.clauses.length) line.append(make("details", "", make("summary", "", ids.join(", ") || "why"), ...one.clauses.map((c) => make("p", "", `${STANCE[c.stance]} ${c.clauses.join(", ")}${c.who ? ` (${c.who})` : ""}: ${c.says}`))));
    return line;
  };
  const STANCE = { permitted: "Permitted by", forbidden: "Forbidden by", beaten: "Beaten:" };
  const clash = (one) => {
    const box = make("li", "clash");
    box.append(one.allowed ? act(one) : make("p", "", make("strong", "", one.says)));
    if (one.verdict !== "contradiction") { box.append(...one.events.map((event) => eventBox(event))); return box; }
    box.append(make("p", "", "Two clauses contradict each other over this."));
    const sides = one.clauses.filter((c) => c.stance !== "beaten");
    box.append(make("div", "sides", ...sides.map((c) => { const made = clause(c); made.prepend(make("p", "small", make("strong", "", c.stance === "permitted" ? "Permits it" : "Forbids it"))); return made; })));
    box.append(make("p", "", one.allowed ? "As the text is read now it is allowed." : "As the text is read now it is forbidden."));
    box.append(...one.events.filter((event) => event.kind === "contradiction" && event.ruling).map(rulings));
    return box;
  };

  const refused = async () => {
    const found = await ask("refused", { game: now.game, version: now.version });
    const list = $("refused");
    list.replaceChildren();
    if (found.error) { list.append(make("li", "", found.error)); return; }
    for (const one of found.refused) {
      const why = one.clauses.filter((c) => c.stance === "forbidden").map((c) => `${c.clauses.join(", ")}: ${c.says}`).join(" ");
      list.append(make("li", "", make("strong", "", one.says), `: ${why ? `forbidden by ${why}` : "no clause permits it here"}`));
    }
    if (found.more) list.append(make("li", "soft", "There is more that is not allowed; this was found in a moment."));
    if (!found.refused.length && !found.more) list.append(make("li", "", "Nothing that could be chosen is refused here."));
  };

  // What was tried: a run of actions is one list, and what was tried besides hangs beneath where it leaves it.
  const tree = () => {
    const nodes = now.tree, box = $("tree");
    const children = nodes.map(() => []);
    for (const node of nodes) if (node.parent !== null) children[node.parent].push(node);
    const path = new Set();
    for (let at = now.at; at !== null && at !== undefined; at = nodes[at].parent) path.add(at);
    const run = (node) => {
      const list = make("ol");
      while (node) {
        const line = make("li", "", label(node));
        list.append(line);
        const main = children[node.number].find((one) => path.has(one.number)) || children[node.number].find((one) => one.number === node.on) || children[node.number][0];
        for (const other of children[node.number]) if (other !== main) line.append(run(other));
        node = main;
      }
      return list;
    };
    const label = (node) => {
      const made = button("", node.says, () => change("jump", { node: node.number }));
      if (node.met.length) made.append(make("span", "told", node.met.map((kind) => kind === "place" ? "two results" : words(kind)).join(", ")));
      if (node.ends) made.append(make("span", "told", "ends here"));
      if (node.number === now.at) made.setAttribute("aria-current", "step");
      made.tabIndex = node.number === now.at ? 0 : -1;
      return made;
    };
    box.replaceChildren();
    for (const root of nodes.filter((node) => node.parent === null)) {
      box.append(make("p", "root", root.under ? `Read with ${root.under}` : "As the text is usually read here"), run(root));
    }
    const current = box.querySelector("[aria-current]");
    if (current) box.scrollTop += current.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom + 8;
  };

  const options = (select, pairs, chosen) => {
    select.replaceChildren(...pairs.map(([value, text]) => { const made = make("option", "", text); made.value = value; return made; }));
    select.value = chosen;
  };
  const sitting = () => {
    options($("scope"), about.scopes.map((name) => [name, name]), now.scope);
    options($("seat"), [["", "every seat, all is seen"], ...now.players.map((name) => [name, name])], now.seat || "");
    options($("opponent"), [["", "none"], ...about.bots.map((name) => [name, name])], now.opponent);
    $("chance").value = now.chance;
    $("settings-say").textContent = `${now.scope}, ${now.seat || "every seat"}${now.opponent ? ` against ${now.opponent}` : ""}`;
  };

  // --- dialogs -----------------------------------------------------------------------------------------------------

  const readings = async () => {
    const found = await ask("readings", { game: now.game });
    if (found.error) { show("mistake", found.error); return; }
    const list = $("readings");
    const fill = () => {
      const wanted = $("readings-filter").value.trim().toLowerCase();
      list.replaceChildren();
      for (const one of found.readings) {
        const text = large(one.text || words(one.key));
        if (wanted && !`${text} ${one.key} ${one.clauses.join(" ")}`.toLowerCase().includes(wanted)) continue;
        const select = make("select");
        options(select, one.options.map((name) => [name, `${words(name)}${name === one.usual ? " (usual)" : ""}`]), one.follows);
        select.dataset.key = one.key;
        select.addEventListener("change", async () => { $("readings-dialog").close(); await change("reread", { key: one.key, option: select.value }); });
        const line = make("li", "", make("label", "", make("p", "", text, one.clauses.length ? ` [${one.clauses.join(", ")}]` : ""), select));
        if (one.ruled) line.append(" ", button("", "Take the ruling back", async () => { $("readings-dialog").close(); await change("rule", { key: one.key, option: "" }); }));
        list.append(line);
      }
      if (!list.childElementCount) list.append(make("li", "", "Nothing found."));
    };
    $("readings-filter").value = "";
    $("readings-filter").oninput = fill;
    fill();
    $("readings-dialog").showModal();
  };
  const save = async () => {
    const found = await ask("save", { game: now.game, name: $("save-name").value || "a play" });
    $("save-dialog").close();
    if (found.error) { show("mistake", found.error); return; }
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([found.file], { type: "application/toml" }));
    link.download = `${($("save-name").value || "a play").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, "") || "play"}.toml`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };
  const link = () => {
    $("link").value = `${location.origin}${location.pathname}#play=${now.link}`;
    $("copied").textContent = "";
    $("link-dialog").showModal();
    $("link").select();
  };

  // --- what the person does ----------------------------------------------------------------------------------------

  const goOn = () => {
    if (!now.own && !now.opponent && now.whose[0] !== "chance") return change("sit", { seat: now.whose[0] });
    return change("go_on");
  };
  const fresh = () => change("open", { game: undefined, version: undefined, scope: $("scope").value, seat: $("seat").value || null, opponent: $("opponent").value, chance: $("chance").value });
  const press = (id) => { if (!$(id).hidden && !$(id).disabled) $(id).click(); };
  $("undo").addEventListener("click", () => change("undo"));
  $("redo").addEventListener("click", () => change("redo"));
  $("throw").addEventListener("click", () => change("throw"));
  $("go-on").addEventListener("click", goOn);
  $("ask-again").addEventListener("click", () => { quiet.clear(); hush(); });
  $("all").addEventListener("click", everything);
  $("filter").addEventListener("input", actions);
  $("scope").addEventListener("change", fresh);
  $("new-button").addEventListener("click", fresh);
  for (const id of ["seat", "opponent", "chance"]) $(id).addEventListener("change", () => change("sit", { seat: $("seat").value || null, opponent: $("opponent").value, chance: $("chance").value }));
  $("sitting").addEventListener("submit", (event) => event.preventDefault());
  $("refused-box").addEventListener("toggle", () => { if ($("refused-box").open) refused(); });
  $("readings-button").addEventListener("click", readings);
  $("save-button").addEventListener("click", () => { $("save-name").value = `a play of ${now.tree.length ? now.tree[now.at].says : now.scope}`; $("save-dialog").showModal(); });
  $("save-file").addEventListener("click", save);
  $("link-button").addEventListener("click", link);
  $("copy").addEventListener("click", async () => {
    try { await navigator.clipboard.writeText($("link").value); $("copied").textContent = "Copied."; } catch { $("link").select(); $("copied").textContent = "Copy it with the keys."; }
  });
  $("help-button").addEventListener("click", () => $("help-dialog").showModal());
  document.querySelector("[data-skip]").addEventListener("click", (event) => { event.preventDefault(); (document.querySelector("#actions .act") || $("says")).focus(); });
  PHONE.addEventListener("change", () => { if (now) change("look"); });

  const step = (items, on) => {
    const at = items.indexOf(document.activeElement);
    items[Math.min(items.length - 1, Math.max(0, at + on))]?.focus();
  };
  const towards = (key) => {
    const from = document.activeElement.getBoundingClientRect();
    const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const card of document.querySelectorAll("#table .live")) {
      const [a, b] = middle(card.getBoundingClientRect());
      const along = { ArrowLeft: x - a, ArrowRight: a - x, ArrowUp: y - b, ArrowDown: b - y }[key];
      const across = key === "ArrowLeft" || key === "ArrowRight" ? Math.abs(b - y) : Math.abs(a - x);
      if (along > 1 && along + 2 * across < least) { least = along + 2 * across; best = card; }
    }
    if (!best) return;
    document.activeElement.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus();
  };
  const GO = { t: () => document.querySelector("#table .live")?.focus(), a: () => document.querySelector("#actions .act")?.focus(), h: () => document.querySelector("#tree [aria-current]")?.focus(), u: () => press("undo"), r: () => press("redo"), c: () => press("throw"), g: () => press("go-on"), q: readings, s: () => press("save-button"), l: link, n: fresh, "/": () => { $("filter-line").hidden = false; $("filter").focus(); }, "?": () => $("help-dialog").showModal() };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !now || document.querySelector("dialog[open]")) return;
    const typing = event.target.closest?.("input, select, textarea"), key = event.key;
    if (key === "Escape" && !event.target.closest?.("select")) { $("filter").value = ""; everything(); document.querySelector("#actions .act")?.focus(); return; }
    if (typing) return;
    if (key.startsWith("Arrow")) {
      const on = key === "ArrowDown" || key === "ArrowRight" ? 1 : -1;
      if (event.target.closest("#table")) towards(key);
      else if (event.target.closest("#actions") && (key === "ArrowDown" || key === "ArrowUp")) step([...document.querySelectorAll("#actions .act, #actions .rulings button")], on);
      else if (event.target.closest("#tree") && (key === "ArrowDown" || key === "ArrowUp")) step([...document.querySelectorAll("#tree button")], on);
      else return;
    } else if ((key === "Enter" || key === " ") && event.target.closest(".live")) choose(event.target.closest(".live"));
    else if (/^[1-9]$/.test(key)) document.querySelector(`#actions .act[data-number="${key}"]`)?.focus();
    else if (key in GO) GO[key]();
    else return;
    event.preventDefault();
  });

  // --- the beginning: a link, a game that goes on, or a new one ----------------------------------------------------

  const begin = async () => {
    working(true);
    try {
      about ??= await ask("about", {});
      const [what, value] = location.hash.slice(1).split("=", 2);
      const narrow = PHONE.matches;
      let found = null, lost = "";
      if (what === "play") found = await ask("open", { link: value, narrow });
      if (what === "game") {
        found = await ask("look", { game: value, narrow });
        if (found.error && kept(value)) found = await ask("open", { link: kept(value), narrow });
      }
      if (found?.error) { lost = `${found.error}. A new game has begun.`; found = null; }
      found ??= await ask("open", { narrow });
      if (found.error) { show("says", "No game can begin."); show("mistake", found.error); return; }
      see(found, false);
      if (lost) show("mistake", lost);
      if (now.going) await change("go_on");
    } catch {
      show("mistake", "The server does not answer. Start it again, and reload.");
    } finally {
      if (!busy) working(false);
    }
  };
  addEventListener("hashchange", () => { if (location.hash !== `#game=${now?.game}`) begin(); });
  if (PHONE.matches) $("settings").open = false;
  document.querySelector("[data-tools]").hidden = false;
  window.ruleslawyerTheme.button(document.querySelector("[data-theme-button]"));
  begin();
})();
