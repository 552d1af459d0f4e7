"""Assumptions about members: each scope is held to them, a proof names those that it uses, and one that no scope meets
says so. Asked as users ask."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from ruleslawyer.engines.smt.certify.second import available
from tests.any_number.drawn_assumptions import compare
from tests.any_number.seats import project as protocols
from tests.bank import composed, table
from tests.cli.command import Answer, Command

TAGS = '''"""Cards with tags: whoever takes one takes a tag that nobody has."""


class Card(Sort):
    """A card."""

    tag: int
    beside: Card


@state
class State:
    taken: Map[Player, Card | None]


@book.assume("1")
def tags_differ(a: Card, b: Card) -> bool:
    """No two cards have one tag."""
    return a == b or a.tag != b.tag


@book.assume("1")
def tags_are_small(a: Card) -> bool:
    """Tags are below nine."""
    return a.tag < 9


@book.action("2")
def take(s: State, who: Player, card: Card) -> None:
    """A card goes to somebody."""
    with effect("2"):
        s.taken[who] = card


@take.permit("2")
def nobody_has_the_tag(s: State, who: Player, card: Card) -> bool:
    return all(p == who or s.taken[p] is None or s.taken[p].tag != card.tag for p in Player)


@checks.always("3")
def tags_of_taken_differ(s: State) -> bool:
    """No two players have one tag."""
    return all(
        p == q or s.taken[p] is None or s.taken[q] is None or s.taken[p].tag != s.taken[q].tag
        for p in Player for q in Player
    )


@checks.always("3")
def who_is_beside_has_another(s: State) -> bool:
    """A card beside another one has another tag."""
    return all(c.beside == c or c.beside.tag != c.tag for c in Card)
'''
SCOPE = """title = "Cards"
[sorts]
Player = 2
Card = 2
[attributes.Card]
tag = [1, 2]
beside = ["Card1", "Card0"]
"""
ASK = ("prove", "tags", "--any-number", "--players", "any", "--total", "8")


def project(folder: Path, text: str = TAGS, scope: str = SCOPE) -> Path:
    scopes = folder / "tags" / "scopes"
    scopes.mkdir(parents=True)
    (scopes / "two.toml").write_text(scope, encoding="utf-8")
    (folder / "tags" / "model.py").write_text(composed("tags", text), encoding="utf-8")
    (folder / "pyproject.toml").write_text(table("tags"), encoding="utf-8")
    return folder


def words(found: Answer) -> dict[str, str]:
    """The verdicts in full, but for the ranges of fields."""
    return {one["property"]: one["verdict"] for one in found.json["results"]}


def changed(old: str, new: str) -> str:
    assert TAGS.count(old) == 1
    return TAGS.replace(old, new)


# --- scopes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", [("explore",), ("check",), ("prove", "--scope", "two"), ("play",)])
def test_a_scope_that_does_not_meet_them_is_refused(tmp_path: Path, command: Command, verb: tuple[str, ...]) -> None:
    """With the place, the members, and the mend."""
    where = project(tmp_path, scope=SCOPE.replace("[1, 2]", "[3, 3]"))
    found = command(verb[0], "tags", *verb[1:], project=where)
    assert found.code == 2
    assert "tags/scopes/two.toml:6:1: RL715" in found.err
    assert "does not meet the assumption `tags_differ` of a = Card0, b = Card1" in found.err
    assert "so that it is so: No two cards have one tag." in found.err
    assert "tags_are_small" not in found.err


def test_what_cannot_be_evaluated_is_not_met(tmp_path: Path, command: Command) -> None:
    where = project(tmp_path, changed("a.tag < 9", "9 // (a.tag - 1) < 9"))
    found = command("explore", "tags", project=where)
    assert found.code == 2
    assert "`tags_are_small` of a = Card0: " in found.err
    assert "zero" in found.err


def test_of_no_members_each_is_so_and_none_is_somebody(tmp_path: Path, command: Command) -> None:
    """Without a card what is said of each card is true, and that there is one is not."""
    empty = 'title = "None"\n[sorts]\nPlayer = 2\nCard = 0\n'
    assert command("explore", "tags", project=project(tmp_path / "each", scope=empty)).code == 0
    where = project(tmp_path / "one", changed("(a: Card) -> bool", "() -> bool").replace(
        "a.tag < 9", "any(a.tag < 9 for a in Card)"
    ), empty)  # fmt: skip
    found = command("explore", "tags", project=where)
    assert found.code == 2
    assert "`tags_are_small`" in found.err


@pytest.mark.parametrize(
    ("name", "scope", "old", "new", "said"),
    [
        (
            "ring_election",
            "players1",
            " and (a.next != a or a == b)",
            " and a.next != a",
            "`next_is_next` of a = Player0",
        ),
        ("quorum_votes", "players2", '["Player0", "Player1"]', "[]", "`any_two_meet` of q = Quorum0, r = Quorum0"),
        ("ring_token", "players3", "[true, false, false]", "[false, false, false]", "`one_is_the_first`\n"),
        ("witnesses", "players3", "[true, false, false]", "[true, false, true]", "`at_most_one_lies`\n"),
    ],
)
def test_rings_of_one_quorums_of_none(
    tmp_path: Path, command: Command, name: str, scope: str, old: str, new: str, said: str
) -> None:
    """A ring in which nobody is next to himself has no ring of one; two quorums do not meet where one is empty; one of
    none, and two of at most one, are counted."""
    protocols(tmp_path, name)
    assert command("explore", name, "--scope", scope, project=tmp_path).code != 2
    changed = [path for path in (tmp_path / name).rglob("*") if path.is_file() and old in path.read_text("utf-8")]
    for path in changed:
        path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")
    found = command("explore", name, "--scope", scope, project=tmp_path)
    assert (found.code, found.err.count("RL715")) == (2, 1)
    assert f"does not meet the assumption {said}" in found.err


# --- proofs -------------------------------------------------------------------------------------------------------


def test_a_proof_names_what_it_uses(tmp_path: Path, command: Command) -> None:
    """The tags of cards that lie beside each other differ by what is assumed, those of taken ones by the rules."""
    found = words(command(*ASK, "--json", project=project(tmp_path)))
    assert found["who_is_beside_has_another"] == "PROVED for any number of Player, Card; assumed: tags_differ"
    assert found["tags_of_taken_differ"] == "PROVED for any number of Player, Card"


def test_without_it_nothing_is_proved(tmp_path: Path, command: Command) -> None:
    begin, end = TAGS.index('@book.assume("1")\ndef tags_differ'), TAGS.index('@book.assume("1")\ndef tags_are')
    found = words(command(*ASK, "--json", project=project(tmp_path, TAGS[:begin] + TAGS[end:])))
    assert found["who_is_beside_has_another"] == "VIOLATED"  # by two cards of one tag, one beside the other


def test_explain_says_it(tmp_path: Path, command: Command) -> None:
    found = command("prove", "tags", "who_is_beside_has_another", "--explain", project=project(tmp_path))
    assert "given: assumed of members, and checked in each scope: No two cards have one tag. (1)" in found.out


@pytest.mark.skipif(not available(), reason="cvc5 is not installed")
def test_certificates_say_it(tmp_path: Path, command: Command) -> None:
    """In the manifest, on the page, and beside each instance; who takes it out has changed the certificate."""
    where, folder = project(tmp_path), tmp_path / "made"
    command(*ASK, "--certificates", str(folder), project=where)
    (made,) = folder.iterdir()
    page, manifest = made / "proofs.md", made / "certificate.json"
    said = json.loads(manifest.read_text(encoding="utf-8"))
    uses = {one["item"]: one["assumes"] for one in said["items"] if "assumes" in one}
    item = next(one["item"] for one in said["properties"] if one["property"] == "who_is_beside_has_another")
    assert uses[item] == ["tags_differ"]
    assert "- No two cards have one tag. (1) (`tags_differ`): used for `who_is_beside_has_another`." in page.read_text()
    file = made / next(one["file"] for one in said["items"] if one["item"] == item)
    assert '["law", "assumed tags_differ", ' in file.read_text(encoding="utf-8")
    assert command("prove", "--recheck", str(folder), project=where).code == 0
    for path, old, new in ((page, "No two cards", "Nothing"), (manifest, '"tags_differ"', "")):
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        found = command("prove", "--recheck", str(folder), project=where)
        assert found.code == 2
        assert "was changed" in found.err
        path.write_text(text, encoding="utf-8")


# --- what no scope meets ------------------------------------------------------------------------------------------


def test_what_no_scope_can_meet_is_vacuous(tmp_path: Path, command: Command) -> None:
    """With the assumptions that exclude one another, and no others; scopes that cannot be are not asked for, and one
    without cards is."""
    text = changed("a.tag < 9", "a.tag < 5").replace('@book.action("2")', '''@book.assume("1")
def tags_are_large(a: Card) -> bool:
    """Tags are above five."""
    return a.tag > 5


@book.action("2")''')  # fmt: skip
    where = project(tmp_path, text)
    found = command(*ASK, "--json", project=where)
    assert found.code == 1
    assert set(words(found).values()) == {"VACUOUS"}
    reasons = {one["reason"] for one in found.json["results"]}
    assert reasons == {"no scope with members of every sort can meet what is assumed of members: tags_are_small, "
                       "tags_are_large; of nothing everything is true"}  # fmt: skip
    assert set(words(command("prove", "tags", "--json", project=where)).values()) == {"VACUOUS"}
    empty = 'title = "None"\n[sorts]\nPlayer = 2\nCard = []\n'
    found = command("prove", "tags", "--json", project=project(tmp_path / "none", text, empty))
    assert words(found)["tags_of_taken_differ"] == "HOLDS IN SCOPE"


def test_what_only_endless_sets_meet_proves_nothing(tmp_path: Path, command: Command) -> None:
    """That a higher one lies beside each card is met by no scope, and excludes nothing that a solver sees."""
    text = changed("a.tag < 9", "a.beside.tag > a.tag")
    text = text[: text.index('@checks.always("3")\ndef tags_of')] + text[text.index('@checks.always("3")\ndef who') :]
    found = command(*ASK, "--json", project=project(tmp_path, text, 'title = "Open"\n[sorts]\nPlayer = 2\nCard = 2\n'
                                                    '[attributes.Card]\ntag = "open"\nbeside = "open"\n'))  # fmt: skip
    one = next(one for one in found.json["results"] if one["property"] == "who_is_beside_has_another")
    assert one["verdict"] == "UNCHECKED"
    assert "(tags_differ), and no few members are found to meet tags_are_small" in one["reason"]


def test_one_member_is_a_few(tmp_path: Path, command: Command) -> None:
    """A card that is beside none but itself is met by one card alone, and so by a scope."""
    text = changed("a == b or a.tag != b.tag", "a == b")
    found = words(command(*ASK, "--json", project=project(tmp_path, text, SCOPE.replace("Card = 2", "Card = 1").replace(
        "[1, 2]", "[1]").replace('["Card1", "Card0"]', '["Card0"]'))))  # fmt: skip
    assert found["who_is_beside_has_another"] == "PROVED for any number of Player, Card; assumed: tags_differ"


# --- drawn --------------------------------------------------------------------------------------------------------

TODAY = date.today().toordinal()
"""Another ruleset every day."""


@pytest.mark.parametrize("seed", [1, 4, TODAY])
def test_what_is_proved_is_not_broken_where_it_is_met(seed: int) -> None:
    believed, broken, _ = compare(seed, 1.0)
    assert not believed & broken, f"python -m tests.any_number.drawn_assumptions {seed} 1"


@pytest.mark.campaign
def test_many_agree_and_say_something() -> None:
    """Of forty some properties are proved with what is assumed, and some are broken."""
    found = [compare(seed, 2.0) for seed in range(40)]
    assert not [seed for seed, (believed, broken, _) in enumerate(found) if believed & broken]
    assert sum(used for _, _, used in found) > 10 < sum(len(broken) for _, broken, _ in found)
