"""What the product says of a program, held against the oracle: each way is named, and returns the comparisons made.

Long: a table of ways, each a function over the same case.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.bridges.portable.linking import LINKERS
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.engines.native import concerned, drawing, scope_code
from ruleslawyer.engines.native.compiling import CompiledRuleset
from ruleslawyer.engines.native.states import Crew
from ruleslawyer.engines.smt.lifted.question import relation_of
from ruleslawyer.exploration.explore import EngineName, explore_symmetrically
from ruleslawyer.play import sampling
from ruleslawyer.play.replay import violation_problem
from ruleslawyer.play.simulate import Player, simulate
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.readings import choices, for_gap, options
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.semantics.beginnings import NoBeginning
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.answers import instances_of, outcome, seen
from tests.agree.scope_code import for_the_scope
from tests.any_number.plays import Plays
from tests.oracle.calls import text
from tests.oracle.doors import False_
from tests.oracle.doors import explore as by_command
from tests.oracle.edges import EDGES
from tests.oracle.entered import entered
from tests.oracle.graph import HOLDS, OF_PLAYS, UNKNOWN, UP_TO, VACUOUS, VIOLATED, Explorer, Found, TooLarge
from tests.oracle.programs import NAME, Program
from tests.oracle.relations import RELATIONS, DoesNotApply, cut_off
from tests.oracle.resized import NOTHING, SIZES, resized
from tests.oracle.truth import Oracle
from tests.oracle.verbs import DOORS
from tests.oracle.written import Place
from tests.played import played
from tests.portable.searched import in_node, why_not_shown
from tests.portable.walks import compared, walk

CONED = (HOLDS, VACUOUS)
"""Words of the product that may rest on a cone, where the oracle says UNKNOWN."""
MOST = 300
"""States up to which a program is looked at."""
AT_EDGES = 80
"""Those up to which it is, where it was changed, and so is one of many."""
STEPS = 40
"""Steps of random plays, of a file too."""
PLAYS, FEW = 10, 3
"""Random plays of a program, and choices that are drawn of an action."""
BEYOND = re.compile(r"more than 6[34] bits")
"""What generated code has no room for."""


Disagreement = False_
"""Two say different things of a program."""


class Passed(Exception):
    """What is not compared, and why: refused by the front end, too large, not for this program."""


class Case:
    """A ruleset in a scope: read by the product, and explored by the oracle."""

    def __init__(self, place: Place, oracle: Oracle | None = None, most: int = MOST) -> None:
        """`oracle`: where it has explored this already; `most`: the states up to which it does."""
        self.folder, self.name, self.scope = place.folder, place.name, place.scope
        self.oracle = oracle or Oracle(place.folder, place.name, place.scope, most)
        self.oracle.folder = place.folder
        self.ruleset: Ruleset = Project.load(self.folder).ruleset(self.name)
        try:
            assert self.ruleset.system is not None
        except ModelError as error:
            raise Passed(f"refused: {str(error).split()[1]}") from error

    @cached_property
    def found(self) -> Found:
        return self.under()

    def under(self, reading: Mapping[str, str] | None = None, rulings: Mapping[str, str] | None = None) -> Found:
        """What the oracle finds, under the defaults or other choices."""
        try:
            if not rulings:
                return self.oracle.found(reading)
            return Explorer(self.folder, self.name, self.scope, reading=reading, rulings=rulings, most=MOST).explore()
        except TooLarge as error:
            raise Passed("too large") from error

    def explored(self, engine: EngineName = "networkx", **how: Any) -> ScopeResult:
        with self.beginning(how.get("reading"), how.get("rulings")):
            return self.ruleset.explore(self.scope, engine=engine, **how)

    def machine(self, reading: Mapping[str, str], *, direct: bool) -> TransitionSystem:
        """The rules, run by the author's own functions or by the interpreter."""
        with self.beginning(reading):
            return self.ruleset.transition_system(self.scope, reading, direct=direct)

    @contextmanager
    def beginning(
        self, reading: Mapping[str, str] | None = None, rulings: Mapping[str, str] | None = None
    ) -> Iterator[None]:
        """What is asked here is refused where no game begins, and nowhere else."""
        try:
            yield
        except NoBeginning as error:
            if self.under(reading, rulings).initial:
                raise Disagreement(f"beginning\nthe oracle begins, and it is said: {error}") from error
            raise Passed("no game begins") from error
        if not self.under(reading, rulings).initial:
            raise Disagreement("beginning\nno game begins, and that is not said")

    @cached_property
    def options(self) -> list[tuple[str, str]]:
        """Each choice that is not the default one."""
        system = self.ruleset.system
        own = {name: question.default for name, question in system.questions.items()}
        found = [(name, option) for name in choices(system) for option in options(system, name)]
        return [(name, o) for name, o in found if o not in (own.get(name, _first(options(system, name))), "forbid")]


class Made(Case):
    """A program, written to a folder."""

    def __init__(self, program: Program, folder: Path, oracle: Oracle | None = None, most: int = MOST) -> None:
        self.program = program
        super().__init__(Place(program.write(folder), program.name, "tiny"), oracle, most)


def _first(options: tuple[str, ...]) -> str:
    """The default of a clash: the forbid, or what is declared first."""
    return "forbid" if "forbid" in options else options[0]


def of_oracle(found: Found) -> dict[str, Any]:
    """What is compared of an exploration."""
    return {
        "counts": found.counts,
        "ended": len(found.ended),
        "events": found.events,
        "immaterial": found.immaterial,
        "never_live": sorted(set(found.never_live)),
        "verdicts": dict(found.verdicts),
        "lengths": dict(found.lengths),
        "members": {name: {p: text(x) for p, x in of.items()} for name, of in found.broken.items() if of},
    }


def of_product(result: ScopeResult) -> dict[str, Any]:
    """The same, as the product says it."""
    return {
        "counts": (result.states, result.transitions, result.depth, result.initial, result.deadlocked),
        "ended": result.ended,
        "events": sorted(e.event.key for e in result.events),
        "immaterial": sorted(e.event.key for e in result.events if not e.material),
        "never_live": sorted(set(result.never_live)),
        "verdicts": {v.name: v.word for v in result.verdicts},
        "lengths": {
            v.name: v.trace.length
            for v in result.verdicts
            if v.word == "VIOLATED" and v.kind not in OF_PLAYS and v.trace is not None
        },
        "members": {v.name: dict(v.member) for v in result.verdicts if v.member},
    }


def differences(
    oracle: Found, result: ScopeResult, parts: tuple[str, ...] = (), unknown: Collection[str] = ()
) -> list[str]:
    """Each thing that the two say differently. The oracle knows no cones: it decides what is unknown where a rule in
    one is switched off, and leaves unknown what no branch that ends early may touch. unknown: what is passed over."""
    ours, theirs = of_oracle(oracle), of_product(result)
    for verdict in result.verdicts:
        if verdict.name in unknown or (verdict.word == UNKNOWN and verdict.off):
            ours["verdicts"].pop(verdict.name), theirs["verdicts"].pop(verdict.name)
            ours["lengths"].pop(verdict.name, None), ours["members"].pop(verdict.name, None)
        elif verdict.word in CONED and ours["verdicts"][verdict.name] in (UNKNOWN, UP_TO) and not oracle.complete:
            ours["verdicts"].pop(verdict.name), theirs["verdicts"].pop(verdict.name)
    if result.contracted is None:  # then no rounds of forced passes are seen (docs/known-limits.md)
        ours["events"] = [event for event in ours["events"] if event[0] != "idle"]
    wanted = [key for key in ours if not parts or key in parts]
    found = [f"{key}: oracle {ours[key]}, {result.engine} {theirs[key]}" for key in wanted if ours[key] != theirs[key]]
    return found + [f"does not replay: {play}" for play in result.unreplayed]


def agree(oracle: Found, result: ScopeResult, what: str, parts: tuple[str, ...] = ()) -> None:
    told = differences(oracle, result, parts)
    if told:
        raise Disagreement("\n".join([what, *told]))


# the ways


def reference(case: Case, salt: int) -> int:
    """The networkx explorer under the defaults; each play replayed by the interpreter and by the project's own code."""
    agree(case.found, case.explored(direct=True), "networkx")
    return 1


def direct(case: Case, salt: int) -> int:
    """The direct run and the interpreter in each state, under the defaults and each single choice: verdicts, what
    clauses hold and are decisive, events, live rules, and where steps lead."""
    made = 0
    for chosen in ({}, *({name: option} for name, option in case.options)):
        author, interpreter = (case.machine(chosen, direct=direct) for direct in (True, False))
        begun = [[(i, outcome(o)) for i, o in machine.initial()] for machine in (author, interpreter)]
        if begun[0] != begun[1]:
            raise Disagreement(f"direct {chosen}\nbeginnings: {begun[0]}, the interpreter {begun[1]}")
        for state in islice(explore(interpreter).graph, MOST):
            instances = instances_of(interpreter, state)
            ours, theirs = seen(author, state, instances), seen(interpreter, state, instances)
            for key in (key for key in ours if ours[key] != theirs[key]):
                raise Disagreement(f"direct {chosen}\n{key.split()[0]}: {ours[key]}, the interpreter {theirs[key]}")
            made += 1
    return made


def reading(case: Case, salt: int) -> int:
    """The same under other choices."""
    if not case.options:
        raise Passed("no choices")
    chosen = dict(option for i, option in enumerate(case.options) if salt % (i + 2) == 0) or dict(case.options[:1])
    agree(case.under(reading=chosen), case.explored(reading=chosen, direct=True), f"reading {chosen}")
    return 1


def ruling(case: Case, salt: int) -> int:
    """The same with one choice settled."""
    fitting = [
        o
        for o in case.options
        if o[0] not in case.ruleset.system.terms and o[0].split(":")[0] not in case.ruleset.system.terms
    ]
    if not fitting:
        raise Passed("no choices")
    name, option = fitting[salt % len(fitting)]
    if salt % 2 and name in case.ruleset.system.questions:
        name = for_gap(name)
    try:
        result = case.explored(rulings={name: option})
    except UsageError as error:
        raise Passed("ruling refused") from error
    agree(case.under(rulings={name: option}), result, f"ruling {name}={option}")
    return 1


def nothing(case: Case, salt: int) -> int:
    """A scope without a thing: what has none to choose, map, order or begin with. It is explored by the interpreter and
    the project's code, and by generated code."""
    resized(case, NOTHING)
    empty = Case(Place(case.folder, case.name, f"things{NOTHING}"))
    agree(empty.found, empty.explored(direct=True), "nothing, networkx")
    try:
        agree(empty.found, empty.explored("native", workers=1), "nothing, native")
    except UsageError as error:
        if BEYOND.search(str(error)) is None:
            raise
    return 2


def forged(case: Case, salt: int) -> int:
    """A play to a violation that stops one step before it shows none: a replay asks the property where it ends."""
    if not case.found.initial:
        raise Passed("no initial state")
    system, made = case.ruleset.transition_system(case.scope), 0
    for verdict in case.explored().verdicts:
        trace = verdict.trace
        if verdict.word == "VIOLATED" and verdict.kind in ("always", "step") and trace is not None and trace.steps:
            made += 1
            if not violation_problem(
                system, system.system.checks[verdict.name], replace(trace, steps=trace.steps[:-1])
            ):
                raise Disagreement(f"forged\n{verdict.name}: a shorter play is said to violate it too")
    return made


def native(case: Case, salt: int) -> int:
    """Generated code on one core and on two, then packing by code for the scope, and properties by the cells that they
    read, as in a large search, and all by code for the scope, as in one that runs long, and with states as trees, as in
    one that needs much memory; its depth of events where a choice decides is not the nearest. What it refuses since 64
    bits do not hold it, the default explores all the same."""
    try:
        for workers, many in ((1, scope_code.MANY), (2, 0)):
            with (
                patch.object(scope_code, "MANY", many),
                patch.object(concerned, "LONG", many),
                patch.object(Crew, "worth_seconds", 0.0),
            ):
                agree(case.found, case.explored("native", workers=workers), f"native, {workers} workers")
        with for_the_scope(), patch.object(concerned, "LONG", 0):
            trees = case.explored("native", workers=1, limits=Limits(compress="always"))
            agree(case.found, trees, "native, code for the scope, trees")
    except UsageError as error:
        if BEYOND.search(str(error)) is None:
            raise
        agree(case.found, case.explored("auto"), "auto, where native refuses")
        raise Passed("numbers beyond 64 bits") from error
    return 3


def file(case: Case, salt: int) -> int:
    """The rules as a WebAssembly file: its search in node, and random plays against the interpreter."""
    if shutil.which("node") is None or not any(map(shutil.which, LINKERS)):
        raise Passed("no node, or no linker")
    counts, ended = case.found.counts, len(case.found.ended)
    if not case.found.initial:
        raise Passed("no initial state")
    with tempfile.TemporaryDirectory() as folder:
        try:
            case.ruleset.build("wasm", output=Path(folder), scope=[case.scope])
        except UsageError as error:
            if BEYOND.search(str(error)) is None:
                raise
            raise Passed("numbers beyond 64 bits") from error
        [found] = in_node(Path(folder), case.name, [(case.scope, {})])
        if "refused" in found:
            raise Passed(f"refused: {found['refused'][:40]}")
        of = ("states", "transitions", "depth", "initial", "ended")
        told = (*(found[key] for key in of), found["deadlocks"]["states"])
        ours = (*counts[:4], ended, counts[4])
        if told != ours:
            raise Disagreement(f"file\ncounts: oracle {ours}, in node {told}")
        _agree_in_a_file(case, found)
        try:
            plays = list(walk(case.machine({}, direct=False), STEPS, salt))
        except BranchEnds as error:
            raise Passed("a rule fails where it is asked whose turn it is") from error
        said = compared(Path(folder), case.ruleset, case.scope, iter(plays))
        if said["different"]:
            raise Disagreement(f"file\nplays: {said['different']}: {json.dumps(said['first'])[:3000]}")
    return 2


def _agree_in_a_file(case: Case, found: Any) -> None:
    """The verdicts of a search in a file, and the plays that show them: each violates its property."""
    if not found["complete"]:
        raise Passed("too many states for a search in a file")
    machine, system = case.machine({}, direct=False), case.ruleset.system
    said = [v for v in found["verdicts"] if v["word"] != UNKNOWN or not case.ruleset.scope(case.scope).off]
    for verdict in said:
        name, word, wanted = verdict["name"], verdict["word"], case.found.verdicts[verdict["name"]]
        if word != wanted and not (word in CONED and wanted in (UNKNOWN, UP_TO) and not case.found.complete):
            raise Disagreement(f"file\nverdicts: {name}: oracle {wanted}, in node {word}")
        member = {p: text(x) for p, x in case.found.broken.get(name, {}).items()}
        if word == VIOLATED and verdict.get("member", {}) != member:
            raise Disagreement(f"file\nmembers: {name}: oracle {member}, in node {verdict.get('member')}")
        if word != VIOLATED or verdict["play"] is None or verdict["play"]["start"] is None:
            continue
        if verdict["kind"] in OF_PLAYS:
            why = why_not_shown(machine, system.checks[name], verdict)
            if why:
                raise Disagreement(f"file\nplays: {name}: {why}: {json.dumps(verdict)}")
        elif len(verdict["play"]["actions"]) != case.found.lengths[name]:
            raise Disagreement(f"file\nlengths: {name}: oracle {case.found.lengths[name]}, in node {verdict['play']}")


def plays(case: Case, salt: int) -> int:
    """Random plays by generated code, throw for throw those of the interpreter: where all choices are listed, and where
    a few of each action are drawn, half of the time by the code for the scope."""
    machine = case.machine({}, direct=False)
    with (
        patch.object(CompiledRuleset, "_known", {}),
        patch.object(sampling, "DRAWN", FEW),
        patch.object(drawing, "DRAWN", FEW),
    ):
        for listed in (sampling.LISTED, 1):
            by_scope = for_the_scope() if listed == 1 and salt % 2 else nullcontext()
            with patch.object(sampling, "LISTED", listed), by_scope:
                one, other = (_played(machine, salt, player) for player in ("interpreter", "native"))
            for what, said in one.items():
                if other[what] != said:
                    raise Disagreement(f"plays\n{what}: the interpreter {said}, generated code {other[what]}")
    return 2


def _played(machine: TransitionSystem, salt: int, player: Player) -> dict[str, object]:
    try:
        found = simulate(machine, PLAYS, salt, longest=STEPS, effort=0, player=player)
        return played(replace(found, decisive=frozenset()))  # what decides where a few are drawn is not settled
    except BranchEnds as error:
        raise Passed("a rule fails where it is asked whose turn it is") from error
    except UsageError as error:
        if BEYOND.search(str(error)) is None:
            raise
        raise Passed("numbers beyond 64 bits") from error


def _undecided(case: Case, name: str, word: Any) -> bool:
    """What a quotient may leave unknown: what is promised to some of several, what is fair, and all steps."""
    check = case.ruleset.system.checks.get(name)
    of_several = check is not None and bool(check.members or check.fair or check.strongly_fair)
    of_steps = check is not None and check.kind == "step" and check.of is None
    return word == UNKNOWN and (of_several or of_steps or bool(case.ruleset.scope(case.scope).off))


def symmetry(case: Case, salt: int) -> int:
    """One state of each orbit of things, where they turn out to be alike, half of the time by code for the scope: what
    is said is of the whole graph."""
    scope = "alike" if isinstance(case, Made) else case.scope
    if isinstance(case, Made):
        scopes = case.folder / NAME / "scopes"
        (scopes / "alike.toml").write_text(
            _alike((scopes / "tiny.toml").read_text(encoding="utf-8"), 2 + salt % 2), encoding="utf-8"
        )
    try:
        found = Explorer(case.folder, case.name, scope, most=MOST).explore()
    except TooLarge as error:
        raise Passed("too large") from error
    try:
        with for_the_scope() if salt % 2 else nullcontext(), patch.object(Crew, "worth_seconds", 0.0):
            result = explore_symmetrically(case.ruleset.transition_system(scope), workers=1 + salt // 2 % 2)
    except UsageError as error:
        raise Passed("not alike") from error
    unknown = [v.name for v in result.verdicts if _undecided(case, v.name, v.word)]
    parts = "counts", "ended", "events", "verdicts", "lengths", "members"
    told = differences(found, result, parts, unknown)
    if told:
        raise Disagreement("\n".join(["symmetry", *told]))
    return 1


def _alike(scope: str, number: int) -> str:
    """The scope with so many things, and one more before them, that have equal attributes."""
    head, _, tail = scope.partition("[attributes.Thing]\n")
    lines = tail.split("\n")
    for i, name in enumerate(("cost", "owner", "shiny", "hues", "worth")):
        written = re.findall(r"\{[^}]*\}|\[[^][]*\]|[^,\s]+", lines[i].partition("= [")[2].removesuffix("]"))
        first = written[0]
        other = {"cost": "1", "shiny": "true", "hues": '["RED"]'}.get(name, first)
        lines[i] = f"{name} = [{', '.join([first, *[other] * number])}]"
    head = re.sub(r"Thing = \d", f"Thing = {number + 1}", head)
    return "\n".join(['interchangeable = ["Thing"]', f"{head}[attributes.Thing]", *lines])


def lifted(case: Made, salt: int) -> int:
    """Each real sub-step with 1 to 4 things is one that the lifted relation has."""
    made = 0
    for number in SIZES[:4]:
        resized(case, number)
    system = case.ruleset.system
    relation, _ = relation_of(system, case.ruleset.scope("things1").size(system.players))
    chosen = [{}, *(dict([case.options[(salt + i) % len(case.options)]]) for i in range(2) if case.options)]
    for number in SIZES[:4]:
        reading = chosen[salt % len(chosen)]
        try:
            machine = case.ruleset.transition_system(f"things{number}", reading)
        except NoBeginning:
            continue
        made += _has_all(Plays(machine, relation, each=2, most=12), f"things{number} under {reading}")
    return made


def _has_all(plays: Plays, where: str) -> int:
    """How many sub-steps there are; the lifted relation has each."""
    made = 0
    for one in plays:
        made += 1
        told = plays.refusal(one)
        if told:
            raise Disagreement(f"lifted\n{one.step.key}: in {where} it is refused: {told}")
    return made


def _exported(case: Case, folder: str, run: Callable[[Any, Path], tuple[int, int]]) -> int:
    from tests.export.checkers import instance

    if not case.found.initial:
        raise Passed("no initial state")
    (case.folder / folder).mkdir(exist_ok=True)
    found = run(instance(case.ruleset.transition_system(case.scope)), case.folder / folder)
    if found != case.found.counts[:2]:
        raise Disagreement(f"{folder}\ncounts: oracle {case.found.counts[:2]}, {folder} {found}")
    return 1


def spin(case: Case, salt: int) -> int:
    """States and transitions as SPIN counts them in the exported text."""
    from tests.export.checkers import spin as run

    return _exported(case, "spin", run)


def rumur(case: Case, salt: int) -> int:
    """States and transitions as Rumur counts them in the exported text."""
    from tests.export.checkers import rumur as run

    return _exported(case, "rumur", run)


def relations(case: Made, salt: int) -> int:
    """The metamorphic relations: what the reference explorer says of a program that means the same."""
    first, made = of_product(case.explored()), 0
    for i, (name, (change, back)) in enumerate(RELATIONS.items()):
        try:
            other = Made(change(case.program), case.folder / f"relation{i}")
        except DoesNotApply:
            continue
        except Passed as reason:
            raise Disagreement(f"relation {name}\nrefused: {reason}") from reason
        said = back(of_product(other.explored()))
        wrong = [key for key in said if _sorted(said[key]) != _sorted(first[key])]
        if wrong:
            lines = [f"{key}: {first[key]}, after the change {said[key]}" for key in wrong]
            raise Disagreement("\n".join([f"relation {name}", *lines]))
        made += 1
    return made


def at_an_edge(name: str, case: Made, salt: int) -> int:
    """A program at an edge (edges.py), explored by command, as text and as JSON; one of 16 by code as well."""
    try:
        edge = Made(EDGES[name](case.program, salt), case.folder / name, most=AT_EDGES)
    except DoesNotApply as error:
        raise Passed("has nothing to be changed so") from error
    if not edge.found.initial:
        _refused(edge, salt)
        return 1
    by_command(edge, 1)
    if salt % 16 == 0:
        agree(edge.found, edge.explored("native", workers=1), "native")
    return 1


OTHERS = (("games", "--games", "1"), ("check", "--no-prove", "--json"), ("play",), ("explore", "--engine", "native"))
"""Commands of which one is asked of a scope without a beginning, beside an exploration."""


def _refused(case: Case, salt: int) -> None:
    """Commands say of a scope without a beginning that it has none."""
    for arguments in (("explore",), ("explore", "--json"), OTHERS[salt % len(OTHERS)]):
        verb, *more = arguments
        found = entered(case.folder, verb, case.name, "--scope", case.scope, *more)
        if found.code != 2 or found.out or "no initial state" not in found.err:
            raise Disagreement(f"beginning\nno game begins, and `{' '.join(arguments)}` says: {found}")


def mended(case: Made, salt: int) -> int:
    """What is said of a program of which branches end early is so of the one in which they do not: anything may lie
    behind them, so that may."""
    whole, made = case.explored(), 0
    known = {verdict.name: verdict.word for verdict in whole.verdicts}
    for i, program in enumerate(cut_off(case.program)[:3]):
        other = Made(program, case.folder / f"cut{i}")
        for verdict in other.explored().verdicts:
            word, wanted = verdict.word, known[verdict.name]
            fair = bool(verdict.fair or verdict.strongly_fair)  # behind a cap more may be enabled
            if word != wanted and not {UNKNOWN, UP_TO} & {word, wanted} and not fair:
                raise Disagreement(f"mended\n{verdict.name}: {word} with branches that end early, and {wanted} without")
        made += 1
    return made


def _sorted(value: Any) -> Any:
    return sorted(set(value)) if isinstance(value, list) else value


WAYS: Mapping[str, tuple[int, Callable[[Any, int], int]]] = {
    "networkx": (1, reference),
    "direct": (4, direct),
    "reading": (2, reading),
    "ruling": (4, ruling),
    "relations": (6, relations),
    "mended": (6, mended),
    **{name: (12, partial(at_an_edge, name)) for name in EDGES},
    "nothing": (6, nothing),
    "forged": (10, forged),
    "native": (8, native),
    "plays": (20, plays),
    "file": (100, file),
    "symmetry": (20, symmetry),
    "lifted": (20, lifted),
    "spin": (100, spin),
    "rumur": (100, rumur),
    **DOORS,
}
"""Each way of comparing, with the number of programs of which one is compared so in a campaign: code has to be compiled
and solvers asked."""
