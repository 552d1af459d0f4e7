"""Mnemonic, chapter 4: the draft, from the whole deck to two libraries."""

from model.ccg.setup import decks_are_built
from model.ccg.state import Card, Player, State, Zone
from model.ccg.words import opponent
from model.mnemonic.state import Book, Game, Place, Stage, mnemonic
from ruleslawyer.lang import SILENT, Silent, domain, effect, narrow, no, permit, simultaneous, when, yes

# --- what there is ------------------------------------------------------------------------------------------------


def lying(s: Game, place: Place) -> int:
    """How many cards are in a place of the draft."""
    return sum(1 for c in Card if s.place[c] == place)


def held(s: Game, who: Player, place: Place) -> int:
    """How many cards of a player are in a place of the draft."""
    return sum(1 for c in Card if s.place[c] == place and s.owner[c] == who)


@mnemonic.term("4.4a")
def packet(s: Game) -> int:
    """How many cards are removed from the pile: the largest power of two that it has, or had before some were."""
    return largest_power_of_two(lying(s, Place.PILE) + lying(s, Place.PACKET))


def largest_power_of_two(cards: int) -> int:
    """The largest power of two that is no more than a number of cards of one deck."""
    return (
        32
        if cards >= 32
        else 16
        if cards >= 16
        else 8
        if cards >= 8
        else 4
        if cards >= 4
        else 2
        if cards >= 2
        else cards
    )


def has_to_choose(s: Game, who: Player) -> bool:
    """Whether a player has not kept half of the cards received in this round; half of one is none."""
    return held(s, who, Place.RECEIVED) > s.received - s.received // 2


# --- the pile (4.2 to 4.5) ----------------------------------------------------------------------------------------


@mnemonic.chance("4.2", "4.3a", uniform="4.2")
def throw_out(s: Game, card: Card) -> None:
    """A card of the shuffled deck that is discarded turns out to be this one."""
    domain(s.stage == Stage.DISCARD and s.place[card] == Place.PILE and s.to_discard > 0)
    with effect("4.3a"):
        s.place[card] = Place.OUT
        s.to_discard -= 1


@mnemonic.duty("4.3b", "4.4a")
def go_on_to_packets(s: Game) -> None:
    """The rest is drafted, if there is any."""
    when(s.stage == Stage.DISCARD and (s.to_discard == 0 or lying(s, Place.PILE) == 0))
    s.to_discard = 0
    s.stage = Stage.REMOVE if lying(s, Place.PILE) > 0 else Stage.SIDEBOARD


@mnemonic.chance("4.2", "4.4a", uniform="4.2")
def remove(s: Game, card: Card) -> None:
    """A card of the pile that is removed turns out to be this one."""
    domain(s.stage == Stage.REMOVE and s.place[card] == Place.PILE and lying(s, Place.PACKET) < packet(s))
    with effect("4.4a"):
        s.place[card] = Place.PACKET


@mnemonic.duty("4.4a", "4.5")
def go_on_to_the_split(s: Game) -> None:
    """Half of the packet is for each player."""
    when(s.stage == Stage.REMOVE and lying(s, Place.PACKET) == packet(s) and packet(s) > 0)
    with effect("4.5"):
        s.received = lying(s, Place.PACKET) // 2
        s.stage = Stage.SPLIT


@mnemonic.chance("4.2", "4.5", uniform="4.2")
def split(s: Game, card: Card) -> None:
    """A card of the shuffled packet goes into one half; whose that is makes no difference, as nobody picks."""
    domain(s.stage == Stage.SPLIT and s.place[card] == Place.PACKET)
    with effect("4.5"):
        s.place[card] = Place.RECEIVED
        s.owner[card] = s.turn


@mnemonic.duty("4.5", "4.6a")
def give_the_other_half(s: Game) -> None:
    """The rest of the packet is the other player's: all of it, where it is a single card."""
    when(s.stage == Stage.SPLIT and held(s, s.turn, Place.RECEIVED) == s.received)
    with effect("4.5"):
        for c in Card:
            if s.place[c] == Place.PACKET:
                s.place[c] = Place.RECEIVED
                s.owner[c] = opponent(s.turn)
    with effect("4.6a", "4.8"):
        s.stage = Stage.LAST if s.received <= 1 and not single_cards_are_passed(s) else Stage.CHOOSE


single_cards_are_passed = mnemonic.doubt(
    "what becomes of a packet of two, of which each player receives a single card?",
    they_are_kept=no(
        "Each player has received exactly one card: that is when choosing stops, and it is kept.",
        "4.7",
        "4.8",
        default=True,
    ),
    they_change_hands=yes(
        "Choosing comes before the test: half of one card is none, rounded down, and the rest is passed on.",
        "4.6a",
        "4.6b",
    ),
)


# --- keeping and passing on (4.6 to 4.9) --------------------------------------------------------------------------


@mnemonic.action("4.6a")
def keep_card(s: Game, who: Player, card: Card) -> None:
    """Keep one of the cards received; which of the two chooses first is left open."""
    domain(s.stage == Stage.CHOOSE and s.place[card] == Place.RECEIVED and s.owner[card] == who)
    permit("4.6a", "Any of them, until it is half.", half_is_kept=has_to_choose(s, who))
    s.place[card] = Place.KEPT


@mnemonic.duty("4.6b", "4.7")
def pass_on(s: Game) -> None:
    """The halves that were not kept change hands."""
    when(s.stage == Stage.CHOOSE and all(not has_to_choose(s, p) for p in Player))
    with simultaneous(), effect("4.6b"):
        for c in Card:
            if s.place[c] == Place.RECEIVED:
                for p in Player:
                    if s.owner[c] != p:
                        s.owner[c] = p
    with effect("4.7"):
        s.received -= s.received // 2
        s.stage = Stage.LAST if s.received <= 1 else Stage.CHOOSE


@mnemonic.duty("4.8", "4.9")
def keep_the_last(s: Game) -> None:
    """A single card received is kept; then there is another packet, until the pile is empty."""
    when(s.stage == Stage.LAST)
    with effect("4.8"):
        for c in Card:
            if s.place[c] == Place.RECEIVED:
                s.place[c] = Place.KEPT
        s.received = 0
    with effect("4.9"):
        if lying(s, Place.PILE) == 0:
            s.stage = Stage.SIDEBOARD
        elif ten_more_are_discarded(s):
            s.to_discard = Book.discarded
            s.stage = Stage.DISCARD
        else:
            s.stage = Stage.REMOVE


ten_more_are_discarded = mnemonic.doubt(
    "at which step does the draft go on with the next packet: are ten more cards discarded first?",
    step_3_removes=no(
        "Removals follow each other (32 are the first), and 21 cards each are only had without another discard.",
        "4.4b",
        "4.10a",
        default=True,
    ),
    step_3_discards=yes("Counted from the sentence before the shuffle, the third step is the discard.", "4.1", "4.9"),
)


# --- sideboards (4.10, 4.11) --------------------------------------------------------------------------------------


@mnemonic.action("4.10b")
def put_aside(s: Game, who: Player, card: Card) -> None:
    """Discard a card to the sideboard."""
    domain(s.stage == Stage.SIDEBOARD and s.place[card] == Place.KEPT and s.owner[card] == who)
    permit("4.10b", "Up to five cards.", up_to_five=held(s, who, Place.SIDE) < Book.sideboard and not s.ready[who])
    with effect("4.10b", "4.10c"):
        s.place[card] = Place.SIDE


@mnemonic.action("4.11")
def be_ready(s: Game, who: Player) -> None:
    """What is left is the library for the game."""
    domain(s.stage == Stage.SIDEBOARD)
    permit("4.10b", "4.11", "Up to five may be none.", nobody_has_to_discard=not s.ready[who])
    s.ready[who] = True


@mnemonic.duty("4.11")
def begin_the_game(s: Game) -> None:
    """Each player's remaining cards become the library."""
    when(s.stage == Stage.SIDEBOARD and all(s.ready[p] for p in Player))
    for c in Card:
        if s.place[c] == Place.KEPT:
            s.zone[c] = Zone.LIBRARY
    s.stage = Stage.OVER


@decks_are_built.exception("4.1", "4.11")
def they_are_drafted(s: State) -> bool | Silent:
    """The game waits for the draft."""
    return False if narrow(s, Game).stage != Stage.OVER else SILENT
