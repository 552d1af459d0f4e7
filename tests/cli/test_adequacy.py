"""Faults in the duel, whose fates are worked out by hand, and what is kept of the rulebooks' runs.

There are two coins; a guard and a thief that cost one each lie in the hand, and a thief that is played while one lies
there gets five. Nobody may have more than five.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.studies.adequacy.faults import Fate, Fault, interval
from ruleslawyer.studies.adequacy.kept import AdequacyRecord, Reason, load, sentence
from ruleslawyer.studies.adequacy.place import FaultEffect, MutatedScope, NamedScope
from ruleslawyer.studies.adequacy.run import AdequacyRun, Options, document
from tests.agree.written import written
from tests.bundled import bundled
from tests.cli.command import Command
from tests.cli.schemas import problems, undocumented

ROOT = Path(__file__).parents[2]
DUEL = ROOT / "tests" / "projects" / "duel"
RICH = "property: nobody_gets_rich is violated"
FEW = Options(generated=6, more=3)
ANY_CARD, FREE = "play: drop the domain", "play: drop the write `s.coins -= card.cost`"
SIX, WIDER = "play: one more than `5`", "coins: one more above"
DOUBT = """is_first = duel.doubt(
    "are first thieves paid?", they_are_not=no("no", default=True), they_are=yes("yes")
)
"""
NO_END = "stop: drop the write `s.over = True`"


@pytest.fixture(scope="module")
def fates() -> dict[str, Fate]:
    wanted = {ANY_CARD, FREE, SIX, WIDER, NO_END}
    ruleset = Project.load(DUEL).ruleset("duel")
    found = AdequacyRun(ruleset, FEW, only=lambda fault: fault.name in wanted).result()
    assert not found.stopped and found.scopes["hand"] == 1 and found.scopes["more"] == 3
    return {fate.fault.name: fate for fate in found.fates}


def test_the_scope_by_hand_notices(fates: dict[str, Fate]) -> None:
    """What lies on the table can be played again, and the thief is paid: 2 - 1 - 1 + 5 is 5, and then 5 - 1 + 5."""
    assert fates[ANY_CARD].hand == f"tiny: {RICH}"


def test_only_the_sweep_notices(fates: dict[str, Fate]) -> None:
    """With one thief nobody is paid, and coins that are not spent stay two. With two thieves they become 2 + 5."""
    assert fates[FREE].differs == "tiny" and not fates[FREE].hand
    assert fates[FREE].sweep.endswith(RICH)
    assert fates[SIX].sweep.endswith(RICH) and not fates[SIX].hand
    assert fates[SIX].differs.startswith("sweep")


def test_nobody_notices(fates: dict[str, Fate]) -> None:
    """That a game goes on where it should stop is said by no property; everything else is as it was."""
    assert fates[NO_END].differs == "tiny" and not fates[NO_END].is_noticed


def test_no_difference(fates: dict[str, Fate]) -> None:
    """Nine coins are the most, and eight the most that anybody gets: 2 + 5 + 1 for nothing."""
    assert not fates[WIDER].differs and not fates[WIDER].is_noticed


@pytest.mark.parametrize("declared", [False, True])
def test_an_option_notices(tmp_path: Path, declared: bool) -> None:
    """If first thieves are paid too, then 2 - 2 + 5 is 5 in the scope by hand, and 6 with the fault."""
    shutil.copytree(DUEL, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    model = tmp_path / "model" / "duel.py"
    text = model.read_text("utf-8").replace("Place.TABLE for c in Card):", "Place.TABLE or is_first(s) for c in Card):")
    text = text.replace("effect, state", "effect, no, state, yes").replace("@play.domain", f"{DOUBT}\n\n@play.domain")
    model.write_text(text, encoding="utf-8")
    scope = tmp_path / "checks" / "duel" / "scopes" / "tiny.toml"
    scope.write_text(scope.read_text("utf-8").replace('"THIEF", cost = 1', '"THIEF", cost = 2'), encoding="utf-8")
    shows = "nobody_gets_rich" if declared else "deadlock"
    written = f'[[declared]]\nreading = {{ is_first = "they_are" }}\nshows = "{shows}"\nreason = "so be it"\n'
    (tmp_path / "checks" / "duel" / "options.toml").write_text(written, encoding="utf-8")
    ruleset = Project.load(tmp_path).ruleset("duel")
    (fate,) = AdequacyRun(ruleset, Options(generated=0, more=60), only=lambda fault: fault.name == SIX).result().fates
    assert fate.differs.startswith("more")
    assert fate.hand == ("" if declared else "tiny: option is_first = they_are: nobody_gets_rich is VIOLATED")


def test_the_command(command: Command, tmp_path: Path) -> None:
    """What is printed is what the schema says; a run goes on where it stopped, and then nothing is asked again."""
    asked = ("adequacy", "duel", "--sample", "9", "--sweep", "2", "--more", "1", "--json")
    file = tmp_path / "done.jsonl"
    first = command(*asked, "--resume", str(file), "--write", str(tmp_path / "kept.json"), project=DUEL)
    assert first.code == 0, first.err
    assert not problems("adequacy", first.json) and not undocumented("adequacy", first.json)
    assert first.json["tried"] + len(first.json["refused"]) == 9 and first.json["seed"] == 0
    lines = file.read_text(encoding="utf-8")
    again = command(*asked, "--resume", str(file), project=DUEL)
    assert again.json["figures"] == first.json["figures"] and file.read_text(encoding="utf-8") == lines
    written = json.loads((tmp_path / "kept.json").read_text(encoding="utf-8"))
    assert "seconds" not in written and written["figures"] == first.json["figures"]


def test_another_run(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "done.jsonl"
    file.write_text(json.dumps({"adequacy": {"rules": "others"}}) + "\n", encoding="utf-8")
    answer = command("adequacy", "duel", "--resume", str(file), project=DUEL)
    assert answer.code == 2 and "of another run" in answer.err


def test_the_time_is_over(tmp_path: Path) -> None:
    """What is there is given, and that it is not all."""
    found = AdequacyRun(Project.load(DUEL).ruleset("duel"), FEW, minutes=0).result()
    assert found.stopped == "stopped after 0 minutes" and not found.scopes and found.fates


def test_scopes_that_take_too_long_are_left_out() -> None:
    """Nothing is done in a millionth of a second; what is left out is named, and nothing is said of its faults."""
    options = Options(sample=1, seconds=1e-6, generated=1, more=0)
    found = AdequacyRun(Project.load(DUEL).ruleset("duel"), options).result()
    assert found.slow == ["tiny", "sweep, 1 cards, 1", "sweep, 2 cards, 1"] and not found.scopes
    said = document("duel", "…", found)
    assert not found.fates[0].differs and said["slow"] == found.slow


def test_what_the_clock_ends_is_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the fault nothing is explored in the time; without, all of it was."""
    tried = MutatedScope.try_fault

    def hurried(self: MutatedScope, number: int, fault: Fault) -> FaultEffect | None:
        self.scoped.limits = Limits(5_000, 1e-9)
        return tried(self, number, fault)

    monkeypatch.setattr(MutatedScope, "try_fault", hurried)
    options = Options(generated=0, more=0)
    (fate,) = AdequacyRun(Project.load(DUEL).ruleset("duel"), options, only=lambda f: f.name == ANY_CARD).result().fates
    assert not fate.differs and not fate.is_noticed


def test_ctrl_c_keeps_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(self: AdequacyRun, spot: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(AdequacyRun, "_place", stop)
    found = AdequacyRun(Project.load(DUEL).ruleset("duel"), FEW, only=lambda fault: fault.name == SIX).result()
    assert found.stopped == "interrupted" and len(found.fates) == 1


def test_what_is_said_after_ctrl_c(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the first scope was looked at with faults no fault was tried; after one of ten each was, there alone."""
    place, done = AdequacyRun._place, list[object]()

    def stop(self: AdequacyRun, spot: NamedScope) -> None:
        if len(done) == most:
            raise KeyboardInterrupt
        done.append(spot)
        place(self, spot)

    monkeypatch.setattr(AdequacyRun, "_place", stop)
    asked = ("adequacy", "duel", "--sweep", "3", "--more", "3", "--sample", "4", "--fresh")
    for most, tried in ((0, 0), (1, 4)):
        done.clear()
        answer = command(*asked, project=DUEL)
        assert answer.code == 130
        every = int(answer.out.partition(" tried")[0].split()[-1])
        assert answer.out.startswith(f"The duel: {tried} faults of {every} tried\n"), answer.out
        assert f"{most} of 10 scopes were looked at" in answer.out
        if tried:
            assert f"Of 4 of {every} faults, drawn at random, put into the rules, " in answer.out
            assert " made a difference in the 1 of 10 scopes that were looked at" in answer.out
        else:
            assert f"Of {every} faults 0 were tried: how far HOLDS IN SCOPE may be trusted is not known." in answer.out
        done.clear()
        assert command(*asked, "--json", project=DUEL).json["tried"] == tried


def test_the_interval() -> None:
    """Wilson's, for 9 of 10: 0.5958 to 0.9821 (Brown, Cai and DasGupta 2001 give the formula)."""
    low, high = interval(9, 10)
    assert (round(low, 4), round(high, 4)) == (0.5958, 0.9821)
    assert interval(0, 0) == (0.0, 1.0)


# --- what is kept -------------------------------------------------------------------------------------------------


def rulebooks() -> dict[str, AdequacyRecord]:
    project = bundled()
    found = {name: load(ROOT, name) for name in project.rulesets}
    return {project.ruleset(name).title: one for name, one in found.items() if one is not None}


def test_every_survivor_is_explained() -> None:
    for title, one in rulebooks().items():
        left = [s["fault"] for s in one.found["survivors"] if not one.why(s["fault"])]
        assert not left, f"{title}: {left}"


def test_reasons_are_of_faults_by_how_they_begin() -> None:
    reason = Reason(("play: drop",), "…")
    assert reason.covers(ANY_CARD) and not reason.covers(NO_END)


@pytest.mark.parametrize("name", ["daemons", *(pytest.param(n, marks=pytest.mark.campaign) for n in ("mnemonic",))])
def test_some_rows_are_asked_again(name: str) -> None:
    """Two that a scope by hand notices: there, they are noticed again."""
    one = load(ROOT, name)
    assert one is not None
    rows = {row["fault"]: row["hand"] for row in one.found["rows"] if ": property: " in row["hand"]}
    wanted = dict(list(rows.items())[:2])
    scopes = {said.partition(":")[0] for said in wanted.values()}
    again = AdequacyRun(
        bundled().ruleset(name), Options(more=0, generated=0), only=lambda fault: fault.name in wanted,
        within=lambda spot: spot.name in scopes,
    ).result()  # fmt: skip
    assert {fate.fault.name: bool(fate.hand) for fate in again.fates} == dict.fromkeys(wanted, True)


def test_what_is_damaged_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "checks" / "duel"
    folder.mkdir(parents=True)
    assert load(tmp_path, "duel") is None
    (folder / "adequacy.json").write_text("{}", encoding="utf-8")
    with pytest.raises(Exception, match="nothing that adequacy wrote"):
        load(tmp_path, "duel")


def test_the_sentence() -> None:
    """A sample has an interval, all faults have none."""
    numbers = {"differ": 10, "both": 9, "all": 10}
    found = {"figures": numbers, "between": [0.6, 0.98], "seed": None, "tried": 20, "every": 20}
    assert "noticed 90 %, with scenarios 100 %;" in sentence(found)
    assert "(60 to 98 % with 95 % confidence)" in sentence({**found, "seed": 0, "every": 100})


def test_a_trigger_that_nothing_makes_pending(command: Command, tmp_path: Path) -> None:
    """No rule emits its moment: to forget it changes nothing, and is no fault."""
    project = written(tmp_path, "case", NEVER_PENDING)
    answer = command("adequacy", "case", "--sweep", "0", "--more", "0", "--json", project=project)
    assert answer.code == 0, answer.err
    assert answer.json["complete"] and "is forgotten" not in answer.out


NEVER_PENDING = '''
@state
class State:
    x: Annotated[int, Range(0, 1)]


@moment("6")
class Passed:
    """Somebody passed, which nobody can."""

    whom: Player


@book.trigger("6", on=Passed, miss="6")
def shout(s: State, whom: Player) -> None:
    """After a pass."""
    with effect("6"):
        s.x = 0


@shout.when
def always(s: State, whom: Player) -> bool:
    return True


@book.action("2")
def go(s: State, who: Player) -> None:
    """Go."""
    with effect("2"):
        s.x = 1


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return s.x == 0


checks = Checks(book)
'''
