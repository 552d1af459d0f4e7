"""MegaCorp, 5.3: whom a challenge asks: who may block, and who may withhold damage."""

from model.megacorp.challenge import attacked_first, defends, suppressed_at_once
from model.megacorp.deeds import subdue
from model.megacorp.state import Card, Keyword, Player, State, Step, megacorp
from model.megacorp.turns import is_out, on_turn, two_players
from model.megacorp.words import controller, has, score
from ruleslawyer.lang import SILENT, ask, effect, no, says, yes

# --- who may block ------------------------------------------------------------------------------------------------


area_attacks_are_blocked = megacorp.doubt(
    "may an area attack be blocked?",
    like_any_attack=yes(
        "it can: blockers replace the card in the target space, the rest of the area is hit as well", default=True
    ),
    everything_defends_already=no("it cannot: everything in the area defends already"),
)


@megacorp.question("which of several non-turn players may declare blockers?")
def is_asked_to_block(s: State, who: Player) -> bool:
    return ask(
        the_only_non_turn_player=says(
            not on_turn(s, who) if two_players() else SILENT,
            "The non-turn player may: with two there is just one.",
            "5.3.20a",
        ),
        whoever_is_attacked=says(
            not on_turn(s, who) and any(attacked_first(s, c) and controller(s, c) == who for c in Card),
            "whoever controls what is attacked",
            default=True,
        ),
        every_non_turn_player=says(not on_turn(s, who), "every one of them"),
    )


# --- who may withhold damage --------------------------------------------------------------------------------------


def could_deal_back(s: State, card: Card) -> bool:
    """Whether a defender might deal damage back, so that its controller is asked."""
    trait = s.contested
    return (
        trait is not None
        and defends(s, card)
        and score(s, card, trait) > 0
        and (not s.retaliated[card] or has(s, card, Keyword.REFLEXES))
    )


# --- what comes to be attacked later ------------------------------------------------------------------------------


@megacorp.deed("9.26.1f", "5.3.20a", "5.3.17b", "9.27.1a")
def bring_in(s: State, newcomers: frozenset[Card]) -> None:
    """What now lies where the attack was made is attacked like what lay there: its controller is asked to block, or
    whether it deals damage back, and SUPPRESSOR engages it; nobody is asked any more for what lay there."""
    attacker = s.attacker
    at_once = s.step == Step.SPLIT
    with effect("9.27.1a"):
        for c in Card:
            if (
                c in newcomers
                and defends(s, c)
                and attacker is not None
                and has(s, attacker, Keyword.SUPPRESSOR)
                and (at_once or suppressed_at_once(s))
            ):
                subdue(s, c)
    with effect("5.3.20a", "5.3.17b"):
        for p in Player:
            if s.step != Step.DECLARED and (  # where nobody was asked yet
                s.asked[p]
                or (
                    any(c in newcomers and attacked_first(s, c) and controller(s, c) == p for c in Card)
                    and not is_out(s, p)
                )
            ):
                s.asked[p] = (
                    any(
                        controller(s, c) == p
                        and ((s.asked[p] and defends(s, c)) or (c in newcomers and could_deal_back(s, c)))
                        for c in Card
                    )
                    if at_once
                    else (s.defender is not None or area_attacks_are_blocked(s)) and is_asked_to_block(s, p)
                )
