"""The chapter rule, by which the rules of a section stand in its file, in order; and moments that the book fixes."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

from ruleslawyer.base.diagnostics import Diagnostic, nearest
from ruleslawyer.base.origin import Span
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import Action, System
from ruleslawyer.ir.types import Enum
from ruleslawyer.ir.uses import Functions
from ruleslawyer.ir.walk import walk
from ruleslawyer.rulebook.register.sites import sites

GUARDED = frozenset({"settle", "trigger"})
"""The roles of rules that are asked after every sub-step, or where a moment takes place. Duties are a book's own
moments."""


def guards_without_clause(system: System) -> list[Diagnostic]:
    """The guards of settles and triggers that name a moment, such as a step of the turn or an open frame, and do not
    say which clause fixes it: the book may mean any moment."""
    found = []
    for rule in system.rules():
        if rule.role not in GUARDED or rule.guard is None or rule.guard.origin.cites:
            continue
        moments = list(dict.fromkeys(_moments(system, rule.guard)))
        if moments:
            named = " and ".join(moments)
            found.append(
                Diagnostic(
                    "RL804", f"the guard of the {rule.role} `{rule.name}` asks for {named}, and cites no clause",
                    rule.guard.origin.span,
                    help=f'cite what fixes it, `@{rule.name}.when("…")`, or ask the condition in every state',
                )
            )  # fmt: skip
    return found


def memories_without_question(system: System) -> list[Diagnostic]:
    """The fields that remember something by a question which there is not."""
    records = (system.state, *system.frames.values())
    return [
        Diagnostic(
            "RL207", f"there is no question `{memory.asks}`", memory.origin.span,
            help=nearest(memory.asks, system.questions),
        )
        for record in records
        for field in record.fields
        if (memory := field.remembers) and memory.asks and memory.asks not in system.questions
    ]  # fmt: skip


def _moments(system: System, guard: Function) -> Iterator[str]:
    """The fields and frames by which a function tells one moment from another, itself or by what it calls."""
    for node in walk(tuple(f.body for f in Functions(system).behind([guard]))):
        match node:
            case n.Read(record=None, field=field, keys=(), type=Enum()):
                yield f"`{field}`"
            case n.IsOpen(frame=frame):
                yield f"an open `{frame}`"


_PLACE = r"\d+(?:\.\d+)*"
_RANGE = rf"({_PLACE})(?: to ({_PLACE}))?"
_LIST = re.compile(rf"(?:chapters?|sections?) ({_PLACE}(?:(?:, and |, | and | to ){_PLACE})*)", re.IGNORECASE)
_FIRST = re.compile(rf'"""({_PLACE}(?:(?:, and |, | and | to ){_PLACE})*):')
_DOTTED = re.compile(r"\d+(?:\.\d+)+(?: to \d+(?:\.\d+)+)?")
_MANY = 6
"""How many sections are listed that a file does not say."""


def chapter_mistakes(
    system: System, files: Mapping[str, str], clauses: Collection[str], chapters: Collection[str]
) -> list[Diagnostic]:
    """Diagnostics for the files of a model that break the chapter rule, by file and line.

    `files`: the first line of each, by its path; one file that has all the rules need not say which. `clauses` are the
    ids of the register (none: nothing can be said of sections), `chapters` the names of its files.
    """
    found = [*_terms_below(system, files), *_norms_away(system, files)]
    if clauses and len(files) > 1:
        found += _missing_sections(
            system, files, clauses, {re.sub(r"\W+", "_", c.lstrip("0123456789-")) for c in chapters}
        )
    paths = list(files)
    return sorted(found, key=lambda d: (paths.index(d.span.path), d.span, d.code))


# --- sections ------------------------------------------------------------------------------------------------------


def named_places(line: str) -> list[tuple[str, ...]]:
    """The places of the book that the first line of a file names: "chapters 1 to 3", "Section 4 with 0.29", "6.5".

    Numbers without a dot are places where a word says so, or where the line begins with them and a colon. A range is
    one of them, of all its places.
    """
    groups = [*_FIRST.findall(line), *_LIST.findall(line)]
    listed = [places for group in groups for places in _expand(group)]
    return list(dict.fromkeys([*listed, *(places for text in _DOTTED.findall(line) for places in _expand(text))]))


def _expand(text: str) -> Iterator[tuple[str, ...]]:
    """The places of a list; "0.30 to 0.32" is three."""
    for first, last in re.findall(_RANGE, text):
        stem, _, number = first.rpartition(".")
        end = int(last.rpartition(".")[2]) if last else int(number)
        yield tuple(f"{stem}.{i}" if stem else str(i) for i in range(int(number), end + 1)) or (first, last)


def _within(clause: str, place: str) -> bool:
    rest = clause.removeprefix(place)
    return rest == "" or (rest != clause and (rest.startswith(".") or rest.isalpha()))


def _missing_sections(
    system: System, files: Mapping[str, str], clauses: Collection[str], chapters: Collection[str]
) -> Iterator[Diagnostic]:
    held: dict[str, dict[tuple[str, Span], set[str]]] = defaultdict(lambda: defaultdict(set))
    for site in sites(system):
        held[site.origin.span.path][site.rule, site.origin.span].add(site.clause)
    for path, line in files.items():
        name = path.rpartition("/")[2].removesuffix(".py")
        if name in chapters:
            continue
        rules = list(held[path].values())
        wrong = _wrong_sections(named_places(line), rules, clauses)
        if wrong is not None:
            message, help_ = wrong
            yield Diagnostic("RL801", message.format(name), Span(path, 1, 1, 1, len(line) + 1), help=help_)


def _wrong_sections(
    named: Sequence[tuple[str, ...]], rules: Sequence[Collection[str]], clauses: Collection[str]
) -> tuple[str, str] | None:
    """The mistake in the sections that a file says it holds, and its mend; None where they are right."""
    if not named and not rules:
        return None
    if not named:
        help_ = 'begin it with them, as in "6.5 and 7.2: …" or "11 to 14: …", or name the file like a chapter'
        return "`{}` does not say which sections it holds", help_
    for places in named:
        strange = [place for place in (places[0], places[-1]) if not _touches(clauses, [place])]
        if strange:
            return f"`{{}}` says that it holds {strange[0]}, which the book does not have", "take it out"
        if rules and not any(_touches(cites, places) for cites in rules):
            shown = " to ".join(dict.fromkeys((places[0], places[-1])))
            return f"`{{}}` says that it holds {shown}, and nothing in it cites that", "take it out"
    every = list(chain.from_iterable(named))
    others = [cites for cites in rules if not _touches(cites, every)]
    if 2 * len(others) > len(rules):
        count = Counter(clause.rpartition(".")[0] or clause for cites in others for clause in cites)
        most = ", ".join(section for section, _ in count.most_common(_MANY))
        return "most of what `{}` holds is of other sections than it says", f"of these, for instance: {most}"
    return None


def _touches(cites: Collection[str], places: Sequence[str]) -> bool:
    return any(_within(clause, place) for clause in cites for place in places)


# --- order ---------------------------------------------------------------------------------------------------------


def _actions_by_file(system: System, files: Mapping[str, str]) -> dict[str, list[Action]]:
    """The actions of each file by their lines; a trigger's two stand as one."""
    found: dict[str, dict[int, Action]] = {path: {} for path in files}
    for action in system.actions.values():
        span = action.origin.span
        if span.path in found:
            found[span.path].setdefault(span.line, action)
    return {path: [by_line[line] for line in sorted(by_line)] for path, by_line in found.items()}


def _terms_below(system: System, files: Mapping[str, str]) -> Iterator[Diagnostic]:
    actions = _actions_by_file(system, files)
    for term in system.terms.values():
        span = term.origin.span
        above = [a for a in actions.get(span.path, ()) if a.origin.span.line < span.line]
        if above:
            yield Diagnostic(
                "RL802", f"the term `{term.name}` stands below an action", span,
                second=above[0].origin.span, second_label="the first action of the file",
                help="terms come first, then each action with its permits and forbids",
            )  # fmt: skip


def _norms_away(system: System, files: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Clauses of one action that stand with another one. Actions that share clauses stand together, and what they share
    below them, wherever."""
    actions = _actions_by_file(system, files)
    bases: dict[tuple[Span, str, str], list[Action]] = defaultdict(list)
    for action in system.actions.values():
        for norm in chain(action.norms, *(part.norms for part in action.parts)):
            bases[norm.origin.span, norm.kind, norm.name].append(action)
    kin: dict[str, set[str]] = defaultdict(set)
    for of in bases.values():
        for action in of:
            kin[action.name] |= {a.name for a in of}
    for (span, kind, name), of in bases.items():
        above = [a for a in actions.get(span.path, ()) if a.origin.span.line <= span.line]
        if len(of) > 1 or of[0] not in above or above[-1].name in kin[of[0].name]:
            continue
        yield Diagnostic(
            "RL803", f"the {kind} `{name}` stands with `{above[-1].name}`", span,
            second=above[-1].origin.span, second_label="this action stands between it and its own",
            help=f"move it up to `{of[0].name}`, or that action down to its clauses",
        )  # fmt: skip
