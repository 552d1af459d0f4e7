"""Knowledge of the answers that findings offer: promises that are kept, scenarios, places nobody would miss."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.askings import TriedOption
from ruleslawyer.check.promises import AskScenarios, Promise, judge
from ruleslawyer.ir.sites import AskingSite
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.claims.readings import whole_questions
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """An option that is not the default. promises: of it; scenarios: written under it; failing: one of them that fails
    under the default; places: how many there are that ask; unnoticed: those of them where no promise and no scenario
    would see that one forgets."""

    question: str
    option: str
    promises: tuple[Promise, ...]
    scenarios: tuple[str, ...]
    failing: str
    places: int
    unnoticed: tuple[AskingSite, ...]

    @property
    def is_promised(self) -> bool:
        return any(promise.counts for promise in self.promises)

    @property
    def promises_in_words(self) -> tuple[str, ...]:
        """Sentences that it promises and keeps."""
        return tuple(promise.says for promise in self.promises if promise.counts)

    @property
    def caveat(self) -> str:
        """How little it was tried; empty where a promise of it is kept."""
        if self.is_promised:
            return ""
        number = len(self.scenarios)
        where = "in one place" if number < 2 else f"in {number} scenarios"
        return f"this answer was tried {where} only"

    def lines(self) -> Iterator[str]:
        """Sentences of what is known of it."""
        for promise in self.promises:
            yield f"promise {promise.word}: {promise.says}"
        if self.caveat:
            yield f"{self.caveat}: no promise of it is kept"
        number = len(self.scenarios)
        yield f"{number or 'no'} scenario{'s' * (number != 1)} under it" + (
            "" if self.failing or not number else ", none of which the default would fail"
        )
        for site in self.unnoticed:
            yield f"nobody would miss it in {site}"

    def json(self) -> Json:
        return {
            "question": self.question, "option": self.option, "promised": self.is_promised,
            "promises": [
                {"promise": p.name, "says": p.says, "word": p.word, "counts": p.counts} for p in self.promises
            ],
            "scenarios": list(self.scenarios), "default_fails_in": self.failing or None,
            "unnoticed": [site.json() for site in self.unnoticed],
        }  # fmt: skip


def known_answers(promises: Iterable[Promise], options: Iterable[TriedOption]) -> tuple[KnownAnswer, ...]:
    """Every option that is not the default, in the order of the questions."""
    by_option: dict[tuple[str, str], list[Promise]] = {}
    for promise in promises:
        by_option.setdefault((promise.question, promise.option), []).append(promise)
    return tuple(_answer(option, by_option.get((option.question, option.option), [])) for option in options)


def _answer(tried: TriedOption, promises: list[Promise]) -> KnownAnswer:
    seen = {site for promise in promises for site, place in promise.sites.items() if place}
    unnoticed = tuple(site for site, place in tried.sites.items() if not place and site not in seen)
    return KnownAnswer(
        tried.question, tried.option, tuple(promises), tried.scenarios, tried.failing, len(tried.sites), unnoticed
    )


def known_of(ruling: Mapping[str, str], known: Iterable[KnownAnswer]) -> list[KnownAnswer]:
    """The options of a ruling of which something is to be known: those that are not the default."""
    ruled = whole_questions(ruling)
    return [one for one in known if ruled.get(one.question) == one.option]


def answers_in_scenarios(ruleset: LoadedRuleset, kept: Answers, tell: Tell | None = None) -> tuple[KnownAnswer, ...]:
    """Knowledge of answers by scenarios alone; `check` looks into small scopes, too. kept: where it may be known."""
    job = AskScenarios(ruleset.root, ruleset.name, kept.folder, kept.fresh)
    tried = job.recall(ruleset.by_the_book) or job.of(ruleset.by_the_book, tell)
    return known_answers(judge(ruleset.system, tried.promised), tried.options)
