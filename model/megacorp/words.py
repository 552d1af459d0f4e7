"""MegaCorp, chapters 1 to 9: words that the rules use: whose turn, whose card, where it lies.

Long: a term for each word.
"""

from model.megacorp.state import (
    Card,
    Keyword,
    Kind,
    Moments,
    Numbers,
    Player,
    Slot,
    State,
    Step,
    Tag,
    Trait,
    Zone,
    in_hand_of,
    in_or_between_networks,
    megacorp,
)
from ruleslawyer.lang import SILENT, Silent, ask, no, says, yes

# --- players ------------------------------------------------------------------------------------------------------


def two_players() -> bool:
    """A two-player game, the default, as against a multiplayer one (1.1)."""
    return len(Player) == Numbers.players_by_default


def active(s: State) -> Player:
    """The turn player (1.3.2b): the first in the order of turns."""
    return s.order.top


def on_turn(s: State, who: Player) -> bool:
    """Whether it is that player's turn; before the first one it is nobody's."""
    return len(s.order) > 0 and s.order.top == who


def has_turns(s: State) -> bool:
    """Whether the first turn has begun: the order of turns is complete once everybody has a place."""
    return s.step not in (
        Step.DEAL, Step.MULLIGAN, Step.START, Step.PICK, Step.PICKED, Step.SEATING, Step.FOUND,
    )  # fmt: skip


def any_moment(s: State) -> bool:
    """Any point of the game, in any phase (6.1.1); as we read it, once there are turns, and not while a card is on its
    way out of a network: neither does the book say. Within a challenge it is a question."""
    return (
        has_turns(s)
        and nothing_pending(s)
        and (s.step not in (Step.BLOCK, Step.SPLIT) or len(s.stack) > 0 or moments_of_a_challenge(s) == Moments.ANY)
    )


@megacorp.question("when may players act in a challenge?")
def moments_of_a_challenge(s: State) -> Moments:
    return ask(
        whenever_somebody_decides=says(Moments.ANY, "at any point at which they decide something", default=True),
        once_after_the_declaration=says(Moments.DECLARATION, "once, after the attack is declared"),
        after_each_step=says(Moments.STEPS, "after each step: once the attack is declared, and once blockers are"),
    )


@megacorp.out("1.2.2a")
def is_out(s: State, who: Player) -> bool:
    """Whoever has lost: that he decides nothing any more is implied, not said (finding 031)."""
    return s.lost[who] and who_has_lost_is_out(s)


who_has_lost_is_out = megacorp.doubt(
    "does a player who has lost still decide anything while others play on?",
    he_decides_nothing=yes("no: he is out of the game", default=True),
    he_decides_all_the_same=no("yes: he has no turns, but does what may be done at any time"),
)


def may_act_in_turn(s: State, who: Player) -> bool:
    """The turn player's moments from disengaging on (5.1.5c), whatever else is being played."""
    return on_turn(s, who) and s.step in (
        Step.READY, Step.OFFER, Step.DRAWN, Step.BUY, Step.CHALLENGE, Step.DIVEST, Step.END, Step.LATE,
    )  # fmt: skip


def in_another_phase(s: State, who: Player) -> bool:
    """In one's own turn, but not in phase B, while nothing is being played."""
    return may_act_in_turn(s, who) and s.step != Step.BUY and settled(s)


def no_priority(s: State) -> bool:
    """While pools are emptied, cashflow comes in and upkeep is paid, there is no window (5.1.3e)."""
    return s.step in (Step.INCOME, Step.UPKEEP)


def left_to_chance(s: State) -> bool:
    """A draw is owed (6.10), an open market is being shuffled (6.11.2), or an ability must be resolved (5.5.7)."""
    return any(s.owed[p] > 0 for p in Player) or any(s.to_shuffle[c] or s.compelled[c] for c in Card)


def could_sell(s: State, who: Player) -> bool:
    """Whether a player may have a card to sell in phase D, where players sell and not the turn player alone (6.9.1)."""
    return (
        s.step == Step.DIVEST
        and not s.sold
        and any(
            in_hand_of(s, c, who)
            or (on_top(s, c) and not s.engaged[c] and c.kind != Kind.BUSINESS and may_control(s, c, who))
            for c in Card
        )
    )


def something_leaves(s: State) -> bool:
    """Something is about to leave a network."""
    return any(s.fate[c] is not None for c in Card)


def nothing_pending(s: State) -> bool:
    """Nothing is about to leave a network, nothing must move within one, and nothing is left to chance."""
    return not something_leaves(s) and not left_to_chance(s) and not something_must_move(s)


def settled(s: State) -> bool:
    """Nothing is on the stack, and nothing pending: the game may go on."""
    return len(s.stack) == 0 and nothing_pending(s)


# --- where a card lies (3.8, 5.3, 9.7) ----------------------------------------------------------------------------


def in_play(s: State, card: Card) -> bool:
    """In a network, on top or beneath."""
    return s.zone[card] == Zone.NETWORK


def on_top(s: State, card: Card) -> bool:
    """In a network, and beneath no other card."""
    return s.zone[card] == Zone.NETWORK and s.under[card] is None


def is_bonded(s: State, card: Card) -> bool:
    """In a network, and beneath another card."""
    return s.zone[card] == Zone.NETWORK and s.under[card] is not None


def beneath(s: State, card: Card, top: Card) -> bool:
    """Whether a card is bonded to this one (3.3.1), in a network or as both go from one to another (9.4.1d)."""
    return in_or_between_networks(s, card) and s.under[card] == top


def place_of(s: State, card: Card) -> Slot | None:
    """The space of a card in a network: its own, or that of the card above it (3.3.9, 9.4.1d)."""
    above = s.under[card]
    return s.slot[card] if above is None else s.slot[above]


def network_of(s: State, card: Card) -> Player | None:
    """Whose network a card is in; nobody's, if it is in none."""
    where = place_of(s, card)
    return None if where is None else where.network


def is_engaged(s: State, card: Card) -> bool:
    """A pile has one orientation (3.3.9c): that of the card on top."""
    above = s.under[card]
    return s.engaged[card] if above is None else s.engaged[above]


def taken(s: State, slot: Slot) -> bool:
    """Whether a card lies in a space."""
    return any(s.slot[c] == slot for c in Card)


def apart(one: int, other: int) -> int:
    """How far apart two rows, or two columns, are. It is no square: a solver may not come to an end with products."""
    return max(one - other, other - one)


def neighbours(a: Slot, b: Slot) -> bool:
    """Spaces of one network that share an edge: a card has four sides (5.3.10), and 9.7.1 names corners as an extra."""
    return a.network == b.network and apart(a.row, b.row) + apart(a.column, b.column) == 1


def share_a_corner(a: Slot, b: Slot) -> bool:
    """Spaces of one network that touch at a corner alone."""
    return a.network == b.network and apart(a.row, b.row) == apart(a.column, b.column) == 1


def side_by_side(s: State, a: Slot, b: Slot) -> bool:
    """Spaces whose cards are adjacent: they share an edge, or perhaps a corner."""
    return neighbours(a, b) or (share_a_corner(a, b) and corners_count(s))


corners_count = megacorp.doubt(
    "do cards dock, and are they adjacent, whose spaces touch at a corner alone?",
    edges_alone=no("no: only where their spaces share an edge", default=True),
    corners_too=yes("yes: wherever their spaces touch"),
)


def within(centre: Slot, slot: Slot, radius: int) -> bool:
    """Card radius X: a square of 2X + 1 spaces around the centre, empty ones included (9.7.3, 9.7.4)."""
    return (
        centre.network == slot.network
        and slot.row - centre.row <= radius
        and centre.row - slot.row <= radius
        and slot.column - centre.column <= radius
        and centre.column - slot.column <= radius
    )


def next_to(s: State, slot: Slot) -> bool:
    """Whether some card lies next to a space."""
    return any(neighbours(slot, other) and taken(s, other) for other in Slot)


def adjacent(s: State, a: Card, b: Card) -> bool:
    """Whether two cards lie next to each other, on top of their spaces."""
    here = s.slot[a]
    there = s.slot[b]
    return here is not None and there is not None and side_by_side(s, here, there)


def lies_next_to(s: State, card: Card, slot: Slot) -> bool:
    """Whether a card lies next to a space."""
    here = s.slot[card]
    return here is not None and neighbours(slot, here)


def lies_at_a_corner(s: State, card: Card, slot: Slot) -> bool:
    """Whether a card touches a space at a corner alone."""
    here = s.slot[card]
    return here is not None and share_a_corner(slot, here)


@megacorp.term("3.8.2a")
def docks(s: State, card: Card, slot: Slot) -> bool:
    """Whether a card would be legally docked in a space: next to a card other than itself, or perhaps in one pile."""
    return (
        any(c != card and lies_next_to(s, c, slot) for c in Card)
        or (any(c != card and lies_at_a_corner(s, c, slot) for c in Card) and corners_count(s))
        or (shares_the_space(s, card, slot) and piles_dock_their_cards(s))
    )


@megacorp.term("3.8.2a", "1.2.8c")
def docked(s: State, card: Card) -> bool:
    """Legally docked: to another card, any card (3.8.2); nothing asks for a chain that leads to the Business."""
    here = s.slot[card]
    return here is not None and (
        next_to(s, here)
        or (any(lies_at_a_corner(s, c, here) for c in Card) and corners_count(s))
        or (any(beneath(s, c, card) for c in Card) and piles_dock_their_cards(s))
    )


def shares_the_space(s: State, card: Card, slot: Slot) -> bool:
    """Whether a card would lie in a space with another: on what is bonded to it or a terrain, or with BOND beneath."""
    return any(
        c != card
        and (
            beneath(s, c, card) or (s.slot[c] == slot and (card.keywords[Keyword.BOND] or c.keywords[Keyword.TERRAIN]))
        )
        for c in Card
    )


piles_dock_their_cards = megacorp.doubt(
    "is a card docked to what lies above or beneath it in its space?",
    only_to_cards_next_to_it=no(
        "A card that is docked to no adjacent card is an orphan: docked is what lies next to another.",
        "3.8.2b",
        default=True,
    ),
    to_any_other_card=yes(
        "Legally docked is a card that is docked with another, any other: one that is bonded to it, too.",
        "1.2.8c",
        "3.8.2a",
    ),
)


@megacorp.term("5.3.10a")
def surrounded(s: State, card: Card) -> bool:
    """All four sides of a card are covered."""
    here = s.slot[card]
    return here is not None and sum(1 for other in Slot if neighbours(here, other) and taken(s, other)) == 4


@megacorp.term("3.8.2b")
def orphaned(s: State, card: Card) -> bool:
    """In a network, on top, and docked to nothing."""
    return on_top(s, card) and not docked(s, card)


def open_space(s: State, card: Card, slot: Slot) -> bool:
    """A free space of the card's network, next to another card than itself."""
    here = s.slot[card]
    return (
        here is not None
        and here.network == slot.network
        and not taken(s, slot)
        and any(neighbours(slot, other) and s.slot[c] == other for other in Slot for c in Card if c != card)
    )


def stands_alone(s: State, card: Card) -> bool:
    """In a network, on top, and next to nothing: orphaned, unless a pile docks its cards, or what lies at a corner."""
    here = s.slot[card]
    return here is not None and not next_to(s, here)


def must_move(s: State, card: Card) -> bool:
    """A card with INDEPENDENT next to nothing that has somewhere to go; without, it stays an orphan (3.8.2)."""
    return (
        s.slot[card] is not None
        and bears(s, card, Keyword.INDEPENDENT)
        and stands_alone(s, card)
        and not s.lost[keeper(s, card)]
        and any(open_space(s, card, slot) for slot in Slot)
    )


def something_must_move(s: State) -> bool:
    """Whether some card must move at once (9.14.1)."""
    return any(c.keywords[Keyword.INDEPENDENT] for c in Card) and any(must_move(s, c) for c in Card)


# --- whose card (1.3) ---------------------------------------------------------------------------------------------


def keeper(s: State, card: Card) -> Player:
    """The last buyer of a card, or its owner: who controls it by default, for conditions that may ask no question."""
    who = s.buyer[card]
    return card.owner if who is None else who


def may_control(s: State, card: Card, who: Player) -> bool:
    """Whether a player is a card's owner or its last buyer: one of them controls it."""
    return card.owner == who or s.buyer[card] == who


@megacorp.question("who controls a card that another player has bought?")
def controller(s: State, card: Card) -> Player:
    return ask(
        owner_controls=says(card.owner, "The owner of a card controls it.", "1.3.4c", "1.3.5"),
    )


@controller.answer("3.2.2d", default=True)
def last_buyer_controls(s: State, card: Card) -> Player | Silent:
    """Money goes to the last controller of a card: so buying one changes who controls it."""
    who = s.buyer[card]
    return SILENT if who is None else who


def whose_business(s: State, card: Card) -> Player:
    """Whose Business a card is: its owner's, and where another player controls it, that is asked."""
    return card.owner if controller(s, card) == card.owner else player_of_a_bought_business(s, card)


@megacorp.question("who loses with a Business that another player than its owner has bought?")
def player_of_a_bought_business(s: State, card: Card) -> Player:
    return ask(
        the_one_who_brought_it=says(card.owner, "its owner alone, who has lost with the purchase", default=True),
        the_one_who_controls_it=says(controller(s, card), "whoever controls it now: it is a second one to lose"),
    )


# --- what a card is worth (2.3) -----------------------------------------------------------------------------------


def trait_total(card: Card) -> int:
    """The trait component of a valuation as a number."""
    return sum(card.trait_cost[t] for t in Trait)


@megacorp.term("2.3.6")
def total_valuation(s: State, card: Card) -> int:
    """The sum of the money component and the trait component."""
    return card.cost + trait_total(card)


@megacorp.term("6.7.9a", "2.3.5")
def has_traits(s: State, who: Player, card: Card) -> bool:
    """Whether a player's trait pool covers the trait component of a card's cost."""
    return all(s.pool[who][t] >= card.trait_cost[t] for t in Trait)


@megacorp.term("6.7.9b")
def has_fee_traits(s: State, who: Player, card: Card) -> bool:
    """Whether a player's trait pool covers what activating the printed ability of a card costs in traits."""
    return all(s.pool[who][t] >= card.trait_fee[t] for t in Trait)


@megacorp.question("who is credited when an engaged card is bought?")
def payee(s: State, card: Card) -> Player:
    return ask(
        last_controller_is_paid=says(controller(s, card), "3.2.2d", default=True),
        owner_is_paid=says(card.owner, "3.8.3c"),
    )


# --- what a card can do (2.6, 7.3, 7.9, chapter 9) ----------------------------------------------------------------


def named_alike(a: Card, b: Card) -> bool:
    """Whether two cards bear one name (2.2.2)."""
    return a == b or a.copy_of == b or b.copy_of == a or (a.copy_of is not None and a.copy_of == b.copy_of)


def continuous(keyword: Keyword) -> bool:
    """Whether a keyword is a continuous ability: those that apply as long as the card is there (7.3.1, 7.6.1)."""
    return keyword not in (
        Keyword.ABRUPT, Keyword.BOND, Keyword.DEAD_DROP, Keyword.MUTATION, Keyword.DISASTER, Keyword.MOVE,
        Keyword.SWAP, Keyword.REGENERATE, Keyword.DEVELOPMENT, Keyword.PERMANENT, Keyword.UNIQUE, Keyword.TERRAIN,
    )  # fmt: skip


def gives(s: State, giver: Card, card: Card, keyword: Keyword) -> bool:
    """Whether a card gives a keyword to one that it is bonded to (3.3.2b, 9.4.1g)."""
    return giver.keywords[Keyword.BOND] and giver.keywords[keyword] and beneath(s, giver, card)


def prints(s: State, source: Card, card: Card, keyword: Keyword) -> bool:
    """Whether what is printed on one card, it or what is beneath it, gives another a keyword; its type, trait and size
    are printed there too."""
    return (source == card and card.keywords[keyword]) or gives(s, source, card, keyword)


def bears(s: State, card: Card, keyword: Keyword) -> bool:
    """Whether a keyword is printed on a card, or given to it."""
    return card.keywords[keyword] or any(gives(s, c, card, keyword) for c in Card)


def trait_allows(s: State, card: Card, keyword: Keyword, trait: Trait) -> bool:
    """Whether an AREA ATTACK or DEVELOPMENT, its own or one that it was given, names a trait or none (9.2, 9.29)."""
    return any(prints(s, c, card, keyword) and (c.with_trait is None or c.with_trait == trait) for c in Card)


@megacorp.term("7.1.2b", "7.3.1a", "7.6.1a", "7.6.1b", "3.3.2b", "3.3.2c", "9.4.1b", "9.4.1g")
def has(s: State, card: Card, keyword: Keyword) -> bool:
    """Whether a card has a keyword, printed or for as long as it is bonded to what gives it, and that applies now."""
    return bears(s, card, keyword)


@has.exception("7.3.2a", "7.3.2c")
def off_while_engaged(s: State, card: Card, keyword: Keyword) -> bool | Silent:
    """The continuous abilities of an engaged card do not apply; one beneath another is engaged with it (3.3.9)."""
    return (
        False
        if continuous(keyword)
        and bears(s, card, keyword)
        and in_play(s, card)
        and is_engaged(s, card)
        and (s.attacker != card or not attackers_keep_their_keywords(s, keyword))
        else SILENT
    )


@megacorp.question("do the keywords of an attacker apply, although attacking has engaged it?")
def attackers_keep_their_keywords(s: State, keyword: Keyword) -> bool:
    return ask(
        nothing_but_upkeep_outlives_engaging=says(
            False, "Upkeep is the sole continuous ability that an engaged card keeps.", "7.3.2c"
        ),
        engaged_flying_is_lost=says(
            False if keyword == Keyword.FLYING else SILENT,
            "FLYING says of itself that an engaged card loses it.",
            "9.13.1b",
        ),
        keywords_speak_of_attacks=says(
            True,
            "Each of these keywords says what an attack by its card does; and whatever attacks is engaged (5.3.11).",
            "9.2.1a",
            "9.3.1a",
            "9.11.1a",
            "9.16.1a",
            "9.18.1a",
            "9.22.1a",
            "9.23.1",
            "9.27.1a",
            default=True,
        ),
    )


def is_null(card: Card, trait: Trait) -> bool:
    """Whether a card lacks a trait: a dash, which is no zero (2.6.6c)."""
    return card.score[trait] is None


@megacorp.term("2.6.6b")
def score(s: State, card: Card, trait: Trait) -> int:
    """A card's score in a trait now; a null trait counts nothing."""
    printed = card.score[trait]
    return 0 if printed is None else printed


@score.adjust("7.9.2b")
def with_counters(s: State, card: Card, trait: Trait) -> int:
    """Counters raise or lower the trait that they name."""
    return s.counter[card][trait]


@score.adjust("5.3.15a")
def less_damage(s: State, card: Card, trait: Trait) -> int:
    """Damage in a trait lowers the score."""
    return -s.damage[card][trait]


@score.adjust("5.5.5b")
def less_permanent_damage(s: State, card: Card, trait: Trait) -> int:
    """So does permanent damage."""
    return -s.scar[card][trait]


@score.at_least("2.6.6b")
def never_below_zero(s: State, card: Card, trait: Trait) -> int:
    """A score is zero or more."""
    return 0


@megacorp.term("9.5.1a")
def camouflaged(s: State, card: Card) -> bool:
    """Docked to a card of the type that its CAMOUFLAGE, its own or one that it was given, lists."""
    return has(s, card, Keyword.CAMOUFLAGE) and any(
        c.hides_by == kind and prints(s, c, card, Keyword.CAMOUFLAGE) and docked_to(s, card, kind)
        for kind in Tag
        for c in Card
    )


def docked_to(s: State, card: Card, kind: Tag) -> bool:
    """Whether a card lies next to one of a type."""
    return any(c.tags[kind] and adjacent(s, card, c) for c in Card)


def is_event(card: Card) -> bool:
    """An event, permanent or not (2.1.3)."""
    return card.kind == Kind.EVENT


def passing_event(card: Card) -> bool:
    """An event that is not permanent (2.1.4, 5.5.4b)."""
    return card.kind == Kind.EVENT and not card.keywords[Keyword.PERMANENT]
