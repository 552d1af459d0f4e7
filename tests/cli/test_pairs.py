"""Pairs of keywords: what is said of the arena's traits, worked out by hand; plays that replay; broken templates.

A strike takes three states: before it, done, at rest. Escaping and halting add two each. Alone, on the card where it
means something: SHIELDED and VEILED (against water) leave nothing lost, GREEDY pays a coin, ESCAPING and HALTING each
add an outcome, in which somebody has fled; PIERCING, ROOTED, IDLE change nothing.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import ModelError
from ruleslawyer.play.replay import why_not
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.pairs import interaction
from ruleslawyer.studies.pairs.interaction import PairResult, PairsResult, compare, explore_pairs
from ruleslawyer.studies.pairs.template import Bearing, Template, load_template, templates_of
from ruleslawyer.studies.pairs.variant import explore_variant
from tests.bundled import bundled
from tests.cli.command import Command

ROOT = Path(__file__).parents[2]
ARENA = ROOT / "tests" / "projects" / "arena"
STRIKE = "checks/arena/pairs/strike.toml"

TABLE = """\
SHIELDED =
PIERCING # ·
GREEDY   x = !
ESCAPING = = + =
HALTING  + = + + =
ROOTED   = · = - ! ·
VEILED   = = x = + = =
IDLE     = · = = = · · ·
UNIQUE   - - - - - - - - -
"""
"""Columns as rows. A shield matters until it is pierced (#). Who pays and who is lost are two things (x). Two greedy
cards move two coins, which a property forbids (!). A rooted defender holds one that may halt: a contradiction (!).
Places are Att and Def, or both on Att: nothing shields and escapes at once, since both are the defender's. VEILED needs
water and IDLE on Att fire; elsewhere they meet."""


@pytest.fixture(autouse=True)
def _one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """To start others takes longer than the arena does."""
    monkeypatch.setattr(interaction, "processors", lambda: 1)


@pytest.fixture(scope="module")
def template() -> Template:
    return load_template(ARENA / STRIKE, STRIKE, Project.load(ARENA).ruleset("arena").system)


@pytest.fixture(scope="module")
def found(template: Template) -> PairsResult:
    return explore_pairs(template, workers=1)


def pair(found: PairsResult, first: str, second: str) -> PairResult:
    return next(p for p in found.pairs if (p.first, p.second) == (first, second))


def test_the_table(command: Command) -> None:
    printed = command("sweep", "--pairs", "arena", "--workers", "1", project=ARENA)
    assert printed.code == 0, printed.err
    lines = [line.strip() for line in printed.out.splitlines()]
    for number, row in enumerate(TABLE.splitlines(), 1):
        assert f"{number} {row}" in lines


def test_a_pierced_shield(found: PairsResult) -> None:
    """Shield on Att means nothing; on Def it is {nothing lost}, pierced {Def lost}, as with neither."""
    it = pair(found, "SHIELDED", "PIERCING")
    assert [(p.members, p.result) for p in it.places] == [
        (("Att", "Def"), "never"), (("Def", "Att"), "changes"), (("Att", "Att"), "never"),
    ]  # fmt: skip
    place = it.places[1]
    assert place.how == ("second only with first", "first only without second")
    assert place.fields == ("lost",)
    assert place.states == dict.fromkeys(("neither", "first", "second", "both"), 2)
    assert place.witness is not None
    assert (place.witness.variant, place.witness.lacking) == ("both", ("first",))
    assert place.witness.outcome == (frozenset({1}), frozenset(), 0)
    assert [s.instance.action for s in place.witness.trace.steps] == ["strike"]
    assert not it.events


def test_a_held_attacker(found: PairsResult) -> None:
    """HALTING adds a flight; ROOTED forbids it, and the permit stands against the forbid. With it, as without both."""
    it = pair(found, "HALTING", "ROOTED")
    (place,) = [p for p in it.places if p.members == ("Att", "Def")]
    assert place.states == {"neither": 2, "first": 3, "second": 2, "both": 2}
    assert place.outcomes == {"neither": 1, "first": 2, "second": 1, "both": 1}
    assert place.witness is not None
    assert (place.witness.variant, place.witness.lacking) == ("first", ("neither", "second", "both"))
    (event,) = it.events
    assert (event.kind, event.title, event.cites) == ("contradiction", "halt: may_halt against held", ("4", "5"))


def test_greed_twice(found: PairsResult) -> None:
    it = pair(found, "GREEDY", "GREEDY")
    (place,) = it.places
    assert place.how == ("new", "second only with first")
    assert place.witness is not None and place.witness.outcome[-1] == 2
    assert [(e.kind, e.title) for e in it.events] == [("violated", "modest")]


def test_two_that_never_interact(found: PairsResult) -> None:
    """Three places, four variants, two states: the start and the outcome, beyond which nothing is played."""
    it = pair(found, "PIERCING", "IDLE")
    assert (it.result, it.states, len(it.places)) == ("never", 24, 3)


def test_two_that_add_up(found: PairsResult) -> None:
    it = pair(found, "GREEDY", "ESCAPING")
    assert it.result == "add up"
    assert it.places[0].outcomes == {"neither": 1, "first": 1, "second": 2, "both": 2}


def test_one_that_decides_alone(found: PairsResult) -> None:
    assert pair(found, "ROOTED", "VEILED").decides == ("VEILED",)
    assert pair(found, "SHIELDED", "ESCAPING").decides == ("ESCAPING", "SHIELDED")


def test_what_cannot_meet(found: PairsResult) -> None:
    assert pair(found, "ESCAPING", "ROOTED").reason == "a rooted card cannot run"
    assert "nothing is bought" in pair(found, "IDLE", "UNIQUE").reason
    it = pair(found, "VEILED", "IDLE")
    assert [p.result for p in it.places] == ["never", "cannot meet", "cannot meet"]
    assert it.places[1].reason == "VEILED needs Card.Att.element to be WATER, and IDLE needs FIRE"


def test_needs_are_there_in_every_variant(template: Template) -> None:
    """Else what is due to water would be ascribed to the veil."""
    veil, greed = (template.keywords.index(name) for name in ("VEILED", "GREEDY"))
    background = template.background((Bearing(veil, 1), Bearing(greed, 0)))
    assert not isinstance(background, str)
    assert background.attributes["Card", "element"] == (2, 0)
    assert not any(map(any, background.attributes["Card", "traits"] or ()))
    scope = template.variant(background, ((Bearing(veil, 1), True), (Bearing(greed, 0), False)))
    assert scope.attributes["Card", "traits"] == ((False,) * 9, tuple(i == veil for i in range(9)))


@pytest.mark.parametrize("direct", [False, True])
def test_every_play_replays_and_shows_its_outcome(template: Template, found: PairsResult, direct: bool) -> None:
    assert not found.unreplayed
    ruleset, plays = Project.load(ARENA).ruleset("arena"), 0
    for it in found.pairs:
        for place in it.places:
            one, other = (
                Bearing(template.keywords.index(k), template.members.index(m))
                for k, m in zip((it.first, it.second), place.members, strict=True)
            )
            background = template.background((one, other))
            if isinstance(background, str):
                continue
            shown = [(e.states, e.event, "both") for e in place.events]
            shown += [(place.witness.trace, None, place.witness.variant)] if place.witness else []
            for trace, event, variant in shown:
                borne = {"neither": (False, False), "first": (True, False), "second": (False, True)}
                on = borne.get(variant, (True, True))
                scope = template.variant(background, ((one, on[0]), (other, on[1])))
                rules = ruleset.system
                machine = Direct(rules, scope, ruleset.root) if direct else Interpreter(rules, scope)
                assert why_not(TransitionSystem(machine), trace, event) == ""
                plays += 1
            if place.witness:
                end = place.witness.trace.end
                assert end is not None
                names = [f.name for f in ruleset.system.state.fields]
                assert place.witness.outcome == tuple(end.fields[names.index(n)] for n in template.outcome)
    assert plays == 7  # five changes, two events


@pytest.mark.parametrize(
    ("sets", "said"),
    [
        (("a", "a", "a", "a"), "never"),
        (("a", "b", "a", "b"), "alone"),
        (("a", "a", "b", "b"), "alone"),
        (("a", "ab", "ac", "abc"), "add up"),
        (("a", "a", "a", "b"), "changes"),
        (("a", "b", "c", "d"), "changes"),
        (("a", "ab", "ac", "bc"), "changes"),  # one that both have is lost
        (("a", "b", "a", "a"), "changes"),
        (("a", "b", "c", "c"), "changes"),  # the first only without the second
        (("a", "b", "b", "a"), "changes"),  # each takes back what the other does
        (("a", "", "a", "a"), "changes"),
        (("", "", "", ""), "never"),
    ],
)
def test_words(sets: tuple[str, str, str, str], said: str) -> None:
    """And the order of the two does not matter."""
    neither, first, second, both = map(set, sets)
    assert compare(neither, first, second, both)[0] == said
    assert compare(neither, second, first, both)[0] == said


def test_a_keyword_of_the_template_is_taken_off(tmp_path: Path, found: PairsResult) -> None:
    """Where the pair is about it; beside other pairs it stays."""
    text = (ARENA / STRIKE).read_text("utf-8")
    file = tmp_path / "strike.toml"
    file.write_text(text.replace("[sorts.Card.Def]", "[sorts.Card.Def]\ntraits = { SHIELDED = true }"), "utf-8")
    template = load_template(file, STRIKE, Project.load(ARENA).ruleset("arena").system)
    (it,) = explore_pairs(template, ["SHIELDED", "PIERCING"], workers=1).pairs
    assert it.places[1] == pair(found, "SHIELDED", "PIERCING").places[1]
    (it,) = explore_pairs(template, ["PIERCING", "GREEDY"], workers=1).pairs
    assert (it.result, it.places[-1].members, it.places[-1].fields) == ("changes", ("Att", "Att"), ())


def test_several_processes_say_the_same(template: Template, found: PairsResult) -> None:
    assert explore_pairs(template, workers=2) == found


def test_a_limit_is_said(template: Template) -> None:
    """With one state no variant is explored to its end, and then nothing is said of any pair."""
    cut = explore_pairs(template, ["SHIELDED", "PIERCING"], Limits(1), 1)
    assert [(p.result, p.reason, p.events) for p in cut.pairs] == [("unknown", "stopped at the limit of 1 states", ())]


def test_a_limit_ends_with_1(command: Command) -> None:
    answer = command("sweep", "--pairs", "--only", "IDLE", "--max-states", "2", project=ARENA)
    assert answer.code == 1
    assert "stopped at the limit of 2 states" in answer.out


@pytest.mark.parametrize(
    ("only", "pairs"),
    [("IDLE", 9), ("IDLE,VEILED", 1), ("IDLE,IDLE", 1), ("IDLE,VEILED,GREEDY", 3)],
)
def test_only(command: Command, only: str, pairs: int) -> None:
    answer = command("sweep", "--pairs", "arena", "--template", "strike", "--only", only, "--json", project=ARENA)
    assert len(answer.json["templates"][0]["pairs"]) == pairs


def test_one_pair_is_printed_with_its_play(command: Command) -> None:
    answer = command("sweep", "--pairs", "arena", "--only", "ROOTED, HALTING", project=ARENA)
    assert "ROOTED matters only with HALTING" in answer.out
    assert "halt(who=Ann, card=Att)" in answer.out
    assert "only with both: contradiction" in answer.out


def test_files(command: Command, tmp_path: Path) -> None:
    answer = command("sweep", "--pairs", "arena", "--json", "-o", str(tmp_path / "there"), project=ARENA)
    written = json.loads((tmp_path / "there" / "pairs.json").read_text("utf-8"))
    assert written == answer.json
    page = (tmp_path / "there" / "pairs.md").read_text("utf-8")
    assert "| 2 PIERCING | # | · |" in page
    assert "1. `strike(who=Ann, by=Att, at=Def)`" in page
    assert "UNIQUE with any of 9" in page


def test_two_templates_in_one_table(command: Command, tmp_path: Path) -> None:
    """Of each pair the strongest sign, and whose it is: in the second template nobody pierces."""
    project = Path(shutil.copytree(ARENA, tmp_path / "arena"))
    text = (project / STRIKE).read_text("utf-8")
    text = text.replace("[pairs.apart]", '[pairs.apart]\nPIERCING = "there is no point to it"\n')
    text = text.replace('at = { step = "DONE" }', 'at = { step = "DONE" }\nonly = ["SHIELDED"]')
    (project / "checks/arena/pairs/alley.toml").write_text(text, "utf-8")
    answer = command(
        "sweep", "--pairs", "arena", "--only", "SHIELDED,PIERCING,UNIQUE", "--json", "-o", str(tmp_path),
        project=project,
    )
    (summary,) = answer.json["summaries"]
    assert summary["templates"] == ["alley", "strike"]
    assert {(p["first"], p["second"]): (p["symbol"], p["templates"]) for p in summary["pairs"]} == {
        ("SHIELDED", "PIERCING"): ("#", ["strike"]),
        ("SHIELDED", "UNIQUE"): ("-", ["alley", "strike"]),
        ("PIERCING", "UNIQUE"): ("-", ["strike"]),
    }
    assert "| 2 PIERCING | #b |" in (tmp_path / "pairs.md").read_text("utf-8")
    printed = command("sweep", "--pairs", "arena", "--only", "SHIELDED,PIERCING,UNIQUE", project=project)
    assert "2 PIERCING #b" in printed.out and "3 UNIQUE   -  -" in printed.out


def changed(tmp_path: Path, *lines: str) -> Template:
    """The template with lines in place of `at`."""
    text = (ARENA / STRIKE).read_text("utf-8")
    file = tmp_path / "strike.toml"
    file.write_text(text.replace('at = { step = "DONE" }', "\n".join(lines)), "utf-8")
    return load_template(file, STRIKE, Project.load(ARENA).ruleset("arena").system)


def test_several_kinds_of_ends(tmp_path: Path, found: PairsResult) -> None:
    """An end that no play reaches adds nothing; one that is there at the start leaves nothing to play."""
    other = explore_pairs(
        changed(tmp_path, 'at = [{ coins = 7 }, { step = "DONE" }]'), ["SHIELDED", "PIERCING"], workers=1
    )
    assert other.pairs == [pair(found, "SHIELDED", "PIERCING")]
    at_once = explore_pairs(
        changed(tmp_path, 'at = [{ coins = 0 }, { step = "DONE" }]'), ["SHIELDED", "PIERCING"], workers=1
    )
    assert (at_once.pairs[0].result, at_once.pairs[0].states) == ("never", 12)


def test_a_template_for_some_keywords(tmp_path: Path) -> None:
    template = changed(tmp_path, 'at = { step = "DONE" }', 'only = ["SHIELDED"]')
    assert {"SHIELDED"} == set.intersection(*({p.first, p.second} for p in explore_pairs(template, workers=1).pairs))
    assert not explore_pairs(template, ["HALTING", "ROOTED"], workers=1).pairs


def test_a_template_with_a_reading(tmp_path: Path) -> None:
    """Where the permit is to prevail, ROOTED holds nobody."""
    template = changed(tmp_path, 'at = { step = "DONE" }', "[pairs.reading]", '"halt:may_halt/held" = "permit"')
    (it,) = explore_pairs(template, ["HALTING", "ROOTED"], workers=1).pairs
    assert (it.result, it.decides, len(it.events)) == ("alone", ("HALTING",), 1)


def test_attributes_in_columns(tmp_path: Path, found: PairsResult) -> None:
    """A template may give a list for each attribute instead of a table for each member."""
    text = (ARENA / STRIKE).read_text("utf-8")
    rows = '[defaults.Card]\nelement = "EARTH"\ntraits = {}\n\n[sorts.Card.Att]\n[sorts.Card.Def]\n'
    columns = 'Card = ["Att", "Def"]\n[attributes.Card]\nelement = ["EARTH", "EARTH"]\ntraits = [{}, {}]\n'
    file = tmp_path / "strike.toml"
    file.write_text(text.replace(rows, columns).replace("\n\nCard", "\nCard"), "utf-8")
    assert "[sorts.Card" not in file.read_text("utf-8")
    other = explore_pairs(load_template(file, STRIKE, Project.load(ARENA).ruleset("arena").system), workers=1)
    assert other.pairs == found.pairs


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[pairs]\n", "[pairs", (f"{STRIKE}:16", "not TOML")),
        ('outcome = ["lost"', 'outcomes = ["lost"', (f"{STRIKE}:20", "did you mean `outcome`?")),
        ('"lost"', '"losses"', (f"{STRIKE}:20", "no field `losses`")),
        ('sort = "Card"', 'sort = "Crad"', (f"{STRIKE}:17", "did you mean `Card`?")),
        ('sort = "Card"', "", (f"{STRIKE}:16", "`sort` is a name")),
        ('attribute = "traits"', 'attribute = "element"', (f"{STRIKE}:18", "not a map", "`traits`")),
        ('["Att", "Att"]]', '["Att", "Dof"]]', (f"{STRIKE}:19", "did you mean `Def`?")),
        ('[["Att", "Def"], ["Att", "Att"]]', '["Att", "Def"]', (f"{STRIKE}:19", "who bears the first")),
        ('step = "DONE"', 'step = "DOEN"', (f"{STRIKE}:21", "did you mean `DONE`?")),
        ('step = "DONE"', 'stop = "DONE"', (f"{STRIKE}:21", "no field `stop`")),
        ('step = "DONE"', 'frame = "Duel"', (f"{STRIKE}:21", "no frame `Duel`")),
        ('{ step = "DONE" }', '["DONE"]', (f"{STRIKE}:21", "a list of tables")),
        ("places =", 'only = ["IDEL"]\nplaces =', (f"{STRIKE}:19", "did you mean `IDLE`?")),
        ("places =", 'reading = { "halt:may_halt/held" = "no" }\nplaces =', (f"{STRIKE}:19", "no option `no`")),
        ("needs.VEILED", "needs.VIELED", (f"{STRIKE}:23", "did you mean `VEILED`?")),
        ('element = "FIRE"', 'element = "FIER"', (f"{STRIKE}:27", "did you mean `FIRE`?")),
        ('element = "FIRE"', "elemental = 1", (f"{STRIKE}:27", "no attribute `elemental`")),
        ('element = "FIRE"', "initial.coins = 12", (f"{STRIKE}:27", "12 is out of range")),
        ('"Card.Att".element', '"Card.At".element', (f"{STRIKE}:24", "did you mean `Card.Att`?")),
        ('"Card.Att".element', "Card.Att.element", (f"{STRIKE}:24", "in quotes")),
        ("UNIQUE =", "UNIKE =", (f"{STRIKE}:30", "did you mean `UNIQUE`?")),
        ('"ESCAPING,ROOTED" = "a rooted card cannot run"', '"ESCAPING,ROOTED" = ""', (f"{STRIKE}:31", "no reason")),
        ("ESCAPING,ROOTED", "ESCAPING,ROOTED,IDLE", (f"{STRIKE}:31", "not one keyword or two")),
        ("[initial]", "[intial]", (f"{STRIKE}:13", "did you mean `initial`?")),
        ('element = "EARTH"', "", ("element",)),
        ('step = "DONE"', "coins = 7", ()),
        ('step = "DONE"', 'frame = "none"', ()),
    ],
)  # fmt: skip
def test_templates_with_mistakes(command: Command, tmp_path: Path, old: str, new: str, said: tuple[str, ...]) -> None:
    project = Path(shutil.copytree(ARENA, tmp_path / "arena"))
    text = (project / STRIKE).read_text("utf-8")
    assert old in text
    (project / STRIKE).write_text(text.replace(old, new), "utf-8")
    answer = command("sweep", "--pairs", "arena", project=project)
    if not said:  # ended states count whatever `at` says
        assert answer.code == 0
        return
    assert (answer.code, answer.out) == (2, "")
    assert "= help:" in answer.err and "Traceback" not in answer.err
    for words in said:
        assert words in answer.err


def test_a_template_without_outcomes(command: Command, tmp_path: Path) -> None:
    project = Path(shutil.copytree(ARENA, tmp_path / "arena"))
    model = project / "model" / "arena.py"
    model.write_text(model.read_text("utf-8").replace("return s.step == Step.REST", "return s.coins == 9"), "utf-8")
    text = (project / STRIKE).read_text("utf-8")
    (project / STRIKE).write_text(text.replace('step = "DONE"', "coins = 7"), "utf-8")
    answer = command("sweep", "--pairs", "arena", project=project)
    assert answer.code == 2
    assert "there is no outcome: among 3 states" in answer.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("arena", "--template", "stroke"), "did you mean `strike`?"),
        (("--template", "stroke"), "no template `stroke`"),
        (("arena", "--only", "IDEL"), "no `IDEL`"),
        (("arena", "--only", ""), "--only"),
        (("arean",), "did you mean `arena`?"),
        (("arena", "-o", "/proc/nowhere"), "cannot be written"),
    ],
)
def test_commands_with_mistakes(command: Command, arguments: tuple[str, ...], said: str) -> None:
    answer = command("sweep", "--pairs", *arguments, project=ARENA)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err and "Traceback" not in answer.err


def test_a_ruleset_without_templates(command: Command) -> None:
    """Named, it is a mistake; of a whole project it is said."""
    answer = command("sweep", "--pairs", "ferry", project=ARENA.parent / "ferry")
    assert (answer.code, answer.out) == (2, "")
    assert "checks/ferry/pairs" in answer.err
    answer = command("sweep", "--pairs", project=ARENA.parent / "ferry")
    assert answer.code == 0 and "no ruleset of this project" in answer.out
    value: Any = command("sweep", "--pairs", "--json", project=ARENA.parent / "ferry").json
    assert (value["complete"], value["templates"]) == (True, [])


# --- templates of rulebooks ---------------------------------------------------------------------------------------


def test_every_template_of_megacorp_can_be_explored() -> None:
    """As far as its bare variant; the campaign looks at all pairs."""
    ruleset = bundled().ruleset("megacorp")
    files = templates_of(ruleset.pairs_folder)
    assert len(files) >= 5
    for file in files:
        template = load_template(file, file.name, ruleset.system)
        bare = explore_variant(template, template.scope, Limits(20), frozenset())
        assert bare.states and (bare.outcomes or bare.stopped)


def test_a_template_says_how_large_numbers_are(tmp_path: Path) -> None:
    """As every scope does that is explored: bids have no bounds of their own."""
    ruleset = bundled().ruleset("megacorp")
    text = (ruleset.pairs_folder / "strike.toml").read_text("utf-8")
    assert '"reveal_card_bids.bids" = [0, 1]\n' in text
    file = tmp_path / "strike.toml"
    file.write_text(text.replace('"reveal_card_bids.bids" = [0, 1]\n', ""), "utf-8")
    with pytest.raises(ModelError) as raised:
        load_template(file, "strike.toml", ruleset.system)
    assert [d.code for d in raised.value.diagnostics] == ["RL704"]
