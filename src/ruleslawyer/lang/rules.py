"""The rules of a ruleset: decorators that tag; everything else reads the source. Parameters are compared by type.

Long: it is every decorator with what it means, which `explain` and editors show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Generic, ParamSpec, TypeAlias, TypeVar, overload

from ruleslawyer.lang.records import Chance, Says, Silent
from ruleslawyer.lang.runtime import current

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")
S = TypeVar("S")
F = TypeVar("F", bound=Callable[..., Any])


class Rule(Generic[P]):
    """The object that a decorator leaves in the author's module: the function, and more decorators."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.__name__, self.__doc__ = function.__name__, function.__doc__


class Lift(Rule[P]):
    """A condition that lifts a clause."""

    def exception(self, *cites: str) -> Callable[[Callable[P, bool]], Lift[P]]:
        """A clause that lifts this exception in turn."""
        return Lift


class Norm(Lift[P]):
    """A permit or a forbid."""


class Layer(Lift[P]):
    """An exception, adjustment or bound of a term."""


class Judged(Rule[P]):
    """Anything with permits and forbids: an action, a seat, a member."""

    @overload
    def permit(
        self, *cites: str, over: object = (), because: str | None = None
    ) -> Callable[[Callable[P, bool]], Norm[P]]: ...
    @overload
    def permit(
        self, *cites: str, also: AlsoJudged, over: object = (), because: str | None = None
    ) -> Callable[[Callable[..., bool]], Norm[...]]: ...
    def permit(
        self, *cites: str, also: AlsoJudged = (), over: object = (), because: str | None = None
    ) -> Callable[[Callable[..., bool]], Norm[...]]:
        """A clause that allows an instance while its condition holds; `also`: other actions whose clause it is too, and
        then it takes those of the parameters, by name, that all of them have."""
        return Norm

    @overload
    def forbid(
        self, *cites: str, over: object = (), because: str | None = None
    ) -> Callable[[Callable[P, bool]], Norm[P]]: ...
    @overload
    def forbid(
        self, *cites: str, also: AlsoJudged, over: object = (), because: str | None = None
    ) -> Callable[[Callable[..., bool]], Norm[...]]: ...
    def forbid(
        self, *cites: str, also: AlsoJudged = (), over: object = (), because: str | None = None
    ) -> Callable[[Callable[..., bool]], Norm[...]]:
        """A clause that prohibits; `over` names the clauses (or the action: all its permits) that it beats.

        `also`: other actions whose clause it is too; what is over the action is over the permits of each.
        """
        return Norm

    @overload
    def cannot(self, *cites: str) -> Callable[[Callable[P, bool]], Norm[P]]: ...
    @overload
    def cannot(self, *cites: str, also: AlsoJudged) -> Callable[[Callable[..., bool]], Norm[...]]: ...
    def cannot(self, *cites: str, also: AlsoJudged = ()) -> Callable[[Callable[..., bool]], Norm[...]]:
        """A clause that prohibits whatever else permits, by its own words, which stand last:
        `@attack.cannot("3.3", "bonded cards cannot attack")`. It is over all permits of the action."""
        return Norm

    def domain(self, function: Callable[P, bool]) -> Rule[P]:
        """The instances that make sense at all: types and identity, never a turn, a cost or a prohibition."""
        return Rule(function)


class Deed(Rule[P]):
    """A named effect, called in an effect: `sink(s, ship)`. It happens unless a clause forbids or replaces it."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        current().demand(self.__name__, args)

    @overload
    def forbid(
        self, *cites: str, over: object = (), because: str | None = None
    ) -> Callable[[Callable[P, bool]], Norm[P]]: ...
    @overload
    def forbid(
        self, *cites: str, also: AlsoDeeds, over: object = (), because: str | None = None
    ) -> Callable[[Callable[..., bool]], Norm[...]]: ...
    def forbid(
        self, *cites: str, also: AlsoDeeds = (), over: object = (), because: str | None = None
    ) -> Callable[[Callable[..., bool]], Norm[...]]:
        """A clause by which it does not happen: settled where it is `over=` the deed, else against the demand; `also`:
        other deeds whose clause it is too, as for actions."""
        return Norm

    @overload
    def cannot(self, *cites: str) -> Callable[[Callable[P, bool]], Norm[P]]: ...
    @overload
    def cannot(self, *cites: str, also: AlsoDeeds) -> Callable[[Callable[..., bool]], Norm[...]]: ...
    def cannot(self, *cites: str, also: AlsoDeeds = ()) -> Callable[[Callable[..., bool]], Norm[...]]:
        """A clause by which it does not happen whatever demands it, by its own words, which stand last."""
        return Norm

    def instead(
        self, *cites: str, by: object, over: object = (), because: str | None = None
    ) -> Callable[[Callable[P, bool]], Lift[P]]:
        """A clause by which the deed `by`, of the same parameters, is demanded in its place."""
        return Lift


AlsoJudged: TypeAlias = Judged[...] | tuple[Judged[...], ...]
AlsoDeeds: TypeAlias = Deed[...] | tuple[Deed[...], ...]
"""What a clause hangs on besides its base, whatever that takes."""


class Fair:
    """Some of the instances of an action, set by set: what `fair=` names besides whole actions."""


class Decision(Rule[P]):
    """A decision of somebody, or of chance: an action, or a trigger."""

    def each(self, *parameters: str) -> Fair:
        """For `fair=` and `strongly_fair=`: a set of its own for each member (each choice of members) of parameters."""
        return Fair()


class Action(Judged[P], Decision[P]):
    """One decision of one actor, with a deterministic effect."""

    def seat(self, of: str) -> Callable[[Callable[Q, None]], Judged[Q]]:
        """The choice of one player of a joint action: `(s, f, who, amount)`."""
        return Judged

    def member(self, of: str) -> Callable[[Callable[Q, None]], Judged[Q]]:
        """One member of a set parameter, judged by clauses of its own."""
        return Judged


class Term(Rule[P], Generic[P, R]):
    """A value that the rules define and modify."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        result: R = current().ask(self.__name__, args)
        return result

    def exception(self, *cites: str) -> Callable[[Callable[P, R | Silent]], Layer[P]]:
        """A clause that gives another value; SILENT where it does not speak."""
        return Layer

    def times(self, *cites: str) -> Callable[[Callable[P, int | Silent]], Layer[P]]:
        """A clause that multiplies the value; several multiply one after the other. A term has these or `adjust`: which
        of two would come first, a rulebook seldom says."""
        return Layer

    def adjust(self, *cites: str) -> Callable[[Callable[P, int | Silent]], Layer[P]]:
        """A clause that adds to the value; several add up."""
        return Layer

    def at_least(self, *cites: str) -> Callable[[Callable[P, int | Silent]], Layer[P]]:
        """A clause below which the value does not fall."""
        return Layer

    def at_most(self, *cites: str) -> Callable[[Callable[P, int | Silent]], Layer[P]]:
        """A clause above which the value does not rise."""
        return Layer


class Question(Rule[P], Generic[P, R]):
    """A question that several clauses answer, or none."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        result: R = current().ask(self.__name__, args)
        return result

    def answer(
        self, *cites: str, default: bool = False, over: object = (), because: str | None = None
    ) -> Callable[[Callable[P, R | Silent]], Rule[P]]:
        """A clause's answer; SILENT where it does not speak."""
        return Rule

    def __getattr__(self, option: str) -> str:
        """An option by its name, of which `promise` speaks."""
        if option.startswith("_"):
            raise AttributeError(option)
        return option

    def reading(self, label: str, *, default: bool = False) -> Callable[[Callable[P, R | Silent]], Rule[P]]:
        """An option without support in the text."""
        return Rule


def yes(label: str, *cites: str, default: bool = False, cite: tuple[str, ...] = ()) -> Says:
    """An option by which it is so, in words: an answer of the clauses that it cites, or a reading without. `cite=` is
    an older way to cite them."""
    return Says()


def no(label: str, *cites: str, default: bool = False, cite: tuple[str, ...] = ()) -> Says:
    """An option by which it is not so."""
    return Says()


class Doubt(Question[[Any], bool]):
    """A question about the state alone, answered yes or no. It bears the name that its module gives it."""

    def __init__(self) -> None:
        super().__init__(Doubt.unnamed)

    @staticmethod
    def unnamed() -> None:
        """Stands for a doubt's name until its module has been read to the end."""


def name_doubts(module: dict[str, Any]) -> None:
    """Give each doubt of a module, read to its end, the name that it has there."""
    for name, value in module.items():
        if isinstance(value, Doubt) and value.__name__ == Doubt.unnamed.__name__:
            value.__name__ = name


class Told(Rule[P], Generic[P, R]):
    """A statement of the ruleset about the whole state, which checks may ask."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        result: R = self.function(*args, **kwargs)
        return result


class Duty(Rule[P]):
    """A forced step."""

    def when(self, function: Callable[P, bool]) -> Rule[P]:
        """The condition under which it is due; running it must make this false."""
        return Rule(function)


class Trigger(Decision[P]):
    """An optional reaction to a moment."""

    @overload
    def when(self, guard: Callable[P, bool], /) -> Rule[P]: ...
    @overload
    def when(self, *cites: str) -> Callable[[Callable[P, bool]], Rule[P]]: ...
    def when(self, *given: Any) -> Any:
        """The condition under which a moment makes an instance pending, asked where it takes place. What names a step
        or a frame there cites the clause that fixes it: `@die.when("5.7")`."""
        return Rule if isinstance(given[0], str) else Rule(*given)

    def order(self, *cites: str) -> Callable[[Callable[P, int]], Rule[P]]:
        """The number by which players take turns to react: of those who may still react to the same moment, whoever has
        the lowest declares it or lets it pass before the others. Equal numbers are at once; without it all are."""
        return Rule

    def permit(
        self, *cites: str, over: object = (), because: str | None = None
    ) -> Callable[[Callable[P, bool]], Norm[P]]:
        """A clause that allows declaring it; without one the trigger's own citation does."""
        return Norm

    def forbid(
        self, *cites: str, over: object = (), because: str | None = None
    ) -> Callable[[Callable[P, bool]], Norm[P]]:
        """A clause that prohibits declaring it."""
        return Norm

    def cannot(self, *cites: str) -> Callable[[Callable[P, bool]], Norm[P]]:
        """A clause that prohibits declaring it whatever permits it, by its own words, which stand last."""
        return Norm


class Settle(Rule[P]):
    """A rule that fires by itself."""

    @overload
    def when(self, guard: Callable[P, bool], /) -> Rule[P]: ...
    @overload
    def when(self, *cites: str) -> Callable[[Callable[P, bool]], Rule[P]]: ...
    def when(self, *given: Any) -> Any:
        """The condition under which an instance fires; firing must come to an end. What names a step or a frame there
        cites the clause that fixes it: `@die.when("5.7")`."""
        return Rule if isinstance(given[0], str) else Rule(*given)


class Ruleset:
    """The rules of one book: `harbour = Ruleset("harbour")`; of one that is played on another: `on=`."""

    def __init__(self, name: str, *, on: Ruleset | None = None) -> None:
        self.name, self.on = name, on

    def closed_world(self, *cites: str, assumed: str | None = None) -> None:
        """An act that no clause permits is not allowed: the clause that says so, or why it is assumed."""

    def initial(self, *cites: str) -> Callable[[Callable[P, None]], Judged[P]]:
        """How a game begins, `(s, *choices)`; run on the all-defaults state. A choice may be a set, or a map: one value
        for each of its keys."""
        return Judged

    def awaits(self, function: Callable[[S], frozenset[R] | Chance]) -> Rule[[S]]:
        """The players who have a decision when no frame is open; without it every member of the sort `Player`."""
        return Rule(function)

    def ended(self, *cites: str) -> Callable[[Callable[[S], bool]], Told[[S], bool]]:
        """Whether the game is over; without it it never is. A check may ask it: `over(s)`."""
        return Told

    def winners(self, *cites: str) -> Callable[[Callable[[S], frozenset[R]]], Told[[S], frozenset[R]]]:
        """The players who have won an ended game; without it nobody. A check may ask it."""
        return Told

    def payoff(self, *cites: str) -> Callable[[F], F]:
        """The payoff of a player where a game has ended, `(s, who)`: a number, such as chips lost. Without `winners`
        whoever gets the most has won, and nobody where all get the same. A rule or a check may ask it by its name."""
        return lambda function: function

    def matters(self, *fields: str) -> Callable[[F], F]:
        """The condition under which fields (or entries of maps with the same keys) mean something; at rest they are at
        default otherwise."""
        return lambda function: function

    def seen(self, *cites: str, field: str | None = None, uncounted: str | None = None) -> Callable[[F], F]:
        """Whether a player knows which member of a sort this is: `(s, card, who)`. Of those that he does not know he
        sees how many there are, by what the rule reads of them; of a sort without such a rule everybody sees all. It
        changes no play. `uncounted`: the clause by which nobody may count what he does not know. `field`: whether he
        sees what a field holds, `(s, who)`; of a map each entry by its key, as `(s, owner, who)` of the chips that lie
        behind somebody's hand."""
        return lambda function: function

    def out(self, *cites: str) -> Callable[[F], F]:
        """Whether a player is out of the game: `(s, who)`. Nobody who is out is awaited, in a frame or outside, has a
        trigger to declare, is chosen by an action, or sits in a joint one. `may_be_out="9.2"` of a frame or an action
        is the clause by which he is all the same."""
        return lambda function: function

    def assume(self, *cites: str) -> Callable[[Callable[..., bool]], Rule[...]]:
        """A condition of members and of what is printed on them, `(*members)`: each choice of them keeps it. Every
        scope that is explored meets it, and a proof for any number is of all that do."""
        return Rule

    def action(
        self,
        *cites: str,
        at: object = None,
        passes: bool = False,
        outside_play: bool = False,
        may_be_out: str | None = None,
        openly: str | None = None,
    ) -> Callable[[Callable[P, None]], Action[P]]:
        """A decision of the player that is its first parameter of the players' sort. `may_be_out`: the clause by which
        it may choose players who are out. `openly`: the clause by which everybody hears or sees what is chosen, but for
        which member it is that he does not know."""
        return Action

    def joint(self, *cites: str, at: object) -> Callable[[Callable[P, None]], Action[P]]:
        """One simultaneous choice of every awaited player; always in a frame."""
        return Action

    def chance(
        self, *cites: str, at: object = None, uniform: str = "", openly: str | None = None
    ) -> Callable[[Callable[P, None]], Action[P]]:
        """An outcome of chance; its citation permits it. `uniform`: the clause by which all are equally likely, such as
        one that has a deck shuffled; without it the text gives no probabilities. `openly`: the clause by which all
        see what comes of it, as to whom a card is dealt, but for members that they do not know."""
        return Action

    def term(self, *cites: str) -> Callable[[Callable[P, R]], Term[P, R]]:
        """A value that the rules define."""
        return Term

    def deed(self, *cites: str) -> Callable[[Callable[P, None]], Deed[P]]:
        """An effect with a name, which other clauses may forbid or replace."""
        return Deed

    def question(
        self, text: str, *cites: str, about: tuple[str, ...] = (), aside: Mapping[str, str] = MappingProxyType({})
    ) -> Callable[[Callable[P, R]], Question[P, R]]:
        """A question to the book; its body is `ask()`. about: fields, terms and deeds by name, which no rule may touch
        without asking; aside: by rule, why it need not."""
        return Question

    def doubt(
        self,
        text: str,
        *cites: str,
        about: tuple[str, ...] = (),
        aside: Mapping[str, str] = MappingProxyType({}),
        **options: Says,
    ) -> Doubt:
        """A question about the state alone: `late = harbour.doubt("…?", it_is=yes("…"), it_is_not=no("…"))`. about,
        aside: as for a question."""
        return Doubt()

    def duty(
        self, *cites: str, at: object = None, turn_end: bool = False, after: object = None, because: str = ""
    ) -> Callable[[Callable[P, None]], Duty[P]]:
        """A forced, deterministic step, run before the next decision. `after`: the duties that come first where both
        are due; `because` says why, and names the clause or the question."""
        return Duty

    def settle(self, *cites: str) -> Callable[[Callable[P, None]], Settle[P]]:
        """An event that happens by itself, `(s, *members)`: after each sub-step, all instances that hold at the same
        time."""
        return Settle

    def trigger(
        self, *cites: str, on: type[Any], miss: str, at: object = None, first_only: bool = False
    ) -> Callable[[Callable[P, None]], Trigger[P]]:
        """A reaction that a player may choose when a moment has taken place, `(s, who, …)`; `miss`: the clause that
        lets it pass. `first_only`: once somebody has declared it, nobody else may react to the same moment."""
        return Trigger
