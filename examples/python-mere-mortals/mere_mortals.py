"""Mere Mortals, written from the text of its rules alone: a game that one state at a time can be put into.

What cards say is not in the rulebook; a card has one of the powers that `scenario --words` lists. Where
the text can be read in several ways, `self.reads(question, option)` asks which one is followed; the questions are those
that `serve` lists. `NOT_PLAYED` has the options that are left out.

A state is a dict, as docs/conformance.md has it. What is going on in it stands in frames: `Battle`, and within it
`Contest` (an attack or a Status Card that may be stopped), `Picking`, `Damage`, `Replacing` and `Finding` (a new Lead).

Long: one engine, read from top to bottom beside the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from second_engine import Move, Position

READING = {
    "leads_without_a_lead_power": "every_one_but_an_army",
    "armies_are_characters": "an_army_is_no_character",
    "removed_is_out_of_the_game": "into_the_void",
    "a_stack_is_one_card": "each_copy_is_one",
    "an_emptied_deck_loses": "only_what_is_taken_counts",
    "limits_bind_shaded_decks": "every_card_has_a_limit",
    "freestyle_decks_have_shade_cards": "only_shaded_decks",
    "nobody_chooses_a_lead": "each_player_chooses",
    "higher_shade": "the_one_listed_first",
    "equal_leads_draw_lots": "lots_are_drawn",
    "a_new_lead_comes_at_once": "there_is_a_lead_at_all_times",
    "a_deck_is_pure_without_a_shade_card": "if_a_shade_card_is_utilized",
    "locations_need_a_match": "locations_come_by_themselves",
    "stackable_cards_join_any": "copies_only",
    "any_card_bears": "personalities_and_field_cards",
    "opposing_cards_bear": "ones_own_bear",
    "values_of_status_cards_change_too": "only_those_of_attacks",
    "attacks_of_powers_have_a_shade": "that_of_its_card",
    "reductions_come_first": "all_is_added_up",
    "cards_prevail_over_rules": "the_rule_counts",
    "evps_are_spent_for_nothing": "only_for_something",
    "restored_cards_use_their_powers_again": "not_in_this_battle",
    "each_power_is_used_once": "an_exhausted_card_uses_none",
    "powers_are_used_in_a_setup": "powers_are_for_battles",
    "powers_stop_in_answer": "in_answer_to_the_attack",
    "powers_of_attach_cards_are_used": "attach_powers_are_named",
    "other_cards_are_exhausted": "any_card_is",
    "bearers_use_what_they_bear": "the_attach_card_alone",
    "a_used_shade_card_is_exhausted": "any_card_is_exhausted",
    "what_is_done_without_an_action": "play_stands_still",
    "players_pass_at_will": "only_the_first_turn_is_barred",
    "nullified_for_good": "until_the_battle_ends",
    "boosts_come_along": "boosts_are_played_along",
    "more_may_be_spent": "or_greater",
    "the_boost_comes_first": "its_value_is_met_before",
    "the_rest_counts_on": "the_rest_is_lost",
    "general_cards_pay_by_themselves": "it_is_said_of_shaded_cards",
    "a_match_is_always_needed": "in_the_same_way",
    "only_what_cannot_be_stopped_succeeds": "what_is_not_stopped_succeeds",
    "what_a_power_stops_has_failed": "stopped_in_any_way",
    "what_is_paid_for_does_nothing": "only_its_damage",
    "damage_that_has_begun_is_stopped": "until_it_is_let_through",
    "all_that_can_be_played_must": "when_ready",
}
NOT_PLAYED = {
    "a_stack_is_one_card": "the_stack_is_one",
    "a_new_lead_comes_at_once": "when_the_attack_is_over",
    "evps_are_spent_for_nothing": "whenever_one_likes",
    "damage_that_has_begun_is_stopped": "until_its_damage_is_done",
    "what_is_done_without_an_action": "it_cannot_be_declared",
    "only_what_cannot_be_stopped_succeeds": "what_cannot_be_stopped",
    "cards_prevail_over_rules": "the_card_counts",
    "values_of_status_cards_change_too": "every_ens_value",
    "powers_are_used_in_a_setup": "no_line_forbids_it",
    "opposing_cards_bear": "any_players_card_bears",
    "bearers_use_what_they_bear": "the_bearer_who_uses_it",
}

SHADES = ["RAPTURE", "FERVOR", "MALLOS", "DREAD", "WRATH"]
PEOPLE = ("PERSONALITY", "ARMY")
ON_FIELD = ("LEAD", "ALLY", "ATTACHED", "FIELD", "LOCATION", "PLAYED")  # and the Shade Card, which nothing touches
CONSTANT = ("MORE_DAMAGE", "LESS_DAMAGE", "LESS_ENS", "NO_ENS")
FRAMES = ("Finding", "Replacing", "Damage", "Picking", "Contest", "Battle")  # the innermost first


class Game(Position):
    def __init__(self, scope: dict[str, Any], reading: dict[str, str]) -> None:
        super().__init__(scope)
        self.reading = reading

    def reads(self, question: str, option: str) -> bool:
        return self.reading[question] == option

    # --- words -------------------------------------------------------------------------------------------------

    def other(self, who: str) -> str:
        return next(p for p in self.players if p != who)

    def kind(self, card: str) -> str:
        return self.cards[card]["kind"]

    def shade(self, card: str) -> str | None:
        return self.cards[card]["shade"]

    def owner(self, card: str) -> str:
        return self.cards[card]["owner"]

    def at(self, who: str, *places: str) -> list[str]:
        return [c for c in self.cards if self.owner(c) == who and self.s["place"][c] in places]

    def is_person(self, card: str) -> bool:
        return self.kind(card) in PEOPLE

    def people(self, who: str) -> list[str]:
        """The Personalities that a player controls: the Lead and the Allies."""
        return self.at(who, "LEAD", "ALLY")

    def can_lead(self, card: str) -> bool:
        any_does = self.reads("leads_without_a_lead_power", "every_one_but_an_army")
        return self.kind(card) == "PERSONALITY" and (any_does or self.cards[card]["lead"] is not None)

    def matched(self, who: str, card: str) -> bool:
        """Whether a Shaded card has a Personality of its Shade on the FIELD."""
        return self.shade(card) is None or any(self.shade(p) == self.shade(card) for p in self.people(who))

    def impure(self, who: str, card: str) -> bool:
        declared = self.s["declared"][who]
        bound = self.at(who, "SHADE") or self.reads("a_deck_is_pure_without_a_shade_card", "one_is_not_required")
        return declared is not None and bool(bound) and self.shade(card) not in (None, declared)

    def same_character(self, one: str, other: str) -> bool:
        """Versions of one character; Armies are none, or of one name they stand together all the same."""
        a, b = self.cards[one], self.cards[other]
        if a["character"] is None or a["character"] != b["character"] or a["kind"] == b["kind"] == "ARMY":
            return False
        return a["kind"] == b["kind"] or self.reads("armies_are_characters", "an_army_is_one_too")

    def character_is_there(self, who: str, card: str, but: str | None = None) -> bool:
        return any(p != but and self.same_character(p, card) for p in self.people(who))

    def stacks(self, card: str, other: str) -> bool:
        return self.cards[card]["stackable"] and self.cards[card]["name"] == self.cards[other]["name"]

    def slots(self, who: str) -> int:
        """How many Field Card slots are taken: copies of a stackable card share one."""
        cards = self.at(who, "FIELD")
        stacked = {self.cards[c]["name"] for c in cards if self.cards[c]["stackable"]}
        return len(stacked) + sum(1 for c in cards if not self.cards[c]["stackable"])

    def slot_is_free(self, who: str, card: str) -> bool:
        joins = any(self.stacks(card, c) for c in self.at(who, "FIELD"))
        return joins or self.slots(who) < self.numbers["fields"]

    def behind(self, bearer: str) -> list[str]:
        return [c for c in self.cards if self.s["place"][c] == "ATTACHED" and self.s["upon"][c] == bearer]

    # --- powers ------------------------------------------------------------------------------------------------

    def powers(self, card: str) -> Iterator[tuple[str, str]]:
        """The powers that a card on the FIELD has where it is, each with what it does."""
        place, printed = self.s["place"][card], self.cards[card]
        names = {"LEAD": ("LEAD", "EXTRA"), "ALLY": ("ALLY", "EXTRA")}.get(place, ())
        for name in names:
            if printed[name.lower()] is not None:
                yield name, printed[name.lower()]
        if place in ("FIELD", "ATTACHED", "LOCATION", "SHADE", "PLAYED") and printed["does"] is not None:
            yield "OWN", printed["does"]

    def constants(self, does: str) -> list[str]:
        """The cards on the FIELD with that constant power, if it is not nullified."""
        return [c for c in self.cards if not self.s["nullified"][c] and any(d == does for _, d in self.powers(c))]

    def concerns(self, card: str, who: str) -> bool:
        """A Location affects all players, another card its own."""
        return self.owner(card) == who or self.s["place"][card] == "LOCATION"

    def is_attack(self, card: str) -> bool:
        return self.kind(card) != "STATUS"

    def ens(self, card: str, by: str) -> int | None:
        """What has to be met to stop a card of that player's: never below 1, unless it is gone altogether."""
        value = self.cards[card]["ens"]
        if value is None or not self.is_attack(card):
            return value
        if any(self.concerns(c, by) for c in self.constants("NO_ENS")):
            return None
        lowered = sum(self.cards[c]["level"] for c in self.constants("LESS_ENS") if self.concerns(c, self.other(by)))
        return max(1, value - lowered)

    def damage(self, card: str, boost: str | None, by: str) -> int:
        of_a_power = self.kind(card) != "BATTLE"
        shade = None if of_a_power and self.reads("attacks_of_powers_have_a_shade", "none_at_all") else self.shade(card)
        more = sum(self.cards[c]["level"] for c in self.constants("MORE_DAMAGE") if self.shade(c) in (None, shade))
        less = sum(self.cards[c]["level"] for c in self.constants("LESS_DAMAGE") if self.concerns(c, self.other(by)))
        more += self.cards[boost]["level"] if boost else 0
        if self.reads("reductions_come_first", "reduced_to_zero_first"):
            return max(0, self.cards[card]["level"] - less) + more
        return max(0, self.cards[card]["level"] + more - less)

    # --- whose decision it is ----------------------------------------------------------------------------------

    def frame(self) -> str | None:
        return next((name for name in FRAMES if name in self.s), None)

    def awaited(self) -> list[str]:
        s = self.s
        frame = self.frame()
        if frame is not None:
            return [] if s[frame]["awaits"] == "chance" else s[frame]["awaits"]
        if s["step"] == "BUILD":
            return [p for p in self.players if not s["built"][p]]
        if s["step"] == "OPEN":
            return [p for p in self.players if not self.at(p, "LEAD")]
        if s["step"] == "AGREE":
            return self.players
        if s["step"] == "DISCARD":
            return self.holds_too_many()
        return [s["turn"]] if s["step"] == "SETUP" else []

    def holds_too_many(self) -> list[str]:
        cuts = self.players if self.s["fighting"] else [self.s["turn"]]
        return [p for p in cuts if len(self.at(p, "HAND")) > self.numbers["kept"]]

    def drawer(self) -> str:
        return self.other(self.s["turn"]) if self.s["fighting"] else self.s["turn"]

    def has_to_draw(self) -> bool:
        who = self.drawer()
        return len(self.at(who, "HAND")) < self.numbers["hand"] and bool(self.at(who, "LIFE_DECK"))

    def ended(self) -> bool:
        return any(self.s["lost"].values())

    # --- the actions that may be taken -------------------------------------------------------------------------

    def legal(self) -> Iterator[Move]:
        if self.ended():
            return
        frame, step = self.frame(), self.s["step"]
        moves = getattr(self, f"in_{frame.lower()}" if frame else f"in_step_{step.lower()}", None)
        if moves is not None:
            yield from (move for move in moves() if move[0] not in self.off)

    def in_step_build(self) -> Iterator[Move]:
        for who in self.awaited():
            if not self.s["chosen"][who]:
                yield from (("choose_a_shade", {"who": who, "shade": shade}) for shade in SHADES)
                yield "stay_freestyle", {"who": who}
                continue
            for card in self.at(who, "COLLECTION"):
                if self.may_go_into_deck(who, card):
                    yield "put_into_deck", {"who": who, "card": card}
            yield "finish_deck", {"who": who}

    def may_go_into_deck(self, who: str, card: str) -> bool:
        deck, declared = self.at(who, "LIFE_DECK", "ASIDE"), self.s["declared"][who]
        copies = sum(1 for c in deck if self.cards[c]["name"] == self.cards[card]["name"])
        limited = declared is None or self.reads("limits_bind_shaded_decks", "every_card_has_a_limit")
        if len(deck) >= self.numbers["deck"] or (limited and copies >= self.cards[card]["limit"]):
            return False
        if declared is None:
            may_have = self.reads("freestyle_decks_have_shade_cards", "all_shades")
            return self.kind(card) != "SHADE" or may_have
        second = self.kind(card) == "SHADE" and bool(self.at(who, "ASIDE"))
        return self.shade(card) in (None, declared) and not second

    def in_step_open(self) -> Iterator[Move]:
        for who in self.awaited():
            viable = (c for c in self.at(who, "LIFE_DECK") if self.can_lead(c))
            yield from (("choose_lead", {"who": who, "card": card}) for card in viable)

    def in_step_find(self) -> Iterator[Move]:
        for who in self.players:
            if not self.at(who, "LEAD"):
                viable = (c for c in self.at(who, "LIFE_DECK") if self.can_lead(c))
                yield from (("find_first_lead", {"card": card}) for card in viable)

    def in_step_lot(self) -> Iterator[Move]:
        yield from (("draw_lots", {"who": who}) for who in self.players)

    def in_step_agree(self) -> Iterator[Move]:
        yield from (("agree_to_begin", {"who": who}) for who in self.players)

    def in_step_draw(self) -> Iterator[Move]:
        yield from (("draw", {"card": card}) for card in self.at(self.drawer(), "LIFE_DECK"))

    def in_step_discard(self) -> Iterator[Move]:
        for who in self.awaited():
            yield from (("cut_down", {"who": who, "card": card}) for card in self.at(who, "HAND"))

    def in_step_setup(self) -> Iterator[Move]:
        who = self.s["turn"]
        moves = list(self.setup_cards(who))
        yield from moves
        left = any(action in ("play_ally", "play_location", "play_field", "attach") for action, _ in moves)
        if not left or self.reads("all_that_can_be_played_must", "when_ready"):
            yield "declare_battle", {"who": who}
            yield "pass_setup", {"who": who}

    def setup_cards(self, who: str) -> Iterator[Move]:
        """Locations, Personalities, Attach and Field Cards, out of the hand."""
        for card in self.at(who, "HAND"):
            kind = self.kind(card)
            if self.impure(who, card):
                continue
            if kind == "STATUS" and self.cards[card]["in_setup"] and self.matched(who, card) and self.says_so():
                yield "play_status", {"who": who, "card": card}
            if self.is_person(card):
                if len(self.at(who, "ALLY")) < self.numbers["allies"] and not self.character_is_there(who, card):
                    yield "play_ally", {"who": who, "card": card}
                for old in self.at(who, "ALLY"):
                    if not self.character_is_there(who, card, but=old):
                        yield "swap", {"who": who, "old": old, "card": card}
            if kind == "LOCATION":
                free = self.reads("locations_need_a_match", "locations_come_by_themselves")
                if free or self.matched(who, card):
                    yield "play_location", {"who": who, "card": card}
            if kind == "FIELD" and self.matched(who, card):
                if self.slot_is_free(who, card):
                    yield "play_field", {"who": who, "card": card}
                for old in self.at(who, "FIELD"):
                    if self.slot_is_left_by(who, old, card):
                        yield "replace_field", {"who": who, "old": old, "card": card}
            if kind == "ATTACH" and self.matched(who, card):
                for under in self.bearers(who):
                    if self.has_room(card, under):
                        yield "attach", {"who": who, "card": card, "under": under}
                for old in self.at(who, "ATTACHED"):
                    if self.has_room(card, self.s["upon"][old], but=old):
                        yield "replace_attached", {"who": who, "old": old, "card": card}

    def says_so(self) -> bool:
        """Whether a Status Card that says so is played in a SETUP, where only other cards may be."""
        return self.reading.get("play_status:it_says_so/not_in_a_setup") == "permit"

    def slot_is_left_by(self, who: str, old: str, card: str) -> bool:
        """Of several copies in a slot one goes, and the slot is still taken."""
        others = [c for c in self.at(who, "FIELD") if c != old]
        return not any(self.stacks(old, c) for c in others) or self.slot_is_free(who, card)

    def bearers(self, who: str) -> list[str]:
        if self.reads("any_card_bears", "another_card"):
            return self.at(who, *ON_FIELD)
        return self.at(who, "LEAD", "ALLY", "FIELD")

    def has_room(self, card: str, under: str, but: str | None = None) -> bool:
        """A Personality has one attached card, or a stack of copies."""
        there = [c for c in self.behind(under) if c != but]
        if not there or not self.is_person(under):
            return True
        if self.reads("stackable_cards_join_any", "unless_it_is_stackable"):
            return self.cards[card]["stackable"]
        return all(self.stacks(card, c) for c in there)

    # --- in a BATTLE -------------------------------------------------------------------------------------------

    def in_battle(self) -> Iterator[Move]:
        [who] = self.awaited()
        moves = list(self.battle_moves(who))
        yield from moves
        if self.s["Battle"]["first"]:
            if not moves and self.reads("what_is_done_without_an_action", "the_attacker_passes"):
                yield "pass_turn", {"who": who}
            if not moves and self.reads("what_is_done_without_an_action", "a_card_is_discarded"):
                yield from (("spend", {"who": who, "card": card}) for card in self.spendable(who))
        elif not moves or self.reads("players_pass_at_will", "only_the_first_turn_is_barred"):
            yield "pass_turn", {"who": who}

    def battle_moves(self, who: str) -> Iterator[Move]:
        """One Status or Battle Card out of the hand, or one power of a card on the FIELD; a boost comes along."""
        playable = [c for c in self.at(who, "HAND") if self.matched(who, c) and not self.impure(who, c)]
        boosts = [c for c in playable if self.kind(c) == "STATUS" and self.cards[c]["does"] == "BOOST"]
        if self.reads("boosts_come_along", "one_card_at_a_time"):
            boosts = []
        for card in playable:
            if self.kind(card) == "STATUS":
                yield "play_status", {"who": who, "card": card}
            if self.kind(card) == "BATTLE":
                yield "play_battle", {"who": who, "card": card}
                yield from (("play_boosted", {"who": who, "card": card, "boost": boost}) for boost in boosts)
        for card, which, does in self.usable(who):
            if does == "STOP":
                continue
            yield "use_power", {"who": who, "card": card, "which": which}
            if does == "ATTACK":
                for boost in boosts:
                    yield "use_boosted", {"who": who, "card": card, "which": which, "boost": boost}

    def usable(self, who: str) -> Iterator[tuple[str, str, str]]:
        places = ["LEAD", "ALLY", "FIELD", "SHADE"]
        if self.reads("powers_of_attach_cards_are_used", "attach_powers_are_named"):
            places.append("ATTACHED")
        for card in self.at(who, *places):
            for which, does in self.powers(card):
                if does not in (*CONSTANT, "BOOST") and self.may_use(card, which):
                    yield card, which, does

    def may_use(self, card: str, which: str) -> bool:
        s = self.s
        if self.each_is_used_up(card) and which not in s["powers_used"][card]:
            return True
        again = self.reads("restored_cards_use_their_powers_again", "restored_is_as_new")
        return not s["exhausted"][card] and (again or not s["used"][card])

    def each_is_used_up(self, card: str) -> bool:
        """Whether a card has several powers to use, of which one leaves the other."""
        printed = self.cards[card]
        several = sum(printed[p] not in (None, *CONSTANT) for p in ("lead", "ally", "extra")) > 1
        return several and self.reads("each_power_is_used_once", "only_the_power_that_was_used")

    def in_contest(self) -> Iterator[Move]:
        """The opponent may stop it with EVPs, where it has an ENS value, and an attack with a power."""
        s = self.s
        contest = s["Contest"]
        who = self.other(contest["by"])
        attack = self.is_attack(contest["card"])
        if self.value_to_meet() is not None:
            attacked = attack and contest["stage"] == "BASE"
            yield from (("spend", {"who": who, "card": card}) for card in self.purse(who, attacked))
        if attack and self.reads("powers_stop_in_answer", "in_answer_to_the_attack"):
            for card, which, does in self.usable(who):
                if does == "STOP":
                    yield "use_power", {"who": who, "card": card, "which": which}
        yield "let_it_through", {"who": who}
        if contest["stage"] == "BOOST" and self.reads("the_boost_comes_first", "each_is_stopped_by_itself"):
            yield "let_the_boost_through", {"who": who}

    def value_to_meet(self) -> int | None:
        contest = self.s["Contest"]
        return self.ens(contest["boost"] if contest["stage"] == "BOOST" else contest["card"], contest["by"])

    def spendable(self, who: str) -> list[str]:
        """Cards of hand and FIELD are discarded for their EVPs, if they are not exhausted; no Location in play is."""
        cards = self.at(who, "HAND", "LEAD", "ALLY", "ATTACHED", "FIELD", "PLAYED")
        return [c for c in cards if not self.s["exhausted"][c]]

    def evp(self, card: str) -> int:
        return self.cards[card]["evp"]

    def purse(self, who: str, attack: bool) -> list[str]:
        return [c for c in self.spendable(who) if self.may_pay(who, c, attack)]

    def may_pay(self, who: str, card: str, attack: bool) -> bool:
        exact = self.reads("more_may_be_spent", "just_as_many")
        if exact and self.s["paid"] + self.evp(card) > self.value_to_meet():
            return False
        if self.is_person(card) or (not attack and self.reads("a_match_is_always_needed", "to_block_an_attack")):
            return True
        if self.shade(card) is None:
            return self.reads("general_cards_pay_by_themselves", "it_is_said_of_shaded_cards")
        return self.matched(who, card)

    def in_picking(self) -> Iterator[Move]:
        who = self.s["Picking"]["who"]
        yield from (("pick", {"who": who, "card": card}) for card in self.to_pick())

    def to_pick(self) -> list[str]:
        picking = self.s["Picking"]
        return list(self.picks(picking["who"], picking["does"], picking["old"]))

    def picks(self, who: str, does: str, old: str | None) -> Iterator[str]:
        """The cards that a power may be done to."""
        opposing = self.at(self.other(who), *ON_FIELD)
        if does in ("DISCARD", "REMOVE"):
            yield from opposing
        elif does == "NULLIFY":
            for card in opposing:
                if any(self.cards[card][power] in CONSTANT for power in ("lead", "ally", "extra", "does")):
                    yield card
        elif does == "RESTORE":
            yield from (c for c in self.at(who, *ON_FIELD) if self.s["exhausted"][c])
        elif does in ("FETCH", "RECOVER"):
            yield from self.at(who, "LIFE_DECK" if does == "FETCH" else "DISCARD")
        elif does == "REPLACE" and old is None:
            yield from (ally for ally in self.at(who, "ALLY") if list(self.picks(who, does, ally)))
        elif does == "REPLACE":
            for card in self.at(who, "DISCARD"):
                if self.is_person(card) and not self.impure(who, card) and not self.character_is_there(who, card, old):
                    yield card
        elif does == "FIELD":
            for card in self.at(who, "HAND"):
                fits = self.slot_is_free(who, card) and self.matched(who, card) and not self.impure(who, card)
                if self.kind(card) == "FIELD" and fits:
                    yield card

    def in_damage(self) -> Iterator[Move]:
        yield from (("lose_life_card", {"card": card}) for card in self.at(self.s["Damage"]["who"], "LIFE_DECK"))

    def in_replacing(self) -> Iterator[Move]:
        for who in self.awaited():
            able = (c for c in self.at(who, "ALLY") if self.can_lead(c))
            yield from (("take_the_lead", {"who": who, "card": card}) for card in able)

    def in_finding(self) -> Iterator[Move]:
        able = (c for c in self.at(self.s["Finding"]["who"], "LIFE_DECK") if self.can_lead(c))
        yield from (("find_lead", {"card": card}) for card in able)

    # --- what they do: before the game -------------------------------------------------------------------------

    def choose_a_shade(self, who: str, shade: str) -> None:
        self.s["declared"][who] = shade
        self.s["chosen"][who] = True

    def stay_freestyle(self, who: str) -> None:
        self.s["chosen"][who] = True

    def put_into_deck(self, who: str, card: str) -> None:
        self.s["place"][card] = "ASIDE" if self.kind(card) == "SHADE" else "LIFE_DECK"

    def finish_deck(self, who: str) -> None:
        self.s["built"][who] = True

    def choose_lead(self, who: str, card: str) -> None:
        self.s["place"][card] = "LEAD"

    def find_first_lead(self, card: str) -> None:
        self.s["place"][card] = "LEAD"

    def draw_lots(self, who: str) -> None:
        self.s["turn"], self.s["step"] = who, "DRAW"

    agree_to_begin = draw_lots

    def see_who_begins(self) -> None:
        """The Lead with the highest EVP, then the one of the higher Shade, then somebody."""
        leads = {p: self.at(p, "LEAD")[0] for p in self.players}
        one, two = self.players
        evps = [self.cards[leads[p]]["evp"] for p in self.players]
        shades = [self.shade(leads[p]) for p in self.players]
        ranks = [SHADES.index(shade) if shade else None for shade in shades]
        if evps[0] != evps[1]:
            self.draw_lots(one if evps[0] > evps[1] else two)
        elif None not in ranks and ranks[0] != ranks[1] and not self.reads("higher_shade", "neither_is_higher"):
            first_listed = one if ranks[0] < ranks[1] else two
            by_list = self.reads("higher_shade", "the_one_listed_first")
            self.draw_lots(first_listed if by_list else self.other(first_listed))
        else:
            self.s["step"] = "LOT" if self.reads("equal_leads_draw_lots", "lots_are_drawn") else "AGREE"

    # --- what they do: in a SETUP ------------------------------------------------------------------------------

    def draw(self, card: str) -> None:
        self.s["place"][card] = "HAND"

    def cut_down(self, who: str, card: str) -> None:
        self.leave(card, "DISCARD")

    def play_ally(self, who: str, card: str) -> None:
        self.s["place"][card] = "ALLY"

    def swap(self, who: str, old: str, card: str) -> None:
        self.leave(old, "DISCARD")
        self.s["place"][card] = "ALLY"

    def play_field(self, who: str, card: str) -> None:
        self.s["place"][card] = "FIELD"

    def replace_field(self, who: str, old: str, card: str) -> None:
        self.leave(old, "DISCARD")
        self.s["place"][card] = "FIELD"

    def play_location(self, who: str, card: str) -> None:
        for old in self.cards:
            if self.s["place"][old] == "LOCATION":
                self.leave(old, "DISCARD")
        self.s["place"][card] = "LOCATION"

    def attach(self, who: str, card: str, under: str) -> None:
        self.s["place"][card], self.s["upon"][card] = "ATTACHED", under

    def replace_attached(self, who: str, old: str, card: str) -> None:
        under = self.s["upon"][old]
        self.leave(old, "DISCARD")
        self.attach(who, card, under)

    def leave(self, card: str, place: str) -> None:
        """A card goes, and what is attached to it goes the same way."""
        for attached in self.behind(card):
            self.leave(attached, place)
        self.s["place"][card] = place

    def declare_battle(self, who: str) -> None:
        self.s["fighting"], self.s["step"] = True, "DRAW"

    def pass_setup(self, who: str) -> None:
        self.s["step"] = "DISCARD"

    # --- what they do: in a BATTLE -----------------------------------------------------------------------------

    def play_battle(self, who: str, card: str) -> None:
        self.s["place"][card] = "PLAYED"
        self.make_attack(who, card, None)

    def play_boosted(self, who: str, card: str, boost: str) -> None:
        self.s["place"][card] = self.s["place"][boost] = "PLAYED"
        self.make_attack(who, card, boost)

    def use_boosted(self, who: str, card: str, which: str, boost: str) -> None:
        self.s["place"][boost] = "PLAYED"
        self.exhaust(card, which)
        self.make_attack(who, card, boost)

    def make_attack(self, who: str, card: str, boost: str | None) -> None:
        first = boost is not None and self.ens(boost, who) is not None
        self.open_contest(who, card, boost, "BOOST" if first else "BASE")

    def open_contest(self, who: str, card: str, boost: str | None, stage: str) -> None:
        self.s["acted"] = "Battle" in self.s
        self.s["Contest"] = {
            "awaits": [self.other(who)], "by": who, "card": card, "boost": boost, "stage": stage,
            "neither": False, "values_change": False, "lead_waits": False, "nothing_besides": False,
        }  # fmt: skip

    def play_status(self, who: str, card: str) -> None:
        self.s["acted"] = "Battle" in self.s
        self.s["place"][card] = "PLAYED"
        if self.ens(card, who) is not None:
            self.open_contest(who, card, None, "BASE")
        else:
            self.carry_out(who, self.cards[card]["does"])

    def use_power(self, who: str, card: str, which: str) -> None:
        does = dict(self.powers(card))[which]
        self.exhaust(card, which)
        if "Contest" in self.s:
            self.stop(by_power=True)
        elif does == "ATTACK":
            self.make_attack(who, card, None)
        else:
            self.s["acted"] = True
            self.carry_out(who, does)

    def exhaust(self, card: str, which: str) -> None:
        s = self.s
        others = self.reads("other_cards_are_exhausted", "any_card_is")
        if self.kind(card) == "SHADE":
            others = others and self.reads("a_used_shade_card_is_exhausted", "any_card_is_exhausted")
        s["exhausted"][card] = s["used"][card] = self.is_person(card) or others
        if self.each_is_used_up(card):
            s["powers_used"][card] = sorted(
                {*s["powers_used"][card], which}, key=["LEAD", "ALLY", "EXTRA", "OWN"].index
            )

    def spend(self, who: str, card: str) -> None:
        s = self.s
        self.leave(card, "DISCARD")
        if "Contest" not in s:
            s["acted"] = True
            return
        s["paid"] += self.evp(card)

    def stop(self, by_power: bool) -> None:
        """An attack, or a Status Card, is stopped; it is asked whether it has failed, and does nothing besides."""
        contest = self.s["Contest"]
        self.s["paid"] = 0
        contest["stage"] = "STOPPED"
        unasked = by_power and self.reads("what_a_power_stops_has_failed", "canceled_by_evps_alone")
        contest["neither"] = unasked and self.cards[contest["card"]]["on_failure"] is not None
        contest["nothing_besides"] = by_power and self.cards[contest["card"]]["besides"] is not None

    def is_paid(self) -> bool:
        value = self.value_to_meet() if self.s["Contest"]["stage"] in ("BOOST", "BASE") else None
        return value is not None and self.s["paid"] >= value

    def meet_the_value(self) -> None:
        """The boost falls away, and the attack is next; or all of it is stopped."""
        s = self.s
        if s["Contest"]["stage"] == "BOOST":
            rest = s["paid"] - self.value_to_meet()
            s["Contest"].update(stage="BASE", boost=None)
            counts = self.reads("the_rest_counts_on", "the_rest_is_spent_on") and self.value_to_meet() is not None
            s["paid"] = rest if counts else 0
        else:
            self.stop(by_power=False)

    def let_it_through(self, who: str) -> None:
        self.s["paid"] = 0
        self.s["Contest"]["stage"] = "THROUGH"

    def let_the_boost_through(self, who: str) -> None:
        self.s["paid"] = 0
        self.s["Contest"]["stage"] = "BASE"

    def lose_life_card(self, card: str) -> None:
        s = self.s
        who = s["Damage"]["who"]
        s["place"][card] = "DISCARD"
        s["Damage"]["left"] -= 1
        if not self.at(who, "LIFE_DECK"):
            s["lost"][who] = True

    def take_the_lead(self, who: str, card: str) -> None:
        self.s["place"][card] = "LEAD"
        self.s["Replacing"]["awaits"].remove(who)

    def find_lead(self, card: str) -> None:
        self.s["place"][card] = "LEAD"
        del self.s["Finding"]

    def carry_out(self, who: str, does: str | None) -> None:
        """What a card says is done, where there is a card to which it can be done."""
        if does is not None and next(self.picks(who, does, None), None) is not None:
            self.s["Picking"] = {"awaits": [who], "who": who, "does": does, "old": None, "freely": False}

    def pick(self, who: str, card: str) -> None:
        s = self.s
        does, old = s["Picking"]["does"], s["Picking"]["old"]
        if does == "REPLACE" and old is None:
            s["Picking"]["old"] = card
            return
        del s["Picking"]
        if does == "DISCARD":
            self.leave(card, "DISCARD")
        elif does == "REMOVE":
            self.leave(card, "VOID" if self.reads("removed_is_out_of_the_game", "into_the_void") else "DISCARD")
        elif does == "NULLIFY":
            s["nullified"][card] = s["place"][card] != "LOCATION"  # which is always in effect
        elif does == "RESTORE":
            s["exhausted"][card] = False
            if self.reads("restored_cards_use_their_powers_again", "restored_is_as_new"):
                s["powers_used"][card] = []
        elif does in ("FETCH", "RECOVER"):
            s["place"][card] = "HAND"
        elif does == "REPLACE":
            self.leave(old, "DISCARD")
            s["place"][card] = "ALLY"
        elif does == "FIELD":
            s["place"][card] = "FIELD"

    def pass_turn(self, who: str) -> None:
        s = self.s
        if s["Battle"]["passed"]:
            self.end_battle()
        else:
            self.next_turn(passed=True)

    def next_turn(self, passed: bool) -> None:
        s = self.s
        s["acted"] = False
        for card in self.cards:
            if s["place"][card] == "PLAYED" and not self.cards[card]["stays"]:
                self.leave(card, "DISCARD")
        turn = self.other(s["Battle"]["turn"])
        s["Battle"] = {"awaits": [turn], "turn": turn, "passed": passed, "first": False}

    def end_battle(self) -> None:
        s = self.s
        del s["Battle"]
        s["step"] = "DISCARD"
        for card in self.cards:
            s["exhausted"][card], s["used"][card], s["powers_used"][card] = False, False, []
            if self.reads("nullified_for_good", "until_the_battle_ends"):
                s["nullified"][card] = False

    # --- what happens by itself --------------------------------------------------------------------------------

    def rest(self) -> None:
        while self.settle() or (not self.ended() and self.proceed()):
            pass
        self.forget()

    def settle(self) -> bool:
        """Whoever has no Lead, and finds none, has lost."""
        s = self.s
        begun = s["step"] not in ("BUILD", "OPEN", "FIND")
        searching = s["step"] in ("OPEN", "FIND")
        able = {p: any(self.can_lead(c) for c in self.at(p, "LIFE_DECK", "ALLY")) for p in self.players}
        leaderless = [p for p in self.players if (begun or searching) and not self.at(p, "LEAD") and not able[p]]
        empty = [p for p in self.players if begun and not self.at(p, "LIFE_DECK")]
        if self.reads("an_emptied_deck_loses", "only_what_is_taken_counts"):
            empty = []
        losing = [p for p in {*leaderless, *empty} if not s["lost"][p]]
        for p in losing:
            s["lost"][p] = True
        return bool(losing)

    def proceed(self) -> bool:
        s = self.s
        frame, step = self.frame(), s["step"]
        needy = [p for p in self.players if step in ("DRAW", "SETUP", "BATTLE", "DISCARD") and not self.at(p, "LEAD")]
        if frame == "Replacing" and not s["Replacing"]["awaits"]:
            del s["Replacing"]
        elif frame not in ("Replacing", "Finding") and needy:
            self.seek_leads(needy)
        elif frame == "Damage":
            if s["Damage"]["left"] > 0 and self.at(s["Damage"]["who"], "LIFE_DECK"):
                return False
            del s["Damage"]
        elif frame == "Contest":
            return self.go_on_with_contest()
        elif frame == "Battle" and s["acted"]:
            self.next_turn(passed=False)
        elif frame is not None:
            return False
        elif step == "BUILD" and all(s["built"].values()):
            s["step"] = "FIND" if self.reads("nobody_chooses_a_lead", "cutthroat") else "OPEN"
            for card in (c for p in self.players for c in self.at(p, "ASIDE")):
                s["place"][card] = "SHADE"
        elif step in ("OPEN", "FIND") and all(self.at(p, "LEAD") for p in self.players):
            self.see_who_begins()
        elif step == "DRAW" and not self.has_to_draw():
            s["step"] = "BATTLE" if s["fighting"] else "SETUP"
            if s["fighting"]:
                s["Battle"] = {"awaits": [s["turn"]], "turn": s["turn"], "passed": False, "first": True}
        elif step == "DISCARD" and not self.holds_too_many():
            s["turn"], s["fighting"], s["step"] = self.other(s["turn"]), False, "DRAW"
        else:
            return False
        return True

    def seek_leads(self, needy: list[str]) -> None:
        """An Ally follows, or the first from the bottom of the Life Deck that can."""
        followed = [p for p in needy if any(self.can_lead(c) for c in self.at(p, "ALLY"))]
        if followed:
            self.s["Replacing"] = {"awaits": followed}
        else:
            self.s["Finding"] = {"awaits": "chance", "who": needy[0]}

    def go_on_with_contest(self) -> bool:
        s = self.s
        contest = s["Contest"]
        by, printed = contest["by"], self.cards[contest["card"]]
        attack = self.is_attack(contest["card"])
        if self.is_paid():
            self.meet_the_value()
        elif contest["stage"] == "THROUGH":
            contest["stage"] = "DONE"
            damage = self.damage(contest["card"], contest["boost"], by)
            if not attack:
                self.carry_out(by, printed["does"])
            elif damage > 0:
                s["Damage"] = {"awaits": "chance", "who": self.other(by), "left": damage, "may_pay": False}
        elif contest["stage"] in ("DONE", "STOPPED") and printed["besides"] and not contest["nothing_besides"]:
            contest["nothing_besides"] = True
            if contest["stage"] == "DONE" or (
                attack and self.reads("what_is_paid_for_does_nothing", "only_its_damage")
            ):
                self.carry_out(by, printed["besides"])
        elif contest["stage"] in ("DONE", "STOPPED"):
            then = printed["on_success"] if contest["stage"] == "DONE" else printed["on_failure"]
            contest["stage"] = "OVER"
            if attack and not contest["neither"]:
                self.carry_out(by, then)
        elif contest["stage"] == "OVER":
            del s["Contest"]
        else:
            return False
        return True

    def forget(self) -> None:
        """What means nothing any more is as if it had never been."""
        s = self.s
        for card in self.cards:
            if s["place"][card] != "ATTACHED":
                s["upon"][card] = None
            if s["place"][card] not in (*ON_FIELD, "SHADE"):
                s["exhausted"][card], s["used"][card], s["powers_used"][card] = False, False, []
                s["nullified"][card] = False

    # --- plays -------------------------------------------------------------------------------------------------

    def start(self) -> None:
        of_cards, of_players = self.of_cards, self.of_players
        self.lay_out({
            "step": "BUILD", "turn": None, "fighting": False, "declared": of_players(None), "chosen": of_players(False),
            "built": of_players(False), "place": of_cards("COLLECTION"), "upon": of_cards(None),
            "exhausted": of_cards(False), "used": of_cards(False), "powers_used": {c: [] for c in self.cards},
            "nullified": of_cards(False), "acted": False, "paid": 0, "halted": False, "lost": of_players(False),
        })  # fmt: skip
