"""Verdicts on what may follow a state, and what must come, by the graph of a search that came to its end.

`Promises(found).verdict(check)` is as `explore` gives it; its `play` makes the play that shows it, and one that goes
round says from where (`back`).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ruleslawyer.bridges.portable.client.codec import Json
else:  # it lies beside this file, wherever they were written
    from codec import Json

UNMET, BARRED, OUTSIDE, DONE = -2, -3, -1, (1 << 31) - 1
CUT_OFF, ROUND_FOREVER = 4, 8
TIMES = dict.fromkeys(
    ("starts", "late", "before", "order", "component", "circling", "path", "held", "own", "found"), 1
) | {"nodes": 3}  # fmt: skip
"""Numbers that walks keep of each state."""
HOLDS: Json = {"word": "HOLDS IN SCOPE", "reason": "", "play": None}
FORCED_ROUND = "forced steps go round for ever without it"
UNCLEAR = "somewhere it cannot be evaluated"
COMES_BEHIND = "it comes, if at all, behind a branch that ends early"
BEHIND = "from some states it is reached, if at all, behind a branch that ends early"


class Searched(Protocol):
    """A search (`search.Search`), as far as it is asked here. steps: a state, the one that it leads to, and a label, as
    words of 64 bits; begun: in how many states a game begins."""

    about: Json
    steps: list[bytes]
    begun: int

    def marks(self) -> bytes: ...
    def parent(self, state: int) -> int: ...
    def way(self, state: int) -> list[int]: ...
    def play(self, state: int) -> Any: ...
    def along(
        self, nodes: Sequence[int], labels: Sequence[int | None] = (), label: Callable[[Json], int] = ...
    ) -> Any: ...
    def first_into_loop(self, state: int) -> Any: ...
    def answers(self, many: int) -> bytes: ...
    def names(self, type_: list[Any]) -> Sequence[str]: ...
    def values(self, action: str, parameter: Json) -> list[Any]: ...
    def reserve(self, size: int) -> int: ...
    def read_at(self, at: int, size: int) -> bytes: ...
    def write_at(self, at: int, data: bytes) -> None: ...
    def walk(self, name: str, number: int, *arrays: int) -> None: ...


def violation(reason: str, play: Callable[[], Json]) -> Json:
    """The verdict, with what makes the play that shows it."""
    return {"word": "VIOLATED", "reason": reason, "play": play}


def open_verdict(reason: str) -> Json:
    """The verdict, for a reason."""
    return {"word": "UNKNOWN", "reason": reason, "play": None}


class Promises:
    """The graph of a search without anything left to look at, that kept its steps."""

    def __init__(self, found: Searched) -> None:
        self._found, self._size = found, len(found.marks())
        self._said = found.marks()
        edges = [array("Q", words) for words in found.steps]
        pairs = [word for words in edges for word in words[::2]]
        self._labels = [label for words in edges for label in words[1::2]]
        self._to = array("i", (pair & 0xFFFFFFFF for pair in pairs))
        begin = [0] * (self._size + 1)
        for pair in pairs:
            begin[(pair >> 32) + 1] += 1
        for state in range(self._size):
            begin[state + 1] += begin[state]
        self._begin = array("i", begin)
        sizes = {"begin": self._size + 1, "to": len(pairs), "count": 1}
        sizes |= {name: times * self._size for name, times in TIMES.items()}
        self._arrays: dict[str, tuple[int, int]] = {}
        at = found.reserve(4 * sum(sizes.values()))
        for name, length in sizes.items():
            self._arrays[name], at = (at, length), at + 4 * length
        self._put("begin", self._begin)
        self._put("to", self._to)
        self._depth = [0] * self._size
        for state in range(found.begun, self._size):
            self._depth[state] = self._depth[found.parent(state)] + 1
        self._ask()

    def _ask(self) -> None:
        """Asks of each state what each property asks, of each to whom it is promised: a column."""
        self._columns: dict[str, tuple[int, list[tuple[Any, ...]]]] = {}
        columns = 0
        for check in self._found.about["checks"]:
            if "members" in check:
                choices = list(product(*(self._found.names(type_) for _, type_ in check["members"])))
                self._columns[check["name"]] = columns, choices
                columns += len(choices) * (2 if check["goal"] else 1)
        answers = self._found.answers(columns * self._size)
        self._answers = [answers[column::columns] for column in range(columns)]

    # --- verdicts

    def verdict(self, check: Json) -> Json:
        """The verdict on a property for all to whom it is promised."""
        kinds = {"possible": self._possible, "eventually_always": self._settles}
        return self.each(check, lambda k: kinds.get(check["kind"], self._comes)(check, k))

    def each(self, check: Json, ask: Callable[[int], Json]) -> Json:
        """The verdict for all of them, from that of each."""
        names = [name for name, _ in check["members"]]
        _, choices = self._columns[check["name"]]
        found = [(dict(zip(names, one, strict=True)), ask(k)) for k, one in enumerate(choices)]
        if not names:
            return found[0][1]
        broken = [(member, one) for member, one in found if one["word"] == "VIOLATED"]
        if broken:
            (member, first), *others = broken
            likewise = f"; so for {', '.join(_member_text(one) for one, _ in others)}" if others else ""
            return {**first, "member": member, "reason": f"{_member_text(member)}: {first['reason']}{likewise}"}
        for word in ("UNKNOWN", "HOLDS IN SCOPE", "VACUOUS"):
            for _, one in found:
                if one["word"] == word:
                    return one
        return {"word": "VACUOUS", "reason": "there is no member to whom it is promised", "play": None}

    def _possible(self, check: Json, k: int) -> Json:
        said = self._answers[self._columns[check["name"]][0] + k]
        can = self._leading([bool(one or bits & CUT_OFF) for one, bits in zip(said, self._said, strict=True)])
        if not all(can):
            return violation("cannot be reached any more from here", lambda: self._found.play(can.index(False)))
        if 2 in said:
            return open_verdict(UNCLEAR)
        if any(bits & CUT_OFF for bits in self._said) and not all(self._leading([one == 1 for one in said])):
            return open_verdict(BEHIND)
        return HOLDS

    def _comes(self, check: Json, k: int) -> Json:
        """The verdict on a `leads_to`, or an `eventually`, for which each beginning asks; where it cannot be evaluated
        nothing is waited for."""
        first, choices = self._columns[check["name"]]
        then = self._answers[first + k + (len(choices) if check["goal"] else 0)]
        asks = self._answers[first + k] if check["goal"] else bytes(not depth for depth in self._depth)
        lost = [2 in both for both in zip(asks, then, strict=True)]
        asked = [one == 1 and not out for one, out in zip(asks, lost, strict=True)]
        done = [bool(one) or out for one, out in zip(then, lost, strict=True)]
        found = {"word": "VACUOUS", "reason": "its first part never holds", "play": None}
        if any(asked):
            words = "a play ends without it", "a play can go round for ever without it"
            found = self._follow(check, asked, done, *words)
        return open_verdict(UNCLEAR) if any(lost) and found["word"] != "VIOLATED" else found

    def _settles(self, check: Json, k: int) -> Json:
        said = self._answers[self._columns[check["name"]][0] + k]
        words = "a play ends where it is not so", "a play can come for ever to where it is not so"
        done = [bool(one) for one in said]
        found = self._follow(check, [not one for one in done], done, *words, anywhere=True)
        return open_verdict(UNCLEAR) if 2 in said and found["word"] != "VIOLATED" else found

    def _follow(
        self,
        check: Json,
        asks: Sequence[bool],
        done: Sequence[bool],
        ends: str,
        endless: str,
        *,
        anywhere: bool = False,
    ) -> Json:
        """The verdict by the fair plays from where something is asked until it is done. anywhere: they may go round
        through what is done."""
        states = range(self._size)
        order, before = self._walk([i for i in states if asks[i] and not done[i]], done)

        def first(fits: Callable[[int], bool]) -> int:
            return next((i for i in order if fits(i)), OUTSIDE)

        dead = first(lambda i: not self._edges(i) and not self._said[i] & (CUT_OFF | ROUND_FOREVER))
        if dead != OUTSIDE:
            return violation(ends, lambda: self._play(_path(before, dead)))
        forced = first(lambda i: bool(self._said[i] & ROUND_FOREVER))
        if forced != OUTSIDE:
            return violation(FORCED_ROUND, lambda: self.into_loop(self._play(_path(before, forced)), forced))
        waits, sets = set(order), self._sets(check)
        parts = self._fair(sets, [anywhere or i in waits for i in states])
        begin = first(lambda i: parts[i] is not None)
        if begin != OUTSIDE:
            inside = [i for i in states if parts[i] == parts[begin]]
            return violation(endless, lambda: self._play(_path(before, begin), self._ring(sets, begin, inside)))
        if check["kind"] == "eventually" and any(self._said[i] & CUT_OFF for i in order):
            return open_verdict(COMES_BEHIND)
        return HOLDS

    # --- plays

    def _play(self, nodes: Sequence[int], ring: Sequence[int] = ()) -> Json:
        """The play by the shortest way to the first of some states, along them, and round by some edges."""
        stem = self._found.way(nodes[0])
        taken = [*(self._edge(a, b) for a, b in pairwise(nodes)), *ring]
        labels = [None] * (len(stem) - 1) + [self._labels[edge] for edge in taken]
        made = self._found.along([*stem, *(self._to[edge] for edge in taken)], labels, self._label)
        return {**made, "back": len(labels) - len(ring)} if ring else made

    def into_loop(self, play: Json, state: int) -> Json:
        """A play to a state, with the step more that leads to forced steps without an end."""
        return {**play, "actions": [*play["actions"], self._found.first_into_loop(state)]}

    def _edge(self, a: int, b: int) -> int:
        return self._to.index(b, self._begin[a], self._begin[a + 1])

    def _ring(self, sets: Sets, begin: int, inside: Sequence[int]) -> list[int]:
        """A fair way round in a part: each set is taken, or one that is weak is not enabled on the way."""
        known, ring, takes = set(inside), list[int](), dict[int, tuple[int, int]]()
        for i in inside:
            for edge in self._edges(i):
                if self._to[edge] in known:
                    for one in sets.of(edge):
                        takes.setdefault(one, (i, edge))
        barred = [i not in known for i in range(self._size)]

        def way(goal: int, start: int | None = None) -> list[int]:
            if start is None:
                start = self._to[ring[-1]] if ring else begin
            _, before = self._walk([start], barred, late=False)
            return [self._edge(a, b) for a, b in pairwise(_path(before, goal))]

        enabled = {i: self._enabled_sets(sets, i) for i in inside}
        for one in sorted(set[int]().union(*enabled.values())):
            if any(one in sets.of(edge) for edge in ring):
                continue
            if one in takes:
                ring += way(takes[one][0])
                ring.append(takes[one][1])
            elif not sets.strong[one] and all(one in enabled[i] for i in (begin, *(self._to[e] for e in ring))):
                ring += way(next(i for i in inside if one not in enabled[i]))
        if ring:
            return ring + way(begin)
        rounds = [[edge, *way(begin, self._to[edge])] for edge in self._edges(begin) if self._to[edge] in known]
        return min(rounds, key=len)

    # --- fairness

    def _sets(self, check: Json) -> Sets:
        """The fair sets of a property."""
        actions, known, strong = self._found.about["actions"], dict[object, int](), list[bool]()
        found: dict[int, list[int]] = {}

        def enter(edge: int, key: object, is_strong: bool) -> None:
            if key not in known:
                known[key] = len(strong)
                strong.append(is_strong)
            found.setdefault(edge, []).append(known[key])

        moving = [edge for i in range(self._size) for edge in self._edges(i) if self._to[edge] != i]
        for kind, (action, places, is_strong) in enumerate(check["fair"]):
            for edge in moving:
                if self._labels[edge] % len(actions) == action:
                    digits = self._digits(self._labels[edge])
                    enter(edge, (kind, *(digits[place] for place in places)), is_strong)
        for edge in moving if check["nature"] else ():
            if actions[self._labels[edge] % len(actions)]["kind"] == "chance":
                enter(edge, ("nature", edge), is_strong=True)
        return Sets(found, strong)

    def _arguments(self, action: Json) -> list[tuple[int, str, list[Any]]]:
        """The arguments of an action that tell fair sets of it apart: place, name and values of each."""
        return [
            (place, parameter["name"], self._found.values(action["name"], parameter))
            for place, parameter in ((place, action["parameters"][place]) for place in action.get("told", ()))
        ]

    def _label(self, action: Json) -> int:
        """The label of an action, as the code gives it to a step."""
        actions = self._found.about["actions"]
        number, about = next((n, one) for n, one in enumerate(actions) if one["name"] == action["action"])
        if about["leaving"]:
            return -1
        rank = 0
        for _, name, values in self._arguments(about):
            rank = rank * len(values) + values.index(action["args"][name])
        return rank * len(actions) + number

    def _digits(self, label: int) -> dict[int, int]:
        rank, number = divmod(label, len(self._found.about["actions"]))
        found = {}
        for place, _, values in reversed(self._arguments(self._found.about["actions"][number])):
            rank, found[place] = divmod(rank, len(values))
        return found

    def _edges(self, state: int) -> range:
        return range(self._begin[state], self._begin[state + 1])

    def _enabled_sets(self, sets: Sets, state: int) -> set[int]:
        return {one for edge in self._edges(state) for one in sets.of(edge)}

    def _fair(self, sets: Sets, among: Sequence[bool]) -> list[tuple[int, int] | None]:
        """For each state, of some, the part of the graph in which a fair play may stay and meet all of it, if it lies
        in one (Emerson and Lei)."""
        found: list[tuple[int, int] | None] = [None] * self._size
        times = 0
        while any(among):
            component, circling = self._parts([not one for one in among])
            parts: dict[int, list[int]] = {}
            for i in range(self._size):
                if circling[i]:
                    parts.setdefault(component[i], []).append(i)
            again = [False] * self._size
            for number, states in parts.items():
                enabled = {i: self._enabled_sets(sets, i) for i in states}
                taken = {
                    one
                    for i in states
                    for edge in self._edges(i)
                    if component[self._to[edge]] == number
                    for one in sets.of(edge)
                }
                idle = set[int]().union(*enabled.values()) - taken
                if any(not sets.strong[one] and all(one in there for there in enabled.values()) for one in idle):
                    continue
                strong = {one for one in idle if sets.strong[one]}
                for i in states:
                    if not strong:
                        found[i] = times, number
                    elif not enabled[i] & strong:
                        again[i] = True
            among, times = again, times + 1
        return found

    # --- walks, by the code of the module

    def _put(self, name: str, values: Iterable[int]) -> None:
        self._found.write_at(self._arrays[name][0], array("i", values).tobytes())

    def _got(self, name: str, length: int | None = None) -> array[int]:
        at, size = self._arrays[name]
        return array("i", self._found.read_at(at, 4 * (size if length is None else length)))

    def _call(self, name: str, number: int, *arrays: str) -> None:
        self._found.walk(name, number, *(self._arrays[one][0] for one in arrays))

    def _walk(
        self, starts: Sequence[int], barred: Sequence[bool], *, late: bool = True
    ) -> tuple[array[int], array[int]]:
        """The states to which some lead, those first to which the shortest plays do; and the one before each."""
        self._put("starts", starts)
        self._put("late", (self._depth[i] if late else 0 for i in starts))
        self._put("before", (BARRED if one else UNMET for one in barred))
        self._call("ahead", len(starts), "begin", "to", "starts", "late", "before", "order", "count")
        return self._got("order", self._got("count")[0]), self._got("before")

    def _parts(self, barred: Sequence[bool]) -> tuple[array[int], array[int]]:
        """The strongly connected part of each state that is not barred, and whether it lies on a circle."""
        self._put("nodes", (number for one in barred for number in ((1, DONE, 0) if one else (0, 0, 0))))
        self._put("component", (OUTSIDE if one else 0 for one in barred))
        self._put("circling", [0] * self._size)
        given = "begin", "to", "nodes", "component", "order", "circling", "path", "held", "count"
        self._call("parts", self._size, *given)
        return self._got("component"), self._got("circling")

    def _leading(self, goals: Sequence[bool]) -> list[bool]:
        """For each state, whether some goal can be reached from it."""
        component, _ = self._parts([False] * self._size)
        self._put("own", goals)
        self._put("found", [0] * self._size)
        self._call("spread", self._size, "begin", "to", "component", "order", "own", "found")
        found = self._got("found")
        return [found[part] != 0 for part in component]


class Sets:
    """The fair sets of the edges of a graph. strong: of each, by its number."""

    def __init__(self, found: Mapping[int, Sequence[int]], strong: Sequence[bool]) -> None:
        self._found, self.strong = found, strong

    def of(self, edge: int) -> Sequence[int]:
        """The numbers of the sets that an edge takes."""
        return self._found.get(edge, ())


def _member_text(member: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in member.items())


def _path(before: Sequence[int], node: int) -> list[int]:
    found = [node]
    while before[found[-1]] >= 0:
        found.append(before[found[-1]])
    return found[::-1]
