"""MegaCorp, chapters 1 to 9: whose a card is, what it is worth, what it can do."""

from model.megacorp.places import adjacent, beneath, in_play, is_engaged
from model.megacorp.state import Card, Keyword, Kind, Player, State, Tag, Trait, megacorp
from ruleslawyer.lang import SILENT, Silent, ask, says

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
        flying_alone_is_lost=says(keyword != Keyword.FLYING, "FLYING is lost, and no other keyword"),
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
