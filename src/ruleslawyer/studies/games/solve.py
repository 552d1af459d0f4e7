"""Best play in a scope, solved: who forces what from each beginning, how soon, what the first turn is worth, and which
actions and cards it hangs on.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.play.extensive.game import CHANCE, EVEN_ORDER, Extensive, Move, chance_assumptions, unspecified_chance
from ruleslawyer.semantics.transition import Instance
from ruleslawyer.studies.games.positions import ALIKE, NEVER, ORDER, Order, Positions, Values, explore_positions
from ruleslawyer.studies.games.secret import NoGameValue, guaranteed_payoffs
from ruleslawyer.studies.games.table import PlayTable, members

LONGEST_LINE = 200
"""Moves of a line of best play that are listed."""
FACE_UP = "every hidden card lies open, and nothing is chosen in secret"
OPEN_ORDER = (
    "who goes first where several may act is open: whoever does, as much can be forced, and it is worth as much"
)
EACH_FOR_ITSELF = (
    "best play is each player's own: it keeps what all others together cannot take; of moves alike the first is taken"
)
AGAINST_EACH = "payoffs do not add up to 0: what is said is what each can be sure of, whatever the other does and wants"
MEND = "estimate it by bots: --games 100 --bot mcts"


@dataclass(frozen=True, slots=True)
class Beginning:
    """One way to begin. forces: for each seat in how many moves it wins at the latest, chance's counted; None where it
    cannot force that. worth: what it is worth to each seat, its payoff, or from -1 to 1; None where chance has no
    probabilities. line: a line of best play, and how it ends; empty where players mix what they do."""

    called: str
    forces: tuple[int | None, ...]
    worth: tuple[float | Fraction, ...] | None
    line: tuple[str, ...]
    ends: str


@dataclass(frozen=True, slots=True)
class FirstTurn:
    """The positions with which first turns begin: at how many whoever has it forces a win, at how many another seat
    does, at how many nobody; and what they are worth to whoever has it, each as much."""

    positions: int
    first: int
    others: int
    nobody: int
    worth: float | None


@dataclass(frozen=True, slots=True)
class GameSolution:
    """payoffs: whether worth is what a seat gets, and not how likely a win is less how likely a loss. hidden: what
    somebody does not know, so that worth is what each is sure of on average by mixing what it does; empty where all
    know everything. never_best: actions that somebody may take somewhere, and that best play from the
    beginnings never takes, with the positions at which they may be taken. decisive: members of sorts, with the
    positions at which the moves that keep the most all name them and others do not."""

    positions: int
    players: tuple[str, ...]
    assumptions: tuple[str, ...]
    beginnings: tuple[Beginning, ...]
    first: FirstTurn
    never_best: tuple[tuple[str, int], ...]
    decisive: tuple[tuple[str, int], ...]
    payoffs: bool = False
    hidden: str = ""

    def says(self, beginning: Beginning) -> str:
        """The statement of who can force what, in a sentence; of more than two players, of each by itself."""
        forcing = [
            f"{name} can force a win within {moves} {'move' if moves == 1 else 'moves'}" if moves else f"{name} has won"
            for name, moves in zip(self.players, beginning.forces, strict=True)
            if moves is not None
        ]
        told, several = " and ".join(forcing) or "nobody can force a win from there", len(self.players) > 2
        if beginning.worth is not None and (several or not forcing or self.payoffs):
            worth = ", ".join(f"{n} {amount(w)}" for n, w in zip(self.players, beginning.worth, strict=True))
            even = len(self.players) == 2 and all(abs(float(worth)) < ALIKE for worth in beginning.worth)
            gets = "the payoffs are" if self.payoffs else "it is worth"
            if self.hidden:
                return f"each can be sure of so much on average, by mixing what it does: {worth}"
            told += "; with best play nobody is ahead there" if even else f"; with best play {gets}: {worth}"
        return f"each against all others together, {told}" if several else told

    def _exact(self, beginning: Beginning) -> dict[str, str] | None:
        """The worth of a beginning as far as it is known in fractions."""
        if not self.hidden or beginning.worth is None:
            return None
        return dict(zip(self.players, map(str, beginning.worth), strict=True))

    def json(self) -> Json:
        return {
            "positions": self.positions,
            "players": list(self.players),
            "payoffs": self.payoffs,
            "hidden": self.hidden or None,
            "assumptions": list(self.assumptions),
            "beginnings": [
                {
                    "beginning": one.called,
                    "says": self.says(one),
                    "forces": dict(zip(self.players, one.forces, strict=True)),
                    "worth": None if one.worth is None else dict(zip(self.players, map(float, one.worth), strict=True)),
                    "exact": self._exact(one),
                    "line": list(one.line),
                    "ends": one.ends,
                }
                for one in self.beginnings
            ],
            "first_turn": {
                "positions": self.first.positions,
                "first_forces": self.first.first,
                "others_force": self.first.others,
                "nobody_forces": self.first.nobody,
                "worth": self.first.worth,
            },
            "never_best": [{"action": name, "positions": times} for name, times in self.never_best],
            "decisive": [{"member": name, "positions": times} for name, times in self.decisive],
        }


def amount(worth: float | Fraction) -> str:
    """A worth in words; a fraction as what it is, too."""
    said = f"{float(worth):+.4f}"
    return f"{said} ({worth})" if isinstance(worth, Fraction) and worth.denominator > 1 else said


def solve(
    game: Extensive,
    tabled: PlayTable,
    *,
    uniform: bool = False,
    face_up: bool = False,
    most: int,
    seconds: float,
    tell: Callable[[str], None] | None = None,
) -> GameSolution:
    """Solve a scope. What is too large is a `UsageError`: bots can estimate it. So is what has hidden information, but
    for small games of two; `face_up` takes every card as open. `uniform`: outcomes of chance are equally likely where
    no clause says so; without it they are taken as against whoever wants to force something."""
    found = explore_positions(game, most, seconds, tell)
    if found.stopped:
        raise UsageError(f"scope `{game.scope.name}` is not explored whole: {found.stopped}", "solve", MEND)
    if found.hidden and not face_up:
        return _solve_by_mixing(found, uniform=uniform, most=most, seconds=seconds)
    return _GameSolver(found, tabled, uniform).solution(face_up=bool(found.hidden))


def _solve_by_mixing(found: Positions, *, uniform: bool, most: int, seconds: float) -> GameSolution:
    """The solution of a game of two who do not know everything: the amounts of which each can be sure."""
    game, hidden = found.game, found.hidden
    try:
        worth = guaranteed_payoffs(game, uniform=uniform, most=most, seconds=seconds)
    except NoGameValue as error:
        about = f"there is hidden information in scope `{game.scope.name}`: {hidden}, so nobody can force anything"
        mend = f"take it as if every card lay open with --face-up, or {MEND}"
        raise UsageError(f"{about}; and nothing is known of mixed play: {error}", "solve", mend) from error
    starts = [instance for instance, _ in game.beginnings]
    called = game.codec.call(starts[0]) if len(starts) == 1 else f"one of {len(starts)} beginnings"
    return GameSolution(
        found.size,
        tuple(game.seats),
        (f"{hidden}: each forgets nothing, and mixes what it does", *chance_assumptions(game)),
        (Beginning(called, (None, None), worth, (), ""),),
        FirstTurn(0, 0, 0, 0, None),
        (),
        (),
        game.system.system.payoff is not None,
        hidden,
    )


class _GameSolver:
    def __init__(self, found: Positions, tabled: PlayTable, uniform: bool) -> None:
        self.found, self.game, self.tabled = found, found.game, tabled
        uncertain = any(len(moves) > 1 for moves, s in zip(found.moves, found.seats, strict=True) if s == CHANCE)
        self.unsaid = (
            [name for name in unspecified_chance(self.game) if name in self._competing_chance()] if uncertain else []
        )
        self.likely = not self.unsaid or uniform
        self.values = Values(found, self.likely)
        self.order = ""
        if ORDER in found.seats:
            self._settle_order(uniform)

    def _settle_order(self, uniform: bool) -> None:
        """Ask whether anything hangs on who goes first. It is a `UsageError` where it does, but for `uniform`."""
        decides = self._difference_by_order(Values(self.found, self.likely, Order.IN_FAVOUR))
        if not decides:
            self.order = OPEN_ORDER
        elif uniform:
            self.values, self.order = Values(self.found, self.likely, Order.EVEN), EVEN_ORDER
        else:
            node = int(np.flatnonzero(self.found.seats == ORDER)[0])
            who = " and ".join(self.game.seats[move.first] for move in self.found.moves[node])
            about = (
                f"who goes first decides in scope `{self.game.scope.name}`, and no clause says it: {who} may both act"
            )
            raise UsageError(f"{about}. {decides}", "solve", f"take each as equally likely with --uniform, or {MEND}")

    def _difference_by_order(self, favoured: Values) -> str:
        """The difference that it makes to somebody, at a beginning or a first turn; empty where there is none."""
        for node in dict.fromkeys([*self.found.starts, *(node for node, _ in self._every_first_turn())]):
            told = []
            for seat, name in enumerate(self.game.seats):
                least, most = (values.sooner[seat][node] != NEVER for values in (self.values, favoured))
                low, high = (float(values.scores[seat][node]) for values in (self.values, favoured))
                if least != most:
                    told.append(f"{name} can force a win if {name} says who goes first, and cannot if others do")
                elif self.likely and high - low > ALIKE:
                    told.append(f"it is worth {high:+.4f} to {name} who says that, and {low:+.4f} if others do")
            if told:
                return "; ".join(told)
        return ""

    def _competing_chance(self) -> set[str]:
        """The chance actions with which outcomes compete."""
        pairs = zip(self.found.moves, self.found.seats, strict=True)
        return {move.instance.action for moves, seat in pairs if seat == CHANCE and len(moves) > 1 for move in moves}

    def solution(self, *, face_up: bool) -> GameSolution:
        """Sums up what was solved, with the assumptions it rests on. face_up: one of them is that hidden cards lay
        open."""
        taken = self._competing_chance()
        assumptions = [FACE_UP] if face_up else []
        if self.unsaid and self.likely:
            assumptions += [
                assumption
                for assumption in chance_assumptions(self.game)
                if any(f" {name} " in assumption for name in taken)
            ]
        elif self.unsaid:
            assumptions.append(
                f"no clause says how likely {', '.join(self.unsaid)} is: chance is against whoever forces"
            )
        assumptions += [self.order] * bool(self.order)
        if self.values.has_payoffs and len(self.game.seats) == 2 and not self.values.cancels:
            assumptions.append(AGAINST_EACH)
        if len(self.game.seats) > 2:
            assumptions.append(EACH_FOR_ITSELF)
        return GameSolution(
            sum(position.first is None for position in self.found.every),
            tuple(self.game.seats),
            tuple(assumptions),
            tuple(self._beginning(i, n) for (i, _), n in zip(self.game.beginnings, self.found.starts, strict=True)),
            self._first_turn(),
            tuple(self._never_best()),
            tuple(self._decisive()),
            self.values.has_payoffs,
        )

    # --- from the beginnings --------------------------------------------------------------------------------------

    def _beginning(self, instance: Instance, node: int) -> Beginning:
        line, ends = self._line(node)
        return Beginning(self.game.codec.call(instance), self._forces(node), self._worth(node), tuple(line), ends)

    def _forces(self, node: int) -> tuple[int | None, ...]:
        steps = [int(sooner[node]) for sooner in self.values.sooner]
        return tuple(None if moves == NEVER else moves for moves in steps)

    def _worth(self, node: int) -> tuple[float, ...] | None:
        if not self.likely:
            return None
        return tuple(round(float(scores[node]), 9) + 0.0 for scores in self.values.scores)

    def _line(self, node: int) -> tuple[list[str], str]:
        """A line of best play: of the moves worth most to them who forces a win hastens, the others delay; chance takes
        its first outcome."""
        line: list[str] = []
        met = {node}
        while len(line) < LONGEST_LINE:
            moves = self.found.moves[node]
            if not moves:
                return line, self.game.ending(self.found.every[node])
            place = self._next(node)
            if not moves[place].is_order:
                line.append(self.game.move_text(int(self.found.seats[node]), moves[place]))
            node = self.found.successors(node)[place]
            if node in met:
                return line, self._goes_round(node)
            met.add(node)
        return line, "it goes on"

    def _next(self, node: int) -> int:
        """The move that the line takes: of those that keep the most the first, unless somebody is ahead and goes on."""
        after, seat, values = self.found.successors(node), int(self.found.seats[node]), self.values
        forced = () if values.has_payoffs else self._forces(node)
        winner = next((seat for seat, moves in enumerate(forced) if moves is not None), None)
        kept = [place for place, keeps in enumerate(values.best[node]) if keeps]
        if winner is not None:
            steps = values.sooner[winner][after]
            if seat != winner:  # a win may be shared, which is worth more to the others than time
                return max(kept if seat >= 0 else range(len(after)), key=lambda place: int(steps[place]))
        elif seat >= 0 and values.scores[seat][node] > ALIKE:
            steps = values.progress[seat][after]
        else:
            return kept[0]
        going = [place for place in kept if steps[place] != NEVER] or kept
        return min(going, key=lambda place: int(steps[place]))

    def _goes_round(self, node: int) -> str:
        """How a line ends that comes back to a position, where all play on as before and chance as it likes."""
        found, before = self.found, defaultdict[int, list[int]](list)
        met, waiting = {node}, [node]
        for at in waiting:
            after = found.successors(at)
            for other in after if self.values.lottery[at] or not after else [after[self._next(at)]]:
                before[other].append(at)
                if other not in met:
                    met.add(other)
                    waiting.append(other)
        ending = [at for at in waiting if not found.moves[at]]
        if not ending:
            return "it goes round for ever"
        leads = set(ending)
        for at in ending:
            fresh = {*before[at]} - leads
            leads |= fresh
            ending += fresh
        if leads == met and self.likely:
            return "it goes round until chance ends it, which it does sooner or later"
        return "it goes round unless chance ends it"

    # --- the first turn -------------------------------------------------------------------------------------------

    def _first_turn(self) -> FirstTurn:
        counts = Counter[str]()
        worth = 0.0
        every = self._every_first_turn()
        for node, first in every:
            forcing = [seat for seat, moves in enumerate(self._forces(node)) if moves is not None]
            counts["first" if first in forcing else "others" if forcing else "nobody"] += 1
            worth += float(self.values.scores[first][node])
        mean = round(worth / len(every), 9) if every and self.likely else None
        return FirstTurn(len(every), counts["first"], counts["others"], counts["nobody"], mean)

    def _every_first_turn(self) -> list[tuple[int, int]]:
        return list(self._first_turns(self.tabled.begins)) or list(self._first_turns(None))

    def _first_turns(self, begins: tuple[str, int] | None) -> Iterator[tuple[int, int]]:
        """The positions at which a turn is somebody's for the first time, and whose: by `play.toml`, or else where
        somebody decides for the first time. begins: a field and its value from the first turn on."""
        waiting = deque((node, begins is None) for node in self.found.starts)
        met, yielded = set(waiting), set[int]()
        while waiting:
            node, begun = waiting.popleft()
            if begins is not None and not begun:
                begun = self._field(node, begins[0]) == begins[1]
            first = self._has_turn(node) if begun else None
            if first is not None:
                if node not in yielded:
                    yield node, first
                yielded.add(node)
                continue
            for other in self.found.successors(node):
                if (other, begun) not in met:
                    met.add((other, begun))
                    waiting.append((other, begun))

    def _has_turn(self, node: int) -> int | None:
        seat = int(self.found.seats[node])
        if seat < 0 or self.tabled.turn is None:
            return None if seat < 0 else seat
        whose = self._field(node, self.tabled.turn)
        if isinstance(whose, tuple):
            whose = whose[0] if whose else None
        return None if whose is None else int(whose)

    def _field(self, node: int, name: str) -> Any:
        return self.found.every[node].state.fields[self.game.codec.schema.index[name]]

    # --- what it hangs on -----------------------------------------------------------------------------------------

    def _never_best(self) -> Iterator[tuple[str, int]]:
        """The actions that best play never takes, each with the number of positions at which they may be taken."""
        reached, waiting = set(self.found.starts), deque(self.found.starts)
        taken: set[str] = set()
        while waiting:
            node = waiting.popleft()
            chosen = zip(self.found.moves[node], self.values.best[node], self.found.successors(node), strict=True)
            for move, keeps, after in chosen:
                if keeps:
                    taken.add(move.instance.action)
                    if after not in reached:
                        reached.add(after)
                        waiting.append(after)
        legal = Counter[str]()
        for moves, seat in zip(self.found.moves, self.found.seats, strict=True):
            if seat >= 0:
                legal.update({move.instance.action for move in moves})
        yield from ((name, times) for name, times in legal.most_common() if name not in taken)

    def _decisive(self) -> Iterator[tuple[str, int]]:
        counts = Counter[str]()
        for moves, keeps, seat in zip(self.found.moves, self.values.best, self.found.seats, strict=True):
            if seat >= 0 and not all(keeps):
                named = [self._members_of(move) for move, kept in zip(moves, keeps, strict=True) if kept]
                others = [self._members_of(move) for move, kept in zip(moves, keeps, strict=True) if not kept]
                counts.update(frozenset.intersection(*named) - frozenset.intersection(*others))
        yield from counts.most_common()

    def _members_of(self, move: Move) -> frozenset[str]:
        """The members that a move names, but for players."""
        types = self.game.codec.parameters(move.instance.action)
        found = zip(types, move.instance.args, strict=True)
        return frozenset(
            self.game.scope.names[sort][member] for (_, type_), value in found for sort, member in members(type_, value)
        )
