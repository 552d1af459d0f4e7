"""Mnemonic, written from the text of its rules alone: a game that one state at a time can be put into.

Where the text says that the rest is as in "your favourite CCG", the rest is what spec/ccg assumes. Where it can be read
in several ways, `self.reads(question, option)` asks which one is followed; the questions are those that `serve` lists.

A state is a dict, as docs/conformance.md has it. All that is done by itself between two decisions is in `rest`.

Long: one engine, read from top to bottom beside the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

from second_engine import Move, Position

READING = {
    "mana_lasts_the_turn": "it_is_lost_with_the_step",
    "things_are_answered": "they_wait_on_the_stack",
    "who_begins_by_lot": "by_lot",
    "mulligans_are_taken": "the_first_hand_stays",
    "beginner_draws": "the_first_draw_is_skipped",
    "single_cards_are_passed": "they_are_kept",
    "ten_more_are_discarded": "step_3_removes",
    "a_card_may_cost_nothing": "one_is_one_or_more",
    "fresh_sevens_give_mana": "they_are_sick",
    "both_sentences_apply": "a_star_has_to_be_there",
    "hands_are_discounted": "a_card_less",
    "short_rows_have_gaps": "any_two_of_three",
    "sevens_complete_hands": "every_land_does",
    "hands_are_of_cards_in_hand": "hands_are_of_lands_in_play",
    "abilities_are_discounted": "the_card_alone_is",
    "abilities_are_used_in_play": "they_are_discarded_from_the_hand",
    "aces_hit_anybody": "any_target_player",
    "how_a_jack_is_cast": "instead_of_the_pair",
    "a_jack_that_enchants_is_a_creature": "it_is_an_aura_alone",
    "jacks_stay_without_creature": "it_falls",
    "a_draw_follows_the_reshuffle": "the_draw_follows",
    "an_empty_library_is_drawn_from_again": "it_costs_one_life",
    "suits_act_from_anywhere": "wherever_it_comes_from",
    "takers_use_abilities": "the_controller_does",
    "what_is_used_comes_back": "durable_says_when",
    "spades_dig_themselves_up": "any_card_of_the_graveyard",
}

SEVEN, JACK, QUEEN, KING, ACE = 7, 11, 12, 13, 14
HAND_OF = {JACK: 2, QUEEN: 3, KING: 3, ACE: 3}  # how many cards pay for a face card
ABILITIES = {
    "ace_to_the_face": (ACE, "FACE"),
    "annihilate": (ACE, "ANNIHILATE"),
    "kings_command": (KING, "COMMAND"),
    "killer_queen": (QUEEN, "KILLER"),
    "jumping_jacks": (JACK, "JUMPING"),
}


class Game(Position):
    def __init__(self, scope: dict[str, Any], reading: dict[str, str]) -> None:
        super().__init__(scope)
        self.colours = scope["sorts"]["Colour"]
        self.numbers = {name.partition(".")[2]: value for name, value in scope["constants"].items()}
        # Two constants are called "hand": seven cards to begin with, three cards at most of a mana hand.
        self.first_hand = scope["constants"]["Numbers.hand"]
        self.mana_hand = scope["constants"]["Book.hand"]
        self.reading = reading

    def reads(self, question: str, option: str) -> bool:
        return self.reading[question] == option

    # --- words -------------------------------------------------------------------------------------------------

    def other(self, who: str) -> str:
        return next(p for p in self.players if p != who)

    def value(self, card: str) -> int:
        return self.cards[card]["value"]

    def colour(self, card: str) -> str | None:
        return self.cards[card]["colour"]

    def suit(self, card: str) -> str | None:
        colour = self.colour(card)
        return None if colour is None else self.colours[colour]["suit"]

    def among(self, zone: str, who: str) -> list[str]:
        """The cards of a player's library, hand or graveyard."""
        return [c for c in self.cards if self.s["zone"][c] == zone and self.s["owner"][c] == who]

    def in_play(self, card: str) -> bool:
        return self.s["zone"][card] == "BATTLEFIELD"

    def controller(self, card: str) -> str:
        return self.s["taken"][card] or self.s["owner"][card]

    def controls(self, who: str, card: str) -> bool:
        return self.in_play(card) and self.controller(card) == who

    def is_land(self, card: str) -> bool:
        return 2 <= self.value(card) <= SEVEN

    def is_creature(self, card: str) -> bool:
        """7s and all above; a Jack that enchants a creature is an aura, and perhaps a creature as well."""
        return self.value(card) >= SEVEN and (self.s["attached"][card] is None or self.s["creature_too"][card])

    def creatures(self) -> list[str]:
        return [c for c in self.cards if self.in_play(c) and self.is_creature(c)]

    def strength(self, card: str) -> int:
        """Strength and toughness: what the card costs, and 1 for a 7."""
        return HAND_OF.get(self.value(card), 1)

    def flies(self, card: str) -> bool:
        return any(self.in_play(jack) and self.s["attached"][jack] == card for jack in self.cards)

    def is_sick(self, card: str) -> bool:
        return self.is_creature(card) and self.s["fresh"][card] and self.s["taken"][card] is None

    def membership(self, who: str, card: str) -> bool:
        """Clubs cost less for whoever controls a creature of Clubs."""
        members = (c for c in self.creatures() if self.suit(c) == "CLUBS" and self.controller(c) == who)
        return self.suit(card) == "CLUBS" and any(members)

    # --- costs -------------------------------------------------------------------------------------------------

    def price(self, who: str, card: str, discounted: bool) -> int:
        """How much mana in its suit a number or an ability costs: one, or for a member nothing."""
        less = discounted and self.membership(who, card)
        return 0 if less and self.reads("a_card_may_cost_nothing", "one_is_one_or_more") else 1

    def price_of_ability(self, who: str, card: str) -> int:
        return self.price(who, card, self.reads("abilities_are_discounted", "whatever_a_club_costs"))

    def affords(self, who: str, card: str, price: int) -> bool:
        return self.s["pool"][who][self.colour(card)] >= price

    def pays(self, who: str, card: str, price: int) -> None:
        self.s["pool"][who][self.colour(card)] -= price

    def hand_laid(self, who: str) -> list[str]:
        """The lands tapped, and the cards shown, for a mana hand."""
        return [c for c in self.cards if self.s["laid"][c] and self.holder(c) == who]

    def holder(self, card: str) -> str:
        return self.controller(card) if self.in_play(card) else self.s["owner"][card]

    def is_paid_by(self, who: str, card: str, laid: list[str]) -> bool:
        """Whether the mana hand that a face card costs is among what lies there, with a land that completes it."""
        less = self.membership(who, card) and self.reads("hands_are_discounted", "a_card_less")
        less_by = self.cards_less(less, self.value(card) == ACE)
        hands = combinations(laid, HAND_OF[self.value(card)] - less_by)
        return card not in laid and any(
            any(self.in_play(c) for c in hand) and self.is_hand(self.value(card), card, list(hand)) for hand in hands
        )

    def cards_less(self, less: bool, only_clubs: bool) -> int:
        both = only_clubs and self.reads("both_sentences_apply", "a_club_is_of_any_suit")
        return (2 if both else 1) if less else 0

    def is_hand(self, form: int, card: str, hand: list[str]) -> bool:
        """A pair, three of a kind, a straight or a flush, or what a member leaves of it, with a card in suit."""
        if all(self.suit(c) != self.suit(card) for c in hand):
            return False
        values = sorted(self.value(c) for c in hand)
        if form in (JACK, QUEEN):
            return values[0] == values[-1]
        if form == KING:
            return self.is_row(values)
        return all(self.suit(c) == self.suit(card) for c in hand)

    def is_row(self, values: list[int]) -> bool:
        steps = [b - a for a, b in pairwise(values)]
        gaps = len(values) == 2 and self.reads("short_rows_have_gaps", "any_two_of_three")
        return all(step == 1 or (gaps and step == 2) for step in steps)

    def is_straight_flush(self, who: str, card: str, laid: list[str]) -> bool:
        """Annihilate costs one, of lands in play."""
        less = self.membership(who, card) and self.reads("abilities_are_discounted", "whatever_a_club_costs")
        less = less and self.reads("hands_are_discounted", "a_card_less")
        hands = [list(hand) for hand in combinations(laid, HAND_OF[ACE] - self.cards_less(less, True))]
        flushes = [hand for hand in hands if self.is_hand(ACE, card, hand)]
        in_a_row = any(self.is_row(sorted(self.value(c) for c in hand)) for hand in flushes)
        return in_a_row and all(self.in_play(c) for c in laid)

    def use_up_hand(self, who: str) -> None:
        for card in self.hand_laid(who):
            self.s["laid"][card] = False
            if self.s["zone"][card] == "HAND" and self.reads("hands_are_of_cards_in_hand", "they_are_discarded"):
                self.bury(card)

    # --- whose decision it is ----------------------------------------------------------------------------------

    def awaited(self) -> list[str]:
        s = self.s
        if "Digging" in s:
            return s["Digging"]["awaits"]
        waiting = [
            p for p in self.players if any(s["pending_dig"][p].values()) or any(s["pending_return_to_top"][p].values())
        ]
        if waiting:
            return waiting
        if s["stage"] == "CHOOSE":
            return [p for p in self.players if self.may_keep(p)]
        if s["stage"] == "SIDEBOARD":
            return [p for p in self.players if not s["ready"][p]]
        if s["step"] == "AGREE":
            return self.players
        if s["step"] == "MULLIGAN":
            return [p for p in self.players if not s["kept"][p]]
        if s["stack"]:
            return [self.other(s["caster"][s["stack"][0]])]
        if s["step"] in ("MAIN", "ATTACK", "END"):
            return [s["turn"]]
        if s["step"] == "BLOCK":
            return [self.other(s["turn"])]
        return []

    def may_act(self, who: str) -> bool:
        """In one's own main phase and attack, in the opponent's blocks, and in answer."""
        return self.s["step"] in ("MAIN", "ATTACK", "BLOCK") and who in self.awaited()

    def quiet_main_phase(self, who: str) -> bool:
        return self.s["step"] == "MAIN" and self.s["turn"] == who and not self.s["stack"]

    def ended(self) -> bool:
        return any(self.s["lost"].values())

    # --- the actions that may be taken -------------------------------------------------------------------------

    def legal(self) -> Iterator[Move]:
        if not self.ended():
            yield from (move for move in self.moves() if move[0] not in self.off)

    def moves(self) -> Iterator[Move]:
        s = self.s
        awaited = self.awaited()
        if "Digging" in s:
            [who] = awaited
            for card in self.among("GRAVEYARD", s["owner"][s["Digging"]["card"]]):
                if self.may_dig_up(s["Digging"]["card"], card):
                    yield "dig_up", {"who": who, "card": card}
        elif self.is_reacting():
            yield from self.reactions()
        elif s["stage"] != "OVER":
            yield from self.draft_moves()
        elif not awaited:
            yield from self.outcomes()
        else:
            for who in awaited:
                yield from self.choices(who)

    def is_reacting(self) -> bool:
        pending = (self.s["pending_dig"], self.s["pending_return_to_top"])
        return any(flag for field in pending for entry in field.values() for flag in entry.values())

    def reactions(self) -> Iterator[Move]:
        """Diamonds may come back, as long as they are there; Spades may dig, where there is something to be found."""
        for who in self.players:
            for card in self.cards:
                if self.s["pending_return_to_top"][who][card]:
                    if self.s["zone"][card] == "GRAVEYARD":
                        yield "return_to_top", {"who": who, "card": card}
                    yield "miss_return_to_top", {"who": who, "card": card}
                if self.s["pending_dig"][who][card]:
                    graveyard = self.among("GRAVEYARD", self.s["owner"][card])
                    if any(self.may_dig_up(card, found) for found in graveyard):
                        yield "dig", {"who": who, "card": card}
                    yield "miss_dig", {"who": who, "card": card}

    def may_dig_up(self, spade: str, card: str) -> bool:
        return card != spade or self.reads("spades_dig_themselves_up", "any_card_of_the_graveyard")

    def draft_moves(self) -> Iterator[Move]:
        stage = self.s["stage"]
        if stage in ("DISCARD", "REMOVE", "SPLIT"):
            action = {"DISCARD": "throw_out", "REMOVE": "remove", "SPLIT": "split"}[stage]
            place = "PACKET" if stage == "SPLIT" else "PILE"
            yield from ((action, {"card": card}) for card in self.at(place))
        if stage == "CHOOSE":
            for who in self.awaited():
                yield from (("keep_card", {"who": who, "card": card}) for card in self.at("RECEIVED", who))
        if stage == "SIDEBOARD":
            for who in self.awaited():
                if len(self.at("SIDE", who)) < self.numbers["sideboard"]:
                    yield from (("put_aside", {"who": who, "card": card}) for card in self.at("KEPT", who))
                yield "be_ready", {"who": who}

    def outcomes(self) -> Iterator[Move]:
        """What chance brings: who begins, and the card that is dealt or drawn."""
        if self.s["step"] == "BEGIN":
            yield from (("begin", {"who": who}) for who in self.players)
        if self.s["step"] == "DEAL":
            for who in self.players:
                if self.is_dealt_to(who):
                    yield from (("deal", {"card": card}) for card in self.among("LIBRARY", who))
        who = self.draws_next()
        if who is not None:
            yield from (("draw", {"card": card}) for card in self.s["known"][who][:1] or self.among("LIBRARY", who))

    def is_dealt_to(self, who: str) -> bool:
        """A first hand is of seven cards, or a card fewer where it was changed, or of all that there are."""
        size = self.first_hand - self.s["mulligans"][who]
        return not self.s["kept"][who] and len(self.among("HAND", who)) < size and bool(self.among("LIBRARY", who))

    def draws_next(self) -> str | None:
        return next((p for p in self.players if self.s["owed"][p] > 0), None)

    def choices(self, who: str) -> Iterator[Move]:
        s = self.s
        if s["step"] == "AGREE":
            yield from (("agree", {"who": who, "first": first}) for first in self.players)
        elif s["step"] == "MULLIGAN":
            yield "keep", {"who": who}
            if s["mulligans"][who] == 0:
                yield "mulligan", {"who": who}
        elif s["step"] == "END":
            yield from (("discard_down", {"who": who, "card": card}) for card in self.among("HAND", who))
        else:
            yield from self.lands(who)
            yield from self.spells(who)
            yield from self.abilities(who)
            yield from self.combat(who)
            yield ("let_it_resolve" if s["stack"] else "go_on"), {"who": who}

    def lands(self, who: str) -> Iterator[Move]:
        s = self.s
        laid = self.hand_laid(who)
        may_play = self.quiet_main_phase(who) and s["land_played"] < self.numbers["lands_a_turn"]
        for card in self.among("HAND", who):
            if self.is_land(card) and may_play:
                yield "play_land", {"who": who, "card": card}
            if self.may_be_shown(who, card, laid):
                yield "show", {"who": who, "card": card}
        for card in self.cards:
            if self.controls(who, card) and self.is_land(card) and not s["tapped"][card] and self.may_tap(card):
                yield "tap_for_mana", {"who": who, "card": card}
                if self.may_stand_in_a_hand(card) and len(laid) < self.mana_hand:
                    yield "lay", {"who": who, "card": card}

    def may_stand_in_a_hand(self, card: str) -> bool:
        return self.value(card) != SEVEN or self.reads("sevens_complete_hands", "every_land_does")

    def may_be_shown(self, who: str, card: str, laid: list[str]) -> bool:
        """A card in hand stands in a mana hand beside a land, for another card in hand."""
        if card in laid or self.reads("hands_are_of_cards_in_hand", "hands_are_of_lands_in_play"):
            return False
        for_another = any(c != card and self.value(c) in HAND_OF for c in self.among("HAND", who))
        return for_another and 0 < len(laid) < self.mana_hand and self.may_stand_in_a_hand(card)

    def may_tap(self, card: str) -> bool:
        return not self.is_sick(card) or self.reads("fresh_sevens_give_mana", "they_are_lands")

    def spells(self, who: str) -> Iterator[Move]:
        """Creatures are cast in one's own main phase, while nothing waits."""
        if not self.quiet_main_phase(who):
            return
        laid = self.hand_laid(who)
        for card in self.among("HAND", who):
            if self.value(card) in HAND_OF:
                payable = self.is_paid_by(who, card, laid)
            else:
                payable = self.value(card) > SEVEN and self.affords(who, card, self.price(who, card, True))
            if payable:
                yield "cast", {"who": who, "card": card}

    def abilities(self, who: str) -> Iterator[Move]:
        for action, (value, _) in ABILITIES.items():
            for card in (c for c in self.cards if self.value(c) == value):
                if card in self.s["stack"] or not self.is_usable(who, card, action):
                    continue
                if action == "ace_to_the_face":
                    anybody = self.reads("aces_hit_anybody", "any_target_player")
                    yield from (
                        (action, {"who": who, "card": card, "at": at}) for at in self.players if anybody or at != who
                    )
                elif action == "annihilate":
                    yield action, {"who": who, "card": card}
                else:
                    yield from (
                        (action, {"who": who, "card": card, "target": target})
                        for target in self.creatures()
                        if target != card
                    )

    def is_usable(self, who: str, card: str, action: str) -> bool:
        if action == "annihilate":
            return self.is_where_it_is_used(who, card) and self.is_straight_flush(who, card, self.hand_laid(who))
        if not self.affords(who, card, self.price_of_ability(who, card)):
            return False
        if action != "jumping_jacks":
            return self.is_where_it_is_used(who, card)
        if not self.quiet_main_phase(who):
            return False
        if self.reads("how_a_jack_is_cast", "out_of_play"):
            return self.controls(who, card) and self.is_creature(card)
        in_hand = card in self.among("HAND", who)
        besides = self.reads("how_a_jack_is_cast", "besides_the_pair")
        return in_hand and (not besides or self.is_paid_by(who, card, self.hand_laid(who)))

    def is_where_it_is_used(self, who: str, card: str) -> bool:
        if self.reads("abilities_are_used_in_play", "they_are_abilities_of_creatures"):
            return self.controls(who, card)
        return card in self.among("HAND", who)

    def combat(self, who: str) -> Iterator[Move]:
        s = self.s
        if s["stack"]:
            return
        idle = [c for c in self.creatures() if self.controller(c) == who and not s["tapped"][c]]
        if s["step"] == "ATTACK":
            yield from (("attack", {"who": who, "card": card}) for card in idle if not self.is_sick(card))
        if s["step"] == "BLOCK":
            for attacker in (c for c in self.creatures() if s["attacking"][c]):
                if attacker in s["blocks"].values():
                    continue
                for card in idle:
                    if s["blocks"][card] is None and (self.flies(card) or not self.flies(attacker)):
                        yield "block", {"who": who, "card": card, "attacker": attacker}

    # --- what they do ------------------------------------------------------------------------------------------

    def begin(self, who: str) -> None:
        self.s["turn"] = who
        self.go_to("DEAL")

    def agree(self, who: str, first: str) -> None:
        self.begin(first)

    def deal(self, card: str) -> None:
        self.s["zone"][card] = "HAND"

    def draw(self, card: str) -> None:
        self.s["zone"][card] = "HAND"
        self.s["owed"][self.s["owner"][card]] -= 1

    def keep(self, who: str) -> None:
        self.s["kept"][who] = True

    def mulligan(self, who: str) -> None:
        for card in self.among("HAND", who):
            self.s["zone"][card] = "LIBRARY"
        self.s["mulligans"][who] += 1
        self.go_to("DEAL")

    def play_land(self, who: str, card: str) -> None:
        self.s["land_played"] += 1
        self.enter(card)

    def enter(self, card: str) -> None:
        self.s["zone"][card] = "BATTLEFIELD"
        self.s["fresh"][card] = self.is_creature(card)

    def tap_for_mana(self, who: str, card: str) -> None:
        self.s["tapped"][card] = True
        self.s["pool"][who][self.colour(card)] += 1

    def lay(self, who: str, card: str) -> None:
        self.s["tapped"][card] = True
        self.s["laid"][card] = True

    def show(self, who: str, card: str) -> None:
        self.s["laid"][card] = True

    def cast(self, who: str, card: str) -> None:
        if self.value(card) in HAND_OF:
            self.use_up_hand(who)
        else:
            self.pays(who, card, self.price(who, card, True))
        self.s["zone"][card] = "STACK"
        self.put_on_stack(who, card)

    def put_on_stack(self, who: str, card: str) -> None:
        self.s["stack"].insert(0, card)
        self.s["caster"][card] = who
        if self.reads("things_are_answered", "they_happen_at_once"):
            self.resolve()

    def let_it_resolve(self, who: str) -> None:
        self.resolve()

    def use(self, action: str, who: str, card: str, target: str | None = None, victim: str | None = None) -> None:
        """Discard the card of an ability, which waits for an answer."""
        self.s["ability"][card] = ABILITIES[action][1]
        self.s["target"][card] = target
        self.s["victim"][card] = victim
        self.bury(card, used=True)
        self.put_on_stack(who, card)

    def ace_to_the_face(self, who: str, card: str, at: str) -> None:
        self.pays(who, card, self.price_of_ability(who, card))
        self.use("ace_to_the_face", who, card, victim=at)

    def annihilate(self, who: str, card: str) -> None:
        for land in self.hand_laid(who):
            self.s["laid"][land] = False
        self.use("annihilate", who, card)

    def kings_command(self, who: str, card: str, target: str) -> None:
        self.pays(who, card, self.price_of_ability(who, card))
        self.use("kings_command", who, card, target=target)

    def killer_queen(self, who: str, card: str, target: str) -> None:
        self.pays(who, card, self.price_of_ability(who, card))
        self.use("killer_queen", who, card, target=target)

    def jumping_jacks(self, who: str, card: str, target: str) -> None:
        """A Jack is cast itself, as an aura."""
        self.pays(who, card, self.price_of_ability(who, card))
        if self.reads("how_a_jack_is_cast", "besides_the_pair"):
            self.use_up_hand(who)
        self.s["ability"][card] = "JUMPING"
        self.s["target"][card] = target
        self.s["zone"][card] = "STACK"
        self.put_on_stack(who, card)

    def resolve(self) -> None:
        s = self.s
        card = s["stack"].pop(0)
        who, ability, target = s["caster"][card], s["ability"][card], s["target"][card]
        there = target is not None and target in self.creatures()
        if ability is None:
            self.enter(card)
        elif ability == "FACE":
            s["life"][s["victim"][card]] -= self.numbers["face_damage"]
        elif ability == "ANNIHILATE":
            for creature in self.creatures():
                self.bury(creature)
        elif ability == "KILLER" and there:
            self.bury(target)
        elif ability == "COMMAND" and there:
            if self.controller(target) != who:  # whoever changes sides in a combat is out of it
                s["attacking"][target], s["blocks"][target] = False, None
            s["tapped"][target] = False
            s["taken"][target] = who
        elif ability == "JUMPING" and there:
            self.enter(card)
            s["attached"][card] = target
            s["creature_too"][card] = self.reads("a_jack_that_enchants_is_a_creature", "it_is_both_at_once")
        elif ability == "JUMPING" and self.reads("jacks_stay_without_creature", "it_is_a_creature_again"):
            self.enter(card)
        elif ability == "JUMPING":
            self.bury(card)

    def go_on(self, who: str) -> None:
        attacked = any(self.s["attacking"].values())
        after = {"MAIN": "ATTACK", "ATTACK": "BLOCK" if attacked else "END", "BLOCK": "DAMAGE"}
        self.go_to(after[self.s["step"]])

    def discard_down(self, who: str, card: str) -> None:
        self.bury(card)

    def attack(self, who: str, card: str) -> None:
        self.s["attacking"][card] = True
        self.s["tapped"][card] = True

    def block(self, who: str, card: str, attacker: str) -> None:
        self.s["blocks"][card] = attacker

    def return_to_top(self, who: str, card: str) -> None:
        self.s["pending_return_to_top"][who][card] = False
        self.s["zone"][card] = "LIBRARY"
        self.s["known"][self.s["owner"][card]].insert(0, card)

    def miss_return_to_top(self, who: str, card: str) -> None:
        self.s["pending_return_to_top"][who][card] = False

    def dig(self, who: str, card: str) -> None:
        self.s["pending_dig"][who][card] = False
        self.s["Digging"] = {"awaits": [who], "card": card}

    def miss_dig(self, who: str, card: str) -> None:
        self.s["pending_dig"][who][card] = False

    def dig_up(self, who: str, card: str) -> None:
        self.s["zone"][card] = "LIBRARY"
        self.s["known"][self.s["owner"][card]] = []  # it was shuffled
        del self.s["Digging"]

    # --- what is put into a graveyard, and what its suit does then ---------------------------------------------

    def bury(self, card: str, used: bool = False) -> None:
        s = self.s
        owner, controller, died = s["owner"][card], self.holder(card), self.in_play(card)
        s["zone"][card] = "GRAVEYARD"
        if not died and self.reads("suits_act_from_anywhere", "only_from_the_battlefield"):
            return
        suit = self.suit(card)
        may = controller if self.reads("takers_use_abilities", "the_controller_does") else owner
        if suit == "HEARTS":
            s["life"][owner] += self.numbers["gained_life"]
        if suit == "DIAMONDS" and not (used and self.reads("what_is_used_comes_back", "it_was_the_price")):
            s["pending_return_to_top"][may][card] = True
        if suit == "SPADES":
            s["pending_dig"][may][card] = True

    # --- the draft ---------------------------------------------------------------------------------------------

    def at(self, place: str, who: str | None = None) -> list[str]:
        return [c for c in self.cards if self.s["place"][c] == place and who in (None, self.s["owner"][c])]

    def may_keep(self, who: str) -> bool:
        """Half is kept; of a single card that is none."""
        return len(self.at("RECEIVED", who)) > self.s["received"] - self.s["received"] // 2

    def throw_out(self, card: str) -> None:
        self.s["place"][card] = "OUT"
        self.s["to_discard"] -= 1

    def remove(self, card: str) -> None:
        self.s["place"][card] = "PACKET"

    def split(self, card: str) -> None:
        """One half is dealt card by card to the one player."""
        self.receive(self.s["turn"], card)

    def receive(self, who: str, card: str) -> None:
        self.s["place"][card] = "RECEIVED"
        self.s["owner"][card] = who

    def keep_card(self, who: str, card: str) -> None:
        self.s["place"][card] = "KEPT"

    def put_aside(self, who: str, card: str) -> None:
        self.s["place"][card] = "SIDE"

    def be_ready(self, who: str) -> None:
        self.s["ready"][who] = True

    def go_on_drafting(self) -> bool:
        """The next stage of the draft, where this one is done."""
        s = self.s
        if s["stage"] == "DISCARD" and (s["to_discard"] == 0 or not self.at("PILE")):
            s["stage"] = "REMOVE" if self.at("PILE") else "SIDEBOARD"
        elif s["stage"] == "REMOVE" and len(self.at("PACKET")) == self.packet_size():
            s["stage"] = "SPLIT"
            s["received"] = len(self.at("PACKET")) // 2
        elif s["stage"] == "SPLIT" and len(self.at("RECEIVED")) == s["received"]:
            for left in self.at("PACKET"):  # the rest is the other's, be it a single card
                self.receive(self.other(s["turn"]), left)
            single = s["received"] <= 1 and self.reads("single_cards_are_passed", "they_are_kept")
            s["stage"] = "LAST" if single else "CHOOSE"
        elif s["stage"] == "CHOOSE" and not any(self.may_keep(p) for p in self.players):
            self.pass_on()
            s["received"] -= s["received"] // 2
            s["stage"] = "LAST" if s["received"] <= 1 else "CHOOSE"
        elif s["stage"] == "LAST":
            for card in self.at("RECEIVED"):
                s["place"][card] = "KEPT"
            s["received"] = 0
            s["stage"] = "REMOVE" if self.at("PILE") else "SIDEBOARD"
            if s["stage"] == "REMOVE" and self.reads("ten_more_are_discarded", "step_3_discards"):
                s["stage"] = "DISCARD"
                s["to_discard"] = self.numbers["discarded"]
        elif s["stage"] == "SIDEBOARD" and all(s["ready"].values()):
            self.end_draft()
        else:
            return False
        return True

    def packet_size(self) -> int:
        """The largest power of two that there are cards for."""
        cards = len(self.at("PILE")) + len(self.at("PACKET"))
        return 1 << (cards.bit_length() - 1)

    def pass_on(self) -> None:
        for card in self.at("RECEIVED"):
            self.s["owner"][card] = self.other(self.s["owner"][card])

    def end_draft(self) -> None:
        for card in self.at("KEPT"):
            self.s["zone"][card] = "LIBRARY"
        self.s["stage"] = "OVER"

    # --- what happens by itself --------------------------------------------------------------------------------

    def rest(self) -> None:
        """Until somebody, or chance, has something to decide."""
        while self.settle() or (
            not self.ended() and not self.is_reacting() and "Digging" not in self.s and self.proceed()
        ):
            pass
        self.forget()

    def settle(self) -> bool:
        """Creatures die of their wounds, auras fall off, and whoever has no life left has lost."""
        s = self.s
        dying = [c for c in self.creatures() if s["damage"][c] >= self.strength(c)]
        auras = [c for c in self.cards if self.in_play(c) and s["attached"][c] is not None]
        falling = [c for c in auras if s["attached"][c] not in self.creatures()]
        losing = [p for p in self.players if s["step"] != "READY" and s["life"][p] <= 0 and not s["lost"][p]]
        for card in dying:
            self.bury(card)
        for card in falling:
            s["attached"][card], s["creature_too"][card] = None, False
            if self.reads("jacks_stay_without_creature", "it_falls"):
                self.bury(card)
        for p in losing:
            s["lost"][p] = True
        return bool(dying or falling or losing)

    def proceed(self) -> bool:
        s = self.s
        if s["stage"] != "OVER":
            return self.go_on_drafting()
        if s["step"] == "READY" and "see_who_begins" not in self.off:
            s["opening"] = True
            self.go_to("BEGIN" if self.reads("who_begins_by_lot", "by_lot") else "AGREE")
        elif self.draws_next() is not None:
            return self.draw_from_nothing()
        elif s["step"] == "DEAL":
            if any(self.is_dealt_to(p) for p in self.players):
                return False
            stays = self.reads("mulligans_are_taken", "the_first_hand_stays")
            self.go_to("UNTAP" if stays else "MULLIGAN")
        elif s["step"] == "MULLIGAN" and all(s["kept"].values()):
            self.go_to("UNTAP")
        elif s["step"] == "UNTAP":
            self.untap()
        elif s["step"] == "DRAW":
            self.go_to("MAIN")
        elif s["step"] == "DAMAGE":
            if any(s["attacking"].values()):
                self.strike()
            else:
                self.go_to("END")
        elif s["step"] == "END" and len(self.among("HAND", s["turn"])) <= self.numbers["hand_limit"]:
            s["turn"] = self.other(s["turn"])
            self.go_to("UNTAP")
        else:
            return False
        return True

    def draw_from_nothing(self) -> bool:
        """An empty library: the graveyard is shuffled into it, for a life."""
        s = self.s
        who = self.draws_next()
        if self.among("LIBRARY", who):
            return False
        graveyard = self.among("GRAVEYARD", who)
        for card in graveyard:
            s["zone"][card] = "LIBRARY"
        s["life"][who] -= self.numbers["lost_life"]
        if not graveyard and self.reads("an_empty_library_is_drawn_from_again", "it_costs_all"):
            s["life"][who] = min(0, s["life"][who])
        if not graveyard or self.reads("a_draw_follows_the_reshuffle", "it_takes_the_place_of_the_draw"):
            s["owed"][who] = 0
        return True

    def untap(self) -> None:
        s = self.s
        for card in self.cards:
            if self.controls(s["turn"], card):
                s["tapped"][card] = s["fresh"][card] = False
        self.go_to("DRAW")
        if not (s["opening"] and self.reads("beginner_draws", "the_first_draw_is_skipped")):
            s["owed"][s["turn"]] = 1

    def strike(self) -> None:
        """All damage at once: to the opponent, or attackers and blockers to each other."""
        s = self.s
        creatures = self.creatures()
        for attacker in (c for c in creatures if s["attacking"][c]):
            blocker = next((c for c in creatures if s["blocks"][c] == attacker), None)
            if blocker is None:
                s["life"][self.other(s["turn"])] -= self.strength(attacker)
            else:
                s["damage"][blocker] += self.strength(attacker)
                s["damage"][attacker] += self.strength(blocker)
        s["attacking"] = dict.fromkeys(self.cards, False)

    def go_to(self, step: str) -> None:
        """A step begins, and what lasts until then is over."""
        s = self.s
        s["step"] = step
        if step == "UNTAP" or self.reads("mana_lasts_the_turn", "it_is_lost_with_the_step"):
            for p in self.players:
                s["pool"][p] = dict.fromkeys(self.colours, 0)
            s["laid"] = dict.fromkeys(self.cards, False)
        if step == "END":
            s["opening"], s["land_played"] = False, 0
            s["attacking"] = dict.fromkeys(self.cards, False)
            s["blocks"] = dict.fromkeys(self.cards)
            s["damage"] = dict.fromkeys(self.cards, 0)
            s["taken"] = dict.fromkeys(self.cards)
        if step == "UNTAP":
            s["kept"] = dict.fromkeys(self.players, False)
            s["mulligans"] = dict.fromkeys(self.players, 0)

    def forget(self) -> None:
        """What means nothing any more is as if it had never been."""
        s = self.s
        for card in self.cards:
            if not self.in_play(card):
                s["tapped"][card] = s["fresh"][card] = s["attacking"][card] = s["creature_too"][card] = False
                s["blocks"][card] = s["attached"][card] = s["taken"][card] = None
                s["damage"][card] = 0
            if s["attached"][card] is None:
                s["creature_too"][card] = False
            if not (s["zone"][card] == "HAND" or (self.in_play(card) and s["tapped"][card])):
                s["laid"][card] = False
            if card not in s["stack"]:
                s["caster"][card] = s["ability"][card] = s["target"][card] = s["victim"][card] = None
            if s["stage"] == "OVER":
                s["place"][card] = None
        for p in self.players:
            s["ready"][p] = s["ready"][p] and s["stage"] == "SIDEBOARD"
            s["known"][p] = [c for c in s["known"][p] if s["zone"][c] == "LIBRARY"]

    # --- plays -------------------------------------------------------------------------------------------------

    def start(self, somebody: str) -> None:
        of_cards, of_players = self.of_cards, self.of_players
        self.lay_out({
            "step": "READY", "turn": somebody, "opening": False, "life": of_players(self.numbers["life"]),
            "lost": of_players(False), "owed": of_players(0), "kept": of_players(False), "mulligans": of_players(0),
            "pool": {p: dict.fromkeys(self.colours, 0) for p in self.players}, "owner": of_cards(None),
            "zone": of_cards("OUTSIDE"), "stack": [], "caster": of_cards(None), "tapped": of_cards(False),
            "fresh": of_cards(False), "land_played": 0, "attacking": of_cards(False), "blocks": of_cards(None),
            "damage": of_cards(0), "stage": "DISCARD", "place": of_cards("PILE"),
            "to_discard": self.numbers["discarded"], "received": 0, "ready": of_players(False),
            "laid": of_cards(False), "ability": of_cards(None),
            "target": of_cards(None), "victim": of_cards(None), "attached": of_cards(None),
            "creature_too": of_cards(False), "taken": of_cards(None), "known": {p: [] for p in self.players},
            "pending_return_to_top": {p: of_cards(False) for p in self.players},
            "pending_dig": {p: of_cards(False) for p in self.players},
        })  # fmt: skip
