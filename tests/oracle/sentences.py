"""Every form of sentence that a command prints, with what it claims. A sentence without a form is an error.

A claim is a name and what is said; `truth.py` has a method of that name, which asks the oracle. A form without a name
says nothing that could be false of the rules: how long something took, what to do next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from tests.oracle.printed import Row, Table, parts


class Unread(AssertionError):
    """A sentence that no form reads."""


@dataclass(frozen=True)
class Claim:
    """what: the name of the claim; said: its parts, as they are printed."""

    what: str
    said: tuple[str, ...]
    line: str = ""

    def __str__(self) -> str:
        return f"{self.what}: {self.line or ', '.join(self.said)}"


@dataclass(frozen=True)
class Form:
    """How a sentence looks, and the name of its claim; empty where it claims nothing."""

    pattern: re.Pattern[str]
    what: str = ""

    def claims(self, line: str) -> list[Claim] | None:
        found = self.pattern.fullmatch(line)
        if found is None:
            return None
        return [Claim(self.what, tuple(part or "" for part in found.groups()), line)] if self.what else []


def form(pattern: str, what: str = "") -> Form:
    return Form(re.compile(pattern), what)


Reader = Callable[[Row], Iterable[Claim]]

N = r"(\d[\d ]*)"
"""A number, its thousands apart."""
WORD = r"HOLDS IN SCOPE|HOLDS UP TO [\w ,]+?|VIOLATED|VACUOUS|UNKNOWN|PROVED[^\[]*?"
NAMED = re.compile(r"(\S+)(?: \[([^\]]*)\])? ?(.*)")
WITH = re.compile(r"(?:^|; )(?:with (?=[A-Z])|read as |ruled |switched off: |set at the beginning: |shrunk: )")
SIZES = re.compile(r"(?:^|; )(with [A-Z].*)")

PREMISES = r"(?:read as .*?; )?(?:ruled .*?; )?(with .+)"
EVERYWHERE = (
    form(r"nothing has changed since this was (?:made|checked): what was found then \(--fresh computes it anew\)"),
    form(r"internal error.*|INTERNAL ERROR.*", "fails"),
    form(r"\w+(?: for each \w+)?: \d+ × \d+.*"),
    form(r"switched off in this scope, for every number, deadlock and verdict: (.+)", "switched_off"),
    form(r"INCOMPLETE: (.+)", "incomplete"),
    form(r"a scope of the campaign: `check` passes it over unless it is named"),
)
EXPLORE = (
    *EVERYWHERE,
    form(r".+, scope (\w+), (?:networkx|native|lifted), [\d.]+ s"),
    form(rf"{N} states?, {N} transitions?, depth (\d+), {N} deadlocks?, {N} ended", "counts"),
    form(r"reading: (.+)", "under_reading"),
    form(r"ruled: (.+)", "under_ruling"),
    form(r"(?:a scope that says it is large|more than [\d ]+ states): explored by generated code .*"),
    form(rf"({WORD}): {N} propert(?:y|ies): (.+)", "so_many_are"),
    form(rf"(?:each of them {PREMISES}; )?--all has all reasons", "premises"),
    form(rf"all of them {PREMISES}", "premises"),
    form(r"not as expected: (.+)", "not_as_expected"),
    form(r"never live here: (.+)", "never_live"),
    form(r"never permitted here: (.+)", "never_permitted"),
    form(r"the rim of (\w+)(?: \(.+\))? was reached: nothing beyond it was explored"),
    form(r"numbers of the book that this scope changes: (.+)", "changed"),
)
FAMILY = (
    *EVERYWHERE,
    form(rf".+, scope \w+: {N} choices? of the reading", "choices"),
    form(
        r"changed alone, these make no difference that a player could tell in this scope: (.+)", "never_distinguishable"
    ),
    form(rf"changed alone, rulings on {N} clash(?:es)? of rules make no such difference", "idle_clashes"),
    form(r"no combination of answers was explored", "none_explored"),
    form(r"no play here asks for an answer that is open: one reading", "nothing_open"),
    form(
        r"no choice alone changes a verdict here, and combinations of them were not explored: one reading",
        "no_choice_matters",
    ),
    form(rf"(?:{N} of )?{N} combinations? of (.+) \(the others as the reading has them\)", "combinations"),
    form(rf"all of it {PREMISES}", "premises"),
    form(r"hold under none of these combinations: (.+)", "hold_under_none"),
    form(r"come up under none of these combinations \(VACUOUS\): (.+)", "come_up_under_none"),
    form(r"not known to hold under any of these combinations: (.+)", "not_known_under_any"),
    form(
        r"no answers to these questions (make|are known to make) (every|every other) property hold",
        "no_answers",
    ),
    form(r"(every|every other) property holds under this reading", "however_answered"),
    form(r"(every|every other) property holds however these questions are answered", "however_answered"),
    form(
        r"the smallest lists? of answers with which (every|every other) property (?:holds|is known to hold)"
        r"(?:, each enough by itself)?:",
        "smallest_of",
    ),
    form(r"  (\S+ = \S+(?:, \S+ = \S+)*)", "an_answer"),
    form(r"which answers are enough is not known"),
)
SO_MANY = r"\d+ [A-Z]+(?: IN SCOPE)?(?: for [a-z0-9_, ]+?)?"
PROVE = (
    *EVERYWHERE,
    form(r".+, any number of members, then (?:scopes|scope \w+)"),
    form(rf"({SO_MANY}(?:, {SO_MANY})*)", "verdicts_of"),
    form(r"nothing of (?:some of )?what is PROVED is said of scopes with (.+): (.+)"),
    form(r"not proved: .+"),
)
ANY_NUMBER = (
    *EVERYWHERE,
    form(rf".+: (\d+) of {N} propert(?:y|ies) proved", "proved_of"),
    form(r"(?:any number of .+, one at least of each|no sort but the players: any number of turns); (.+); the numbers "
         r"of the book(?:; under every reading)?"),
    form(r"taken as given: (no check of the model fails)?(, and )?(every write stays in its range)?"),
    form(r"nothing of it is said of scopes with (.+): (.+)", "nothing_of_scopes"),
    form(r"can never be taken, for all that is proved here, so that nothing is said of it: (.+)", "never_taken"),
    form(r"asked of scopes alone \(`prove` without --any-number, `explore`\): (.+)"),
    form(r"(\S+): a counterexample to induction, (?:from a state that perhaps no play reaches|to which a play comes)",
         "broken_by_a_rule"),
    form(r".*; the others do not matter"),
    form(r"read as: (.+)", "tried_under"),
    form(r"(reached) by this play", "reached"),
    form(r"not reached within \d+ states|not tried out: .+|no game begins with these alone|no state of a scope: .+"),
    form(r"not reached: in all (\d+) states with these alone nothing breaks it", "never_reached"),
    form(r".+ breaks it"),
    form(r"\d+ propert(?:y|ies) (?:was|were) not finished in time; a lemma that was not finished either proves nothing "
         r"here \(--total\)"),
    form(r"  \S.*"),
)  # fmt: skip
SWEEP = (
    *EVERYWHERE,
    form(rf".+: {N} scopes?, {N} states?", "swept"),
    form(rf"base: (\w+); {N} scopes? set up by the rules(?:; in {N} the position is given,)?", "begun"),
    form(rf"not reached by play, and keeps all {N} properties that always hold", "kept"),
    form(r"varied(?: by type, as [^:]+)?: (.+) of (\w+) \((.+)\)", "varied"),
    form(r"varied.*"),
    form(r"not varied: .+"),
    form(rf"{N} steps? from sampled states taken by the interpreter too"),
    form(rf"not explored whole: {N} scopes?, (.+)"),
    form(rf"not dealt: {N} scopes?, as (.+)", "not_dealt"),
    form(r"of each combination of values: whether it was in a scope that was explored, explored whole, and whether"),
    form(r"in one state each \w+ of it has come up, so that it says more than the beginning did"),
    form(rf"nothing new was found(?: so far)? in {N} scopes?", "nothing_new"),
    form(r"no scope was explored: nothing is said of what is new", "no_scope"),
    form(rf"  {N} of (\w+), {N} states?: (.+)", "least_scope"),
    form(r"  a smaller scope may show it: there was no time to look for one"),
    form(r"  (initial\(.+)", "play_of"),
    form(r"(\w[\w ]*): (.+?)(?: \[(.*)\])?", "met"),
)
TRIED = rf"Of {N}(?: of {N} faults, drawn at random,| faults)"
LOOKED = rf" in the {N} of {N} scopes that were looked at"
ADEQUACY = (
    *EVERYWHERE,
    form(rf".+: {N} faults? of {N} tried", "tried_of"),
    form(r"no sweep: .+|the sweep varies .+"),
    form(r"left out, .+"),
    form(rf"Of {N} faults 0 were tried: how far HOLDS IN SCOPE may be trusted is not known\.", "none_tried"),
    form(rf"{TRIED} put into the rules, 0 made a difference(?:{LOOKED})?\.", "none_differs"),
    form(rf"{TRIED} put into the rules, {N} made a difference(?:{LOOKED})?: scopes(?: and sweep)? noticed (\d+ %|–)"
         r"(?: \((\d+) to (\d+) % with 95 % confidence\))?, with scenarios (\d+ %|–); of the others HOLDS IN SCOPE "
         r"says nothing\.", "of_faults"),
    form(r"  (\S+): (.+), (\S+):(\d+), differs in (.+?)(  \(a scenario fails\))?", "survives"),
    form(r"  and (\d+) more: --json lists them", "more_survive"),
    form(r"noticed by neither scopes nor sweep: (\d+ %|–) of those", "unnoticed"),
)  # fmt: skip
CHECK = (
    *EVERYWHERE,
    form(rf"properties in scope (\w+); {PREMISES}: (.+)", "words_in"),
    form(r"properties over (\d+) scopes, each by what tells most: violated, holding, unknown, vacuous: (.+)",
         "words_over"),
    form(rf"and {N} events? that changes? nothing \(immaterial: .+\)", "so_many_immaterial"),
    form(rf"scope (\w+): (?:networkx|native) and (?:networkx|native) say the same: {N} states?, {N} transitions?, "
         rf"{N} events?, {N} verdicts?", "agree_on"),
    form(r"scope (\w+): networkx and native could not be compared: (.+)", "not_compared"),
    form(rf"scope (\w+): {PREMISES}", "premises_of"),
    form(
        r"falls short: \w+, scope ([\w, ]+): (\S+) is (VIOLATED|VACUOUS|UNKNOWN|HOLDS UP TO[\w ,]*): (.+)",
        "short_property",
    ),
    form(r"falls short: \w+, scope ([\w, ]+): (.+), after (\d+) actions?, and no finding explains it", "short_event"),
    form(r"falls short: \w+: (\S+) is live in no scope.*", "short_never_live"),
    form(r"falls short: (.+)", "short"),
    form(r"  = help: .+"),
    form(rf"{N} things? falls? short", "fall_short"),
    form(rf"as expected: {N} rulesets? in [\d.]+ s", "as_expected"),
    form(rf"findings: {N} of {N} reproduce", "findings"),
    form(rf"{N} clauses: {N} modelled \({N} decisive\), {N} are register only, {N} not yet modelled", "clauses"),
    form(rf"({WORD}): {N} propert(?:y|ies): (.+)", "so_many_are"),
    form(rf"(?:each of them {PREMISES}; )?--all has all reasons", "premises"),
    form(r"PROVED for any number.*"),
    form(r"PROVED: .+"),
    form(rf"{N} propert(?:y|ies) asked within .+"),
    form(r"scopes? .+ stops? at a rim: .+|scopes? .+ leaves? out: .+|scopes? .+ changes? numbers of the book: .+"),
    form(r"for `ruleslawyer campaign` only, so not (?:explored|asked): .+"),
    form(r"any number of .*|no sort but the players.*|every reading.*|taken as given.*|with .*"),
)  # fmt: skip
TERMINATES = (
    *EVERYWHERE,
    form(r".+, scope \w+"),
    form(r"goes round, in scope (\w+): from the state after action (\d+) on", "goes_round"),
    form(r" *(\d+)  (\w+\(.*?\))(?:   \[.*\])?", "step_of_a_play"),
    form(r" .*"),
)
CORES = (
    *EVERYWHERE,
    form(rf".+: {N} scopes?, {N} states?", "cored"),
    form(rf"{N} pairs? of clauses that may clash: (.+)", "pairs"),
    form(r"(\S+): clauses that cannot stand together"),
    form(rf"{N} minimal sets? of clauses that cannot all stand(?:;.+)?", "cores"),
    form(r"settled by .+|no set of clarifications .+|not known: .+|not tried: .+"),
    form(r"a deadlock after .+|nobody would be stuck without.*"),
)


ABLATE = (
    *EVERYWHERE,
    form(rf".+, scope \w+: {N} states?, {N} transitions?", "whole"),
    form(rf"all of it {PREMISES}", "premises"),
    form(r"incomplete: .+"),
    form(rf"{N} clauses? of {N}(?: that were tried)? redundant in this scope, or the scope is too small(?:, and of {N} "
         r"it is not known)?", "redundant"),
)  # fmt: skip


# tables


def _property(cells: Row, word: str = "") -> Iterator[Claim]:
    named = NAMED.fullmatch(cells[1])
    if named is None:
        raise Unread(f"no property: {cells}")
    said, *_ = WITH.split(named[3], maxsplit=1)
    yield Claim("verdict", (named[1], cells[0], said.rstrip("; ")), " ".join(cells))
    under = SIZES.search(named[3])
    if under and not cells[0].startswith("PROVED"):  # that is of any number of the other sorts
        yield Claim("premises", (under[1],), " ".join(cells))


def _event(cells: Row) -> Iterator[Claim]:
    kind, about = cells[-2:]
    yield Claim("event", (kind.removesuffix(" (immaterial)"), about, "immaterial" if "(immaterial)" in kind else ""),
                " ".join(cells))  # fmt: skip


def _noticed(cells: Row) -> Iterator[Claim]:
    changes, about = cells
    found = re.fullmatch(r"(.+?) of (\S+),(?: ([\w.:]+(?:, [\w.:]+)*))?(?: (.*))?", about)
    if found is None:
        raise Unread(f"no clause: {cells}")
    yield Claim("noticed", (found[1], found[2], found[3] or "", changes, found[4] or ""), " ".join(cells))


def _parting(cells: Row) -> Iterator[Claim]:
    choice, _, options = cells[0].rpartition(": ")
    one, _, other = options.partition(" / ")
    yield Claim("parting", (choice, one, other, cells[1], cells[2]), " ".join(cells))


def _decided(cells: Row) -> Iterator[Claim]:
    for name in cells[0].split():
        yield Claim("decided", (name, cells[1], cells[2]), " ".join(cells))


def _row(what: str) -> Reader:
    return lambda cells: [Claim(what, tuple(cells), " ".join(cells))]


def _pair(cells: Row) -> Iterator[Claim]:
    named = NAMED.fullmatch(cells[1])
    if named is None:
        raise Unread(f"no pair: {cells}")
    met = re.match(r"after (\d+) actions? in scope (\w+)", named[3])
    yield Claim("pair", (cells[0], named[1], *(met.groups() if met else ())), " ".join(cells))


DEALT = ("cards", "combinations", "impossible", "refused", "dealt", "whole", "met")
PROPERTIES, EVENTS = ("verdict", "property"), ("#", "event", "about")
TABLES: Mapping[Row, Reader] = {
    DEALT: _row("dealt"),
    PROPERTIES: _property,
    EVENTS: _event,
    ("event", "about"): _event,
    ("options that players can tell apart", "after", "shown by"): _parting,
    ("properties", "decided by", "verdicts"): _decided,
    ("kind", "faults", "differ", "hand", "sweep", "both", "scenarios", "all"): _row("of_kind"),
    ("scope", "states", "transitions", "depth", "deadlocks", "contracted", "s"): _row("scope"),
    ("verdict", "ending"): _row("ending"),
    ("", "pair"): _pair,
    ("what", "before", "after"): lambda cells: (),
    ("changes", "without, and what notices it"): _noticed,
}
FORMS: Mapping[str, tuple[Form, ...]] = {
    "explore": EXPLORE,
    "family": FAMILY,
    "prove": PROVE,
    "any_number": ANY_NUMBER,
    "sweep": SWEEP,
    "adequacy": ADEQUACY,
    "check": CHECK,
    "terminates": TERMINATES,
    "cores": CORES,
    "ablate": ABLATE,
}


@dataclass(frozen=True)
class Read:
    """What a text claims, in its order; rows: of each table how many rows it has, with those that are not printed."""

    claims: tuple[Claim, ...]
    rows: Mapping[Row, int]

    def of(self, what: str) -> list[Claim]:
        return [claim for claim in self.claims if claim.what == what]


def read(verb: str, text: str, title: str) -> Read:
    """What a command's text claims. title: of the ruleset, which stands alone in some lines."""
    claims, rows = list[Claim](), dict[Row, int]()
    for part in parts(text):
        if isinstance(part, Table):
            heads = DEALT if part.heads[1:] == DEALT[1:] else part.heads  # the first names the sort that is dealt
            if heads not in TABLES:
                raise Unread(f"{verb}: a table of {', '.join(heads)}")
            rows[heads] = rows.get(heads, 0) + len(part.rows) + part.left
            for cells in part.rows:
                claims += TABLES[heads](cells)
        elif part != title:
            claims += _sentence(verb, part)
    return Read(tuple(claims), rows)


def _sentence(verb: str, line: str) -> list[Claim]:
    for one in FORMS[verb]:
        found = one.claims(line)
        if found is not None:
            return found
    raise Unread(f"{verb}: {line}")


def number(text: str) -> int:
    return int(text.replace(" ", ""))
