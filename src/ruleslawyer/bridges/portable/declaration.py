"""The ruleset's own types for the JavaScript client: actions, arguments and fields by name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.bridges.portable.types import describe_type
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

HEAD = """\
// {title}: states and actions by name, for rulebook.js. Made by ruleslawyer; the build is {build}.

export interface Event {{
  kind: string; subject: string; pair: string[]; clauses: string[];
  where: "state" | "step" | Action;
}}
export interface Clause {{ name: string; cites: string[] }}
export interface Judged {{ of: string; permits: Clause[]; forbids: Clause[] }}
"""
TAIL = """\
export type End = "ended" | "cut_off" | "deadlocked" | "broke_off";
export class Rulebook {
  static load(description: object, module: BufferSource | WebAssembly.Module): Promise<Rulebook>;
  open(scope: object): Table;
}
export class Table {
  initial(): { args: object; state: State }[];
  legal(state: State | Uint8Array): Action[];
  awaited(state: State | Uint8Array): string[] | "chance";
  ended(state: State | Uint8Array): boolean;
  winners(state: State | Uint8Array): string[];
  payoffs(state: State | Uint8Array): Record<string, number> | null;
  step(state: State, action: Action): { allowed: boolean; state: State | null; events: Event[]; refused?: string };
  why(state: State | Uint8Array, action: Action): { allowed: boolean; says: string; judged: Judged[] };
  look(state: State | Uint8Array): Event[];
  observe(state: State | Uint8Array, player: string): object;
  answer<K extends keyof Answers>(key: K, option: Answers[K], ruled?: boolean): void;
  playout(state: State, seed: number, longest?: number, greedy?: boolean): { end: End; steps: number; state: State };
  worth(state: State | Uint8Array, player: string): number;
  gain(state: State | Uint8Array, action: Action): number;
  greedy(state: State | Uint8Array, random?: () => number, among?: Action[]): Action | null;
  hash(state: State | Uint8Array): bigint;
  pack(state: State | Uint8Array): string;
  unpack(text: string): State;
  read(bytes: Uint8Array): State;
  write(state: State): Uint8Array;
}
export type Done = Action & { who: string; dealt: boolean };
export type Step = Done & { state: State; events: Event[] };
export interface Saved {
  ruleset: string; version?: string; digest: string; build: string; scope: string;
  reading: Record<string, string>; rulings: string[]; seed: number; uniform: boolean; initial?: object; load?: State;
  taken: Action[];
}
export interface Begun {
  start?: object | null; seed?: number; reading?: Reading; rulings?: Reading; uniform?: boolean; deals?: boolean;
}
export class Game {
  constructor(rules: Rulebook, scope: object, begun?: Begun);
  static resume(rules: Rulebook, scope: object, saved: Saved, asked?: { deals?: boolean }): Game;
  readonly table: Table;
  readonly state: State;
  readonly history: Done[];
  readonly migrated: { from: string | null; dropped: { key: string; option: string }[] } | null;
  legal(): Action[];
  why(action: Action): { allowed: boolean; says: string; judged: Judged[] };
  take(action: Action): Step[];
  odds(): (Action & { probability: number })[];
  deal(): Step;
  undo(): Step[];
  redo(): Step[];
  replay(): { state: State; events: Event[] }[];
  save(): Saved;
}
export class Seat {
  constructor(
    rules: Rulebook, scope: object, player: string,
    asked?: { seed?: number; reading?: Reading; rulings?: Reading; seconds?: number },
  );
  worlds(seen: object, many?: number): State[];
  legal(seen: object): Action[];
  worth(seen: object): number;
  gain(seen: object, action: Action): number;
  greedy(seen: object): Action | null;
  search(seen: object, asked?: { games?: number }): Action | null;
}
export interface Spot { seat: string | null; area: string; space?: string; under?: string }
export interface Change {
  kind: "moved" | "dealt" | "turned" | "marked" | "counted" | "paid" | "damaged" | "flagged" | "out" | "turn"
    | "tracked" | "said" | "placed" | "pointed";
  says: string; card?: string; from?: Spot | string | null; to?: Spot | string | null; seat?: string | null;
  word?: string; unit?: string; way?: "turned" | "down"; board?: string; at?: string; side?: string | null;
  was?: string | number | null; now?: string | number | boolean | null;
}
export interface SubStep {
  kind: "action" | "chance" | "duty" | "settle"; name: string; says: string; who: string | null; clauses: string[];
  changes: Change[];
}
export class Drawings {
  constructor(table: Table);
  draw(state: State, asked?: { before?: State | null; asked?: Action | null; seat?: string | null }): object;
  sentence(action: Action, state: State | null, hidden?: Set<string>): string;
}
export function happened(drawings: Drawings, state: State, action: Action, asked?: { seat?: string | null }): SubStep[];
export class NoLonger extends RangeError { number: number; action: Action; game: Game }
export type Reading = { [K in keyof Answers]?: Answers[K] };
export interface Asked { limit?: number; reading?: Reading; rulings?: Reading; from?: State | Uint8Array | null }
export interface Counts { states: number; looked_at: number; transitions: number }
export interface Play { start: number | null; actions: Action[]; back?: number }
export interface Said {
  name: string; kind: string; cites: string[]; reason: string; play: Play | null; member?: Record<string, string>;
  word: "HOLDS IN SCOPE" | "HOLDS UP TO" | "VIOLATED" | "VACUOUS" | "UNKNOWN";
}
export interface Found extends Counts {
  initial: number; depth: number; ended: number; complete: boolean; stopped: string;
  deadlocks: { states: number; play: Play | null }; verdicts: Said[];
}
export class Search {
  constructor(rules: Rulebook, scope: object, asked?: Asked);
  go(states: number): boolean;
  counts(): Counts;
  result(): Found;
  stuck(most: number): Play[];
}
export function search(rules: Rulebook, scope: object, asked?: Asked): Found;
export function breaches(
  rules: Rulebook, scope: object, state: State | Uint8Array, asked?: { reading?: Reading; rulings?: Reading },
): string[];
"""
OWN = {"State", "Action", "Answers"} | set(
    re.findall(r"^export (?:interface|type|class|function) (\w+)", HEAD + TAIL, re.MULTILINE)
)
"""Names of the client's own types: a sort or an enum that is called so has `Value` behind its name."""


def declaration(ruleset: LoadedRuleset, described: Json, build: str) -> str:
    """The text of rulebook.d.ts."""
    system = ruleset.system
    fields = [f"  {f.name}: {_type(describe_type(f.type))};" for f in system.state.fields]
    frames = [
        f"  {frame.name}?: {{ {' '.join(f'{f.name}: {_type(describe_type(f.type))};' for f in frame.fields)} }};"
        for frame in system.frames.values()
    ]
    enums = [f"export type {_type_name(name)} = {_any_of(members)};" for name, members in described["enums"].items()]
    sorts = [f"export type {_type_name(name)} = string;" for name in system.sorts]
    actions = [
        f'  | {{ action: "{one["name"]}"; args: {{ {_args(one["parameters"])} }} }}' for one in described["actions"]
    ]
    answers = [f"  {json.dumps(one['key'])}: {_any_of(one['options'])};" for one in described["choices"]]
    return "\n".join([
        HEAD.format(title=ruleset.title, build=build),
        *sorts, *enums, "export interface State {", *fields, *frames, "}",
        "export type Action =", *actions, "  ;", "export interface Answers {", *answers, "}", TAIL,
    ])  # fmt: skip


def _type_name(name: str) -> str:
    return f"{name}Value" if name in OWN else name


def _any_of(words: Iterable[str]) -> str:
    return " | ".join(map(json.dumps, words)) or "never"


def _args(parameters: Iterable[Json]) -> str:
    return " ".join(f"{p['name']}: {_type(p['type'])};" for p in parameters)


def _type(type_: list[Any]) -> str:
    match type_:
        case ["optional", item]:
            return f"{_type(item)} | null"
        case ["sort" | "enum", name]:
            return _type_name(str(name))
        case ["int", *_]:
            return "number"
        case ["bool"]:
            return "boolean"
        case ["awaits", item]:
            return f'{_type(item)}[] | "chance"'
        case ["map", key, value]:
            return f"Record<{_type(key)}, {_type(value)}>"
        case [_, item]:
            return f"{_type(item)}[]"
    raise AssertionError(type_)
