"""The questions of `adequacy`: whether anybody would notice faults of a ruleset, or a rule that forgets an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.files.content import Json, is_there
from ruleslawyer.base.files.toml import read_toml
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.declared import APART, LONGEST, Option, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:
    from ruleslawyer.check.answers import KnownAnswer
    from ruleslawyer.ir.sites import AskingSite
    from ruleslawyer.studies.adequacy.run import AdequacyResult


@dataclass(frozen=True)
class Adequacy(Told["AdequacyResult"]):
    """Put faults into the rules, one at a time, and see whether a check, a scenario or a sweep notices.

    A fault changes one thing of a rule, as somebody might who writes it down: a
    bound is one more, a clause is gone, a condition is turned round. It makes a
    difference where some state, some transition or what is said of them is
    another one. The scopes of `check` notice it where something falls short, a
    finding no longer reproduces, or a rule is live in none of them; scenarios
    where one fails; a sweep where it meets something that nobody knew.

    The share that is noticed says how far HOLDS IN SCOPE may be trusted. With
    --resume the same command goes on where it stopped, also after Ctrl-C.

    Examples:

      ruleslawyer adequacy daemons --sample 100 --minutes 5

      ruleslawyer adequacy daemons --resume build/daemons.jsonl --write checks/daemons/adequacy.json

      ruleslawyer adequacy megacorp --sample 50 --seed 7 --json
    """

    _: KW_ONLY
    sample: Annotated[
        int | None, Option("Try so many faults, drawn at random.", min=1, show_default="all")
    ] = None  # fmt: skip
    seed: Annotated[int, Option("The seed of the random draws.")] = 0
    minutes: Annotated[float | None, Option("Stop after so long.", min=0.01, max=LONGEST), APART] = None
    sweep: Annotated[
        int | None,
        Option("Scopes of a sweep, for each number of cards.", min=0, show_default="every pair of values"),
    ] = None
    more: Annotated[int, Option("More scopes in which only differences are looked for.", min=0)] = 100
    resume: Annotated[
        Path | None, Option("Note each scope here, and go on from what it says.", metavar="FILE"), APART
    ] = None
    max_states: Annotated[int, Option("Give a scope up after this many states.", min=1)] = 5_000
    max_seconds: Annotated[
        float, Option("Give a scope up after this long, or leave it out.", min=0.01, max=LONGEST)
    ] = 10.0

    def __call__(self, ruleset: LoadedRuleset, /) -> AdequacyResult:
        from ruleslawyer.studies.adequacy.kept import input_digests, open_journal
        from ruleslawyer.studies.adequacy.run import AdequacyRun, Options

        names = "sample", "seed", "max_states", "max_seconds", "sweep", "more"
        header = input_digests(ruleset) | {name: getattr(self, name) for name in names}
        options = Options(self.sample, self.seed, self.max_states, self.max_seconds, self.sweep, self.more)
        done = open_journal(self.resume, header)
        return AdequacyRun(ruleset, options, minutes=self.minutes, done=done, tell=self.progress).result()


FILE = "unnoticed.toml"
OPTION = ""
"""In place of a rule: the reason is one for the option, of which no scenario fails under the default."""


@dataclass(frozen=True, slots=True)
class OmissionsResult:
    """Every option that is not the default, with what notices a place that takes the default in its stead. reasons: by
    question, option and rule, or `OPTION`, why nobody would."""

    ruleset: str
    answers: tuple[KnownAnswer, ...]
    reasons: dict[tuple[str, str, str], str]

    @property
    def places(self) -> int:
        """How many pairs of a place and an option there are."""
        return sum(one.places for one in self.answers)

    @property
    def gaps(self) -> list[tuple[KnownAnswer, AskingSite, str]]:
        """The pairs that nobody would notice: the option, the place, and the reason, empty without one."""
        return [
            (one, site, self.reasons.get((one.question, one.option, site.function), ""))
            for one in self.answers for site in one.unnoticed
        ]  # fmt: skip

    @property
    def bare(self) -> list[tuple[KnownAnswer, str]]:
        """The options without a scenario that the default would fail, each with the reason, empty without one."""
        return [
            (one, self.reasons.get((one.question, one.option, OPTION), "")) for one in self.answers if not one.failing
        ]

    @property
    def needless(self) -> list[str]:
        """The reasons for what somebody notices, or for no place that there is."""
        needed = {(one.question, one.option, site.function) for one, site, _ in self.gaps}
        needed |= {(one.question, one.option, OPTION) for one, _ in self.bare}
        return [f"{question}.{option}" + (f", {rule}" if rule != OPTION else "")
                for question, option, rule in self.reasons if (question, option, rule) not in needed]  # fmt: skip

    @property
    def falls_short(self) -> bool:
        return bool(self.needless or any(not why for *_, why in (*self.gaps, *self.bare)))

    def json(self) -> Json:
        return {
            "ruleset": self.ruleset, "options": len(self.answers), "places": self.places,
            "unnoticed": [
                {"question": one.question, "option": one.option, "rule": site.function, "place": site.place,
                 "reason": why or None}
                for one, site, why in self.gaps
            ],
            "without_scenario": [
                {"question": one.question, "option": one.option, "scenarios": len(one.scenarios), "reason": why or None}
                for one, why in self.bare
            ],
            "needless_reasons": self.needless,
        }  # fmt: skip


@dataclass(frozen=True)
class Omissions(Told["OmissionsResult"]):
    """Let one place that asks a question take the default, and see whether a scenario or a promise notices.

    Each option that is not the default is tried in the scenarios that are written
    under it, and its promises in all that ask: at each place in the rules the
    default is taken there alone. What nobody notices is listed, with the reason that
    checks/RULESET/unnoticed.toml gives, and so is an option of which no scenario
    fails under the default. It finds no place that never asks: promises do.

    The exit code is 0 where each place is noticed, and each option has such a
    scenario, or there is a reason why not; else it is 1.

    Examples:

      ruleslawyer adequacy daemons --options

      ruleslawyer adequacy memesis --options --json
    """

    def __call__(self, ruleset: LoadedRuleset, /) -> OmissionsResult:
        from ruleslawyer.check.answers import answers_in_scenarios

        reasons = load_reasons(ruleset)
        return OmissionsResult(ruleset.name, answers_in_scenarios(ruleset, users_answers(), self.progress), reasons)


def load_reasons(ruleset: LoadedRuleset) -> dict[tuple[str, str, str], str]:
    """The reasons of a ruleset, by question, option and rule, or `OPTION`."""
    path, place = ruleset.root / "checks" / ruleset.name / FILE, f"checks/{ruleset.name}/{FILE}"
    return dict(_reasons(ruleset, path, place)) if is_there(path) else {}


def _reasons(ruleset: LoadedRuleset, path: Path, place: str) -> Iterator[tuple[tuple[str, str, str], str]]:
    file = read_toml(path, place, shape='write [[place]] with option = "question.option", rule = "…" and reason = "…"')
    file.expect_keys(("place", "option"), "the file")
    options = [f"{q.name}.{o.name}" for q in ruleset.system.questions.values() for o in q.options if not o.default]
    for kind, keys in (("place", ("option", "rule", "reason")), ("option", ("option", "reason"))):
        for table in file.tables(kind):
            table.expect_keys(keys, f"a `[[{kind}]]`")
            option = table.text("option")
            if option not in options:
                raise table.wrong(f"`{option}` is no option, or the default", nearest(option, options), "option")
            question, _, name = option.partition(".")
            yield (question, name, table.text("rule") if kind == "place" else OPTION), table.text("reason")
