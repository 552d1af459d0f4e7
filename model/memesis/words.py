"""Memesis, Sections 2 to 7: what a card is, whether it is face up, its upgrades, its attack and life."""

from model.memesis.state import Card, Cell, Does, Family, Join, Kind, Mark, State, memesis
from model.memesis.table import head, is_upon
from ruleslawyer.lang import SILENT, Silent, ask, no, says, yes

# --- what a card is -----------------------------------------------------------------------------------------------


def fused_by(s: State, card: Card, under: Card, how: Join) -> bool:
    """Whether a card is attached to that one in that way."""
    return is_upon(s, card, under) and s.joined[card] == how


def is_fused(s: State, card: Card) -> bool:
    """Whether a card is part of a fusion, of any type, at the bottom or upon it."""
    return any(s.cell[c] == Cell.UPON and s.joined[c] != Join.RUNE and (c == card or s.upon[c] == card) for c in Card)


def is_fused_upon(s: State, card: Card) -> bool:
    """Whether a card is part of a fusion, upon the one at the bottom; a Rune is none."""
    return s.cell[card] == Cell.UPON and s.joined[card] != Join.RUNE


def part_of(s: State, card: Card, whole: Card) -> bool:
    """Whether a card belongs to what that card is the bottom of, in any fusion; its Runes do not."""
    return card == whole or (is_upon(s, card, whole) and s.joined[card] != Join.RUNE)


def in_the_set(s: State, whole: Card, family: Family) -> bool:
    """Whether a Trans Fusion, or a single card, has a card of that set in it (7.1)."""
    return any((c == whole or fused_by(s, c, whole, Join.TRANS)) and c.family == family for c in Card)


def trans_complete(s: State, whole: Card) -> bool:
    """Whether Sym, Bio and Tic are all there (7.7)."""
    return all(in_the_set(s, whole, f) for f in Family)


@memesis.term("7.1c")
def truly_fused(s: State, card: Card) -> bool:
    """A card in True Fusion: joined straight to another."""
    return any(fused_by(s, c, head(s, card), Join.TRUE) for c in Card)


@truly_fused.exception("7.7c")
def complete_sets_are_true(s: State, card: Card) -> bool | Silent:
    """Sym, Bio and Tic together are a True Fusion."""
    return True if trans_complete(s, head(s, card)) and complete_transfusion_is_true(s) else SILENT


complete_transfusion_is_true = memesis.doubt(
    "is a complete Sym, Bio and Tic a True Fusion, or is Trans Fusion a third type throughout?",
    the_three_together_are=yes("When the third set joins they are then True Fusion cards.", "7.7c", default=True),
    a_third_type=no(
        "Cards that the sets allow to be fused are Trans Fusion cards, which is a type of its own.", "7.1i", "7.1j"
    ),
)


def stacks(s: State, card: Card, whole: Card) -> bool:
    """Whether a card counts in what a True Fusion stacks: the bottom card, and what was truly fused with it. It asks
    about incomplete Trans Fusions: domains use `part_of`."""
    return (
        card == whole
        or fused_by(s, card, whole, Join.TRUE)
        or (fused_by(s, card, whole, Join.TRANS) and (truly_fused(s, whole) or trans_pairs_stack(s)))
    )


trans_pairs_stack = memesis.doubt(
    "do the two cards of an incomplete Trans Fusion stack?",
    only_true_fusions_stack=no("no: of True Fusion alone it is said", default=True),
    all_but_partial_fusions_stack=yes("yes: Partial Fusion alone is said not to"),
)


@memesis.term("4.8a")
def counts_as(s: State, card: Card) -> Kind | None:
    """The type of a card."""
    return card.kind


@counts_as.exception("4.8a", "4.8b", "7.6a", "7.6b")
def fused_incantations_have_none(s: State, card: Card) -> Kind | Silent | None:
    """Fused Cause and Effect cards are Cause and Effect cards no longer."""
    return no_type() if card.kind in (Kind.CAUSE, Kind.EFFECT) and is_fused(s, card) else SILENT


def no_type() -> Kind | None:
    """What fused Cause and Effect cards count as (4.8)."""
    return None


def has_a_creature(s: State, card: Card) -> bool:
    """Whether a card is a Creature card, or one lies upon it in a fusion in which it is no fragment: domains use it."""
    return card.kind == Kind.CREATURE or any(
        c.kind == Kind.CREATURE and (fused_by(s, c, card, Join.TRUE) or fused_by(s, c, card, Join.TRANS)) for c in Card
    )


def is_creature(s: State, card: Card) -> bool:
    """Whether what stands there fights as a creature: a Creature card, fused with others or not, or a fusion with one
    whose attack and life count in it, on another card."""
    return card.kind == Kind.CREATURE or (
        has_a_creature(s, card)
        and any(adds_its_numbers(s, c, card) for c in Card)
        and a_creature_upon_it_makes_it_one(s)
    )


a_creature_upon_it_makes_it_one = memesis.doubt(
    "is a fusion a creature if its bottom card is a Cause or an Effect, and a creature is truly fused upon it?",
    a_creature_in_it_counts=yes(
        "yes: Causes and Effects lose their type in a fusion, a creature in it does not", default=True
    ),
    as_the_bottom_card_is=no("no: what the others were fused onto says what it is"),
)


# --- face up (6, 7.14) --------------------------------------------------------------------------------------------


def revealed(s: State, card: Card) -> bool:
    """Whether the card that stands there is face up: what is hidden upon it takes nothing from what is its own, and
    keeps away what is gained (7.14); its Runes are asked for by themselves (6.4)."""
    return not s.face_down[head(s, card)]


def hides_a_part(s: State, whole: Card) -> bool:
    """Whether a card that is fused upon another is face down."""
    return any(is_upon(s, c, whole) and s.joined[c] != Join.RUNE and s.face_down[c] for c in Card)


@memesis.term("7.14c")
def gives(s: State, card: Card) -> bool:
    """Whether a card in a fusion gives what it has: the bottom card when it is face up, one upon another when both
    are."""
    whole = head(s, card)
    return revealed(s, whole) and (
        card == whole
        or (
            not s.face_down[card]
            and (not hides_a_part(s, whole) or not one_hidden_part_silences_all(s))
            and not waits_for_a_hidden_card(s, card, whole)
        )
    )


def truly_fused_in_the_open(s: State, whole: Card) -> bool:
    """Whether the cards that make a True Fusion of what lies on a card are all face up (7.14)."""
    return any(fused_by(s, c, whole, Join.TRUE) and not s.face_down[c] for c in Card) or (
        all(
            any(
                (c == whole or fused_by(s, c, whole, Join.TRANS)) and c.family == f and not s.face_down[c] for c in Card
            )
            for f in Family
        )
        and complete_transfusion_is_true(s)
    )


def waits_for_a_hidden_card(s: State, card: Card, whole: Card) -> bool:
    """Whether a creature in a Trans Fusion gives something by a True Fusion alone, of which a card is still hidden."""
    return (
        fused_by(s, card, whole, Join.TRANS)
        and card.kind == Kind.CREATURE
        and truly_fused(s, whole)
        and not truly_fused_in_the_open(s, whole)
        and not trans_pairs_stack(s)
    )


one_hidden_part_silences_all = memesis.doubt(
    "does a hidden card that is fused to others silence what these have gained from one another before?",
    its_own_fusion_only=no("no: the cards involved are those of that one fusion", default=True),
    all_that_is_fused=yes("yes: all the cards must be revealed"),
)


hidden_parts_stack = memesis.doubt(
    "do attack and life of creatures in True Fusion add up while one of them is hidden?",
    numbers_are_gained_too=no("What is gained is not there until all are revealed.", "7.14c", default=True),
    numbers_are_no_abilities=yes(
        "It is abilities that wait; attack and life are attributes, and they stack.", "2.4a", "7.9a", "7.9b"
    ),
)


# --- upgrades (5, 7) ----------------------------------------------------------------------------------------------


def rune_upgrades(s: State, card: Card, mark: Mark) -> bool:
    """Whether a revealed Rune of that marking lies upon a card."""
    return any(fused_by(s, c, card, Join.RUNE) and c.rune == mark and not s.face_down[c] for c in Card)


def fragment_upgrades(s: State, card: Card, mark: Mark) -> bool:
    """Whether a revealed card that became a fragment of that marking is partially fused with it."""
    return any(fused_by(s, c, card, Join.PARTIAL) and s.fragment[c] == mark and gives(s, c) for c in Card)


def shares(s: State, whole: Card, mark: Mark) -> bool:
    """Whether the creatures that a True Fusion is made of share a marking (7.9), as far as they are face up (7.14)."""
    creatures = sum(1 for c in Card if c.kind == Kind.CREATURE and stacks(s, c, whole) and gives(s, c))
    bearers = sum(
        1
        for c in Card
        if c.kind == Kind.CREATURE and c.upgrades[mark] is not None and stacks(s, c, whole) and gives(s, c)
    )
    return truly_fused_in_the_open(s, whole) and bearers >= 2 and (bearers == creatures or any_two_share(s))


any_two_share = memesis.doubt(
    "do three creatures in True Fusion share a marking that two of them bear?",
    all_must_bear_it=no("no: all of them must bear it", default=True),
    two_are_enough=yes("yes: any two that bear it share it"),
)


@memesis.term("5.1b", "5.6e", "7.12c", "5.7b", "6.4c", "7.14c")
def upgraded(s: State, card: Card, mark: Mark) -> bool:
    """Whether a card has the upgrade that its marking states: by a Rune or a fragment upon it, which work on the
    bottom card alone; they and the card are face up."""
    return (
        card.upgrades[mark] is not None
        and revealed(s, card)
        and head(s, card) == card
        and (rune_upgrades(s, card, mark) or fragment_upgrades(s, card, mark))
    )


@upgraded.exception("7.9d")
def shared_markings_work(s: State, card: Card, mark: Mark) -> bool | Silent:
    """Creatures in True Fusion have the abilities whose marking they share, each its own."""
    whole = head(s, card)
    return (
        rune_upgrades(s, whole, mark) or not shared_markings_wait_for_a_rune(s)
        if card.upgrades[mark] is not None
        and card.kind == Kind.CREATURE
        and stacks(s, card, whole)
        and shares(s, whole, mark)
        and gives(s, card)
        else SILENT
    )


shared_markings_wait_for_a_rune = memesis.doubt(
    "do creatures in True Fusion have the abilities of shared markings at once, or by a Rune only?",
    they_are_gained=no("They gain the abilities, in the examples too.", "7.9d", "7.10b", default=True),
    they_are_triggered=yes(
        "What is gained are abilities that a Rune could trigger; 7.13 lets opponents play one.", "7.10a"
    ),
)


@upgraded.exception("7.10a")
def unshared_markings_are_ignored(s: State, card: Card, mark: Mark) -> bool | Silent:
    """Of two or more creatures in True Fusion markings that they do not share are ignored."""
    return (
        False
        if card.upgrades[mark] is not None
        and card.kind == Kind.CREATURE
        and head(s, card) == card
        and rune_upgrades(s, card, mark)
        and not fragment_upgrades(s, card, mark)
        and truly_fused(s, card)
        and any(c != card and c.kind == Kind.CREATURE and stacks(s, c, card) for c in Card)
        and not shares(s, card, mark)
        and not runes_work_on_true_fusions(s)
        else SILENT
    )


runes_work_on_true_fusions = memesis.doubt(
    "does a Rune on a True Fusion give the bottom card an upgrade of a marking that is not shared?",
    such_markings_are_ignored=no(
        "In the example the abilities of unshared markings are both ignored.", "7.10a", default=True
    ),
    a_rune_upgrades_what_is_marked=yes(
        "A Rune gives a card that bears its marking the upgrade, and opponents may play Runes on True Fusions.",
        "5.1b",
        "7.13",
    ),
)


@memesis.term("7.9c")
def keeps_its_ability(s: State, card: Card) -> bool:
    """Whether a card that is fused to another has its printed ability still; a Rune has none."""
    return s.joined[card] != Join.RUNE


@keeps_its_ability.exception("7.1b")
def fragments_may_lose_it(s: State, card: Card) -> bool | Silent:
    """In Partial Fusion a card becomes a Rune fragment."""
    return SILENT if s.joined[card] != Join.PARTIAL else fragments_keep_their_abilities(s, card)


@keeps_its_ability.exception("7.9c", "7.1i")
def trans_pairs_may_lose_it(s: State, card: Card) -> bool | Silent:
    """Of creatures in True Fusion it is said that abilities are stacked, of a Trans Fusion that is incomplete it is
    not; Causes and Effects have theirs in every fusion (4.2, 7.5)."""
    return (
        False
        if s.joined[card] == Join.TRANS
        and card.kind == Kind.CREATURE
        and not truly_fused(s, card)
        and not trans_pairs_stack(s)
        else SILENT
    )


@memesis.question("does a card that became a fragment have its printed ability still?")
def fragments_keep_their_abilities(s: State, card: Card) -> bool:
    return ask(
        incantations_do=says(
            True if card.kind in (Kind.CAUSE, Kind.EFFECT) else SILENT,
            "Abilities of fused Causes and Effects are used once in a turn.",
            "4.2c",
            "4.8c",
            "7.5c",
            "7.5d",
            "7.6c",
            default=True,
        ),
        it_is_a_fragment_now=says(False, "The card becomes one of its fragments, and does not stack.", "7.1b", "7.12a"),
    )


# --- attack and life (2.4, 7.9) -----------------------------------------------------------------------------------


def raised(s: State, whole: Card, does: Does) -> int:
    """By how much upgrades and printed abilities that hold by themselves raise a number of a card."""
    return sum(
        c.level for c in Card for m in Mark if stacks(s, c, whole) and c.upgrades[m] == does and upgraded(s, c, m)
    ) + sum(c.level for c in Card if c.does == does and stacks(s, c, whole) and gives(s, c))


def adds_its_numbers(s: State, card: Card, whole: Card) -> bool:
    """Whether a creature upon another card adds its attack and life."""
    return (
        card != whole
        and card.kind == Kind.CREATURE
        and stacks(s, card, whole)
        and (gives(s, card) or hidden_parts_stack(s))
    )


@memesis.term("2.1b", "2.4b")
def attack_power(s: State, card: Card) -> int:
    """How much damage a creature inflicts."""
    return card.attack


@attack_power.adjust("7.9a")
def stacked_attack(s: State, card: Card) -> int:
    """Creatures in True Fusion stack their attack."""
    return sum(c.attack for c in Card if adds_its_numbers(s, c, card))


@attack_power.adjust("5.1b")
def upgraded_attack(s: State, card: Card) -> int:
    """An upgrade may raise it."""
    return raised(s, card, Does.STRONGER)


@memesis.term("2.1b", "2.4c")
def life_points(s: State, card: Card) -> int:
    """How much damage a creature can still endure."""
    return card.life


@life_points.adjust("7.9b")
def stacked_life(s: State, card: Card) -> int:
    """Creatures in True Fusion stack their life."""
    return sum(c.life for c in Card if adds_its_numbers(s, c, card))


@life_points.adjust("5.1b")
def upgraded_life(s: State, card: Card) -> int:
    """An upgrade may raise it; that of a sourced card, whose abilities are null, or not."""
    more = raised(s, card, Does.TOUGHER)
    return 0 if more > 0 and s.sourced[card] and added_life_is_an_ability(s) else more


added_life_is_an_ability = memesis.doubt(
    "has a creature the Life that upgrades add while it is sourced?",
    abilities_are_what_is_used=no("yes: abilities are only what a player uses", default=True),
    it_is_null_while_sourced=yes("no: it is an ability, and null"),
)


@life_points.adjust("2.4c", "3.6d")
def less_damage(s: State, card: Card) -> int:
    """Damage lowers it until the creature regenerates."""
    return -s.damage[card]
