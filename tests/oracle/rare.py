"""Random programs with constructs that rulebooks seldom use. They are added to a finished program, and chosen after all
else, so that the rest of it is what its seed gave without them."""

from __future__ import annotations

import re
from dataclasses import replace

from tests.oracle.phrases import Context, Type
from tests.oracle.schema import PHASE, PLAYER, THING
from tests.oracle.writer import Writer

ACTION = "@book.action("
CHECKS = "checks = Checks(book)"
BLANK = "\n\n\n"


class RareWriter(Writer):
    """One program, with some of what the others have only where somebody thinks of it."""

    def program(self) -> tuple[str, str]:
        self.text, self.settings = super().program()
        ways = (
            self.prohibited, self.kinds, self.doubted, self.said_otherwise, self.noted, self.seen, self.joint_judged,
            self.shared, self.over_triggers, self.begun, self.moments_of_kinds, self.of_some, self.in_turn,
            self.promised, self.paid,
        )  # fmt: skip
        if self.chance(60):
            for way in ways:
                if self.chance(30):
                    way()
        return self.text, self.settings

    # where it is put

    @property
    def here(self) -> Context:
        """A context in which the fields of the state may be named, and no rule: it fits every place of a program."""
        return replace(self.base, variables=(), fields=self.state_fields, calls=[], deeds=[], asks=False)

    def add_field(self, said: str) -> str:
        name = self.fresh("v")
        self.text = self.text.replace("class State:\n", f"class State:\n    {name}: {said}\n", 1)
        return name

    def add_rules(self, *blocks: str, before: str = ACTION) -> None:
        """Before the first action, as what is asked there has to be; or before something else."""
        start = self.text.index(before)
        self.text = self.text[:start] + "".join(block + BLANK for block in blocks) + self.text[start:]

    def add_check(self, kind: str, truth: str) -> None:
        name = self.fresh("check")
        self.text += f'\n\n@checks.{kind}("1")\ndef {name}(s: State) -> bool:\n    return {truth}\n'

    def add_action(self, parameters: str, truth: str, body: list[str]) -> str:
        name, clause = self.fresh("a"), self.fresh("c")
        lines = "\n".join(f"        {line}" for line in body)
        signature = f"(s: State, who: Player{parameters})"
        self.add_rules(
            f'{ACTION}"2")\ndef {name}{signature} -> None:\n    with effect("2"):\n{lines}',
            f'@{name}.permit("2")\ndef {clause}{signature} -> bool:\n    return {truth}',
        )
        return name

    def follow(self, name: str, block: str) -> None:
        """A clause, below the rule that it hangs on."""
        start = self.text.index(f"\ndef {name}(")
        end = self.text.index(BLANK, start)
        self.text = self.text[:end] + BLANK + block + self.text[end:]

    def signature_of(self, name: str) -> str:
        found = re.search(rf"^def {name}(\(.*\)) ->", self.text, re.MULTILINE)
        assert found is not None
        return re.sub(r"Annotated\[int, [^\]]*\]", "int", found[1])

    # clauses

    def prohibited(self) -> None:
        """What is forbidden over the action, or the deed, cannot be by its own words."""
        over = re.compile(r'@(\w+)\.forbid\(("\d")(, also=\w+)?, over=(\w+), because="but"\)')
        self.text = over.sub(
            lambda m: f'@{m[1]}.cannot({m[2]}, "it cannot"{m[3] or ""})' if m[1] == m[4] else m[0], self.text
        )
        plain = re.compile(r'@(\w+)\.forbid\(("\d")(, also=\w+)?\)(?=\ndef (\w+))')
        for found in list(plain.finditer(self.text)):
            if f"over={found[4]}," not in self.text and self.chance(40):
                said = f'@{found[1]}.cannot({found[2]}, "it cannot"{found[3] or ""})'
                self.text = self.text.replace(found[0], said, 1)

    def joint_judged(self) -> None:
        """A joint action has a domain and clauses of its own, some of which others have too."""
        for found in list(re.finditer(r"^def (j\d+)\(s: State, f: (\w+)", self.text, re.MULTILINE)):
            name, signature = found[1], self.signature_of(found[1])
            blocks, permit, forbid = list[str](), self.fresh("c"), self.fresh("c")
            truth = f"any(True for x in f.awaits if {self.here.truth(1)})"
            shared = [a for a, _, _ in self.actions if f"\ndef {a}(" in self.text]
            also = f", also={self.base.pick(shared)}" if shared and self.chance(40) else ""
            if self.chance(30):
                blocks.append(f"@{name}.domain\ndef {self.fresh('n')}{signature} -> bool:\n    return {truth}")
            if also and self.chance(40):
                blocks.append(f'@{name}.permit("7"{also})\ndef {permit}(s: State) -> bool:\n    return True')
                also = ""
            else:
                blocks.append(f'@{name}.permit("7")\ndef {permit}{signature} -> bool:\n    return {truth}')
            way = self.base.pick((f'forbid("7", over={permit}, because="but")', f'forbid("7"{also})',
                                  f'cannot("7", "it cannot"{also})', 'forbid("7")'))  # fmt: skip
            takes = "(s: State)" if "also" in way else signature
            blocks.append(f"@{name}.{way}\ndef {forbid}{takes} -> bool:\n    return {self.here.truth(1)}")
            if "cannot" not in way and f"over={permit}" not in way and self.chance(50):
                more = f'@{name}.permit("7", over={forbid}, because="but")'
                blocks.append(f"{more}\ndef {self.fresh('c')}{signature} -> bool:\n    return {self.here.truth(1)}")
            if any("also" in block for block in blocks):  # an action of which it is a clause stands before it
                self.add_rules(*blocks, before=CHECKS)
            else:
                self.follow(name, BLANK.join(blocks))

    def shared(self) -> None:
        """A clause of an outcome of chance, or of an action, is one of another action too."""
        chances = re.findall(r"^@book\.chance\(.*\)\ndef (\w+)\(", self.text, re.MULTILINE)
        plain = [a for a, _, frame in self.actions if frame is None and a not in chances]
        for name in [*chances, *plain[:1]]:
            others = [a for a in plain if a != name]
            if others:
                also = f", also={self.base.pick(others)}"
                ways = [f'forbid("2"{also})', f'cannot("2", "it cannot"{also})', ""]
                self.clause_of(name, f'permit("2"{also})', "True")
                way = self.base.pick(ways)
                if way:
                    self.clause_of(name, way, self.here.truth(1))

    def clause_of(self, name: str, way: str, truth: str) -> None:
        """A clause of the state alone, below all actions."""
        self.add_rules(f"@{name}.{way}\ndef {self.fresh('c')}(s: State) -> bool:\n    return {truth}", before=CHECKS)

    def over_triggers(self) -> None:
        """A permit of a trigger that is over one of its forbids."""
        for found in list(re.finditer(r'^@(r\d+)\.forbid\("6"\)\ndef (c\d+)\(', self.text, re.MULTILINE)):
            block = f'@{found[1]}.permit("6", over={found[2]}, because="but")\ndef {self.fresh("c")}'
            signature = self.signature_of(found[2])
            self.follow(found[2], f"{block}{signature} -> bool:\n    return {self.here.truth(1)}")

    def of_some(self) -> None:
        """A number that is one of some, of a set by what is so of its members."""
        name = self.fresh("t")
        local = f"n: int = {self.here.number(1)}"
        several = f"len({{x for x in Thing if {self.here.with_('x', THING).truth(1)}}}) == {self.below(3)}"
        several = self.base.pick((several, f"len(({self.here.set('Thing', 0)} & {self.here.set('Thing', 0)})) < 2"))
        self.add_rules(
            f'@book.term("3")\ndef {name}(s: State) -> bool:\n    {local}\n'
            f"    if n in (0, 1):\n        return {several}\n    elif n == 2:\n        return False\n    return True"
        )
        self.add_check(self.base.pick(("always", "sometimes", "possible")), f"{name}(s)")

    # values

    def kinds(self) -> None:
        """Piles of kinds of things, or of things: joined, turned over, and gone through from the top."""
        of = self.base.pick(("Phase", "Phase", "Thing", "Hue"))
        most = self.base.pick((2, 1, 3)) if of != "Hue" else 1
        cited = ', cite="1"' if self.chance(30) else ""
        said = f"Annotated[Pile[{of}], Size({most}{cited})]" if of != "Thing" or self.chance(30) else "Pile[Thing]"
        p = self.add_field(said)
        q = self.add_field(said) if self.chance(40) else p
        first = self.here.one(of, 0)
        room, some, other = f"len(s.{p}) < {most}", f"len(s.{p}) > 0", f"len(s.{q}) > 0"
        if of == "Thing":
            room += f" and to not in s.{p}"
        options = [
            [f"if {room}:", f"    s.{p} = s.{p}.with_{self.base.pick(('top', 'bottom'))}(to)"],
            [f"s.{p} = s.{p}.with_bottom(to)"],
            [f"if {some}:", f"    s.{p} = s.{p}.without_{self.base.pick(('top', 'bottom'))}()"],
            [f"s.{p} = s.{p}.without_{self.base.pick(('top', 'bottom'))}()"],
            [f"s.{p} = s.{p}.reversed()"],
            [f"s.{p} = s.{p}.{self.base.pick(('on', 'under'))}(s.{q})"],
            [f"if len(s.{p}) + len(s.{q}) <= {most}:", f"    s.{p} = s.{q}.{self.base.pick(('on', 'under'))}(s.{p})"],
            [f"if {other} and {some}:", f"    s.{p} = s.{p}.without(s.{p}.bottom)"],
        ]
        for i in range(2 + self.below(2)):
            way = options[0] if i == 0 else self.base.pick(options)
            fixed = [line.replace("(to)", f"({first})") for line in way] if of != "Thing" and self.chance(30) else way
            self.add_action(f", to: {of}", "True" if self.chance(70) else self.here.truth(1), fixed)
        name, many = self.fresh("g"), self.fresh("t")
        condition = self.here.with_("x", Type("one", of)).truth(0)
        self.add_rules(
            f"def {name}(s: State) -> {of} | None:\n    for x in s.{p}:\n        if {condition}:\n"
            "            return x\n    return None",
            f'@book.term("3")\ndef {many}(s: State) -> int:\n    return sum(1 for x in s.{p} if {condition})',
        )
        truths = (f"{name}(s) is None", f"{many}(s) {self.base.pick(('<', '==', '>'))} {self.below(3)}",
                  f"{some} and s.{p}.bottom == {first}", f"len(s.{p}) < {most}")  # fmt: skip
        for _ in range(1 + self.below(2)):
            self.add_check(self.base.pick(("always", "sometimes", "possible")), self.base.pick(truths))

    def doubted(self) -> None:
        """A doubt, which an action and a property ask."""
        name, says = self.fresh("e"), list[str]()
        default, cites = self.below(2), ', cite=("4",)' if self.chance(40) else ""
        for i, word in enumerate(self.base.pick((("yes", "no"), ("no", "yes")))):
            usual = ", default=True" if i == default else ""
            says.append(f'{self.fresh("o")}={word}("it is"{usual}{cites})')
        self.add_rules(f'{name} = book.doubt("is it?", {", ".join(says)})')
        if self.chance(70):
            least = f"s.count = {self.below(2)}"
            self.add_action("", self.base.pick((f"{name}(s)", f"not {name}(s) or {self.here.truth(0)}")), [least])
        if self.chance(40):
            self.add_check("always", f"{name}(s) or {self.here.truth(1)}")

    # what is said of rules and fields

    def said_otherwise(self) -> None:
        """What is equally likely, ends a turn, is given, may concern who is out, or cites what fixes its moment."""
        changes = [
            (r'@book\.chance\("2"', r'\g<0>, uniform="9"'), (r'@book\.duty\("8"', r"\g<0>, turn_end=True"),
            (r'@checks\.always\("1"', r"\g<0>, given=True"), (r"^@([zr]\d+\.when)$", r'@\1("8")'),
        ]  # fmt: skip
        if self.outs:
            chosen = r'(@book\.action\("2"(?![^\n]*may_be_out)[^)\n]*)(\)\)?\ndef [^\n]*p\d+: Player\b)'
            changes += [(r'@frame\("2"', r'\g<0>, may_be_out="5"'), (chosen, r'\1, may_be_out="5"\2')]
        for pattern, to in changes:
            if self.chance(60):
                self.text = re.sub(pattern, to, self.text, count=self.below(2), flags=re.MULTILINE)

    def noted(self) -> None:
        """Who defines a sort and a field, and what a field remembers."""
        asked = re.findall(r"^@book\.question\(.*\)\ndef (\w+)\(", self.text, re.MULTILINE)
        asks = f', asks="{asked[0]}"' if asked and self.chance(50) else ""
        self.text = re.sub(
            r"(\n    count: Annotated\[.*)\]", rf'\1, cite("3"), remembers("4"{asks})]', self.text, count=1
        )
        self.text = self.text.replace("\nclass Hue(Enum)", '\n@defines("3")\nclass Hue(Enum)')
        self.text = self.text.replace("\nclass Thing(Sort)", '\n@defines("3")\nclass Thing(Sort)')

    def seen(self) -> None:
        here = replace(self.here, variables=(("which", THING), ("who", PLAYER)))
        name = self.fresh("e")
        self.add_rules(
            f'@book.seen("7")\ndef {name}(s: State, which: Thing, who: Player) -> bool:\n    return {here.truth(1)}'
        )

    def paid(self) -> None:
        """What each player gets, which a check may ask, beside who has won or in place of that."""
        here = replace(self.here, variables=(("who", PLAYER),))
        name, won = self.fresh("e"), r'@book\.winners\("9"\)\ndef won\(.*?\n\n\n'
        if self.chance(60):
            self.text = re.sub(won, "", self.text, flags=re.DOTALL)
        self.add_rules(f'@book.payoff("9")\ndef {name}(s: State, who: Player) -> int:\n    return {here.number(2)}')
        self.add_check("always", f"any({name}(s, p) == {self.below(3)} for p in Player) or {self.here.truth(1)}")

    # beginnings and moments

    def begun(self) -> None:
        """What is chosen as a game begins is a set, or something for each key."""
        if "def begin(s: State) -> None:" not in self.text:
            return
        way = self.base.pick((
            ("frozenset[Thing]", "frozenset[Thing]", ["s.{0} = lot"], "len(lot) < 2"),
            ("Map[Player, bool]", "Map[Player, bool]", ["for k in Player:", "    s.{0}[k] = lot[k]"],
             "any(lot[x] for x in Player)"),
            ("Map[Phase, Player | None]", "Map[Phase, Player | None]",
             ["for k in Phase:", "    s.{0}[k] = lot[k]"], "all(lot[x] is not None for x in Phase)"),
        ))  # fmt: skip
        takes, keeps, body, some = way
        name = self.add_field(keeps)
        self.text = self.text.replace("def begin(s: State) -> None:", f"def begin(s: State, lot: {takes}) -> None:")
        end = self.text.index(BLANK, self.text.index("\ndef begin("))
        lines = "".join(f"\n        {line.format(name)}" for line in body)
        added = f'\n    with effect("2"):{lines}'
        if self.chance(50):
            added += f"{BLANK}@begin.domain\ndef some(s: State, lot: {takes}) -> bool:\n    return {some}"
        self.text = self.text[:end] + added + self.text[end:]
        self.add_check("sometimes", self.here.truth(1))

    def moments_of_kinds(self) -> None:
        """A moment with a member of an enum, or with nothing, and a trigger on it."""
        moment, trigger = self.fresh("Moment"), self.fresh("r")
        plain = self.chance(40)
        field, more = ("    pass", "") if plain else ("    tone: Phase", ", tone: Phase")
        signature = f"(s: State, who: Player{more})"
        here = replace(self.here, variables=(("who", PLAYER), *((("tone", PHASE),) if not plain else ())))
        body = "\n".join(f"        {line}" for line in here.statements(1))
        self.add_action(", to: Phase", self.here.truth(1), [f"emit(s, {moment}({'' if plain else 'tone=to'}))"])
        self.add_rules(
            f'@moment("6")\nclass {moment}:\n{field}',
            f'@book.trigger("6", on={moment}, miss="6")\ndef {trigger}{signature} -> None:\n'
            f'    with effect("6"):\n{body}',
            f"@{trigger}.when\ndef {self.fresh('h')}{signature} -> bool:\n    return {here.truth(1)}",
        )

    def in_turn(self) -> None:
        """An order among those who may react, the first to call, or both, of triggers of which several may."""
        form = r"^(@book\.trigger\([^\n]*)\)\ndef (\w+)\((s: State, [^)]*\bwho: Player[^)]*)\) -> None:\n"
        for found in list(re.finditer(form, self.text, re.MULTILINE)):
            says, name, takes = found.groups()
            here = replace(self.here, variables=(("who", PLAYER),))
            way = self.below(3)
            if way != 1:
                turn = self.base.pick((f"1 if {here.truth(1)} else 0", here.number(1)))
                self.follow(name, f'@{name}.order("6")\ndef {self.fresh("o")}({takes}) -> int:\n    return {turn}')
            if way:
                self.text = self.text.replace(f"{says})\ndef {name}(", f"{says}, first_only=True)\ndef {name}(")

    def promised(self) -> None:
        """What must come, or may, of each member by itself, or of each two; or what must come once, or for ever."""
        way = self.base.pick(((), (("who", PLAYER),), (("which", THING),), (("tone", PHASE),),
                              (("who", PLAYER), ("which", THING))))  # fmt: skip
        kinds = ("eventually", "eventually_always")
        kind = self.base.pick(("leads_to", "leads_to", "possible", *kinds) if way else kinds)
        here = replace(self.here, variables=way)
        takes = ", ".join(["s: State", *(f"{name}: {type_.of}" for name, type_ in way)])
        fair = "" if kind == "possible" else self.fairness()
        gives, says = ("tuple[bool, bool]", f"{here.truth(1)}, ") if kind == "leads_to" else ("bool", "")
        says += self.met(here) if kind in ("leads_to", "eventually") else here.truth()
        self.text += (
            f'\n\n@checks.{kind}("1"{fair})\ndef {self.fresh("check")}({takes}) -> {gives}:\n    return {says}\n'
        )
