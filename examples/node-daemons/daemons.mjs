// Daemons, written from the rulebook's register (spec/daemons): a game that one state at a time can be put into.
//
// A clause's number stands beside what it says. Where the book can be read in several ways, `this.reads(question,
// option)` asks which one is followed; the questions are those of the ruleset.

const SETUP = ["ROLL", "AGREE", "DRAFT", "MAIN", "DEAL", "MULLIGAN", "REDRAW", "REROLL"];

export const FIELDS = [
  "step", "first", "drafted", "main", "kept", "zone", "security", "active", "memory", "crossed", "refreshed", "exhausted", "sick",
  "attacker", "owed", "damage", "standby", "came", "let_go_on", "bereft", "lost", "Choosing", "Defending",
];

export const READING = {
  ability_holds: "of_the_main_module",
  zero_is_across: "zero_is_on_no_side",
  overlong_payments_are_made: "what_does_not_fit_is_not_paid",
  gains_fill_the_track: "up_to_the_end",
  a_tracker_may_come_back: "the_action_counts_as_a_whole",
  the_rest_is_carried_out: "an_action_is_taken_first",
  what_is_paid_is_placed: "the_cost_comes_first",
  ties_are_rolled_again: "again",
  cards_put_aside_come_back_first: "shuffled_in_after_drawing",
  first_drafter_has_the_first_turn: "the_same_first_player",
  revealed_scripts_are_activated: "directly_to_the_zone",
  outcome_between_daemons: "the_weaker_is_trashed",
  an_empty_security_can_be_attacked: "damage_is_taken",
  damage_of_an_attack: "one_damage",
  attacking_exhausts: "it_is_ready_no_more",
  scripts_are_reactions: "in_the_own_turn",
  others_abilities_may_be_used: "ones_own_cards",
  bereft_for_good: "while_both_are_empty",
  empty_deck_hurts_first: "with_the_effects_of_the_start",
};

// Questions that are not asked here: their first options are all that is played.
export const FIXED = {
  whatever_moves_it_counts: "whenever_it_crosses",
  cost_where_none_is_given: "they_are_free",
  ready_daemons_defend: "by_the_text_of_a_card_alone",
  playing_activates: "activated_as_it_is_played",
  scripts_interrupt: "after_an_action_of_the_opponent",
  others_scripts_may_be_trashed: "ones_own_scripts",
  how_else_a_turn_ends: "it_does_not_end",
  what_is_left_to_the_bereft: "burning_until_the_turn_ends",
  order_of_effects: "the_player_chooses",
};

export class Game {
  constructor(scope, reading) {
    this.players = Object.keys(scope.sorts.Player);
    this.modules = scope.sorts.Module;
    this.cards = scope.sorts.Card;
    this.names = Object.keys(this.cards);
    this.reading = reading;
    this.overrides = scope.initial;
    this.numbers = {};
    for (const [name, value] of Object.entries(scope.constants)) this.numbers[name.replace("Numbers.", "")] = value;
  }

  reads(question, option) {
    return this.reading[question] === option;
  }

  // --- words ---------------------------------------------------------------------------------------------------

  other(who) {
    return this.players.find((p) => p !== who);
  }

  owner(card) {
    return this.s.drafted[this.cards[card].module];
  }

  in(zone, who) {
    return this.names.filter((c) => this.s.zone[c] === zone && this.owner(c) === who);
  }

  deck(who) {
    return this.in("UNSEEN", who).length - this.s.security[who];
  }

  grip(who) {
    return this.in("GRIP", who).length;
  }

  onField(card) {
    return ["FIELD", "SCRIPTS"].includes(this.s.zone[card]);
  }

  inPlay() {
    return !SETUP.includes(this.s.step);
  }

  busy() {
    return this.players.some((p) => this.s.owed[p] > 0 || this.s.damage[p] > 0);
  }

  onTurn(who) {
    return this.s.step === "RUNNING" && this.s.active === who;
  }

  power(card) {
    // 7.4; 3.2b and 3.3c: cards on the field may strengthen; 10.4b: so may modules
    let power = this.cards[card].power;
    if (this.s.zone[card] !== "FIELD") return power;
    for (const c of this.names) {
      const { ability, when, level } = this.cards[c];
      const same = this.onField(c) && this.owner(c) === this.owner(card);
      if (ability === "STRONGER" && when === "ONGOING" && same) power += level;
    }
    for (const [m, { ability, level }] of Object.entries(this.modules)) {
      if (ability === "STRONGER" && this.s.drafted[m] === this.owner(card) && this.holds(m)) power += level;
    }
    return power;
  }

  holds(module) {
    if (this.reads("ability_holds", "of_every_drafted_module")) return true;
    return this.reads("ability_holds", "of_the_main_module") && this.s.main[module];
  }

  bereft(who) {
    // 9.2
    const nothing = this.grip(who) === 0 && this.deck(who) === 0;
    return nothing || (this.s.bereft[who] && this.reads("bereft_for_good", "from_then_on"));
  }

  // --- the tracker (4.1, 5.1) ------------------------------------------------------------------------------------

  toward(who, amount) {
    return this.s.active === who ? this.s.memory + amount : this.s.memory - amount;
  }

  onTrack(memory) {
    return Math.abs(memory) <= this.numbers.track;
  }

  putTracker(memory) {
    const across = memory < 0 || (memory === 0 && this.reads("zero_is_across", "zero_is_enough"));
    const returns = this.reads("a_tracker_may_come_back", "the_action_counts_as_a_whole");
    const crossed = this.s.crossed ? across || !returns : across && memory <= this.s.memory;
    this.s.memory = memory;
    this.s.crossed = this.s.refreshed || crossed;
    if (!this.goesOn()) {
      // 5.1f: the turn ends there, and what was still to come is not
      this.s.attacker = null;
      for (const p of this.players) [this.s.damage[p], this.s.owed[p]] = [0, 0];
    }
  }

  goesOn() {
    return !this.s.crossed || this.reads("the_rest_is_carried_out", "an_action_is_taken_first");
  }

  moveTracker(who, amount) {
    const end = this.numbers.track;
    this.putTracker(Math.max(-end, Math.min(end, this.toward(who, amount))));
  }

  canPay(who, amount) {
    const fits = this.onTrack(this.toward(who, -amount));
    return fits || this.reads("overlong_payments_are_made", "it_stops_at_the_end");
  }

  pay(who, amount) {
    // 5.1c, 5.1e: a cost of nothing moves nothing
    if (amount > 0) this.moveTracker(who, -amount);
  }

  gainMemory(who, amount) {
    const fits = this.onTrack(this.toward(who, amount)) || this.reads("gains_fill_the_track", "up_to_the_end");
    if (amount > 0 && fits) this.moveTracker(who, amount);
  }

  // --- what cards say (4.7b, 3.3a) -------------------------------------------------------------------------------

  carryOut(who, does, level) {
    if (does === "DAMAGE") this.s.damage[this.other(who)] += level;
    else if (does === "MEMORY") this.gainMemory(who, level);
    else if (does === "DRAW") this.s.owed[who] += level;
  }

  carryOutAfterPaying(who, does, level) {
    if (does !== null && this.goesOn()) this.carryOut(who, does, level);
  }

  // --- steps, and what ends with them ------------------------------------------------------------------------------

  goTo(step) {
    const { s } = this;
    const none = (keys) => Object.fromEntries(keys.map((k) => [k, false]));
    if (s.step !== step) {
      if (step === "REDRAW") s.kept = none(this.players); // 2.11
      if (step === "LOADING") s.sick = none(this.names); // 6.2b
      if (step === "DAWN") [s.crossed, s.refreshed, s.standby] = [false, false, none(this.names)]; // 5.1f, 4.1b, 10.13
    }
    s.step = step;
  }

  // --- whose decision it is ----------------------------------------------------------------------------------------

  drafts() {
    const { first_draft: a, second_draft: b, third_draft: c } = this.numbers;
    const made = Object.values(this.s.drafted).filter((p) => p !== null).length;
    if (this.s.first === null) return null;
    return made < a || (a + b <= made && made < a + b + c) ? this.s.first : this.other(this.s.first);
  }

  decides(who) {
    const { s } = this;
    if (s.Choosing) return true;
    if (s.step === "DRAFT") return who === this.drafts();
    if (s.step === "MULLIGAN") return !s.kept[who];
    if (s.step === "RUNNING") return who === s.active || this.mightReact(who);
    if (s.step === "START") return who === s.active;
    return true;
  }

  mightReact(who) {
    const anybodys = this.reads("others_abilities_may_be_used", "any_card_on_the_field");
    const mine = (c) => this.owner(c) === who || (anybodys && this.cards[c].when === "ACTIVATED");
    const speaks = (c) => ["TRASHED", "ACTIVATED"].includes(this.cards[c].when) && this.cards[c].ability !== null;
    const usable = (c) => this.s.zone[c] === "SCRIPTS" && speaks(c) && mine(c);
    return this.in("GRIP", who).some((c) => this.cards[c].kind === "SCRIPT") || this.names.some(usable);
  }

  ended() {
    return this.players.some((p) => this.s.lost[p]);
  }

  // --- what a player sees: nothing of cards that he does not know, and "?" where something names one (2.12b) ----------

  knows(who, card) {
    return this.owner(card) === who || !["UNSEEN", "GRIP", "ASIDE"].includes(this.s.zone[card]);
  }

  observe(who) {
    const known = (card) => this.knows(who, card);
    const seen = { ...this.s };
    for (const field of ["zone", "exhausted", "sick", "standby", "came"]) {
      seen[field] = Object.fromEntries(Object.entries(this.s[field]).filter(([card]) => known(card)));
    }
    if (seen.attacker !== null && !known(seen.attacker)) seen.attacker = "?";
    return seen;
  }

  // --- actions: for each, whose arguments there are, whether they are allowed, and what happens ---------------------

  *legal() {
    if (this.ended()) return;
    const chance = !this.s.Choosing && (["ROLL", "REROLL"].includes(this.s.step) || this.busy());
    for (const [action, args] of chance ? this.outcomes() : this.choices()) yield { action, args };
  }

  *outcomes() {
    const { s } = this;
    const dice = { ROLL: "roll", REROLL: "roll_anew" }[s.step];
    if (dice) {
      yield* this.players.map((who) => [dice, { who }]);
      yield ["roll_a_tie", {}];
    }
    for (const card of this.names) {
      if (this.mayBeDrawn(card)) yield ["draw", { card }];
    }
    for (const card of this.names) {
      if (this.mayBeRevealed(card)) yield ["reveal", { card }];
    }
  }

  mayBeDrawn(card) {
    const { s } = this;
    const who = this.owner(card);
    if (s.zone[card] !== "UNSEEN" || !who || s.owed[who] === 0 || this.deck(who) <= 0) return false;
    // at the beginning one after the other: whose cards come first makes no difference
    return !(SETUP.includes(s.step) && s.first !== null && s.first !== who && s.owed[s.first] > 0);
  }

  mayBeRevealed(card) {
    const { s } = this;
    const who = this.owner(card);
    const hurt = who && s.damage[who] > 0 && s.security[who] > 0;
    return s.zone[card] === "UNSEEN" && Boolean(hurt) && this.players.every((p) => s.owed[p] === 0);
  }

  *choices() {
    const { s } = this;
    if (s.Choosing) {
      yield* this.covers();
      return;
    }
    for (const who of this.players.filter((p) => this.decides(p))) {
      if (s.step === "AGREE") yield ["agree_to_begin", { who }];
      if (s.step === "DRAFT") {
        for (const module of Object.keys(this.modules)) {
          if (s.drafted[module] === null) yield ["draft", { who, module }];
        }
      }
      if (s.step === "MULLIGAN") {
        for (const card of this.in("GRIP", who)) yield ["put_aside", { who, card }];
        yield ["keep", { who }];
      }
      if (s.step === "START") {
        for (const card of this.names) {
          if (s.standby[card] && this.owner(card) === who) yield ["resolve", { who, card }];
        }
      }
      if (s.step === "RUNNING") yield* this.running(who);
    }
  }

  *covers() {
    // 2.8a, 2.9: both choose one of their modules, and reveal them together
    const [ann, bob] = this.players;
    const own = (who) => Object.keys(this.modules).filter((m) => this.s.drafted[m] === who);
    for (const one of own(ann)) {
      for (const two of own(bob)) yield ["reveal_main_modules", { choices: { [ann]: one, [bob]: two } }];
    }
  }

  *running(who) {
    const turn = this.onTurn(who);
    for (const card of this.names) {
      const { kind, cost, ability, when, fee } = this.cards[card];
      const own = this.owner(card) === who;
      const instant = !turn && this.reads("scripts_are_reactions", "like_instants"); // 10.11
      if (turn && own && kind === "DAEMON" && this.s.zone[card] === "FIELD" && this.mayAttack(card)) {
        if (this.canBeAttacked(this.other(who))) yield ["attack_security", { who, card }];
        for (const target of this.names) {
          const stands = this.cards[target].kind === "DAEMON" && this.s.zone[target] === "FIELD";
          if (stands && this.owner(target) === this.other(who)) yield ["attack_daemon", { who, card, target }];
        }
      }
      if (own && this.s.zone[card] === "GRIP" && (turn || (instant && kind === "SCRIPT")) && this.canPay(who, cost)) {
        yield ["play", { who, card }];
      }
      if (ability === null) continue;
      const anybodys = own || this.reads("others_abilities_may_be_used", "any_card_on_the_field");
      const used = turn || (instant && kind === "SCRIPT");
      if (when === "ACTIVATED" && this.onField(card) && used && anybodys && this.canPay(who, fee)) {
        yield ["activate", { who, card }];
      }
      const script = when === "TRASHED" && own && this.s.zone[card] === "SCRIPTS";
      if (script && (turn || instant) && this.canPay(who, fee)) yield ["trash_script", { who, card }];
    }
    if (turn) yield [this.bereft(who) ? "burn" : "refresh", { who }]; // 4.9, 9.2
  }

  mayAttack(card) {
    return !this.s.exhausted[card] && !this.s.sick[card]; // 6.1b, 6.2a
  }

  canBeAttacked(who) {
    return this.s.security[who] > 0 || this.reads("an_empty_security_can_be_attacked", "damage_is_taken");
  }

  // --- what is done --------------------------------------------------------------------------------------------------

  roll({ who }) {
    this.s.first = who;
    this.goTo("DRAFT");
  }

  roll_a_tie() {
    if (this.reads("ties_are_rolled_again", "the_players_agree")) this.goTo("AGREE");
  }

  agree_to_begin({ who }) {
    if (this.s.first === null) this.roll({ who });
    else this.roll_anew({ who });
  }

  draft({ who, module }) {
    this.s.drafted[module] = who;
  }

  reveal_main_modules({ choices }) {
    for (const p of this.players) this.s.main[choices[p]] = true;
    delete this.s.Choosing;
    this.goTo("DEAL");
    for (const p of this.players) this.s.owed[p] += this.numbers.grip; // 2.10
  }

  draw({ card }) {
    const who = this.owner(card);
    this.s.zone[card] = "GRIP";
    this.s.owed[who] -= 1;
  }

  put_aside({ card }) {
    this.s.zone[card] = "ASIDE";
  }

  keep({ who }) {
    this.s.kept[who] = true;
  }

  roll_anew({ who }) {
    this.s.active = who;
    this.s.memory = this.numbers.first_memory; // 2.13
    this.goTo("DAWN");
  }

  reveal({ card }) {
    const { s } = this;
    const who = this.owner(card);
    const { kind, does, level, when } = this.cards[card];
    s.security[who] -= 1;
    s.damage[who] -= 1;
    if (kind === "DAEMON") {
      if (s.attacker !== null && this.power(card) >= this.power(s.attacker)) {
        s.zone[s.attacker] = "HEAP"; // 7.4, 7.5
        s.attacker = null;
      }
      s.zone[card] = "GRIP"; // 7.6, 9.4
    } else {
      if (does !== null && this.reads("revealed_scripts_are_activated", "after_activation")) {
        this.carryOut(who, does, level); // 3.3b
      }
      if (when === "START") s.came[card] = this.placeInTheOrder(card);
      s.zone[card] = "SCRIPTS"; // 7.8
    }
  }

  exhaust(card) {
    if (this.reads("attacking_exhausts", "it_is_ready_no_more")) this.s.exhausted[card] = true;
  }

  attack_security({ who, card }) {
    this.s.attacker = card;
    this.exhaust(card);
    this.s.damage[this.other(who)] += this.reads("damage_of_an_attack", "its_power") ? this.power(card) : 1;
  }

  attack_daemon({ card, target }) {
    const outcome = this.reading.outcome_between_daemons;
    const mine = this.power(card);
    const theirs = this.power(target);
    this.exhaust(card);
    if (outcome !== "nothing_happens" && theirs >= mine) this.s.zone[card] = "HEAP";
    if (outcome === "the_weaker_is_trashed" && mine >= theirs) this.s.zone[target] = "HEAP";
  }

  play({ who, card }) {
    const { kind, cost, does, level, when } = this.cards[card];
    this.pay(who, cost); // 4.6b
    if (kind === "SCRIPT") this.carryOutAfterPaying(who, does, level); // 3.3a
    if (!this.goesOn() && !this.reads("what_is_paid_is_placed", "placed_by_paying")) return;
    if (when === "START") this.s.came[card] = this.placeInTheOrder(card); // 10.13
    this.s.zone[card] = kind === "DAEMON" ? "FIELD" : "SCRIPTS"; // 4.6a, 3.3b
    if (kind === "DAEMON") this.s.sick[card] = true; // 6.2b
  }

  placeInTheOrder(card) {
    // after those of its player that have an effect at the start of a turn too
    const before = (c) => this.cards[c].when === "START" && this.onField(c) && this.owner(c) === this.owner(card);
    return Math.max(0, ...this.names.filter((c) => c !== card && before(c)).map((c) => this.s.came[c] + 1));
  }

  activate({ who, card }) {
    const { fee, ability, level } = this.cards[card];
    this.pay(who, fee);
    this.carryOutAfterPaying(who, ability, level);
  }

  trash_script({ who, card }) {
    const { fee, ability, level } = this.cards[card];
    this.pay(who, fee);
    this.s.zone[card] = "HEAP"; // 3.3d
    this.carryOutAfterPaying(who, ability, level);
  }

  refresh({ who }) {
    const missing = this.numbers.refresh - this.grip(who);
    if (this.s.memory !== 0) this.putTracker(0); // 4.9a; at zero it moves nothing
    if (missing > 0 && this.goesOn()) this.s.owed[who] += missing; // 4.9b
  }

  burn({ who }) {
    this.s.damage[who] += this.numbers.burn; // 9.3
  }

  resolve({ who, card }) {
    const { ability, level } = this.cards[card];
    this.s.standby[card] = false;
    if (ability !== null) this.carryOut(who, ability, level); // 4.4
  }

  // --- what happens by itself ----------------------------------------------------------------------------------------

  rest() {
    // what is settled comes before what is due; nothing is due in an ended game, or while main modules are chosen
    while (this.settle() || (!this.ended() && !this.s.Choosing && this.force()));
    this.forget();
  }

  settle() {
    const { s } = this;
    const loses = this.players.filter((p) => this.inPlay() && s.damage[p] > 0 && s.security[p] === 0); // 1.2c
    const empty = (p) => this.grip(p) === 0 && this.deck(p) === 0 && !s.bereft[p];
    const bereft = this.players.filter((p) => this.inPlay() && empty(p)); // 9.2
    for (const p of loses) [s.lost[p], s.damage[p]] = [true, 0];
    for (const p of bereft) s.bereft[p] = true;
    return loses.length + bereft.length > 0;
  }

  force() {
    const { s, numbers: n } = this;
    const made = Object.values(s.drafted).filter((p) => p !== null).length;
    if (s.step === "DRAFT" && made === n.first_draft + n.second_draft + n.third_draft + n.last_draft) {
      for (const c of this.names) if (this.owner(c) !== null) s.zone[c] = "UNSEEN"; // 2.7a
      this.goTo("MAIN");
      s.Choosing = { awaits: [...this.players] };
    } else if (this.players.some((p) => s.owed[p] > 0 && this.deck(p) === 0)) {
      for (const p of this.players) if (this.deck(p) === 0) s.owed[p] = 0;
    } else if (s.step === "DEAL" && !this.busy()) {
      this.goTo("MULLIGAN");
    } else if (s.step === "MULLIGAN" && this.players.every((p) => s.kept[p])) {
      this.replaceCards();
    } else if (s.step === "REDRAW" && !this.busy()) {
      this.setSecurity();
    } else if (s.attacker !== null && !this.busy()) {
      s.attacker = null; // 7.1
    } else if (s.step === "DAWN") {
      this.hurtByAnEmptyDeck("at_the_very_start");
      this.goTo("LOADING");
    } else if (s.step === "LOADING" && !s.crossed && !this.busy()) {
      for (let gone = s.security[s.active]; gone < n.full_security; gone++) this.gainMemory(s.active, 1); // 4.2
      this.goTo("REBOOT");
    } else if (s.step === "REBOOT") {
      this.reboot();
    } else if (s.step === "START" && !this.busy() && this.names.every((c) => !s.standby[c])) {
      this.goTo("RUNNING");
    } else if (s.crossed && s.attacker === null && !this.busy()) {
      s.memory = s.memory === 0 ? 0 : -s.memory; // 5.1g; JavaScript has a zero below zero
      if (s.active !== null) s.active = this.other(s.active);
      this.goTo("DAWN");
    } else {
      return false;
    }
    return true;
  }

  replaceCards() {
    this.goTo("REDRAW");
    for (const p of this.players) {
      for (const c of this.in("ASIDE", p)) {
        this.s.owed[p] += 1;
        const first = this.reads("cards_put_aside_come_back_first", "shuffled_in_before_drawing");
        if (first) this.s.zone[c] = "UNSEEN";
      }
    }
  }

  setSecurity() {
    const { s } = this;
    for (const c of this.names) if (s.zone[c] === "ASIDE") s.zone[c] = "UNSEEN";
    for (const p of this.players) s.security[p] = Math.min(this.numbers.security, this.deck(p)); // 2.12
    if (this.reads("first_drafter_has_the_first_turn", "the_same_first_player")) {
      [s.active, s.memory] = [s.first, this.numbers.first_memory]; // 2.13
      this.goTo("DAWN");
    } else {
      this.goTo("REROLL");
    }
  }

  reboot() {
    const { s } = this;
    for (const c of this.names) if (this.owner(c) === s.active) s.exhausted[c] = false; // 4.3
    this.hurtByAnEmptyDeck("with_the_effects_of_the_start");
    this.goTo("START");
    for (const c of this.names) {
      const { ability, when } = this.cards[c];
      const starts = ability !== null && when === "START" && this.onField(c);
      if (starts && this.owner(c) === s.active) s.standby[c] = true; // 10.13
    }
  }

  hurtByAnEmptyDeck(when) {
    const { s } = this;
    const hurts = this.reads("empty_deck_hurts_first", when) && s.active !== null && this.deck(s.active) === 0;
    if (hurts) s.damage[s.active] += this.numbers.empty_deck; // 9.1
  }

  forget() {
    // what means nothing any more is told as if it had never been: two states that play alike are one
    const { s } = this;
    if (!SETUP.includes(s.step)) s.first = null;
    for (const c of this.names) if (s.zone[c] !== "FIELD") [s.exhausted[c], s.sick[c]] = [false, false];
    for (const c of this.names) if (!this.onField(c)) s.came[c] = 0;
    for (const p of this.players) if (this.deck(p) !== 0) s.bereft[p] = false;
  }

  // --- plays -----------------------------------------------------------------------------------------------------------

  begin() {
    const all = (keys, value) => Object.fromEntries(keys.map((k) => [k, value]));
    const { players, names } = this;
    const modules = Object.keys(this.modules);
    this.s = {
      step: "ROLL", first: null, drafted: all(modules, null), main: all(modules, false), kept: all(players, false),
      zone: all(names, "BOX"), security: all(players, 0), active: null, memory: 0, crossed: false,
      refreshed: false,
      exhausted: all(names, false), sick: all(names, false), attacker: null, owed: all(players, 0),
      damage: all(players, 0), standby: all(names, false), came: all(names, 0),
      let_go_on: false, bereft: all(players, false), lost: all(players, false),
    };
    for (const { field, keys, value } of this.overrides) {
      if (keys.length === 0) this.s[field] = value;
      else this.s[field][keys[0]] = value;
    }
    this.rest();
  }

  load(state) {
    this.s = structuredClone(state);
    this.rest();
  }

  step(action, args) {
    const same = (move) => move.action === action && this.alike(move.args, args);
    if (![...this.legal()].some(same)) throw new Error(`${action} is not allowed here`);
    this[action](args);
    this.rest();
  }

  alike(one, other) {
    if (typeof one !== "object" || one === null) return one === other;
    return Object.keys(one).every((key) => this.alike(one[key], other?.[key]));
  }
}
