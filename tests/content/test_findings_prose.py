"""The words of findings for a designer: his book's places, one sentence to print, and no play that nothing shows."""

import re

import pytest

from ruleslawyer.check.evidence.finding import Finding, load_findings
from tests.bundled import bundled

PROJECT = bundled()
REWRITTEN = {
    name: [f for f in load_findings(PROJECT.ruleset(name).config.findings) if not f.withdrawn] for name in ("megacorp",)
}
"""The findings that stand, of the rulesets whose findings are written so."""
OF_A_PLAY = re.compile(r"\b(?:in|by) (?:the|one|both) (?:first |second )?plays?\b", re.IGNORECASE)
OF_THE_MODEL = re.compile(r"`|\b\d+\.\d+\.\d+|\b(?:the model|scopes?|rulings?|first option|second option)\b")

findings = pytest.mark.parametrize("findings", REWRITTEN.values(), ids=REWRITTEN)


def settling(finding: Finding) -> list[str]:
    """The sentences that would settle a finding, each on one line: of its answers, or under the heading."""
    if printed := [answer.wording for answer in finding.story.answers if answer.wording]:
        return printed
    _, _, rest = finding.prose.partition("## What would settle it\n")
    return [" ".join(rest.partition("\n## ")[0].split())]


def unbacked(finding: Finding) -> list[str]:
    """The sentences that speak of a play, and are no claim."""
    sentences = re.split(r"(?<=[.?!]) ", " ".join(finding.prose.split()))
    says = [claim.says for claim in finding.claims]
    return [s for s in sentences if OF_A_PLAY.search(s) and not any(claim in s or s in claim for claim in says)]


@findings
def test_they_speak_the_language_of_the_book(findings: list[Finding]) -> None:
    assert {f.id: found for f in findings if (found := OF_THE_MODEL.findall(f.prose))} == {}


@findings
def test_what_would_settle_one_is_one_sentence(findings: list[Finding]) -> None:
    one = re.compile(r"[^.?!](?:[^.?!]|[.](?! [A-Z]))*[.]")
    assert {f.id: says for f in findings for says in settling(f) if not one.fullmatch(says)} == {}


@findings
def test_each_sentence_about_a_play_is_a_claim(findings: list[Finding]) -> None:
    assert {f.id: found for f in findings if (found := unbacked(f))} == {}
    assert sum(bool(OF_A_PLAY.search(f.prose)) for f in findings) > 50


@findings
def test_what_says_that_it_is_about_words_rests_on_nothing_else(findings: list[Finding]) -> None:
    about_words = {f.id for f in findings if "about words" in f.prose}
    assert about_words <= {f.id for f in findings if f.basis == "read in the text"}
    assert about_words


def test_each_question_is_its_own() -> None:
    """With names, numbers and what is filled in blanked, no question stands in more than three findings."""
    asked: dict[str, list[str]] = {}
    for ruleset in ("memesis", "daemons", "mnemonic", "mere_mortals", "megacorp"):
        for finding in load_findings(PROJECT.ruleset(ruleset).config.findings):
            if finding.state != "open":
                continue
            assert finding.story.ask, f"{ruleset}/{finding.id}"
            blank = re.sub(r"\{[^{}]*\}|\b[A-Z]\w*|\d+", "_", finding.story.ask)
            asked.setdefault(blank, []).append(f"{ruleset}/{finding.id}")
    assert {question: where for question, where in asked.items() if len(where) > 3} == {}
