// Variants that are wrong on purpose: one slip in the rules, or one in how answers are given. `--fault=NAME`.

let plays = 0;

const RULES = {
  // from the third play on a refresh draws a whole grip: what belongs to a play is kept longer than that
  "remembers": (Game) => class extends Game {
    begin() {
      super.begin();
      plays += 1;
    }
    refresh({ who }) {
      super.refresh({ who });
      if (plays > 2) this.s.owed[who] = this.numbers.refresh;
    }
  },
  // a number of its own is kept where the rules keep another one
  "begins-elsewhere": (Game) => class extends Game {
    begin() {
      super.begin();
      this.s.let_go_on = true;
    }
  },
  // 6.2a is forgotten: a Daemon attacks in the turn in which it was played
  "sick-attacks": (Game) => class extends Game {
    mayAttack(card) {
      return !this.s.exhausted[card];
    }
  },
  // 7.4 says "at least": here the attacker survives a Daemon of equal power
  "equal-survives": (Game) => class extends Game {
    reveal({ card }) {
      const { attacker } = this.s;
      const equal = attacker !== null && this.cards[card].kind === "DAEMON" && this.power(card) === this.power(attacker);
      super.reveal({ card });
      if (equal) [this.s.zone[attacker], this.s.attacker] = ["FIELD", attacker];
    }
  },
  // 5.1g: the tracker stays where it is, and is not put back to zero, when the turn passes
  "memory-is-lost": (Game) => class extends Game {
    force() {
      const { active } = this.s;
      const forced = super.force();
      if (active !== null && this.s.active !== active) this.s.memory = 0;
      return forced;
    }
  },
  // 4.9b: as many cards are drawn as a grip has, and not up to it
  "refresh-draws-all": (Game) => class extends Game {
    refresh({ who }) {
      super.refresh({ who });
      this.s.owed[who] = this.numbers.refresh;
    }
  },
  // 4.3 is forgotten: Daemons that have attacked are never ready again
  "no-reboot": (Game) => class extends Game {
    reboot() {
      const { exhausted } = structuredClone(this.s);
      super.reboot();
      this.s.exhausted = exhausted;
    }
  },
  // 9.2b is forgotten: who has nothing left can do neither
  "no-burn": (Game) => class extends Game {
    *running(who) {
      for (const move of super.running(who)) if (move[0] !== "burn") yield move;
    }
  },
  // one sees what the opponent has in the grip
  "peeks": (Game) => class extends Game {
    knows(who, card) {
      return super.knows(who, card) || this.s.zone[card] === "GRIP";
    }
  },
  // an action is offered, and not taken when it comes
  "refuses-to-refresh": (Game) => class extends Game {
    refresh() {
      throw new Error("not today");
    }
  },
};

let asked = 0;

const ANSWERS = {
  hangs: () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // for ever
  },
  dies: () => process.exit(3),
  floods: () => "[" + "0,".repeat(4_000_000),
  chatters: (answer) => `${answer}\n${answer}`,
  "is-garbage": () => '{"legal": [',
  "is-not-utf8": () => Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
  "is-nested": () => "[".repeat(100_000),
  "has-wrong-types": () => '{"legal": 7, "state": {"step": []}}',
};

export function broken(Game, fault) {
  if (fault === undefined) return { Rules: Game, meddle: (_, answer) => answer };
  if (Object.hasOwn(RULES, fault)) return { Rules: RULES[fault](Game), meddle: (_, answer) => answer };
  if (Object.hasOwn(ANSWERS, fault)) return { Rules: Game, meddle: late(ANSWERS[fault]) };
  const known = [...Object.keys(RULES), ...Object.keys(ANSWERS)].join(", ");
  process.stderr.write(`there is no fault ${fault}; there are: ${known}\n`);
  process.exit(2);
}

// The first answers are right: it is in the middle of a play that something breaks.
function late(answer) {
  return ({ request }, right) => {
    asked += request === "step" || request === "legal" ? 1 : 0;
    return asked > 8 ? answer(right) : right;
  };
}
