"""The files of live pages: the rulebook's code, the plays that pages show, from which a table is played on, and the
moments they begin at.

The plays are the traces of the check: a search in the page would take long, and might find another play.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ruleslawyer.base.files.content import Json
from ruleslawyer.bridges.portable.building import CLIENTS, client, object_code
from ruleslawyer.bridges.portable.description import describe_ruleset, describe_scope
from ruleslawyer.bridges.portable.linking import link_module
from ruleslawyer.bridges.portable.positions import Positions
from ruleslawyer.check.evidence.query import MOMENTS
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.engines.native.filed import WASM, PortableCode
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.report.brief import text_of
from ruleslawyer.report.plays import PlayPages
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.scopes.members import endless
from ruleslawyer.rulebook.table.words import spoken
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.trace import Trace, play
from ruleslawyer.semantics.transition import Instance, TransitionSystem

BEST = "best-play"
"""The page of best play."""


@dataclass(frozen=True, slots=True)
class PagePlay:
    """A play that a page shows. name: the finding, or the page; decides: whether its last action is one that is asked
    about; story: what a finding says of it."""

    name: str
    scope: Scope
    trace: Trace
    rulings: Mapping[str, str]
    decides: bool
    says: str
    story: Json | None = None


class NotLive(Exception):
    """A play that cannot be followed in a page, and why."""


def plays_on_pages(ruleset: LoadedRuleset, result: RulesetResult, told: Json) -> Iterator[PagePlay]:
    """The plays that show what a property says, each as the page that has it, and best play."""
    pages, known = PlayPages(told), set[str]()
    where = {(p["scope"], p["property"]): pages.where(p["play"]) for p in told["properties"] if p["play"]}
    for scope in result.scopes:
        for verdict in scope.verdicts:
            page = where.get((scope.scope.name, verdict.name), "").removesuffix(".html")
            if page.startswith("play-") and page not in known and verdict.trace is not None:
                known.add(page)
                decides = bool(verdict.trace.steps) and verdict.trace.end is None
                says = f"{spoken(verdict.name).capitalize()}: {verdict.word}."
                rulings = dict(scope.premises.rulings if scope.premises else ())
                yield PagePlay(page, scope.scope, verdict.trace, rulings, decides, says)
    if told.get("solved"):
        found = _best_play(ruleset, told["solved"])
        if found is not None:
            yield found


def _best_play(ruleset: LoadedRuleset, kept: Json) -> PagePlay | None:
    """The line of best play that the page has; none where players choose together, which a line does not say."""
    scope, best = ruleset.scope(kept["scope"]), kept["solved"]["beginnings"][0]
    codec, machine = Codec(ruleset.system, scope), Interpreter(ruleset.system, scope, brief=True)
    system = TransitionSystem(machine, dict(kept["reading"]))
    begun = next(((i, o.state) for i, o in system.initial() if codec.call(i) == best["beginning"]), None)
    if begun is None or kept["rulings"]:
        return None
    made, state = list[Instance](), begun[1]
    for call in best["line"]:
        allowed = system.candidates(state) if state is not None else ()
        taken = next((one.instance for one in allowed if one.is_allowed and codec.call(one.instance) == call), None)
        if taken is None or state is None:
            return None
        made.append(taken)
        state = system.take(state, taken).state
    return PagePlay(BEST, scope, play(system, begun[0], tuple(made)), {}, False, "Best play, by everybody.")


# --- the files --------------------------------------------------------------------------------------------------------


PAGE = Path(__file__).parent / "page"
RULES = CLIENTS / "rulebook.js", CLIENTS / "promises.js", CLIENTS / "search.js"
"""Scripts that a worker runs besides the page: it is made from the text of the function that they are in."""
SCRIPTS = (
    CLIENTS / "drawing.js",
    CLIENTS / "picture.js",
    PAGE / "elements.js",
    PAGE / "searching.js",
    PAGE / "hidden.js",
    PAGE / "live.js",
)
"""The scripts of a live page alone, behind those in one file."""
SAME = ("names", "attributes", "constants", "grids", "off")
"""In what a scope must be the same for a play to be one of it, wherever the play begins."""
FEW = 3
"""The largest number that may be chosen on a table whose scenario bounds none."""
MOST_STARTS = 20
"""Ways to begin that a page chooses from; with more, it has no search."""


@dataclass(frozen=True, slots=True)
class Live:
    """The files that pages of a rulebook need beside them. files: by their paths in its folder; moments: the findings
    and plays that a table is played on from; left: the others, each with why not; game: the scope of a whole game."""

    files: Mapping[str, str]
    moments: frozenset[str]
    left: Mapping[str, str]
    game: str


def shared_files() -> dict[str, str]:
    """The files that the live pages of all rulebooks share."""
    rules, more = ("".join(map(client, paths)) for paths in (RULES, SCRIPTS))
    script = f"function ruleslawyerRules() {{\n{rules}}}\nruleslawyerRules();\n{more}"
    return {"assets/live.js": script, "assets/live.css": (PAGE / "live.css").read_text(encoding="utf-8")}


def live(ruleset: LoadedRuleset, result: RulesetResult, told: Json) -> Live:
    """The files of a checked ruleset; told: its part of the report's document. Code is made where it is not kept."""
    filed, code, build = object_code(ruleset, WASM)
    moments, left, scopes = dict[str, Json](), dict[str, str](), dict[str, Scope]()
    about = describe_ruleset(ruleset, filed, build, ())
    for played in (*_of_findings(result, told), *plays_on_pages(ruleset, result, told)):
        try:
            moment = _Moments(ruleset, filed, about, played, tuple(scopes.values()))
            moments[played.name], scopes[moment.scope.name] = moment.json(), moment.scope
        except NotLive as why:
            left[played.name] = str(why)
    game = (told["games"] or {}).get("scope") or max(
        ruleset.explored_scopes(), key=lambda name: sum(map(len, ruleset.scope(name).names.values())), default=""
    )  # fmt: skip
    scopes |= {game: ruleset.scope(game)} if game else {}
    about["scopes"] = sorted(scopes)
    rules = {"about": _pack(about), "module": _gzip(link_module(code, build))}
    files = {
        "rules.js": f"ruleslawyerLive.rules({_json(rules)});\n",
        "moments.js": f"ruleslawyerLive.moments({_json(_pack(moments))});\n",
    }
    for name, scope in sorted(scopes.items()):
        system = ruleset.in_scope(scope, brief=True)
        packed = _pack(describe_scope(ruleset, filed, build, system, MOST_STARTS))
        files[f"{name}.js"] = f"ruleslawyerLive.scope({json.dumps(name)},{json.dumps(packed)});\n"
    return Live({f"live/{name}": text for name, text in files.items()}, frozenset(moments), left, game)


def chosen_ranges(system: System, staged: Scope, trace: Trace) -> Iterator[tuple[str, tuple[int, int]]]:
    """The numbers that may be chosen on a table whose scenario does not say how large they may be, by parameter: those
    of the play, and 0 to `FEW` at least."""
    made = [*(step.instance for step in trace.steps), *([trace.last] if trace.last else [])]
    codec = Codec(system, staged)
    for name in endless(system, staged):
        action, _, parameter = name.partition(".")
        given = (codec.instance(one)["args"][parameter] for one in made if one.action == action)
        numbers = [n for one in given for n in (one.values() if isinstance(one, dict) else [one]) if n is not None]
        yield name, (min(0, *numbers), max(FEW, *numbers)) if numbers else (0, FEW)


def _of_findings(result: RulesetResult, told: Json) -> Iterator[PagePlay]:
    stories = {f["id"]: f["story"] for f in told["findings"]}
    for found in result.findings:
        staged, id_ = found.first_with_play, found.finding.id
        if staged is not None and id_ in stories:
            assert staged.scope is not None and staged.trace is not None
            decides, story = staged.evidence.ask in MOMENTS, stories[id_]
            says = text_of(story["crux"])
            yield PagePlay(id_, staged.scope, staged.trace, dict(staged.rulings), decides, says, story)


def _json(value: object) -> str:
    """The value as JSON inside a script: plain ASCII, and nothing that ends one."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def _pack(value: object) -> str:
    return _gzip(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def _gzip(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, mtime=0)).decode()


class _Moments:
    """The moment that a play leads to. laid: the tables of other plays, which it shares where its own is the same."""

    def __init__(
        self, ruleset: LoadedRuleset, filed: PortableCode, about: Json, played: PagePlay, laid: Sequence[Scope]
    ) -> None:
        self.ruleset, self.about, self.played, self.trace = ruleset, about, played, played.trace
        own = self._scope_of(played.scope, played.name)
        self.scope = next((one for one in laid if replace(own, name=one.name, title=one.title) == one), own)
        if max(map(len, self.scope.names.values())) + 3 >= filed.low.width:
            raise NotLive("its table has more cards than the code has room for")
        self.layout, self.codec = Layout(filed.low, self.scope), Codec(ruleset.system, self.scope)
        machine = Interpreter(ruleset.system, self.scope, brief=True)
        self.system = TransitionSystem(machine, dict(self.trace.reading))
        self.positions = Positions(self.layout, ruleset.in_scope(self.scope, brief=True))

    def _scope_of(self, staged: Scope, name: str) -> Scope:
        """The scope of a play, which may begin elsewhere in it; named by the play where a scenario lays a table."""
        if staged.is_open:
            raise NotLive("its table leaves something open")
        if staged.name in self.ruleset.scopes():
            scope = self.ruleset.scope(staged.name)
            if all(getattr(scope, of) == getattr(staged, of) for of in SAME):
                return scope
        bounds = {**dict(chosen_ranges(self.ruleset.system, staged, self.trace)), **staged.bounds}
        return replace(staged, name=f"of-{name}", bounds=bounds)

    def json(self) -> Json:
        trace, decides, story = self.trace, self.played.decides, self.played.story
        start = trace.start.after
        if start is None:
            raise NotLive("the play ends before there is a table")
        steps = trace.steps[:-1] if decides and trace.last is None else trace.steps
        wants = trace.last or (trace.steps[-1].instance if decides and trace.steps else None)
        usual = {one["key"]: one["default"] for one in self.about["choices"]}
        return {
            "scope": self.scope.name, "start": self.positions.text(start),
            "moves": list(self._moves(trace, len(steps))),
            "wants": None if wants is None else self._action(wants), "says": self.played.says,
            "begins": self.played.name == BEST,
            "asks": text_of(story["ask"]) if story else "", "rulings": self._expect_rulings(),
            "reading": {key: option for key, option in trace.reading if usual.get(key) not in (None, option)},
            "answers": [
                {"says": text_of(one["says"]), "ruling": one["ruling"], "playable": self._is_playable(one["ruling"])}
                for one in (story["answers"] if story else ()) if one["ruling"]
            ],
        }  # fmt: skip

    def _expect_rulings(self) -> Mapping[str, str]:
        rulings = self.played.rulings
        for key, option in rulings.items():
            if not self._is_chosen(key, option, ruled=True):
                raise NotLive(f"the ruling {key}={option} changes the rules themselves")
        return rulings

    def _is_playable(self, ruling: Mapping[str, str]) -> bool:
        return all(self._is_chosen(key, option) for key, option in ruling.items())

    def _is_chosen(self, key: str, option: str, *, ruled: bool = False) -> bool:
        """Whether an answer is a number in memory, and does not change the rules."""
        asked = next((one for one in self.about["choices"] if one["key"] == key), None)
        if asked is None or option not in asked["options"] or (ruled and asked["ruled"] is None):
            return False
        return asked["readings"][asked["options"].index(option)] is not None

    def _moves(self, trace: Trace, count: int) -> Iterator[Json]:
        """The actions of a play; with where they lead, if they are not allowed."""
        before = trace.start.after
        for step in trace.steps[:count]:
            if step.after is None or before is None:
                raise NotLive("the play breaks off on the way")
            move = self._action(step.instance)
            allowed = self.system.judge(before, step.instance).is_allowed
            yield move if allowed else {**move, "state": self.positions.text(step.after)}
            before = step.after

    def _action(self, instance: Instance) -> Json:
        return dict(self.codec.instance(instance))
