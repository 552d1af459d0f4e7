"""MegaCorp, 7.4 with chapter 5: the moments at which automatic abilities trigger."""

from model.megacorp.state import Card, Player, State, Step, When, Zone, megacorp
from model.megacorp.turns import is_out, on_turn
from model.megacorp.words import controller
from ruleslawyer.lang import ask, effect, emit, moment, no, says, yes


@moment("7.4.1b")
class Triggered:
    """What an automatic ability of this card waits for has happened; this player controls it."""

    who: Player
    card: Card


@megacorp.deed("7.4.1b", "7.4.2a")
def trigger(s: State, card: Card) -> None:
    """What an automatic ability waits for has happened."""
    with effect("7.4.1b"):
        emit(s, Triggered(who=controller(s, card), card=card))


@megacorp.deed("7.4.1a", "7.4.1b")
def happen(s: State, when: When) -> None:
    """A moment comes: the automatic abilities of cards in play that wait for it trigger; bonded cards use none
    (3.3.3a)."""
    with effect("7.4.1b"):
        for c in Card:
            if (
                c.when == when
                and s.zone[c] == Zone.NETWORK
                and (when != When.BLOCK or attacks_have_a_block_phase(s))
                and triggers_now(s, c, when)
            ):
                if when == When.END and not may_be_declined(s):
                    s.compelled[c] = s.under[c] is None and not is_out(s, controller(s, c))
                else:
                    trigger(s, c)


@megacorp.question(
    "in whose turns do abilities trigger that wait for a moment of the turn?",
    about=("trigger",),
    aside={
        "leave": "being destroyed is no moment of a turn",
        "leave_alone": "being destroyed is no moment of a turn",
        "lay_down": "being destroyed is no moment of a turn",
    },
)
def triggers_now(s: State, card: Card, when: When) -> bool:
    return ask(
        in_the_own_turn=says(
            when == When.BLOCK or on_turn(s, controller(s, card)),
            "in the turn of the controller; at the block phase in every turn",
            default=True,
        ),
        in_every_turn=says(True, "in every turn"),
    )


attacks_have_a_block_phase = megacorp.doubt(
    "does an ability that waits for the block phase act in each attack?",
    before_blockers_are_named=yes(
        "What waits for the beginning of the block phase triggers in a challenge.", "5.3.19", default=True
    ),
    no_phase_is_called_so=no(
        "Blockers are named in the Challenge phase, and no phase is called the block phase.", "5.3.20a"
    ),
)


may_be_declined = megacorp.doubt(
    "may an ability that triggers at the end of a turn be declined?",
    every_automatic_ability_may_be=yes(
        "The player who controls the card decides whether to resolve it or to miss the opportunity.",
        "7.4.2c",
        default=True,
    ),
    all_are_resolved_at_the_end=no(
        "The end phase orders that these triggers be resolved, all of them.", "5.5.7a", "5.5.7b"
    ),
)


# --- in phase A (5.1) -----------------------------------------------------------------------------------------------


def in_phase_a(s: State) -> bool:
    """The Accounting phase (5.1)."""
    return s.step in (Step.INCOME, Step.UPKEEP, Step.READY, Step.REVEAL, Step.OFFER, Step.DRAW, Step.DRAWN)


@megacorp.deed("5.1.1b", "5.1.2b")
def arrive(s: State, card: Card) -> None:
    """A card was put into play: in phase A, an ability that waits for that phase may trigger now."""
    with effect("5.1.1b", "5.1.2b"):
        if (
            card.when == When.ACCOUNTING
            and in_phase_a(s)
            and triggers_now(s, card, When.ACCOUNTING)
            and arrivals_trigger(s)
        ):
            trigger(s, card)


arrivals_trigger = megacorp.doubt(
    "do abilities that trigger during phase A trigger for a card that comes into play later in it?",
    only_as_the_phase_begins=no("Such abilities trigger at the first step of the phase.", "5.1.1b", default=True),
    whenever_put_into_play=yes(
        "That being put into play again gives no further trigger means that being put into play gives one.", "5.1.2b"
    ),
    about=("dock", "bond"),
    aside={"a_card_arrives": "what it does as it is docked comes with the next stage"},
)
