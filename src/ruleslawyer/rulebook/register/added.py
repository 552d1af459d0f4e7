"""Lines that an edition put in, as stubs of clauses in the register; and stubs of lines that it took out, cut."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from ruleslawyer.base.files.content import toml_value
from ruleslawyer.rulebook.register.clause import Line, Register
from ruleslawyer.rulebook.register.outline import MARKDOWN, outline


def is_stub(line: Line) -> bool:
    """Whether nobody has said anything of a line yet: it is a stub, and no more."""
    return bool(line.clauses) and all(clause.todo and not (clause.says or clause.doubt) for clause in line.clauses)


def without(text: str, numbers: Collection[int]) -> str:
    """A chapter's text without its entries for these lines."""
    head, *entries = _entries(text)
    return "".join([head, *(entry for entry in entries if _number(entry) not in numbers)])


def stubs(register: Register, texts: list[str], new: Sequence[int], numbers: Mapping[int, int]) -> dict[str, list[str]]:
    """The entries that lines without one get, by the chapter's file. numbers: where the register's lines stand now."""
    markdown = Path(register.source).suffix.lower() in MARKDOWN
    kinds = {entry.number: entry.kind for entry in outline(texts, markdown=markdown).entries}
    known = sorted((numbers[line.number], chapter.file, line) for chapter in register.chapters
                   for line in chapter.lines if line.number in numbers)  # fmt: skip
    taken = set(register.ids)
    found: dict[str, list[str]] = {}
    for number in new:
        above = [place for place in known if place[0] < number]
        file = (above or known)[-1 if above else 0][1] if known else register.chapters[0].file
        below = [place for place in known if place[0] > number and place[1] == file]
        near = [*above[-1:], *below, *reversed(above)]  # right below a heading the section is that of what follows
        section = next((line.section for _, _, line in near if line.section), "")
        section = section or next(chapter.number for chapter in register.chapters if chapter.file == file)
        found.setdefault(file, []).append(_stub(number, kinds.get(number, "normative"), section, taken))
    return found


def with_stubs(text: str, entries: Iterable[str]) -> str:
    """A chapter's text with these entries, each behind the last line above it."""
    head, *known = _entries(text.rstrip("\n") + "\n")
    for entry in entries:
        place = max((i + 1 for i, one in enumerate(known) if _number(one) < _number(entry)), default=0)
        known.insert(place, f"{entry}\n")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(part.strip("\n") + "\n" for part in (head, *known)))


def _stub(number: int, kind: str, section: str, taken: set[str]) -> str:
    lines = ["[[line]]", f"number = {number}"]
    if kind not in ("normative", "example"):
        return "\n".join([*lines, f"kind = {toml_value(kind)}", ""])
    id_ = _free(section, taken)
    taken.add(id_)
    lines += [f"section = {toml_value(section)}", f"kind = {toml_value(kind)}", 'note = "new in this edition"']
    lines += ["  [[line.clause]]", f"  id = {toml_value(id_)}", '  kind = ""', '  says = ""', "  todo = true", ""]
    return "\n".join(lines)


def _free(section: str, taken: Collection[str]) -> str:
    """The first id of a section that no clause has, with a letter neither."""
    numbers = (re.fullmatch(rf"{re.escape(section)}\.(\d+)\w*", id_) for id_ in taken)
    used = {int(number[1]) for number in numbers if number}
    return f"{section}.{next(n for n in range(1, len(used) + 2) if n not in used)}"


def _entries(text: str) -> list[str]:
    """The text above the first entry, and each entry as it is written."""
    return re.split(r"(?m)^(?=\[\[line\]\])", text)


def _number(entry: str) -> int:
    found = re.search(r"(?m)^[ \t]*number[ \t]*=[ \t]*(\d+)", entry)
    return int(found[1]) if found else 0
