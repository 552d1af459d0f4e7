// The messages of `serve`, written by `python docs/typescript.py` from docs/schemas; do not edit.

export type ConformMessageAction = {
  action: string;
  args: ConformMessageArgs;
};

/** Parameters by name; members by name, a joint choice as an object. */
export type ConformMessageArgs = { [name: string]: unknown };

export type Itf = {
  "#meta": {
    format: "ITF";
    "format-description"?: string;
    description?: string;
    /** The version of this description. */
    schema: 1;
    /** The ruleset's id. */
    ruleset: string;
    /** The digest of the rules that it was played with. */
    digest: string;
    /** The scope's name. */
    scope: string;
    /** Question: option. */
    reading: { [name: string]: string };
    /** The questions that were settled. */
    rulings: Array<string>;
    /** The property whose violation it shows, if it does. */
    violates?: string;
    /** An action that was looked at in the last state, and not taken. */
    last: PlayInstance | null;
    /** The action that ends the play in an event: there is no state after it. */
    broken_off: PlayInstance | null;
    /** Of a vector: what it is there for, as in the index. */
    vector?: {
      covers: Array<string>;
      catches: Array<string>;
      tells: VectorsTells | null;
    };
    /** The type of each variable, as Apalache writes types. */
    varTypes?: { [name: string]: string };
  };
  vars: Array<string>;
  states: Array<{
    "#meta": {
      index: number;
      /** The clauses that permit the action, or clash over it. */
      clauses: Array<string>;
      /** Of a vector: whether the game is over. */
      ended?: boolean;
      winners?: Array<string>;
      /** What each player gets, of a game that is over and whose rules say it. */
      payoffs?: { [name: string]: number };
      /** Who has a decision. */
      awaits?: Array<string> | "chance";
      /** All actions that are allowed here, and no others; null where that cannot be told. */
      legal?: Array<PlayInstance> | null;
    };
    /** The action that led here; first, `initial`. */
    "mbt::actionTaken": string;
    /** Its parameters by name, each as `Some` value. */
    "mbt::nondetPicks": { [name: string]: ItfValue };
    [name: string]: unknown;
  }>;
  /** Of a play that goes round: the number of the state that comes after the last one. */
  loop?: number;
};

/** A value of ITF: a number is {"#bigint": "3"}, a set {"#set": […]}, a map {"#map": [[key, value], …]}, a pile a list (the top first), what may be missing a tag `Some` or `None`, a frame that is open `Some` record. */
export type ItfValue = boolean | string | Array<ItfValue> | { [name: string]: ItfValue };

export type PlayInstance = {
  action: string;
  /** Its parameters by name. */
  args: { [name: string]: unknown };
};

export type Beginnings = {
  /** The arguments of each way to begin. */
  initials: Array<{ [name: string]: unknown }>;
};

export type Change = {
  /** dealt: chance moved it; paid, damaged: fewer coins, or fewer hearts or shields, than before. */
  kind: "moved" | "dealt" | "turned" | "marked" | "counted" | "paid" | "damaged" | "flagged" | "out" | "turn" | "tracked" | "said" | "placed" | "pointed";
  says: string;
  /** ?: one that is not known. */
  card?: string;
  /** Where it lay; of an arrow, where it begins. */
  from?: Spot | string;
  to?: Spot | string;
  seat?: string | null;
  word?: string;
  unit?: string;
  way?: "turned" | "down";
  board?: string;
  at?: string;
  side?: string | null;
  was?: string | number | null;
  /** true, false: whether it is so now. */
  now?: string | number | boolean | null;
};

export type Choices = {
  readings: Array<{
    /** A question, or a clash of two clauses. */
    key: string;
    /** What is asked; empty for a clash. */
    text: string;
    clauses: Array<string>;
    options: Array<string>;
    default: string;
    /** What is taken here. */
    follows: string;
    ruled: boolean;
    /** What a ruling may say of it; empty where none may. */
    rulings: Array<string>;
  }>;
};

export type Done = Record<string, never>;

export type Error = {
  /** What is wrong with the request, and what mends it; nothing was changed. */
  error: string;
  /** unknown: no such game or request; stale: the game has gone on; late: no answer in time. Left out for all other mistakes. */
  kind?: "unknown" | "stale" | "late";
};

/** The data of an event: what was asked, and where the game stands then; first of all `state`, at last `end`. */
export type Event = {
  game: string;
  /** The name of the request that changed the game. */
  request: string;
  taken?: Taken;
  state?: State;
  version?: string;
  awaits?: Array<string>;
  ended?: boolean;
  winners?: Array<string>;
  /** What each player gets; null before the end, or where no rule says it. */
  payoffs?: { [name: string]: number } | null;
};

export type Explained = {
  explanation: Explanation;
};

/** As `why --json` prints it. */
export type Explanation = {
  action: string;
  args: { [name: string]: unknown };
  verdict: string | null;
  allowed: boolean;
  why: string;
  clauses: Array<{
    name: string;
    stance: "permitted" | "forbidden" | "beaten";
    clauses: Array<string>;
    says: string;
    who: string | null;
  }>;
  events: Array<{ [name: string]: unknown }>;
};

export type Games = {
  /** Each game's name: how many actions were taken in it. */
  games: { [name: string]: number };
};

export type Greeted = {
  /** The version of these messages. */
  protocol: 1;
  name: string;
  ruleset: string;
  /** The digest of the rules: another one, other rules. */
  digest: string;
  scope: string;
  reading: Reading;
  rulings: Array<string>;
  loads: true;
  observes: true;
};

export type Happened = {
  /** The sub-steps of the last action, in order; none as a game begins. */
  happened: Array<Substep>;
};

export type Listed = {
  legal: Array<{
    action: string;
    args: { [name: string]: unknown };
    /** contradiction: another clause forbids it. */
    verdict: string;
    /** Those that permit it. */
    clauses: Array<string>;
  }>;
};

export type Log = {
  ruleset: string;
  digest: string;
  scope: string;
  reading: Reading;
  rulings: Array<string>;
  /** The arguments of how it began; left out where a state was put there. */
  initial?: { [name: string]: unknown };
  /** The state that was put there. */
  load?: { [name: string]: unknown };
  taken: Array<ConformMessageAction>;
};

export type Logged = {
  log: Log;
};

export type Met = {
  /** The action that it comes up with; null: nobody can act. */
  action: ConformMessageAction | null;
  /** contradiction, gap, deadlock, … */
  kind: string;
  subject: string;
  pair: Array<string>;
  title: string;
  /** The key of the reading that decides it. */
  choice: string | null;
  options: Array<string>;
  clauses: Array<string>;
  /** Where it stands in the model. */
  place: string | null;
};

export type Moved = {
  state: State;
  version: string;
  awaits: Array<string>;
  ended: boolean;
  winners: Array<string>;
  /** What each player gets; null before the end, or where no rule says it. */
  payoffs: { [name: string]: number } | null;
  taken: Taken;
  /** The measure by which the bot chooses, in words. */
  says: string;
};

export type Position = {
  state: State;
  /** The number of actions, and a digest of the rules and of all that was done. */
  version: string;
  /** Whose decision it is; chance: nobody's. */
  awaits: Array<string>;
  ended: boolean;
  winners: Array<string>;
  /** What each player gets; null before the end, or where no rule says it. */
  payoffs: { [name: string]: number } | null;
  /** Of a game that was taken up again and saved by other rules: their digest, and the answers that nobody asks for here. */
  migrated?: {
    from: string;
    dropped: Array<{
      key: string;
      option: string;
    }>;
  };
};

/** Question: the option that is followed. */
export type Reading = { [name: string]: string };

export type Sight = {
  /** What the player sees of the state. Under `?`, by sort: how many members he does not know, by what everybody sees of them. */
  state: { [name: string]: unknown };
};

export type Spot = {
  seat: string | null;
  area: string;
  space?: string;
  under?: string;
} | null;

export type Substep = {
  /** duty, settle: it is forced. */
  kind: "action" | "chance" | "duty" | "settle";
  name: string;
  says: string;
  /** The player who takes the action. */
  who: string | null;
  clauses: Array<string>;
  /** Of the table, cards first. */
  changes: Array<Change>;
};

export type Taken = {
  action: string;
  args: ConformMessageArgs;
};

export type Told = {
  findings: Array<{
    id: string;
    title: string;
    kind: string;
    severity: string;
    state: string;
    clauses: Array<string>;
    questions: Array<string>;
    met: Array<Met>;
  }>;
  /** What comes up here and no finding names. */
  unnamed: Array<Met>;
};

export type Vector = {
  vector: Itf;
};

export type Weighed = {
  candidates: Array<Explanation>;
};

/** Each field by its name, each open frame as an object under its name; `scenario --words` lists them. */
export type State = { [name: string]: StateValue };

/** A member by name, a set or a pile (from the top) as a list, a map as an object. */
export type StateValue = boolean | number | string | null | Array<StateValue> | { [name: string]: StateValue };

export type VectorsTells = {
  choice: string;
  options: Array<string>;
  play: number;
};

/** Each request, with all that it may say. */
export interface Requests {
  /** Who this is; another scope or reading ends all games. */
  hello: {
    request: "hello";
    protocol?: 1;
    ruleset?: string;
    /** Its name, or as conform-message has it. */
    scope?: string | { [name: string]: unknown };
    reading?: Reading;
    /** The keys of the reading that are ruled. */
    rulings?: Array<string>;
    /** The digest of the rules that are meant; other ones are refused. */
    digest?: string;
  };
  /** All ways to begin. */
  initials: {
    request: "initials";
    /** Left out: that of the command, or of `hello`. */
    scope?: string;
    reading?: Reading;
    /** The keys of the reading that are ruled. */
    rulings?: Array<string>;
    /** The digest of the rules that are meant; other ones are refused. */
    digest?: string;
  };
  /** A new game, whatever was before under its name. */
  initial: {
    request: "initial";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    args?: ConformMessageArgs;
    /** Left out: that of the command, or of `hello`. */
    scope?: string;
    reading?: Reading;
    /** The keys of the reading that are ruled. */
    rulings?: Array<string>;
    /** The digest of the rules that are meant; other ones are refused. */
    digest?: string;
  };
  /** A game that goes on from a state. */
  load: {
    request: "load";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    state: State;
    /** Left out: that of the command, or of `hello`. */
    scope?: string;
    reading?: Reading;
    /** The keys of the reading that are ruled. */
    rulings?: Array<string>;
    /** The digest of the rules that are meant; other ones are refused. */
    digest?: string;
  };
  /** What may be done now, each with the clauses that permit it. */
  legal: {
    request: "legal";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    /** The version that the game is believed to be at; another one is refused as stale. */
    version?: string;
  };
  /** All that could be chosen now, allowed or not, each with every clause that speaks about it. */
  candidates: {
    request: "candidates";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    /** The version that the game is believed to be at; another one is refused as stale. */
    version?: string;
  };
  /** An action is taken, and all that follows of itself. */
  step: {
    request: "step";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    /** The version that the game is believed to be at; another one is refused as stale. */
    version?: string;
    action: string;
    args?: ConformMessageArgs;
  };
  /** Why an action may be taken now, or may not: every clause that speaks about it. */
  explain: {
    request: "explain";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    /** The version that the game is believed to be at; another one is refused as stale. */
    version?: string;
    action: string;
    args?: ConformMessageArgs;
  };
  /** A bot decides once, in place of whoever is awaited, and that action is taken. */
  bot: {
    request: "bot";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    /** The version that the game is believed to be at; another one is refused as stale. */
    version?: string;
    /** Left out: greedy. mcts needs OpenSpiel where the server runs. */
    bot?: "random" | "greedy" | "mcts";
    /** In equal games an equal seed gives an equal move; left out: 0. */
    seed?: number;
    /** Whose decision it should be; refused where it is another's. With `action`: whose part that is. */
    player?: string;
    /** A joint action that `legal` lists: `player` has chosen his part of it, and the bot chooses the others. */
    action?: string;
    args?: ConformMessageArgs;
  };
  /** The last action is taken back. */
  undo: {
    request: "undo";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    /** The version that the game is believed to be at; another one is refused as stale. */
    version?: string;
  };
  /** The action that was taken back last is done again. */
  redo: {
    request: "redo";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    /** The version that the game is believed to be at; another one is refused as stale. */
    version?: string;
  };
  /** The same game under another reading or other rulings, if all of its actions can be taken there. */
  reread: {
    request: "reread";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    /** The version that the game is believed to be at; another one is refused as stale. */
    version?: string;
    reading?: Reading;
    /** The keys of the reading that are ruled. */
    rulings?: Array<string>;
    /** The digest of the rules that are meant; other ones are refused. */
    digest?: string;
  };
  /** Where a game stands. */
  state: {
    request: "state";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    /** The version that the game is believed to be at; another one is refused as stale. */
    version?: string;
  };
  /** What a player sees. */
  observe: {
    request: "observe";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    /** The version that the game is believed to be at; another one is refused as stale. */
    version?: string;
    player: string;
  };
  /** What the last action did, sub-step by sub-step; with a player, what that one sees of it. */
  happened: {
    request: "happened";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    /** The version that the game is believed to be at; another one is refused as stale. */
    version?: string;
    player?: string;
  };
  /** Every question and clash that a reading decides, what is followed, and what a ruling may say. */
  readings: {
    request: "readings";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    /** The version that the game is believed to be at; another one is refused as stale. */
    version?: string;
  };
  /** The findings that this position is an instance of, and what is wrong here that none names. */
  findings: {
    request: "findings";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    /** The version that the game is believed to be at; another one is refused as stale. */
    version?: string;
  };
  /** All games, with how many actions each has. */
  games: {
    request: "games";
  };
  /** Forget a game. */
  end: {
    request: "end";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    /** The version that the game is believed to be at; another one is refused as stale. */
    version?: string;
  };
  /** A game as `resume` takes it up again, here or elsewhere. */
  log: {
    request: "log";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    /** The version that the game is believed to be at; another one is refused as stale. */
    version?: string;
  };
  /** Take a game up again from its log; all of it, or it is refused. */
  resume: {
    request: "resume";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    log: Log;
    /** Left out: that of the command, or of `hello`. */
    scope?: string;
    reading?: Reading;
    /** The keys of the reading that are ruled. */
    rulings?: Array<string>;
    /** The digest of the rules that are meant; other ones are refused. */
    digest?: string;
  };
  /** The game as a conformance vector: a play in ITF with all that is legal at each step. */
  vector: {
    request: "vector";
    /** The game that is meant; left out, the one without a name. */
    game?: string;
    /** The version that the game is believed to be at; another one is refused as stale. */
    version?: string;
  };
  /** The end of a conversation; all games stay as they are. */
  bye: {
    request: "bye";
  };
}

/** What answers each request, where it is no mistake. */
export interface Answers {
  hello: Greeted;
  initials: Beginnings;
  initial: Position;
  load: Position;
  legal: Listed;
  candidates: Weighed;
  step: Position;
  explain: Explained;
  bot: Moved;
  undo: Position;
  redo: Position;
  reread: Position;
  state: Position;
  observe: Sight;
  happened: Happened;
  readings: Choices;
  findings: Told;
  games: Games;
  end: Done;
  log: Logged;
  resume: Position;
  vector: Vector;
  bye: Done;
}
