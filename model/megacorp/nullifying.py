"""MegaCorp, 5.3: what ends an attack after its declaration, or turns it to another card: what moved or left."""

from model.megacorp.another import goes_on_against_another
from model.megacorp.areas import lies_in_the_area
from model.megacorp.asking import bring_in
from model.megacorp.caught import in_area_unweighed, weigh
from model.megacorp.challenge import attacked_first, blockers, may_go_on
from model.megacorp.places import is_bonded, on_top, place_of, taken
from model.megacorp.state import Card, Keyword, Player, State, Step, megacorp
from model.megacorp.turns import settled
from model.megacorp.words import bears, has
from ruleslawyer.lang import effect, no, the, when, yes


@megacorp.duty("5.3.14a", "3.3.3b")
def attack_without_an_attacker(s: State) -> None:
    """An attacker that is gone, or bonded beneath another card, attacks no more."""
    s.step = Step.CHALLENGE


@attack_without_an_attacker.when
def attacker_is_gone(s: State) -> bool:
    attacker = s.attacker
    return may_go_on(s) and (attacker is None or not on_top(s, attacker))


@megacorp.duty("5.3.9a", "5.3.9b", "9.26.1e", "9.26.1f")
def target_has_changed(s: State) -> None:
    """What was attacked is gone, or was built over: the attack is nullified, or goes on against what lies there now."""
    aimed = s.aimed
    attacker = s.attacker
    card = s.defender
    if aimed is not None and card is not None and taken(s, aimed) and goes_on_against_another(s, card, aimed):
        with effect("9.26.1f", "5.3.6c"):
            s.defender = the(c for c in Card if s.slot[c] == aimed)
            for c in Card:
                if s.slot[c] == aimed:
                    s.assailed[c] = True
        with effect("9.26.1f", "9.27.1a", "5.3.20a", "5.3.17b"):
            bring_in(s, frozenset(c for c in Card if s.slot[c] == aimed))
    else:
        with effect("5.3.9a", "5.3.9b"):
            if attacker is not None and card is not None and not nullified_attacks_count(s):
                s.attacked[attacker] = False
                s.assailed[card] = False
            s.step = Step.CHALLENGE


@target_has_changed.when
def target_is_elsewhere(s: State) -> bool:
    card = s.defender
    return (
        may_go_on(s)
        and card is not None
        and blockers(s) == 0
        and (place_of(s, card) != s.aimed or is_built_over(s, card))
    )


@megacorp.duty("9.2.1a", "5.3.9a", "9.26.1f")
def area_has_changed(s: State) -> None:
    """While an area attack goes on, a card has left its area, which is not hit there (5.3.9a), or has come into it."""
    attacker = s.attacker
    trait = s.contested
    gone = frozenset(c for c in Card if s.caught[c] and not lies_in_the_area(s, c))
    fresh = frozenset(c for c in Card if in_area_unweighed(s, c))
    with effect("9.12.1a"):
        for c in Card:
            if c in gone and has(s, c, Keyword.ELUSIVE) and not nullified_attacks_count(s):
                s.assailed[c] = False
    if attacker is not None and trait is not None:
        with effect("9.2.1a", "5.3.9a", "9.26.1f"):
            weigh(s, attacker, trait)
            bring_in(s, fresh)


@area_has_changed.when
def somewhere_else_in_the_area(s: State) -> bool:
    attacker = s.attacker
    return (
        may_go_on(s)
        and s.step != Step.DECLARED
        and attacker is not None
        and on_top(s, attacker)
        and s.defender is None
        and any(s.weighed[c] != lies_in_the_area(s, c) or (s.caught[c] and s.stood[c] != s.slot[c]) for c in Card)
    )


def is_built_over(s: State, card: Card) -> bool:
    """Whether what was attacked lies beneath another card now (9.28); PENETRATOR reaches it there (9.22)."""
    attacker = s.attacker
    return is_bonded(s, card) and (attacker is None or not bears(s, attacker, Keyword.PENETRATOR))


nullified_attacks_count = megacorp.doubt(
    "does a nullified attack count as the one of the turn?",
    attacking_is_done_once=yes(
        "Each character can attack once, and a card with ELUSIVE be attacked once: the attack was declared.",
        "5.3.13",
        "9.12.1a",
        default=True,
    ),
    what_is_nullified_never_was=no("It is considered nullified.", "5.3.9a"),
)


@megacorp.duty("5.3.23")
def blockers_are_gone(s: State) -> None:
    """No blocker is left before damage is dealt. Where the target stands again, what follows on blocks follows for it:
    SUPPRESSOR, and whether it deals damage back. Of an area only the space that they blocked is given up."""
    # A blocker that was bought, or taken back and deployed anew, is one no longer (5.3.23).
    when(
        s.step == Step.SPLIT
        and settled(s)
        and s.blocked
        and blockers(s) == 0
        and (s.defender is not None or any(s.blocking[c] or (s.caught[c] and s.slot[c] == s.aimed) for c in Card))
    )
    if target_stands_again(s):
        with effect("5.3.23", "9.12.1a"):
            s.blocked = False
            for c in Card:
                s.blocking[c] = False
                if attacked_first(s, c):
                    s.assailed[c] = True
            for p in Player:
                s.asked[p] = False
            s.step = Step.BLOCK
    elif s.defender is not None:
        with effect("5.3.23"):
            s.step = Step.CHALLENGE
    else:
        with effect("5.3.23", "9.2.1s"):
            for c in Card:
                s.blocking[c] = False
                if s.slot[c] == s.aimed:
                    s.caught[c] = False


target_stands_again = megacorp.doubt(
    "whom does an attack hit whose blockers are all gone before damage?",
    as_long_as_there_is_a_blocker=yes("the target: a blocker replaces it only as long as there is one", default=True),
    blocked_for_good=no("nobody: what was blocked stays blocked"),
)
