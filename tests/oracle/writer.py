"""One random program, in the order of its text: sorts, state, flow, values, deeds, actions, what is forced, checks.

Long: one part of a program is written with what those before it declared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tests.oracle.moves import MoveWriter
from tests.oracle.phrases import ENUMS, Call, Context, Field, Type
from tests.oracle.schema import BOOL, HUE, NAME, PHASE, PLAYER, SMALL, THING, written

__all__ = ["NAME", "Writer"]


class Writer(MoveWriter):
    """One program."""

    def program(self) -> tuple[str, str]:
        self.closed()
        self.sorts()
        self.schema()
        self.begin()
        if self.deciding:
            self.values()
        self.flow()
        if not self.deciding:
            self.values()
        self.deeds()
        self.forgetting()
        self.moments()
        if self.moving:
            self.moves()
        for _ in range(1 + self.below(3)):
            self.action()
        for name, fields in self.frames:
            self.frame_actions(name, fields)
        if self.chanced:
            self.action(kind="chance")
        for _ in range(2 if self.often("duties", 0) else self.below(2 + self.often("rests", 20))):
            self.duty()
        for _ in range(1 + self.below(2) if self.often("settle", 20) else 0):
            self.settle()
        self.checks()
        return "\n".join(self.lines) + "\n", self.scope()

    # terms, questions, deeds

    def parameters(self) -> list[tuple[str, Type]]:
        options = (PLAYER, THING, SMALL, PHASE)
        return [(f"p{i}", self.base.pick(options)) for i in range(self.below(3))]

    def values(self) -> None:
        for _ in range(1 + self.below(4) if self.often("values", 60) else 0):
            gives = self.base.pick((SMALL, SMALL, BOOL, PHASE, PLAYER if self.has("Player") else HUE))
            parameters = self.parameters()
            here = replace(self.base, variables=tuple(parameters))
            start = len(self.lines)
            kind = self.base.pick((self.question, self.question, self.term, self.term, self.helper))
            gives = SMALL if kind == self.term and self.often("layers", 0) else gives
            name = kind(gives, parameters, here)
            text = "\n".join(self.lines[start:])
            asks = name.startswith("q") or any(f"{c.name}(" in text for c in self.base.calls if c.asks)
            self.base.calls = [*self.base.calls, Call(name, tuple(t for _, t in parameters), gives, asks)]

    def has(self, of: str) -> bool:
        return any(f.type.kind == "one" and f.type.of == of for f in self.state_fields)

    def signature(self, parameters: Sequence[tuple[str, Type]], frame: str | None = None) -> list[str]:
        first = ["s: State"] + ([f"f: {frame}"] if frame else [])
        return [*first, *(f"{n}: {'int' if t.kind == 'int' else written(t)}" for n, t in parameters)]

    def clause(self, decorator: str, name: str, signature: list[str], gives: str, body: str) -> str:
        self.function(decorator, name, signature, gives, [f"return {body}"])
        return name

    def maybe_silent(self, here: Context, gives: Type) -> tuple[str, str]:
        value = here.value(gives, 1)
        if self.chance(60):
            return f"{written_plain(gives)} | Silent", f"{value} if {here.truth(1)} else SILENT"
        return written_plain(gives), value

    def term(self, gives: Type, parameters: list[tuple[str, Type]], here: Context) -> str:
        name, signature = self.fresh("t"), self.signature(parameters)
        self.clause('book.term("3")', name, signature, written_plain(gives), here.value(gives))
        kinds = ["exception", "exception"]
        if gives.kind == "int":
            changes = ("times", "times") if self.often("times", 50) else ("adjust", "adjust")  # never both
            kinds += [*changes, "at_least", "at_most"]
        for _ in range(2 + self.below(3) if self.often("layers", 0) else self.below(4)):
            layer = self.fresh("l")
            self.clause(f'{name}.{self.base.pick(kinds)}("3")', layer, signature, *self.maybe_silent(here, gives))
            if self.often("lifted", 30):
                self.clause(f'{layer}.exception("3")', self.fresh("x"), signature, "bool", here.truth(1))
        return name

    def helper(self, gives: Type, parameters: list[tuple[str, Type]], here: Context) -> str:
        """A function that is no rule."""
        name = self.fresh("g")
        signature = ", ".join(self.signature(parameters))
        early = [f"    if {here.truth(1)}:", f"        return {here.value(gives)}"] if self.chance(40) else []
        self.say(
            "", "", f"def {name}({signature}) -> {written_plain(gives)}:", *early, f"    return {here.value(gives)}"
        )
        return name

    def question(self, gives: Type, parameters: list[tuple[str, Type]], here: Context) -> str:
        name, signature = self.fresh("q"), self.signature(parameters)
        self.function('book.question("what?", "4")', name, signature, written_plain(gives), ["ask()"])
        number, answers = 1 + self.below(3), list[str]()
        silent = self.below(number)
        default = self.below(number)
        for i in range(number):
            option, is_default = self.fresh("o"), ", default=True" if i == default else ""
            if self.chance(55):
                over = f', over={self.base.pick(answers)}, because="but"' if answers and self.often("over", 25) else ""
                typed, body = self.maybe_silent(here, gives)
                if "SILENT" not in body and (i == silent or self.chance(80)):
                    typed, body = f"{typed} | Silent", f"{body} if {here.truth(1)} else SILENT"
                self.clause(f'{name}.answer("4"{is_default}{over})', option, signature, typed, body)
                answers.append(option)
            else:
                self.clause(
                    f'{name}.reading("{option}"{is_default})', option, signature, *self.maybe_silent(here, gives)
                )
        return name

    def deeds(self) -> None:
        for _ in range(1 + self.below(4) if self.often("deeds", 30) else 0):
            earlier = self.base.deeds
            parameters = self.parameters() if not earlier or self.chance(40) else self.deed_parameters[earlier[-1].name]
            name, signature = self.fresh("d"), self.signature(parameters)
            here = replace(self.base, variables=tuple(parameters))
            start = len(self.lines)
            at_once = self.often("at once", 10)
            body = self.block(here.statements(2, at_once), at_once)
            self.function('book.deed("5")', name, signature, "None", body)
            clauses = [name]
            for _ in range(self.below(3)):
                twins = [d for d in earlier if self.deed_parameters[d.name] == parameters]
                if twins and self.chance(50):
                    by = self.base.pick(twins)
                    over = (
                        f', over={self.base.pick(clauses[1:])}, because="but"'
                        if clauses[1:] and self.often("over", 30)
                        else ""
                    )
                    decorator = f'{name}.instead("5", by={by.name}{over})'
                else:
                    over = f', over={self.base.pick(clauses)}, because="but"' if self.often("over", 50) else ""
                    also = f", also={self.base.pick(twins).name}" if twins and self.chance(30) else ""
                    over = f', over={name}, because="but"' if also and over else over
                    decorator = f'{name}.forbid("5"{also}{over})'
                clause = self.clause(decorator, self.fresh("c"), signature, "bool", here.truth(1))
                clauses.append(clause)
                if self.chance(20):
                    self.clause(f'{clause}.exception("5")', self.fresh("x"), signature, "bool", here.truth(1))
            text = "\n".join(self.lines[start:])
            heavy = "+=" in text or "-=" in text or any(f"{d.name}" in text for d in earlier if d.heavy)
            self.deed_parameters[name] = parameters
            self.base.deeds = [*earlier, Call(name, tuple(t for _, t in parameters), heavy=heavy)]

    @property
    def deed_parameters(self) -> dict[str, list[tuple[str, Type]]]:
        return self.__dict__.setdefault("_deed_parameters", {})

    # what is forgotten, moments

    def forgetting(self) -> None:
        quiet = replace(self.base, asks=False)
        for f in self.state_fields:
            if f.type.kind != "one" and f.name != "count" and self.often("forgetting", 8):
                keys = [(f"k{i}", Type("one", key)) for i, key in enumerate(f.type.keys)]
                here = replace(quiet, variables=tuple(keys))
                self.function(
                    f'book.matters("{f.name}")',
                    self.fresh("m"),
                    self.signature(keys),
                    "bool",
                    [f"return {here.truth(1)}"],
                )

    def moments(self) -> None:
        if not self.often("moments", 15):
            return
        of = self.base.pick(("Player", "Thing"))
        name = self.fresh("Moment")
        self.say("", "", '@moment("6")', f"class {name}:", f"    whom: {of}")
        for _ in range(1 + self.below(2)):
            frame = self.base.pick(self.frames) if self.frames and self.chance(30) else None
            parameters = (
                [("who", PLAYER), ("whom", Type("one", of))] if of == "Thing" or self.chance(50) else [("whom", PLAYER)]
            )
            here = self.inside(parameters, frame)
            trigger, signature = self.fresh("r"), self.signature(parameters, frame[0] if frame else None)
            at = f", at={frame[0]}" if frame else ""
            if frame is None and self.frames and self.chance(25):
                at = f", at=(None, {self.frames[0][0]})"
            self.function(
                f'book.trigger("6", on={name}, miss="6"{at})',
                trigger,
                signature,
                "None",
                self.block(here.statements(2)),
            )
            quiet = replace(here, asks=False)
            self.clause(f"{trigger}.when", self.fresh("h"), signature, "bool", quiet.truth(1))
            for _ in range(self.below(3)):
                over = f', over={trigger}, because="but"' if self.often("over", 40) else ""
                self.clause(
                    f'{trigger}.{"permit" if not over and self.chance(40) else "forbid"}("6"{over})',
                    self.fresh("c"),
                    signature,
                    "bool",
                    here.truth(1),
                )
        self.base.moments = [(name, of)]

    def inside(self, parameters: Sequence[tuple[str, Type]], frame: tuple[str, list[Field]] | None) -> Context:
        fields = [*self.state_fields, *(frame[1] if frame else [])]
        return replace(self.base, variables=tuple(parameters), fields=fields)

    # actions

    def action(self, kind: str = "action", frame: tuple[str, list[Field]] | None = None, closes: bool = False) -> None:
        name = self.fresh("a")
        parameters = [("who", PLAYER)] if kind == "action" else []
        options = (
            THING, HUE, BOOL, Type("int", low=0, high=2), PHASE, Type("maybe", "Player"), Type("set", "Thing"),
            Type("int", low=-1, high=1), Type("maybe", "Hue"), PLAYER,
        )  # fmt: skip
        for i in range(self.below(3) if kind == "action" else 1 + self.below(2)):
            parameters.append((f"p{i}", self.base.pick(options)))
        if self.base.grid and self.chance(40):
            parameters.append(("spot", Type("one", "Spot")))
        here = self.inside(parameters, frame)
        signature = self.signature(parameters, frame[0] if frame else None)
        ranged = [f"{n}: {written(t)}" for n, t in parameters]
        at_once = self.often("at once", 15)
        body = here.statements(3, at_once)
        if not at_once and not self.chance(45):
            high = next(f for f in self.state_fields if f.name == "count").type.high
            body = [f"if s.count < {high}:", "    s.count += 1", *(body if self.chance(60) else [])]
        blocks = self.block(body, at_once)
        if frame and (closes or self.chance(40)):
            blocks += self.block([f"close_frame(s, {frame[0]})"])
        later = [f for f in self.frames if frame is None or self.frames.index(f) > self.frames.index(frame)]
        if later and self.chance(60) and not closes:
            blocks += self.block(self.opening(here, self.base.pick(later)))
        places = f", at={frame[0]}" if frame else ""
        if frame is None and self.frames and self.often("anywhere", 25):
            places = f", at=(None, {self.base.pick(self.frames)[0]})"
        said = f'"2"{places}'
        if kind == "action" and self.chance(12):
            said += ", passes=True"
        elif kind == "action" and self.chance(6):
            said += ", outside_play=True"
        others = any(t.of == "Player" for _, t in parameters[1:])
        if self.outs and kind == "action" and others and self.chance(30):
            said += ', may_be_out="5"'
        self.function(f"book.{kind}({said})", name, signature[: 1 + bool(frame)] + ranged, "None", blocks)
        if self.often("deciding", 20):
            within = here.answered() if self.deciding else replace(here, asks=False).truth(1)
            self.clause(f"{name}.domain", self.fresh("n"), signature, "bool", within)
        self.clauses(name, signature, here, required=kind == "action")
        sets = [n for n, t in parameters if t.kind == "set"]
        if sets and self.often("parts", 70):
            stub = self.fresh("b")
            inner = [*((n, t) for n, t in parameters if n != sets[0]), ("each", THING)]
            stub_signature = self.signature(inner, frame[0] if frame else None)
            self.function(f'{name}.member(of="{sets[0]}")', stub, stub_signature, "None", ['"""One of them."""'])
            self.part_domain(stub, stub_signature, self.inside(inner, frame))
            self.clauses(stub, stub_signature, self.inside(inner, frame), required=True)
        self.actions.append((name, parameters, frame[0] if frame else None))

    def opening(self, here: Context, frame: tuple[str, list[Field]]) -> list[str]:
        name, fields = frame
        given = [f"awaits={self.base.pick(('frozenset(Player)', here.set('Player', 0)))}"]
        for f in fields[1:]:
            if f.type.kind != "int" or self.chance(40):
                given.append(f"{f.name}={here.value(f.type, 0) if f.type.kind != 'int' else here.kept(f)}")
        return [f"if not is_open(s, {name}):", f"    open_frame(s, {name}({', '.join(given)}))"]

    def clauses(self, name: str, signature: list[str], here: Context, required: bool) -> None:
        made: list[tuple[str, str]] = []
        for i in range(int(required) + (2 + self.below(3) if self.often("clauses", 0) else self.below(3))):
            kind = "permit" if i == 0 or self.chance(35) else "forbid"
            over = ""
            if made and self.often("over", 40):
                losers = [c for c, k in made if k not in (kind, "all")] + ([name] if kind == "forbid" else [])
                loser = self.base.pick(losers) if losers else ""
                over = f', over={loser}, because="but"' if loser else ""
                kind = "all" if loser == name else kind  # nothing is over it, or there would be a circle
            others = [n for n, s, _ in self.twins if s == signature and n != name]
            also = f", also={self.base.pick(others)}" if others and self.often("also", 30) and not over else ""
            clause = self.fresh("c")
            truth = here.truth(2) if i > 0 or self.often("conditions", 20) else "True"
            if kind != "permit":
                truth = f"{here.truth(0)} and {truth}"
            self.clause(
                f'{name}.{"forbid" if kind == "all" else kind}("2"{also}{over})', clause, signature, "bool", truth
            )
            made.append((clause, kind))
            if self.often("lifted", 20):
                lift = self.fresh("x")
                self.clause(f'{clause}.exception("2")', lift, signature, "bool", here.truth(1))
                if self.often("lifted", 20):
                    self.clause(f'{lift}.exception("2")', self.fresh("x"), signature, "bool", here.truth(1))
        if name.startswith("a"):
            self.twins.append((name, signature, made))

    @property
    def twins(self) -> list[tuple[str, list[str], list[tuple[str, str]]]]:
        return self.__dict__.setdefault("_twins", [])

    def frame_actions(self, name: str, fields: list[Field]) -> None:
        frame = (name, fields)
        for i in range(1 + self.below(2)):
            self.action(frame=frame, closes=i == 0)
        if self.often("joint", 30):
            self.joint(frame)

    def joint(self, frame: tuple[str, list[Field]]) -> None:
        name, stub = self.fresh("j"), self.fresh("b")
        value = self.base.pick((Type("int", low=0, high=1), HUE, BOOL, THING))
        here = self.inside([], frame)
        seat = f"bids[{here.one('Player', 0)}]" if self.chance(25) else ""
        chosen = {"int": "max(bids[x] for x in f.awaits)", "bool": "any(bids[x] for x in f.awaits)"}.get(value.kind)
        if chosen is None:
            chosen = f"sum(1 for x in f.awaits if bids[x] == {here.one(value.of, 0)})"
        body = [f"n = {seat if seat and value.kind == 'int' else chosen}"]
        local = here.with_("n", BOOL if value.kind == "bool" else SMALL)
        blocks = [*body, *self.block(local.statements(2)), *self.block([f"close_frame(s, {frame[0]})"])]
        signature = ["s: State", f"f: {frame[0]}", f"bids: Map[Player, {written(value)}]"]
        self.function(f'book.joint("7", at={frame[0]})', name, signature, "None", blocks)
        parameters = [("who", PLAYER), ("bid", value)]
        seats = self.signature(parameters, frame[0])
        self.function(f'{name}.seat(of="bids")', stub, seats, "None", ['"""One seat."""'])
        self.part_domain(stub, seats, self.inside(parameters, frame))
        self.clauses(stub, seats, self.inside(parameters, frame), required=True)

    def part_domain(self, stub: str, signature: list[str], here: Context) -> None:
        if self.chance(15):
            truth = replace(here, asks=False).truth(1)
            self.clause(f"{stub}.domain", self.fresh("n"), signature, "bool", truth)

    # what is forced

    def duty(self) -> None:
        frame = self.base.pick(self.frames) if self.frames and self.chance(30) else None
        here = self.inside([], frame)
        name, signature = self.fresh("u"), self.signature([], frame[0] if frame else None)
        f = self.followed([f for f in self.state_fields if not f.type.keys and f.type.kind in ("int", "bool")])
        quiet = replace(here, asks=False)
        when, end = quiet.truth(1), here.statements(2)
        if not self.chance(5):
            much = self.much(f) if f.type.kind == "int" else 0
            when = f"s.{f.name}" if f.type.kind == "bool" else f"s.{f.name} == {much}"
            if f is self.kept and self.chance(70):
                when, much = f"s.{f.name} > {f.type.low}", (f.type.low or 0) + 1
            when += f" and {quiet.truth(0)}" if self.chance(30) else ""
            reset = "False" if f.type.kind == "bool" else 0 if f.type.low == much else f.type.low
            end = [*here.statements(1), f"s.{f.name} = {reset}"]
        at = f", at={frame[0]}" if frame else ""
        self.function(f'book.duty("8"{at})', name, signature, "None", self.block(end))
        self.clause(f"{name}.when", self.fresh("h"), signature, "bool", when)

    def much(self, f: Field) -> int:
        """A number of a field's range, the highest most of the time: what is forced there leaves room below."""
        low = f.type.low or 0
        high = low + 2 if f.type.high is None else min(f.type.high, low + 3)
        found = high if self.chance(60) else low + 1
        return found if found != 0 else low  # not what it is in the beginning

    def settle(self) -> None:
        keyed = [f.type.keys[0] for f in self.state_fields if len(f.type.keys) == 1 and f.type.kind in ("int", "bool")]
        of = self.base.pick(keyed) if keyed and self.chance(80) else self.base.pick(("Player", "Thing", "Phase"))
        parameters = [("each", Type("one", of))] if self.chance(70 if keyed else 5) else []
        here = self.inside(parameters, None)
        name, signature = self.fresh("z"), self.signature(parameters)
        fitting = [
            f
            for f in self.state_fields
            if f.type.kind in ("int", "bool") and f.type.keys == tuple(t.of for _, t in parameters)
        ]
        quiet = replace(here, asks=False)
        when = quiet.truth(1)
        body = here.statements(2, at_once=True)
        body = [line for line in body if "+=" not in line and "-=" not in line] or ["pass"]
        if not body[0].startswith("s."):
            body = ["s.count = s.count", *body]  # what is done under a condition alone is waited for by the `when`
        if fitting and not self.chance(8):
            f = self.base.pick(fitting)
            where = f"s.{f.name}" + ("[each]" if parameters else "")
            much = self.much(f) if f.type.kind == "int" else 0
            when = f"{where} == {much}" if f.type.kind == "int" else where
            when += f" and {here.answered()}" if self.deciding else ""
            reset = "False" if f.type.kind == "bool" else 0 if f.type.low == much else f.type.low
            body = [f"{where} = {reset}", *(body if self.chance(40) else [])]
        self.function('book.settle("8")', name, signature, "None", self.block(_whole(body)))
        self.clause(f"{name}.when", self.fresh("h"), signature, "bool", when)

    # properties and the scope

    def checks(self) -> None:
        self.say("", "", "checks = Checks(book)")
        here = replace(self.base, variables=(), asks=self.often("checks ask", 25))
        met = ""
        for _ in range(2 + self.below(4)):
            kind = self.base.pick(("always", "always", "sometimes", "step", "step", "possible", "leads_to"))
            kind = "step" if self.often("steps", 0) else "leads_to" if self.often("plays", 0) else kind
            name, reached = self.fresh("check"), ""
            if met and kind in ("always", "step") and self.chance(30):
                reached = f", reached={met}"
            if kind == "step":
                self.step(name, reached)
            elif kind == "leads_to":
                asked = "True" if self.often("plays", 0) else here.truth(1)
                body = f"return {asked}, {self.met(here)}"
                self.function(f'checks.leads_to("1"{self.fairness()})', name, ["s: State"], "tuple[bool, bool]", [body])
            else:
                self.function(
                    f'checks.{kind}("1"{reached})', name, ["s: State"], "bool", [f"return {self.asked(here)}"]
                )
                met = name if kind == "sometimes" else met

    def asked(self, here: Context) -> str:
        """What a property says of a state."""
        return here.failing() if self.often("checks fail", 6) else here.truth()

    def met(self, here: Context) -> str:
        """What a play comes to: as a rule something that a field is."""
        return self.asked(here) if self.chance(30) else here.told(self.base.pick(self.state_fields))

    def fairness(self) -> str:
        """What a `leads_to` assumes of plays: actions, or one set for each value of a parameter."""
        sets = []
        for name, parameters, _ in self.actions:
            if self.often("fair", 25):
                values = [n for n, t in parameters if t.kind in ("one", "bool")]
                sets.append(f'{name}.each("{self.base.pick(values)}")' if values and self.often("each", 50) else name)
        option = self.base.pick(("fair", "strongly_fair"))
        if option == "fair" and self.chanced and self.often("nature", 40):
            sets.append("CHANCE")
        return f", {option}=({', '.join(sets)},)" if sets else ""

    def step(self, name: str, reached: str) -> None:
        of = None if self.often("any step", 0) else self.base.pick([None, *[a for a in self.actions if a[2] is None]])
        before = replace(self.base, asks=False, state="before", variables=tuple(of[1]) if of else (), frames=[])
        after = replace(before, state="after")
        f = self.followed([f for f in self.state_fields if not f.type.keys] or self.state_fields)
        body = f"{before.truth(1)} or {self.asked(after)}"
        if f.type.kind in ("int", "bool", "one", "maybe") and not f.type.keys and self.chance(60):
            sign = self.base.pick(("==", "<=", ">=", f"<= {self.below(3)} +")) if f.type.kind == "int" else "=="
            body = f"before.{f.name} {sign} after.{f.name}" + (f" or {after.truth(0)}" if self.chance(40) else "")
        signature = ["before: State", "after: State", *self.signature(of[1] if of else [])[1:]]
        said = f'"1"{f", of={of[0]}" if of else ""}{reached}'
        self.function(f"checks.step({said})", name, signature, "bool", [f"return {body}"])

    def scope(self) -> str:
        players, things = 2 if self.often("players", 0) else 1 + self.below(2), 1 + self.below(3)
        names = [f'"{n}"' for n in ("Ann", "Bob", "Cleo")[:players]]
        lines = ['title = "Tiny"', ""]
        lines += ["[sorts]", f"Player = [{', '.join(names)}]", f"Thing = {things}", ""]
        lines += ["[attributes.Player]", f"rank = {list(range(players))}", "", "[attributes.Thing]"]
        lines += [f"cost = [{', '.join(str((i + self.below(2)) if i else 0) for i in range(things))}]"]
        lines += [f"owner = [{', '.join(self.base.pick(names) for _ in range(things))}]"]
        lines += [f"shiny = [{', '.join(self.base.pick(('false', 'true')) for _ in range(things))}]"]
        hues = ("[]", '["RED"]', '["RED", "BLUE"]', '["BLUE", "GREY"]')
        lines += [f"hues = [{', '.join(self.base.pick(hues) for _ in range(things))}]"]
        worth = [f"{{ RED = {self.below(4)}, BLUE = {i}, GREY = 0 }}" for i in range(things)]
        lines += [f"worth = [{', '.join(worth)}]", ""]
        if self.base.grid:
            lines += ["[grids.Spot]", f"rows = {1 + self.below(2)}", "columns = 2", ""]
        capped = [f for f in self.state_fields if f.type.kind == "int" and f.type.high is None]
        if capped:
            lines += ["[caps]", *(f"{f.name} = {1 + self.below(4)}" for f in capped), ""]
        if self.base.numbers and self.chance(50):
            lines += ["[constants]", f'"Numbers.many" = {self.below(4)}', ""]
        ranged = [f"{a[0]}.{n}" for a in self.actions for n, t in a[1] if t.kind == "int" and t.low == 0]
        if ranged and self.chance(15):
            lines += ["[bounds]", f'"{self.base.pick(ranged)}" = [{self.below(2)}, {1 + self.below(2)}]', ""]
        if self.chance(15):
            lines += ["[initial]", *self.overrides(names), ""]
        if self.chance(8):
            name = self.actions[self.below(len(self.actions))][0]
            lines.insert(1, f'off = ["{name}"]')
        return "\n".join(lines)

    def overrides(self, players: list[str]) -> list[str]:
        """How the game begins in this scope."""
        found = []
        for f in self.state_fields:
            if not f.type.keys and f.name != "count" and self.chance(50):
                match f.type.kind, f.type.of:
                    case "int", _ if f.type.high is not None:
                        found.append(f"{f.name} = {self.much(f)}")
                    case "bool", _:
                        found.append(f"{f.name} = true")
                    case "one", "Player":
                        found.append(f"{f.name} = {self.base.pick(players)}")
                    case (("one" | "maybe"), ("Hue" | "Phase")):
                        found.append(f'{f.name} = "{self.base.pick(ENUMS[f.type.of])}"')
                    case "set", "Thing":
                        found.append(f'{f.name} = ["Thing0"]')
        return found


def written_plain(gives: Type) -> str:
    return "int" if gives.kind == "int" else written(gives)


def _whole(body: list[str]) -> list[str]:
    """A body from which lines were taken: an `if` or `for` that is left without lines does nothing."""
    found = []
    for i, line in enumerate(body):
        found.append(line)
        deeper = i + 1 < len(body) and len(body[i + 1]) - len(body[i + 1].lstrip()) > len(line) - len(line.lstrip())
        if line.endswith(":") and not deeper:
            found.append(" " * (len(line) - len(line.lstrip()) + 4) + "pass")
    return found
