"""Daemons, Sections 1 to 10: players, modules and their cards, where cards are, and the state of a game."""

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Constants, Map, Range, Ruleset, Sort, cite, defines, number, state, until

daemons = Ruleset("daemons")
daemons.closed_world(
    assumed="the book lists what a player can do in a turn and nowhere says that all else is forbidden"
)

Amount = Annotated[int, Range(0)]


class Player(Sort):
    """One of the two people playing. `plus`: whether the half of the track with the positive numbers is one's own side;
    the book does not say whose it is, and no rule asks: properties tell the players apart by it."""

    plus: Annotated[bool, cite("5.1a")]


class Kind(Enum):
    """The two types of cards."""

    DAEMON = "Daemon"
    SCRIPT = "Script"


class Does(Enum):
    """What an effect printed on a card does. The book prints no cards: the least that its rules speak of."""

    DAMAGE = "the opponent takes `level` damage"
    MEMORY = "its player gains `level` memory"
    DRAW = "its player draws `level` cards"
    STRONGER = "its player's Daemons on the field have `level` more power, as long as it is there"


class When(Enum):
    """When the lasting ability of a card is used."""

    ACTIVATED = "in the Running Phase, for its fee"
    START = "at the start of its player's turn"
    TRASHED = "when this Script is trashed for it, for its fee"
    ONGOING = "as long as it is on the field"


@defines("10.3a")
class Module(Sort):
    """A collection of cards, drafted as a whole; what its cover card says is `ability`, with `level`."""

    ability: Annotated[Does | None, cite("10.4a", "10.4b")]
    level: Amount


class Card(Sort):
    """A card with what is printed on it. `does`: what happens when it is activated by playing it, of a Script.

    `ability`: what else it can do, `when`, and for which `fee`; `level` is the number in both.
    """

    module: Annotated[Module, cite("10.3a")]
    kind: Annotated[Kind, cite("3.1", "10.10", "10.11")]
    cost: Annotated[Amount, cite("5.1d")]
    power: Annotated[Amount, cite("7.4")]
    does: Annotated[Does | None, cite("3.3a")]
    ability: Annotated[Does | None, cite("3.2b", "3.3c", "3.3d")]
    when: When | None
    fee: Annotated[Amount, cite("5.1d")]
    level: Amount


class Zone(Enum):
    """Where a card is. Which of the cards that nobody has seen are in the deck, nobody knows: the Security was taken
    from it without looking (2.12), so both are one place, with a number that says how many are Security."""

    BOX = "in a module that is in nobody's deck"
    UNSEEN = "in its owner's deck or Security"
    GRIP = "in the grip"
    ASIDE = "put aside in a mulligan"
    FIELD = "a Daemon on the field"
    SCRIPTS = "in the Scripts section"
    HEAP = "in the heap"


class Numbers(Constants):
    """The book's numbers."""

    modules: Amount = number(12, "2.1")
    module_size: Amount = number(15, "10.3a")
    first_draft: Amount = number(1, "2.3")
    second_draft: Amount = number(2, "2.4")
    third_draft: Amount = number(2, "2.5")
    last_draft: Amount = number(1, "2.6")
    grip: Amount = number(5, "2.10")
    security: Amount = number(5, "1.2a", "2.12a")
    first_memory: Amount = number(1, "2.13")
    full_security: Amount = number(5, "4.2")
    refresh: Amount = number(5, "4.9b")
    track: Amount = number(10, "5.1a")
    burn: Amount = number(1, "9.3")
    empty_deck: Amount = number(1, "9.1")


class Step(Enum):
    """Setting up, and the steps of a turn."""

    ROLL = "dice are rolled for the first player"
    AGREE = "the players agree who is first"
    DRAFT = "modules are drafted"
    MAIN = "main modules are chosen"
    DEAL = "the opening grips are drawn"
    MULLIGAN = "grips may be changed"
    REDRAW = "what was put aside is replaced"
    REROLL = "dice are rolled for the first turn"
    DAWN = "a turn begins"
    LOADING = "Loading Phase: memory is gained"
    REBOOT = "Loading Phase: Daemons are rebooted"
    START = "Loading Phase: effects of the start of the turn"
    RUNNING = "Running Phase"


SETUP = (Step.ROLL, Step.AGREE, Step.DRAFT, Step.MAIN, Step.DEAL, Step.MULLIGAN, Step.REDRAW, Step.REROLL)


@state
class State:
    """A game of Daemons. `memory` is where the tracker is, seen from the active player: positive on one's own side.
    `crossed`: the turn is to end; `refreshed`: by a Refresh or a Burn, wherever the tracker goes then."""

    step: Annotated[Step, cite("4.1b")]
    # setting up
    first: Annotated[Player | None, cite("2.2")]
    drafted: Annotated[Map[Module, Player | None], cite("2.7b")]
    main: Annotated[Map[Module, bool], cite("2.8b")]
    kept: Annotated[Map[Player, bool], until("2.11", step=Step.REDRAW)]
    # where cards are
    zone: Annotated[Map[Card, Zone], cite("10.1", "10.5", "10.6")]
    security: Annotated[Map[Player, Amount], cite("1.2a", "2.12b", "10.2")]
    # the turn
    active: Annotated[Player | None, cite("10.9")]
    memory: Annotated[int, Range(-10, 10, "5.1a"), cite("5.1b", "10.7", "10.8")]
    crossed: Annotated[bool, until("5.1f", step=Step.DAWN)]
    refreshed: Annotated[bool, until("4.1a", step=Step.DAWN)]
    exhausted: Annotated[Map[Card, bool], cite("6.1c")]
    sick: Annotated[Map[Card, bool], until("6.2b", step=Step.LOADING)]
    # what is being carried out
    attacker: Annotated[Card | None, cite("7.4")]
    owed: Map[Player, Amount]
    damage: Annotated[Map[Player, Amount], cite("7.1")]
    standby: Annotated[Map[Card, bool], until("10.13", step=Step.DAWN)]
    came: Annotated[Map[Card, Amount], cite("10.13")]
    let_go_on: Annotated[bool, cite("10.11")]
    # how it goes on
    bereft: Annotated[Map[Player, bool], cite("9.2a")]
    lost: Annotated[Map[Player, bool], cite("1.2c")]


@daemons.matters("first")
def is_before_the_first_turn(s: State) -> bool:
    """Who is first means something until the first turn begins."""
    return s.step in SETUP


@daemons.matters("exhausted", "sick")
def lies_on_the_field(s: State, card: Card) -> bool:
    """Only Daemons on the field are ready or not, and have loading sickness."""
    return s.zone[card] == Zone.FIELD


@daemons.matters("came")
def has_an_effect_at_the_start(s: State, card: Card) -> bool:
    """In which order cards came to the field may be the order of their effects at the start of a turn."""
    return card.when == When.START and (s.zone[card] == Zone.FIELD or s.zone[card] == Zone.SCRIPTS)


@daemons.matters("let_go_on")
def something_is_under_way(s: State) -> bool:
    """That a player lets something go on means something while it does."""
    return any(s.owed[p] > 0 or s.damage[p] > 0 for p in Player)


@daemons.matters("bereft")
def may_burn(s: State, who: Player) -> bool:
    """That grip and deck were empty means something as long as the deck is: no rule fills it again."""
    return sum(1 for c in Card if s.zone[c] == Zone.UNSEEN and s.drafted[c.module] == who) == s.security[who]


@daemons.seen("2.12b")
def knows_the_card(s: State, card: Card, who: Player) -> bool:
    """One's own cards, though not which of them are Security (2.12b), and what lies open. Not said, and taken as usual:
    decks, grips and what was put aside in a mulligan are hidden from the opponent; Scripts and heaps lie open."""
    return s.drafted[card.module] == who or s.zone[card] not in (Zone.UNSEEN, Zone.GRIP, Zone.ASIDE)
