"""Terms, questions, deeds and legality: which clauses are live, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any

from tests.oracle import values as v
from tests.oracle.book import Rule
from tests.oracle.run import Ends, Run
from tests.oracle.world import FRAME, PENDING, STATE, Path, World

Key = tuple[str, ...]
LEGAL, UNSPOKEN, CONTRADICTION, ILLEGAL = "legal", "unspoken", "contradiction", "illegal"
WORST = (ILLEGAL, CONTRADICTION, UNSPOKEN, LEGAL)


@dataclass
class Heard:
    """What was met: events with the choice that decides each, and the rules that were live."""

    events: dict[Key, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    live: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    """The fields of which a write was out of range."""
    unwritten: set[Key] = field(default_factory=set)
    """What ended for another reason."""

    def add(self, *key: str, choice: str = "", options: tuple[str, ...] = ()) -> None:
        self.events.setdefault(key, (choice, options))

    def end(self, end: Ends) -> None:
        self.add(*end.key, choice=end.choice, options=end.options)
        if end.write:
            self.written.add(end.write)
        else:
            self.unwritten.add(end.key)


class Judge:
    """Evaluates rules on the run that is under way, under a reading and rulings."""

    def __init__(
        self, world: World, reading: Mapping[str, str] | None = None, rulings: Mapping[str, str] | None = None
    ):
        self.world, self.book = world, world.book
        self.rulings = dict(rulings or {})
        self.reading = {**(reading or {}), **self.rulings}
        self.run: Run = Run(world, {})
        self.heard = Heard()
        self.subjects: list[str] = []
        self.book.machine = self

    # calling

    @contextmanager
    def about(self, subject: str) -> Iterator[None]:
        """Whatever fails inside is a failed check of this rule."""
        try:
            yield
        except (v.Fails, ZeroDivisionError, ValueError, TypeError, AttributeError, KeyError) as failure:
            if isinstance(failure, (TypeError, AttributeError, KeyError)) and "None" not in str(failure):
                raise
            raise Ends("broken", subject) from failure

    def call(self, rule: Rule, args: tuple[Any, ...], run: Run | None = None) -> Any:
        """A function of the text, on the state, its frame if it takes one, and these arguments."""
        run = run or self.run
        frame = rule.takes_frame
        first = [run.record] if frame is None else [run.record, Frame(run, frame.__name__)]
        return rule.function(*first, *args)

    def said(self, rule: Rule, args: tuple[Any, ...]) -> Any:
        with self.about(rule.name):
            return self.call(rule, args)

    def looked(self, rule: Rule, args: tuple[Any, ...]) -> Any:
        """The same of what is no clause: a domain, `awaits`, a `when`; no rule is live by it, and a gap, or that two
        clauses or answers differ there, is no event."""
        heard, self.heard = self.heard, Heard()
        try:
            return self.said(rule, args)
        finally:
            self.heard = heard

    def asked(self, rule: Rule, args: tuple[Any, ...]) -> Any:
        """A term, question or deed that is called in a rule: its first argument is the state."""
        given = args[1:]
        for value, (_, type_) in zip(given, rule.choices, strict=True):
            if not v.fits(type_, value):
                raise v.Fails("None where a value is needed")
        outer, self.run = self.run, args[0].run
        try:
            return {"term": self.term, "question": self.question, "deed": self.deed}[rule.kind](rule, given)
        finally:
            self.run = outer

    # clauses

    def each(self, asked: list[Callable[[], Any]]) -> list[Any]:
        """All of these; behind all of them, what ended the first that came to no end."""
        found: list[Any] = []
        ends: list[Ends] = []
        for ask in asked:
            try:
                found.append(ask())
            except Ends as end:
                self.heard.end(end)
                ends.append(end)
        if ends:
            raise ends[0]
        return found

    def lifted(self, rule: Rule, args: tuple[Any, ...]) -> bool:
        """Whether a clause is lifted; asked where its condition holds, as is what lifts a lift."""
        live = self.each([partial(self.stands, lift, args) for lift in rule.lifts])
        self.heard.live |= {lift.name for lift, is_live in zip(rule.lifts, live, strict=True) if is_live}
        return any(live)

    def stands(self, rule: Rule, args: tuple[Any, ...]) -> bool:
        return bool(self.said(rule, args)) and not self.lifted(rule, args)

    def live_clauses(
        self, base: Rule, clauses: list[Rule], args: tuple[Any, ...],
        above: Sequence[Rule] = (), below: Sequence[Rule] = (),
    ) -> list[Rule]:  # fmt: skip
        """Those that hold, that nothing lifts, and that no live clause is over. A demand, or the citation of a trigger,
        beats those `below` it, unless one `above` it beats it."""
        takes = {c: self.taken(base, c, args) for c in clauses}
        stand = self.each([partial(self.stands, c, takes[c]) for c in clauses])
        holds = [c for c, stands in zip(clauses, stand, strict=True) if stands]
        beaten_by = self.beaten_by(base, clauses)

        def live(clause: Rule) -> bool:
            demand_beats = clause in below and not any(map(live, above))
            return clause in holds and not demand_beats and not any(map(live, beaten_by(clause)))

        found = [c for c in holds if live(c)]
        self.heard.live |= {c.name for c in found}
        return found

    def taken(self, base: Rule, clause: Rule, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """What a clause takes of what its base does: all; one that several rules share, what it names."""
        if len(clause.bases) == 1:
            return args
        named = dict(zip((name for name, _ in base.choices), args, strict=True))
        return tuple(named[name] for name, _ in clause.choices)

    def beaten_by(self, base: Rule, clauses: list[Rule]) -> Callable[[Rule], list[Rule]]:
        """The clauses that are declared over one: by name, over an action (all its permits), or by a ruling."""

        def over(winner: Rule, loser: Rule) -> bool:
            for named in winner.over:
                if named is loser or (named in winner.bases and loser.kind == "permit"):
                    return True
                if named.kind not in ("permit", "forbid", "instead", "answer") and loser in named.clauses:
                    return bool(loser.kind == "permit")
            return self.ruled_over(base, winner, loser)

        return lambda loser: [winner for winner in clauses if winner is not loser and over(winner, loser)]

    def ruled_over(self, base: Rule, winner: Rule, loser: Rule) -> bool:
        """A ruling on two clauses makes one `over=` the other."""
        pair = {winner, loser}
        for key, choice in self.rulings.items():
            subject, _, names = key.partition(":")
            if subject == base.name and {c.name for c in pair} == set(names.split("/")):
                first = next(c for c in pair if c.name == names.split("/")[0])
                wins = {"permit": "permit", "forbid": "forbid"}.get(choice)
                if wins is None or choice in {c.name for c in pair}:
                    return winner.name == choice
                return winner.kind == wins or (first is winner and wins == "permit" and first.kind != "forbid")
        return False

    def ruled_over_demand(self, deed: Rule, forbid: Rule) -> str | None:
        return self.rulings.get(f"{deed.name}:{deed.name}/{forbid.name}")

    # terms and questions

    def term(self, rule: Rule, args: tuple[Any, ...]) -> Any:
        with self.about(rule.name):
            value = self.call(rule, args)
        exceptions = self.spoken(rule, args, "exception")
        if exceptions:
            value = self.winner(rule, exceptions, "exception")
        spoken = self.spoken(rule, args, "times", "adjust", "at_least", "at_most")
        for factor in (x for c, x in spoken if c.kind == "times"):
            value = value * factor
        value = value + sum(x for c, x in spoken if c.kind == "adjust") if _is_number(value) else value
        return self.bounded(rule, value, [(c, x) for c, x in spoken if c.kind in ("at_least", "at_most")])

    def spoken(self, rule: Rule, args: tuple[Any, ...], *kinds: str) -> list[tuple[Rule, Any]]:
        """What a term's layers of these kinds say; they are asked beside each other, and live behind all of them."""
        layers = [layer for layer in rule.clauses if layer.kind in kinds]
        said = self.each([partial(self.layer, layer, args) for layer in layers])
        found = [(layer, x) for layer, x in zip(layers, said, strict=True) if x is not v.SILENT]
        self.heard.live |= {layer.name for layer, _ in found}
        return found

    def layer(self, rule: Rule, args: tuple[Any, ...]) -> Any:
        said = self.said(rule, args)
        return v.SILENT if said is not v.SILENT and self.lifted(rule, args) else said

    def winner(self, rule: Rule, spoken: list[tuple[Rule, Any]], what: str) -> Any:
        """The value, among different ones, of the first that loses to none under the reading."""
        lost = set()
        for (a, x), (b, y) in combinations(spoken, 2):
            if x != y:
                lost.add(self.loser(rule, a, b))
        return next((x for c, x in spoken if c.name not in lost), spoken[0][1])

    def loser(self, rule: Rule, a: Rule, b: Rule) -> str:
        choice = f"{rule.name}:{a.name}/{b.name}"
        self.heard.add("contradiction", rule.name, a.name, b.name, choice=choice, options=(a.name, b.name))
        return b.name if self.reading.get(choice, a.name) == a.name else a.name

    def bounded(self, rule: Rule, value: Any, bounds: list[tuple[Rule, Any]]) -> Any:
        lost = set()
        for (a, x), (b, y) in combinations(bounds, 2):
            low = x if a.kind == "at_least" else y
            high = y if a.kind == "at_least" else x
            if a.kind != b.kind and low > high:
                lost.add(self.loser(rule, a, b))
        for clause, bound in bounds:
            if clause.name not in lost:
                value = max(value, bound) if clause.kind == "at_least" else min(value, bound)
        return value

    def question(self, rule: Rule, args: tuple[Any, ...]) -> Any:
        options = [c for c in rule.clauses if c.kind in ("answer", "reading")]
        default = [c for c in options if c.default][-1]
        chosen = next((c for c in options if c.name == self.reading.get(rule.name)), default)
        if rule.name in self.rulings:
            return self.option(rule, chosen, args)
        answers = [c for c in options if c.kind == "answer"]
        values = dict(zip(answers, self.each([partial(self.said, c, args) for c in answers]), strict=True))
        speak = [c for c in answers if values[c] is not v.SILENT]
        beaten_by = self.beaten_by(rule, answers)

        def live(clause: Rule) -> bool:
            return clause in speak and not any(live(other) for other in beaten_by(clause))

        left = [c for c in speak if live(c)]
        self.heard.live |= {c.name for c in left}
        distinct = [values[c] for c in left]
        if left and all(x == distinct[0] for x in distinct):
            return distinct[0]
        names = tuple(c.name for c in options)
        if not left and f"{rule.name}?" in self.rulings:  # settled where no clause speaks, and only there
            ruled = next(c for c in options if c.name == self.rulings[f"{rule.name}?"])
            return self.option(rule, ruled, args)
        if not left:
            self.heard.add("gap", rule.name, choice=rule.name, options=names)
        for a, b in combinations(left, 2):
            if values[a] != values[b]:
                self.heard.add("contradiction", rule.name, a.name, b.name, choice=rule.name, options=names)
        return self.option(rule, chosen, args, beaten=chosen in speak and chosen not in left)

    def option(self, rule: Rule, chosen: Rule, args: tuple[Any, ...], beaten: bool = False) -> Any:
        said = v.SILENT if beaten else self.said(chosen, args)
        if said is v.SILENT:
            options = tuple(c.name for c in rule.clauses if c.kind in ("answer", "reading"))
            raise Ends("unresolved", rule.name, chosen.name, choice=rule.name, options=options)
        self.heard.live.add(chosen.name)
        return said

    # deeds

    def deed(self, rule: Rule, args: tuple[Any, ...]) -> None:
        """Demanded: it happens, something else happens in its place, or nothing."""
        self.heard.live.add(rule.name)
        clauses = [c for c in rule.clauses if c.kind in ("forbid", "instead")]
        ruled = {c: self.ruled_over_demand(rule, c) for c in clauses if c.kind == "forbid"}
        above = [c for c, over in ruled.items() if rule in c.over or c.base in c.over or over == "forbid"]
        live = self.live_clauses(rule, clauses, args, above, [c for c, over in ruled.items() if over == "permit"])
        if any(c in live for c in above):
            return
        forbids = [c for c in live if c.kind == "forbid"]
        prevails = True
        for forbid in forbids:
            choice = f"{rule.name}:{rule.name}/{forbid.name}"
            self.heard.add(
                "contradiction", rule.name, rule.name, forbid.name, choice=choice, options=("permit", "forbid")
            )
            prevails = prevails and self.reading.get(choice, "forbid") == "permit"
        if not prevails:
            return
        insteads = [(c, c.by) for c in live if c.kind == "instead"]
        if insteads:
            self.deed(self.winner(rule, insteads, "instead"), args)
            return
        with self.about(rule.name):
            self.call(rule, args)

    # legality

    def verdict(self, rule: Rule, args: tuple[Any, ...]) -> tuple[str, bool]:
        """The verdict on one thing that is judged, and whether it is allowed."""
        cited = rule.by_own
        ruled = {c: self.rulings.get(f"{rule.name}:may_{rule.name}/{c.name}") for c in rule.clauses if cited}
        above = [c for c, choice in ruled.items() if rule in c.over or choice == "forbid"]
        below = [c for c, choice in ruled.items() if choice == "permit"]
        live = self.live_clauses(rule, rule.clauses, args, above, below)
        permits = [c for c in live if c.kind == "permit"]
        forbids = [c for c in live if c.kind == "forbid"]
        names = [c.name for c in permits]
        if rule.kind == "chance" and not rule.clauses:
            names = [rule.name]
        elif cited and not any(c in forbids for c in above):
            names = [f"may_{rule.name}"]
            self.heard.live |= set(names)
        if names and forbids:
            allowed = [all(self.prevails(rule, p, f) for f in forbids) for p in names]
            for permit in names:
                for forbid in forbids:
                    choice = f"{rule.name}:{permit}/{forbid.name}"
                    key = ("contradiction", rule.name, permit, forbid.name)
                    self.heard.add(*key, choice=choice, options=("permit", "forbid"))
            return CONTRADICTION, any(allowed)
        if names:
            return LEGAL, True
        if forbids:
            return ILLEGAL, False
        return UNSPOKEN, False

    def prevails(self, rule: Rule, permit: str, forbid: Rule) -> bool:
        return self.reading.get(f"{rule.name}:{permit}/{forbid.name}", "forbid") == "permit"

    def legality(self, rule: Rule, args: tuple[Any, ...], frozen: Run) -> tuple[str, bool]:
        """The worst verdict on an instance, its seats and its members; allowed where each of them is."""
        self.run = frozen
        asked: list[Callable[[], Any]] = []
        if rule.clauses or rule.stub is None or rule.kind != "joint":
            asked.append(partial(self.verdict, rule, args))
        if rule.stub is not None:
            asked += [partial(self.verdict, rule.stub[1], part) for part in self.parts(rule, args)]
        found = self.each(asked)
        worst = min((f[0] for f in found), key=WORST.index, default=LEGAL)
        if worst == UNSPOKEN and not self.book.closed:
            self.heard.add("unspoken", rule.name)
        return worst, all(allowed for _, allowed in found)

    def parts(self, rule: Rule, args: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """The arguments of each seat or member."""
        assert rule.stub is not None
        of, _ = rule.stub
        place = [name for name, _ in rule.choices].index(of)
        given = args[place]
        others = (*args[:place], *args[place + 1 :])
        if isinstance(given, v.Map):
            return [(*others, key, value) for key, value in given.entries.items()]
        return [(*others, member) for member in sorted(given, key=_order)]

    # moments

    def emit(self, moment: Any) -> None:
        """Each instance of a trigger on it whose `when` holds now is pending; each of its fields needs a value."""
        types = self.world.hints(type(moment))
        if not all(v.fits(v.read_type(types[name]), value) for name, value in moment.given.items()):
            raise v.Fails("None where a value is needed")
        for trigger in self.world.triggers:
            if trigger.on is not type(moment):
                continue
            for args in self.world.instances(trigger):
                named = dict(zip([n for n, _ in trigger.choices], args, strict=True))
                if all(named.get(name, value) == value for name, value in moment.given.items()):
                    assert trigger.when_ is not None
                    if self.call(trigger.when_, args):
                        self.run.put((PENDING, trigger.name, *args), True)


class Frame:
    """A frame as a parameter: its fields, open or not."""

    def __init__(self, run: Run, name: str) -> None:
        self.__dict__.update(run=run, name=name)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.run.frame(self.name), name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.run.frame(self.name), name, value)


def _order(member: Any) -> Any:
    kind: Any = type(member)
    return list(kind).index(member) if not isinstance(member, int) else member


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


__all__ = ["FRAME", "PENDING", "STATE", "Ends", "Heard", "Judge", "Path"]
