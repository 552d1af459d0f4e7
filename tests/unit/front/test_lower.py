"""The surface IR of each construct of the language.

Long: one small ruleset, and a case for each construct.
"""

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.base.diagnostics import ModelError
from ruleslawyer.front.lower import lower
from ruleslawyer.ir import nodes
from ruleslawyer.ir.rules import Fair
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import (
    CHANCE,
    Awaits,
    Bool,
    Enum,
    Int,
    Map,
    Optional,
    Set,
    Silent,
    Sort,
)
from ruleslawyer.lang import SILENT
from ruleslawyer.project.config import RulesetConfig

PRELUDE = (Path(__file__).parents[1].parent / "errors" / "prelude.py").read_text(encoding="utf-8")
LANG = (
    "CHANCE, SILENT, Map, Pile, Range, Silent, Sort, ask, cite, close_frame, defines, effect, gain, is_open, lose, "
    "open_frame, simultaneous, the, until"
)
OWN = (
    "CALM, Auction, Coins, Numbers, Phase, Player, Ship, State, Storm, bid, buy, checks, finish, harbour, other, "
    "price, reveal, seller, solvent"
)
HEADER = f"""from __future__ import annotations
from enum import Enum
from typing import Annotated
from ruleslawyer.lang import {LANG}
from prelude import {OWN}
"""


def lowered(root: Path, fragment: str, prelude: str = PRELUDE) -> System:
    """The ruleset of the prelude with a module added."""
    (root / "prelude.py").write_text(prelude, encoding="utf-8")
    (root / "more.py").write_text(HEADER + fragment, encoding="utf-8")
    config = RulesetConfig("harbour", "Harbour", ("prelude", "more"), (), root, root, root, None)
    try:
        return lower(config, root)
    except ModelError as error:
        raise AssertionError(error.render(root)) from error


def said(node: Any) -> str:
    """An IR node as short text: locals by name, everything else by its parts."""
    match node:
        case nodes.Var(name=name):
            return str(name)
        case nodes.Const(value=value):
            return repr(value)
        case nodes.Number(name=name):
            return str(name)
        case nodes.Domain(type=Set(item)):
            return getattr(item, "name", "?")
        case nodes.Read(record=record, field=field, keys=keys):
            return f"{record or 's'}.{field}" + "".join(f"[{said(key)}]" for key in keys)
        case nodes.Attr(name=name, subject=subject, keys=keys):
            return f"{said(subject)}.{name}" + "".join(f"[{said(key)}]" for key in keys)
        case nodes.Place(record=record, field=field, keys=keys):
            return f"{record or 's'}.{field}" + "".join(f"[{said(key)}]" for key in keys)
        case nodes.Fold(kind=kind, name=name, domain=domain, condition=condition, body=body, default=default):
            test = "" if said(condition) == "True" else f" if {said(condition)}"
            last = "" if default is None else f", {said(default)}"
            return f"{kind}({said(body)} for {name} in {said(domain)}{test}{last})"
        case nodes.Compare(op=op, left=left, right=right, turned=turned):  # as it is written
            one, sign, other = (right, op.replace("<", ">"), left) if turned else (left, op, right)
            return f"Compare({sign}, {said(one)}, {said(other)})"
        case tuple():
            return "[" + ", ".join(said(item) for item in node) + "]"
    if dataclasses.is_dataclass(node):
        parts = [
            getattr(node, field.name) for field in dataclasses.fields(node) if field.name not in ("origin", "type")
        ]
        return f"{type(node).__name__}({', '.join(said(part) for part in parts)})"
    return str(node)


EXPRESSIONS = {
    "s.wind > 1": "Compare(>, s.wind, 1)",
    "s.wind >= 1": "Compare(>=, s.wind, 1)",
    "1 < s.wind <= 3": "Logic(and, [Compare(<, 1, s.wind), Compare(<=, s.wind, 3)])",
    "s.wind != CALM": "Not(Compare(==, s.wind, 3))",
    "s.owner[x] == p": "Compare(==, s.owner[x], p)",
    "s.owner[x] is None": "Compare(==, s.owner[x], None)",
    "s.owner[x] is not None": "Not(Compare(==, s.owner[x], None))",
    "s.coins[s.owner[x]] == -1": "Compare(==, s.coins[Unwrap(s.owner[x])], -1)",
    "p in (s.turn, x.builder)": "Member(p, SetOf([s.turn, x.builder]))",
    "p not in {s.turn}": "Not(Member(p, SetOf([s.turn])))",
    "s.owner[x] in (p, None)": "Logic(or, [Compare(==, s.owner[x], p), Compare(==, s.owner[x], None)])",
    "s.wind in (1, 2)": "Logic(or, [Compare(==, s.wind, 1), Compare(==, s.wind, 2)])",
    "x in s.quay": "Member(x, s.quay)",
    "s.owner[x] in frozenset(Player)": "Member(s.owner[x], Player)",
    "s.phase in LATE": "Member(s.phase, frozenset({1}))",
    "s.wind in LUCKY": "Logic(or, [Compare(==, s.wind, 3), Compare(==, s.wind, 7)])",
    "len(s.quay) == len(Player)": "Compare(==, Size(s.quay), Size(Player))",
    "len({s.turn, p}) == 1": "Compare(==, Size(SetOf([s.turn, p])), 1)",
    "x.score[Phase.END] == Numbers.money": "Compare(==, x.score[1], Numbers.money)",
    "any(q == p for q in Player if s.coins[q] > 0)":
        "any(Compare(==, q, p) for q in Player if Compare(>, s.coins[q], 0))",
    "all(y.cost > 0 for y in s.quay)": "all(Compare(>, y.cost, 0) for y in s.quay)",
    "any(q == y.builder for q in Player if q != p for y in Ship)":
        "any(any(Compare(==, q, y.builder) for y in Ship) for q in Player if Not(Compare(==, q, p)))",
    "max(y.cost for q in Player for y in Ship if y.builder == q) > 1":
        "Compare(>, max(max(y.cost for y in Ship if Compare(==, y.builder, q)) for q in Player "
        "if any(True for y in Ship if Compare(==, y.builder, q))), 1)",
    "max((y.cost for y in s.sunk), default=0) < min(s.wind, 3, x.cost)":
        "Compare(<, max(y.cost for y in s.sunk, 0), Least(min, [s.wind, 3, x.cost]))",
    "sum(1 for y in frozenset(s.quay)) % 2 == 0":
        "Compare(==, Arith(%, sum(1 for y in set(it for it in s.quay)), 2), 0)",
    "the(y for y in Ship if y.cost == 3) == the(s.quay)":
        "Compare(==, the(y for y in Ship if Compare(==, y.cost, 3)), the(it for it in s.quay))",
    "s.sunk | frozenset({x}) == frozenset()": "Compare(==, SetOp(|, s.sunk, SetOf([x])), frozenset())",
    "frozenset() == s.sunk & s.sunk - frozenset(Ship)":
        "Compare(==, frozenset(), SetOp(&, s.sunk, SetOp(-, s.sunk, Ship)))",
    "s.quay.without(x).with_bottom(x).top == x":
        "Compare(==, End(top, PileOp(bottom, PileOp(without, s.quay, x), x)), x)",
    "s.quay == Pile()": "Compare(==, s.quay, ())",
    "is_open(s, Auction) and not is_open(s, Storm)": "Logic(and, [IsOpen(0, Auction), Not(IsOpen(0, Storm))])",
    "price(s, x) // 2 == -s.wind": "Compare(==, Arith(//, Call(term, price, [s, x]), 2), Arith(-, 0, s.wind))",
    "seller(s, x) == other(p)": "Compare(==, Call(question, seller, [s, x]), Call(helper, other, [p]))",
    "(p if s.wind > 0 else None) == s.owner[x]":
        "Compare(==, IfExpr(Compare(>, s.wind, 0), p, None), s.owner[x])",
    "True if s.wind == 0 else x in s.sunk": "IfExpr(Compare(==, s.wind, 0), True, Member(x, s.sunk))",
}  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), EXPRESSIONS.items(), ids=list(EXPRESSIONS))
def test_expression(source: str, expected: str, tmp_path: Path) -> None:
    system = lowered(
        tmp_path,
        f"LATE = (Phase.END,)\nLUCKY = (3, 7)\n\ndef f(s: State, p: Player, x: Ship) -> bool:\n    return {source}\n",
    )
    (statement,) = system.helpers["f"].body
    assert isinstance(statement, nodes.Return)
    assert said(statement.value) == expected


ACTION = """
@harbour.action("4.2")
def act(s: State, who: Player, what: Ship) -> None:
{body}

@act.permit("4.2")
def may_act(s: State, who: Player, what: Ship) -> bool:
    return True
"""
STATEMENTS = {
    "with effect('4.4'):\n s.wind += 1":
        "[Effect([4.4], [Write(s.wind, Arith(+, s.wind, 1))])]",
    "with effect('4.4', '4.5'):\n s.sunk |= frozenset({what})\n s.sunk &= frozenset()\n s.sunk -= s.sunk":
        "[Effect([4.4, 4.5], [Write(s.sunk, SetOp(|, s.sunk, SetOf([what]))), "
        "Write(s.sunk, SetOp(&, s.sunk, frozenset())), Write(s.sunk, SetOp(-, s.sunk, s.sunk))])]",
    "with effect('4.4'), simultaneous():\n gain(s.coins, who, 2)":
        "[Effect([4.4], [Simultaneous([Delta(s.coins[who], 1, 2)])])]",
    "with simultaneous():\n with effect('4.4'):\n  lose(s.coins, who, what.cost)\n with effect('4.5'):\n  s.wind = 0":
        "[Simultaneous([Effect([4.4], [Delta(s.coins[who], -1, what.cost)]), Effect([4.5], [Write(s.wind, 0)])])]",
    "with effect('4.4'), simultaneous():\n for p in Player:\n  s.coins[p] += 1":
        "[Effect([4.4], [Simultaneous([For(3, p, Player, [Write(s.coins[p], Arith(+, s.coins[p], 1))])])])]",
    "if s.wind > 0:\n x = 1\nelif s.wind < 0:\n x = 2\nelse:\n x = 3\nwith effect('4.4'):\n s.wind = x":
        "[If(Compare(>, s.wind, 0), [Let(3, x, 1)], [If(Compare(<, s.wind, 0), [Let(3, x, 2)], [Let(3, x, 3)])]), "
        "Effect([4.4], [Write(s.wind, x)])]",
    "if s.wind > 0:\n return\nx = 1\nwith effect('4.4'):\n s.wind = x":
        "[If(Compare(>, s.wind, 0), [Return(None)], []), Let(3, x, 1), Effect([4.4], [Write(s.wind, x)])]",
    "with effect('4.4'):\n s.owner[what] = None\n s.quay = Pile()\n s.sunk = frozenset()":
        "[Effect([4.4], [Write(s.owner[what], None), Write(s.quay, ()), Write(s.sunk, frozenset())])]",
    "with effect('4.4'):\n open_frame(s, Auction(lot=what, awaits=frozenset({who})))":
        "[Effect([4.4], [Open(Auction, [SetOf([who]), what, 0])])]",
    "with effect('4.4'):\n if is_open(s, Storm):\n  close_frame(s, Storm)":
        "[Effect([4.4], [If(IsOpen(0, Storm), [Close(Storm)], [])])]",
    "owner: Player | None = None\nwith effect('4.4'):\n s.owner[what] = owner":
        "[Let(3, owner, None), Effect([4.4], [Write(s.owner[what], owner)])]",
    "'''Nothing happens.'''\npass": "[]",
}  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), STATEMENTS.items(), ids=list(STATEMENTS))
def test_statement(source: str, expected: str, tmp_path: Path) -> None:
    body = "\n".join(f"    {line}" for line in source.split("\n"))
    function = lowered(tmp_path, ACTION.format(body=body)).actions["act"].function
    assert said(function.body) == expected


def test_slots_are_counted(tmp_path: Path) -> None:
    body = "    x = sum(1 for p in Player)\n    y = x + 1\n    with effect('4.4'):\n        s.wind = y"
    function = lowered(tmp_path, ACTION.format(body=body)).actions["act"].function
    assert function.slots == 6
    assert [p.name for p in function.parameters] == ["s", "who", "what"]


def test_effect_cites_its_clauses(tmp_path: Path) -> None:
    body = "    with effect('4.4'):\n        s.wind = s.wind + 1"
    (effect,) = lowered(tmp_path, ACTION.format(body=body)).actions["act"].function.body
    assert isinstance(effect, nodes.Effect)
    (write,) = effect.body
    assert isinstance(write, nodes.Write)
    assert write.place.origin.cites == write.value.origin.cites == effect.origin.cites == ("4.4",)
    assert str(write.value.origin.span) == "more.py:10:18"


def test_schema(tmp_path: Path) -> None:
    prelude = PRELUDE.replace(
        "    wind: int\n",
        "    wind: Annotated[int, Range(2, 9, cite='1.1'), cite('2.2')]\n"
        '    """How hard it blows: a field may have a text beneath it."""\n'
        "    seen: Annotated[frozenset[Ship], until('5.6', phase=Phase.END)]\n"
        "    pool: Map[Player, Map[Phase, int | None]]\n"
        "    last: Player | None\n"
        "    next: frozenset[Player] | Chance\n",
    ).replace("    state,\n", "    cite,\n    state,\n    until,\n")
    system = lowered(tmp_path, "", prelude)
    fields = {field.name: field for field in system.state.fields}
    assert fields["wind"].type == Int(2, 9, "1.1")
    assert fields["wind"].default == 2
    assert fields["wind"].origin.cites == ("2.2",)
    assert fields["pool"].type == Map(Sort("Player"), Map(Enum("Phase"), Optional(Int())))
    assert fields["pool"].default is None
    assert fields["last"].default is None
    assert fields["next"].type == Awaits(Sort("Player"))
    assert fields["quay"].default == ()
    assert fields["seen"].until is not None
    assert (fields["seen"].until.field, fields["seen"].until.value) == ("phase", 1)
    assert system.enums["Phase"].members == ("BUY", "END")
    auction = system.frames["Auction"]
    assert [(f.name, f.required, f.default) for f in auction.fields] == [
        ("awaits", True, None), ("lot", True, None), ("ties", False, 0),
    ]  # fmt: skip
    assert system.constants["Numbers.money"].value == 10
    assert system.players == "Player"


def test_norms_and_their_precedence(tmp_path: Path) -> None:
    system = lowered(
        tmp_path,
        """
from prelude import on_your_turn

@buy.forbid("4.3", over=on_your_turn, because="but")
def poor(s: State, buyer: Player, ship: Ship) -> bool:
    return s.coins[buyer] < ship.cost

@buy.permit("9.1", over=(poor,), because="unless")
def rich_uncle(s: State, buyer: Player, ship: Ship) -> bool:
    return False

@poor.exception("9.1")
def credit(s: State, buyer: Player, ship: Ship) -> bool:
    return True

@credit.exception("9.2")
def no_credit(s: State, buyer: Player, ship: Ship) -> bool:
    return False
""",
    )
    norms = {norm.name: norm for norm in system.actions["buy"].norms}
    assert list(norms) == ["on_your_turn", "poor", "rich_uncle"]
    assert (norms["poor"].over, norms["poor"].because) == (("on_your_turn",), "but")
    assert norms["rich_uncle"].over == ("poor",)
    (lift,) = norms["poor"].exceptions
    assert (lift.name, lift.exceptions[0].name) == ("credit", "no_credit")


def test_over_an_action_is_over_its_permits(tmp_path: Path) -> None:
    source = """
@buy.permit("4.3")
def again(s: State, buyer: Player, ship: Ship) -> bool:
    return True

@buy.forbid("4.3", over=buy, because="never")
def never(s: State, buyer: Player, ship: Ship) -> bool:
    return True

@bid.forbid("6.2", over=bid, because="never")
def nothing(s: State, f: Auction, who: Player, amount: Coins) -> bool:
    return amount == 0
"""
    system = lowered(tmp_path, source)
    assert system.actions["buy"].norms[-1].over == ("on_your_turn", "again")
    (seat,) = system.actions["reveal"].parts
    assert (seat.kind, seat.of, seat.norms[-1].over) == ("seat", "bids", ("any_amount",))


def test_over_is_because_of_the_question_that_is_asked_first(tmp_path: Path) -> None:
    source = """
from ruleslawyer.lang import no, yes

credit = harbour.doubt("may a ship be bought on credit?", no_credit=no("no", default=True), on_credit=yes("yes"))
gifts = harbour.doubt("are ships given away?", none_are=no("no", default=True), some_are=yes("yes"))

def is_beyond_means(s: State, buyer: Player, ship: Ship) -> bool:
    return s.coins[buyer] < ship.cost and not credit(s) and not is_given(s, ship)

def is_given(s: State, ship: Ship) -> bool:
    return gifts(s)

@buy.forbid("4.3", over=buy)
def poor(s: State, buyer: Player, ship: Ship) -> bool:
    return is_beyond_means(s, buyer, ship)

@buy.forbid("4.3", over=buy)
def either(s: State, buyer: Player, ship: Ship) -> bool:
    return credit(s) or gifts(s)
"""
    norms = {norm.name: norm.because for norm in lowered(tmp_path, source).actions["buy"].norms}
    assert norms["poor"] == "“may a ship be bought on credit?” is answered so"
    assert norms["either"] == "“may a ship be bought on credit?” and “are ships given away?” are answered so"


def test_questions_terms_and_silence(tmp_path: Path) -> None:
    source = """
@price.exception("7.2")
def discount(s: State, ship: Ship) -> int | Silent:
    return ship.cost - 1 if ship.builder == s.turn else SILENT

@harbour.question("which one?", "3.1")
def which(s: State) -> Ship | None:
    return ask()

@which.answer("3.2")
def first(s: State) -> Ship | None | Silent:
    if s.wind > 0:
        return SILENT
    return None

@which.reading("none at all", default=True)
def none_at_all(s: State) -> Ship | None:
    return None
"""
    system = lowered(tmp_path, source)
    (layer,) = system.terms["price"].exceptions
    assert layer.function.returns == Silent(Int())
    assert said(layer.function.body) == (
        "[Return(IfExpr(Compare(==, ship.builder, s.turn), Arith(-, ship.cost, 1), SILENT))]"
    )
    which = system.questions["which"]
    assert (which.text, which.origin.cites, which.default) == ("which one?", ("3.1",), "none_at_all")
    assert which.function.body == ()
    assert [(o.name, o.kind, o.label, o.default) for o in which.options] == [
        ("first", "answer", "first", False), ("none_at_all", "reading", "none at all", True),
    ]  # fmt: skip
    returned = which.options[0].function.body
    assert which.options[0].function.returns == Silent(Optional(Sort("Ship")))
    assert isinstance(returned[0], nodes.If)
    assert isinstance(returned[0].then[0], nodes.Return)
    assert isinstance(returned[0].then[0].value, nodes.Const)
    assert returned[0].then[0].value.value is SILENT


def test_chance_members_and_places(tmp_path: Path) -> None:
    source = """
@harbour.chance("8.1", at=(None, Auction))
def wind_turns(s: State, to: Annotated[int, Range(0, 3)]) -> None:
    with effect("8.1"):
        s.wind = to

@harbour.action("8.2", at=Auction, passes=True, outside_play=True)
def fleet(s: State, f: Auction, chosen: frozenset[Ship], who: Player) -> None:
    with effect("8.2"):
        f.ties += 1

@fleet.member(of="chosen")
def chosen_ship(s: State, f: Auction, who: Player, ship: Ship) -> None:
    ...

@chosen_ship.domain
def afloat(s: State, f: Auction, who: Player, ship: Ship) -> bool:
    return ship not in s.sunk

@harbour.duty("8.3", at=Auction)
def shut(s: State, f: Auction) -> None:
    with effect("8.3"):
        close_frame(s, Auction)

@shut.when
def shut_when(s: State, f: Auction) -> bool:
    return f.ties == 3 or f.awaits == frozenset()
"""
    system = lowered(tmp_path, source)
    chance, fleet = system.actions["wind_turns"], system.actions["fleet"]
    assert (chance.kind, chance.at, chance.framed, chance.actor) == ("chance", (None, "Auction"), False, None)
    assert (fleet.at, fleet.framed, fleet.actor, fleet.passes, fleet.outside_play) == (
        ("Auction",),
        True,
        3,
        True,
        True,
    )
    assert said(fleet.function.body) == "[Effect([8.2], [Write(Auction.ties, Arith(+, Auction.ties, 1))])]"
    (part,) = fleet.parts
    assert (part.kind, part.of) == ("member", "chosen")
    assert part.domain is not None
    assert system.duties["shut"].at == "Auction"
    assert said(system.duties["shut"].when.body).startswith("[Return(Logic(or, [Compare(==, Auction.ties, 3)")


def test_awaits_chance(tmp_path: Path) -> None:
    prelude = PRELUDE.replace(
        "    return frozenset({s.turn})\n", "    return CHANCE if s.wind == 0 else frozenset({s.turn})\n"
    ).replace("    Chance,\n", "    CHANCE,\n    Chance,\n", 1)
    (returned,) = lowered(tmp_path, "", prelude).awaits.body
    assert isinstance(returned, nodes.Return)
    assert isinstance(returned.value, nodes.IfExpr)
    assert returned.value.type == Awaits(Sort("Player"))
    assert isinstance(returned.value.then, nodes.Const)
    assert returned.value.then.value == CHANCE


def test_matters_and_checks(tmp_path: Path) -> None:
    source = """
@harbour.matters("owner")
def afloat(s: State, x: Ship) -> bool:
    return x not in s.sunk

@checks.sometimes("1.1")
def windy(s: State) -> bool:
    return s.wind > 3

@checks.always("1.1", reached=windy)
def calm(s: State) -> bool:
    return s.wind < 9

@checks.step("4.4", of=buy, reached=windy)
def pays(before: State, after: State, buyer: Player, ship: Ship) -> bool:
    return after.coins[buyer] <= before.coins[buyer] and price(after, ship) == price(before, ship)

@checks.step("6.1", of=reveal)
def shown(before: State, after: State, bids: Map[Player, Coins]) -> bool:
    return all(bids[p] >= 0 for p in Player)

@checks.possible("9.1")
def can_end(s: State) -> bool:
    return s.wind == 0

@checks.leads_to("9.1", fair=(buy, buy.each("ship", "buyer")), strongly_fair=reveal)
def ends(s: State) -> tuple[bool, bool]:
    calm_now = s.wind == 0
    return calm_now, s.wind == 1
"""
    system = lowered(tmp_path, source)
    owner = next(field for field in system.state.fields if field.name == "owner")
    assert owner.matters is not None
    assert owner.matters.name == "afloat"
    assert "afloat" not in system.helpers
    assert list(system.checks) == ["solvent", "windy", "calm", "pays", "shown", "can_end", "ends"]
    assert system.checks["calm"].reached == "windy"
    assert (system.checks["pays"].of, system.checks["pays"].reached) == ("buy", "windy")
    (returned,) = system.checks["pays"].function.body
    assert isinstance(returned, nodes.Return)
    stores = [node.store for node in walk(returned) if isinstance(node, nodes.Read)]
    assert stores == [1, 0]
    assert said(returned).endswith(
        "Compare(==, Call(term, price, [after, ship]), Call(term, price, [before, ship]))]))"
    )
    ends = system.checks["ends"]
    assert (ends.fair, ends.strongly_fair) == ((Fair("buy"), Fair("buy", ("ship", "buyer"))), (Fair("reveal"),))
    assert ends.fairness == "fair: buy, buy.each(ship, buyer); strongly fair: reveal"
    assert ends.goal is not None
    assert said(ends.function.body) == "[Let(1, calm_now, Compare(==, s.wind, 0)), Return(calm_now)]"
    assert said(ends.goal.body) == "[Let(1, calm_now, Compare(==, s.wind, 0)), Return(Compare(==, s.wind, 1))]"
    assert ends.function.returns == Bool()
    assert ends.goal in list(system.functions())


def walk(node: Any) -> list[Any]:
    inner = [node] if dataclasses.is_dataclass(node) else []
    if isinstance(node, tuple):
        return [found for item in node for found in walk(item)]
    for field in dataclasses.fields(node) if dataclasses.is_dataclass(node) else ():
        inner += walk(getattr(node, field.name))
    return inner


def test_helpers_may_take_frames_and_maps(tmp_path: Path) -> None:
    source = """
def highest(s: State, f: Auction, bids: Map[Player, Coins]) -> int:
    return max(bids[p] for p in f.awaits)

@harbour.joint("6.5", at=Auction)
def again(s: State, f: Auction, bids: Map[Player, Coins]) -> None:
    high = highest(s, f, bids)
    with effect("6.5"):
        f.awaits = frozenset(p for p in f.awaits if bids[p] == high)

@again.seat(of="bids")
def bid_again(s: State, f: Auction, who: Player, amount: Coins) -> None:
    ...
"""
    function = lowered(tmp_path, source).actions["again"].function
    assert said(function.body[0]) == "Let(3, high, Call(helper, highest, [s, f, bids]))"


def test_digest_changes_with_every_byte_and_name(tmp_path: Path) -> None:
    first = lowered(tmp_path, "").digest
    assert first == lowered(tmp_path, "").digest
    assert len(first) == 16
    assert first != lowered(tmp_path, "# a comment\n").digest
    (tmp_path / "other.py").write_text((tmp_path / "more.py").read_text(encoding="utf-8"), encoding="utf-8")
    config = RulesetConfig("harbour", "Harbour", ("prelude", "other"), (), tmp_path, tmp_path, tmp_path, None)
    assert lower(config, tmp_path).digest not in (first,)


def test_aliases_and_defines(tmp_path: Path) -> None:
    source = """
Small = Annotated[int, Range(0, 3)]
Maybe = Player | None
Fleet = frozenset[Ship]

@defines("2.6")
class Card(Sort):
    size: Small
    holder: Maybe
    fits: Fleet

def f(c: Card) -> bool:
    return c.holder is None and c.size < 2 and len(c.fits) > 0
"""
    card = lowered(tmp_path, source).sorts["Card"]
    assert card.origin.cites == ("2.6",)
    assert [a.type for a in card.attributes] == [Int(0, 3), Optional(Sort("Player")), Set(Sort("Ship"))]
