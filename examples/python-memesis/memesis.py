"""The core of Memesis, written from the text of its rules alone: the deal, turns, source, creatures, Runes, Stealth,
incubation, Combat with interceptions, and the three kinds of fusion.

Left out are Effects that are played, all abilities that are used, and alliances. Where the text can be read in several
ways, the engine follows the default answers that `serve` lists. A state is a dict with the `FIELDS` below, and with the
`OWN` ones, which nobody sees.

Long: one engine, read from top to bottom beside the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from second_engine import Move, Position

FIELDS = [
    "step", "order", "life", "source", "lost", "cell", "holder", "upon", "joined", "fragment", "ammo", "face_down",
    "sourced", "spent", "incubated", "damage", "hits", "aimed", "intercepts", "turned_upon", "absorbed", "Attaching",
    "Recovering",
]  # fmt: skip
OWN = ["turns", "owed", "fresh", "turned_up", "doubled", "fallen", "took_ammo", "asked"]
ACTIONS = [
    "source_card", "consume_for_life", "consume_for_source", "buy_a_draw", "load", "take_ammunition", "play_card",
    "play_face_down", "turn_up", "move", "incubate", "incubate_face_down", "leave_incubation", "place_rune",
    "play_rune_face_down", "attach_hidden_rune", "remove_rune", "recover_rune", "attach_revealed_rune",
    "let_it_be_destroyed", "fuse_partially", "fuse_truly", "transfuse", "aim", "call_interceptions", "intercept",
    "absorb", "finish_intercepting", "deal", "take_a_turn_next", "leave_fallen_runes", "draw", "go_on", "end_combat",
]  # fmt: skip
LEFT_OUT = ["Held", "Resolved", "Dispelling", "Directed", "Choosing"]
"""The frames that are left out: in a given state that has one nothing is legal."""

MARKS = ["SPIRITUAL", "PHILOSOPHICAL", "MATHEMATICAL", "PRACTICAL"]
IN_PLAY = ("MAIN", "ATTACK", "DEFEND")
STEPS = ["AMMUNITION", "SOURCING", "PLACING", "DECLARING", "COMBAT", "INTERCEPTING", "DEALT"]
"""Those in which somebody decides; between them things happen by themselves."""

FOLLOWED = {
    "acts_come_between": "it_is_decided_first", "who_is_defeated_is_out": "he_decides_nothing",
    "controller": "its_owner", "complete_transfusion_is_true": "the_three_together_are",
    "trans_pairs_stack": "only_true_fusions_stack", "a_creature_upon_it_makes_it_one": "a_creature_in_it_counts",
    "one_hidden_part_silences_all": "its_own_fusion_only", "hidden_parts_stack": "numbers_are_gained_too",
    "any_two_share": "all_must_bear_it", "shared_markings_wait_for_a_rune": "they_are_gained",
    "runes_work_on_true_fusions": "such_markings_are_ignored",
    "added_life_is_an_ability": "abilities_are_what_is_used", "idle_runes_take_the_place": "any_rune_takes_it",
    "owning_neither_lifts_the_limit": "neither_card_nor_its_rune",
    "partial_fusion_bears_more_runes": "only_fragments_do_not_count",
    "opponents_put_runes_on_true_fusions": "on_any_fused_cards",
    "owners_of_parts_own_the_whole": "whoever_owns_the_bottom_card", "runes_need_the_marking": "any_card_bears_a_rune",
    "armor_comes_again_as_new": "armor_does_not_regenerate", "may_source_outside_main": "wherever_it_is_in_play",
    "sources_at_any_time": "as_needed", "sources_cards_of_others": "only_own_cards_are_sourced",
    "turned_up_is_sourced_at_once": "turned_up_and_sourced", "value_of_a_rune_is_its_placing": "what_placing_takes",
    "fused_values_add_up": "the_sum", "runes_upon_cards_are_to_be_removed": "it_comes_off_for_source",
    "sourced_cards_are_consumed": "sourced_or_not", "consumes_at_any_time": "as_it_is_written",
    "consumes_from_hand": "hand_or_play", "consumes_cards_of_others_for_life": "a_card_he_owns",
    "consumes_cards_of_others_for_source": "only_what_he_owns", "any_number_is_bought": "as_many_as_are_paid_for",
    "pays_for_no_card": "nobody_pays_for_nothing", "worn_cards_are_loaded": "whatever_its_state",
    "loads_cards_of_others": "only_own_cards_are_loaded", "runes_of_a_loaded_card_return": "they_go_to_the_dead_cell",
    "takes_any_ammunition": "only_the_top_card", "takes_ammunition_later": "in_its_step",
    "placing_costs": "its_source_cost", "only_in_step_9": "in_its_place_in_the_flow",
    "anybody_turns_up": "only_its_owner", "turned_up_creatures_attack": "until_blocks_are_chosen",
    "added_in_stealth_is_doubled": "once", "every_turn_counts": "only_its_players_turns",
    "a_turn_counts_when_begun": "when_it_begins", "runes_of_vanished_cards_return": "it_dies_with_nothing",
    "ousted_goes_to_hand": "back_to_the_hand", "matured_must_leave": "it_may_stay",
    "revealed_runes_attach_for_nothing": "its_placing_is_paid",
    "unmarked_cards_take_it_for_nothing": "marked_cards_only", "a_second_rune_replaces_the_first": "both_upgrade",
    "where_a_removed_rune_goes": "to_the_hand", "a_revealed_rune_may_be_let_go": "attached_or_destroyed",
    "crowded_runes_return": "it_is_parted_and_shattered", "fragments_of_a_fragment_upgrade": "they_are_one_fragment",
    "fusing_from_the_hand_is_free": "cards_are_paid_for", "fusing_is_coming_into_play": "the_other_card_changes",
    "may_fuse_cards_of_others": "only_own_cards_are_fused", "may_fuse_onto_cards_of_others": "onto_any_card",
    "incubating_cards_fuse_onto_others": "others_are_fused_to_it",
    "fusing_into_incubation_waits_for_the_own_turn": "at_any_time",
    "state_of_fused_cards_goes_along": "as_the_bottom_card",
    "a_complete_transfusion_takes_fragments": "not_once_it_is_complete",
    "fragments_need_the_marking": "any_card_receives_fragments", "any_two_cards_fuse_truly": "with_a_particular_card",
    "runes_bar_true_fusion": "it_is_shattered", "sym_completes_bio_and_tic": "any_sym_joins_any_bio",
    "half_hidden_fusions_fight": "by_what_is_revealed", "first_turn_lasts_until_the_attack": "nobody_attacks_at_first",
    "may_hold_back": "attacking_is_optional", "lost_interceptions_let_through": "nobody_takes_it",
    "idle_creatures_intercept": "only_from_the_defend_cell", "intercepts_more_than_one": "any_number_of_attackers",
    "may_take_it_himself": "the_player_elects", "power_is_dealt_once": "full_power_to_each",
    "fighters_are_fused": "the_fight_goes_where_the_other_attacks",
    "breaking_hits_come_through": "armor_takes_all_of_it", "each_blow_is_a_hit": "stacked_into_one",
    "armor_meets_the_strongest": "those_of_the_strongest", "blow_of_nothing_counts": "armor_takes_damage",
    "armor_adds_up": "only_what_is_named", "surplus_goes_on": "it_is_lost",
    "fights_go_one_by_one": "all_fights_at_once", "attackers_regenerate": "as_all_survivors_do",
    "turns_go_by_lot": "by_lot", "life_is_looked_at_at_once": "as_soon_as_it_is_gone",
    "one_defeated_opponent_is_enough": "all_opponents", "cards_of_the_defeated_are_dead": "they_are_dead",
    "every_creature_regenerates": "as_their_owners_turn_begins", "every_card_is_unsourced": "only_ones_own",
    "every_creature_returns": "ones_own_go_back", "attackers_strike_after_the_turn": "in_the_turn",
}  # fmt: skip
"""The answers to open questions of the core that are followed; a reading with another one is declined."""


def left_out(scope: dict[str, Any], reading: dict[str, str]) -> str:
    """The first thing of a reading or a scope that is not played here; empty where all is."""
    for question, option in reading.items():
        if FOLLOWED.get(question, option) != option:
            return f"{question}={option}"
    sides = [player["side"] for player in scope["sorts"]["Player"].values()]
    return "" if len(set(sides)) == len(sides) else "allies"


class Game(Position):
    def __init__(self, scope: dict[str, Any]) -> None:
        super().__init__(scope)
        self.overrides = [entry for entry in self.overrides if entry["field"] in (*FIELDS, *OWN)]

    # --- words: cards --------------------------------------------------------------------------------------------

    def owner(self, card: str) -> str:
        return self.cards[card]["owner"]

    def kind(self, card: str) -> str:
        return self.cards[card]["kind"]

    def lying(self, *cells: str) -> list[str]:
        return [c for c in self.cards if self.s["cell"][c] in cells]

    def runes(self, card: str) -> list[str]:
        return [c for c in self.cards if self.s["upon"][c] == card and self.s["joined"][c] == "RUNE"]

    def parts(self, card: str) -> list[str]:
        """All that is fused onto a card."""
        return [c for c in self.cards if self.s["upon"][c] == card and self.s["joined"][c] != "RUNE"]

    def families(self, card: str) -> set[str]:
        """Of the cards that are joined as Sym, Bio and Tic."""
        joined = [card, *(c for c in self.parts(card) if self.s["joined"][c] == "TRANS")]
        return {self.cards[c]["family"] for c in joined} - {None}

    def is_complete(self, card: str) -> bool:
        return len(self.families(card)) == 3

    def true_parts(self, card: str) -> list[str]:
        ways = ("TRUE", "TRANS") if self.is_complete(card) else ("TRUE",)
        return [c for c in self.parts(card) if self.s["joined"][c] in ways]

    def is_creature(self, card: str) -> bool:
        """Causes and Effects lose their type in a fusion, and a creature in it does not."""
        return any(self.kind(c) == "CREATURE" for c in self.stacked(card))

    def is_still(self, card: str, kind: str) -> bool:
        return self.kind(card) == kind and not self.parts(card)

    def revealed(self, *cards: str) -> bool:
        return not any(self.s["face_down"][c] for c in cards)

    def stacked(self, card: str) -> list[str]:
        """The cards whose numbers count: those in True Fusion, each once it and the bottom card are revealed."""
        if not self.revealed(card):
            return [card]
        cards = [c for c in self.true_parts(card) if self.revealed(c)]
        sets = {self.cards[c]["family"] for c in [card, *cards]}
        return [card, *(c for c in cards if self.s["joined"][c] == "TRUE" or sets >= {"SYM", "BIO", "TIC"})]

    def bonus(self, card: str, what: str) -> int:
        """By fragments and Runes that the bottom card bears the marking of, and by markings that the creatures in a
        True Fusion share: of those a Rune brings out no others."""
        if not self.revealed(card):
            return 0
        several = len([c for c in [card, *self.true_parts(card)] if self.kind(c) == "CREATURE"]) > 1
        creatures = [c for c in self.stacked(card) if self.kind(c) == "CREATURE"]
        shared = [m for m in MARKS if len(creatures) > 1 and all(self.cards[c]["upgrades"][m] for c in creatures)]
        upgrades = {(c, m) for c in creatures for m in shared}
        upgrades |= {(card, self.s["fragment"][c]) for c in self.parts(card) if self.revealed(c)}
        upgrades |= {(card, self.cards[c]["rune"]) for c in self.runes(card) if self.revealed(c) and not several}
        return sum(self.cards[c]["level"] for c, m in upgrades if m and self.cards[c]["upgrades"][m] == what)

    def power(self, card: str) -> int:
        return sum(self.cards[c]["attack"] for c in self.stacked(card)) + self.bonus(card, "STRONGER")

    def life_left(self, card: str) -> int:
        most = sum(self.cards[c]["life"] for c in self.stacked(card)) + self.bonus(card, "TOUGHER")
        return most - self.s["damage"][card]

    def value(self, card: str) -> int:
        """The source cost of a card, with all that is fused onto it."""
        return sum(
            self.numbers["rune_price"] if self.kind(c) == "RUNE" else self.cards[c]["cost"]
            for c in [card, *self.parts(card)]
        )

    def turns_needed(self, card: str) -> int:
        twice = self.s["doubled"][card]
        if self.kind(card) == "RUNE":
            return self.numbers["hidden_rune_turns" if twice else "rune_turns"]
        own = self.cards[card]["cost"] * (self.numbers["stealth_factor"] if twice else 1)
        return own + sum(self.cards[c]["cost"] for c in self.parts(card))

    def longest_wait(self, card: str) -> int:
        """One turn more than with all cards that may yet be fused to it: nobody counts further."""
        others = [c for c in self.cards if c not in [card, *self.parts(card)] and self.kind(c) != "RUNE"]
        added = sum(self.cards[c]["cost"] for c in others) * self.numbers["stealth_factor"]
        return self.turns_needed(card) + added + 1

    def is_mature(self, card: str) -> bool:
        return self.s["cell"][card] == "INCUBATION" and self.s["incubated"][card] >= self.turns_needed(card)

    # --- words: players ------------------------------------------------------------------------------------------

    def turn_player(self) -> str:
        return self.s["order"][0]

    def playing(self) -> list[str]:
        return [p for p in self.players if not self.s["lost"][p]]

    def ended(self) -> bool:
        return len(self.playing()) < 2

    def own(self, who: str, *cells: str) -> list[str]:
        return [c for c in self.lying(*cells) if self.owner(c) == who]

    def attackers(self, at: str | None = None) -> list[str]:
        """Those that were aimed, and can fight still."""
        aimed = [c for c in self.cards if self.s["aimed"][c] is not None and self.able(c)]
        return [c for c in aimed if at in (None, self.s["aimed"][c])]

    def interceptors(self, attacker: str) -> list[str]:
        return [c for c in self.lying("DEFEND") if attacker in self.s["intercepts"][c] and self.able(c)]

    def able(self, card: str) -> bool:
        """Whether a creature can fight: it is open, and not sourced."""
        return self.is_creature(card) and not self.s["sourced"][card] and self.revealed(card)

    def defenders(self, who: str) -> list[str]:
        return [c for c in self.own(who, "DEFEND") if self.able(c)]

    # --- the actions that may be taken ---------------------------------------------------------------------------

    def legal(self) -> Iterator[Move]:
        if not self.ended():
            yield from (move for move in self.moves() if move[0] not in self.off)

    def moves(self) -> Iterator[Move]:
        s = self.s
        if any(s.get(frame) for frame in LEFT_OUT):
            return
        if s["Attaching"]:
            yield from self.in_attaching(s["Attaching"]["card"])
        elif s["Recovering"]:
            for who in s["Recovering"]["awaits"]:
                yield from self.in_recovering(who)
        elif s["step"] == "DEAL":
            yield from (("deal", {"card": card}) for who in self.dealt_to() for card in self.own(who, "BRAIN"))
        elif s["step"] == "START":
            yield from (("take_a_turn_next", {"who": who}) for who in self.players if who not in s["order"])
        elif any(s["owed"].values()):
            who = next(p for p in self.players if s["owed"][p])
            yield from (("draw", {"card": card}) for card in self.own(who, "BRAIN"))
        elif s["step"] in STEPS:
            for who in self.playing():
                yield from self.at_any_time(who)
            yield from getattr(self, f"in_{s['step'].lower()}")(self.turn_player())

    def dealt_to(self) -> list[str]:
        """Those who have no full hand yet."""
        short = [p for p in self.players if len(self.own(p, "HAND")) < self.numbers["hand"]]
        return [p for p in short if self.own(p, "BRAIN")]

    def consumed(self, who: str) -> list[str]:
        return self.own(who, "HAND", *IN_PLAY)

    def at_any_time(self, who: str) -> Iterator[Move]:
        s = self.s
        source = s["source"][who]
        for card in self.own(who, *IN_PLAY):
            if self.may_be_sourced(card):
                yield "source_card", {"who": who, "card": card}
            for cell in IN_PLAY:
                if cell != s["cell"][card] and self.may_move(card, cell):
                    yield "move", {"who": who, "card": card, "cell": cell}
        for card in self.consumed(who):
            yield "consume_for_life", {"who": who, "card": card}
            yield "consume_for_source", {"who": who, "card": card}
            yield "load", {"who": who, "card": card, "whose": who}
        if source >= self.numbers["draw_price"] and self.own(who, "BRAIN"):
            yield "buy_a_draw", {"who": who}
        for card in self.own(who, *IN_PLAY, "INCUBATION", "UPON"):
            if s["face_down"][card]:
                yield "turn_up", {"who": who, "card": card}
        for card in self.own(who, "HAND"):
            if self.kind(card) == "EFFECT" and source >= self.cards[card]["cost"] + self.numbers["stealth_price"]:
                for cell in ("MAIN", "DEFEND"):
                    yield "play_face_down", {"who": who, "card": card, "cell": cell, "whose": who}
        yield from self.with_runes(who)
        yield from self.fusions(who)

    def may_be_sourced(self, card: str) -> bool:
        s = self.s
        just_came = s["fresh"][card] and not s["turned_up"][card]
        never = self.kind(card) == "RUNE" or self.is_still(card, "EFFECT")
        return not never and not s["sourced"][card] and self.revealed(card) and not just_came

    def may_move(self, card: str, cell: str) -> bool:
        """Causes remain where they are; attackers are declared before Combat, and not by who is attacked in it."""
        who, owner = self.turn_player(), self.owner(card)
        attack = [c for c in self.own(who, "ATTACK") if self.is_creature(c)]
        late = owner == who or any(self.s["aimed"][c] in (None, owner) for c in attack)
        late = late and self.is_creature(card) and self.s["step"] in ("COMBAT", "INTERCEPTING")
        return not self.is_still(card, "CAUSE") and not (cell == "ATTACK" and late)

    def with_runes(self, who: str) -> Iterator[Move]:
        s = self.s
        source = s["source"][who]
        hand = [c for c in self.own(who, "HAND") if self.kind(c) == "RUNE"]
        waited = [c for c in self.own(who, "INCUBATION") if self.kind(c) == "RUNE" and self.is_mature(c)]
        for card in hand if source >= self.numbers["rune_price"] else []:
            yield from (("place_rune", {"who": who, "card": card, "under": c}) for c in self.bearers(who))
        for card in waited:
            yield from (("place_rune", {"who": who, "card": card, "under": c}) for c in self.bearers(who))
        if source >= self.numbers["rune_price"] + self.numbers["stealth_price"]:
            yield from (("play_rune_face_down", {"who": who, "card": card, "whose": who}) for card in hand)
        for card in self.own(who, *IN_PLAY):
            if self.kind(card) == "RUNE":
                for under in self.bearers(who):
                    if source >= self.attaching_price(card, under):
                        yield "attach_hidden_rune", {"who": who, "card": card, "under": under}
        for card in self.own(who, "UPON"):
            if s["joined"][card] == "RUNE" and source >= self.numbers["removal_price"]:
                yield "remove_rune", {"who": who, "card": card}
        for card in self.own(who, "DEAD"):
            if s["fallen"][card] and source >= self.numbers["rune_price"]:
                yield "recover_rune", {"who": who, "card": card}

    def bearers(self, who: str) -> list[str]:
        """The cards upon which a player may put a Rune."""
        found = []
        for card in self.lying(*IN_PLAY, "INCUBATION"):
            there = self.runes(card)
            stranger = self.owner(card) != who and all(self.owner(c) != who for c in there)
            closed = bool(self.true_parts(card)) and self.owner(card) == who
            if self.kind(card) != "RUNE" and (not there or stranger) and not closed:
                found.append(card)
        return found

    def attaching_price(self, card: str, under: str) -> int:
        """A Rune that came in Stealth was paid for, as far as it goes onto a card with its marking."""
        return 0 if self.cards[under]["upgrades"][self.cards[card]["rune"]] else self.numbers["rune_price"]

    def in_attaching(self, card: str) -> Iterator[Move]:
        who = self.owner(card)
        for under in self.bearers(who):
            if self.s["source"][who] >= self.attaching_price(card, under):
                yield "attach_revealed_rune", {"who": who, "under": under}
        yield "let_it_be_destroyed", {"who": who}

    def in_recovering(self, who: str) -> Iterator[Move]:
        """The moves while fallen Runes may be taken back: take one, raise source for it, or leave them."""
        yield from (move for move in self.with_runes(who) if move[0] == "recover_rune")
        yield from (("source_card", {"who": who, "card": c}) for c in self.own(who, *IN_PLAY) if self.may_be_sourced(c))
        yield from (("consume_for_source", {"who": who, "card": c}) for c in self.consumed(who))
        yield "leave_fallen_runes", {"who": who}

    def may_recover(self, who: str) -> bool:
        can_pay = self.s["source"][who] >= self.numbers["rune_price"]
        can_pay = can_pay or any(self.may_be_sourced(c) for c in self.own(who, *IN_PLAY))
        can_pay = can_pay or any(self.value(c) > 0 for c in self.consumed(who))
        return can_pay and any(self.s["fallen"][c] for c in self.own(who, "DEAD"))

    def fusions(self, who: str) -> Iterator[Move]:
        """In one's own turn; at any time with an Effect, and onto a card that is incubating."""
        s = self.s
        for card in self.own(who, "HAND", *IN_PLAY):
            if self.kind(card) == "RUNE":
                continue
            effect = self.is_still(card, "EFFECT")
            for base in self.lying(*IN_PLAY, "INCUBATION"):
                incubating = s["cell"][base] == "INCUBATION"
                paid = s["cell"][card] != "HAND" or incubating or s["source"][who] >= self.cards[card]["cost"]
                timely = who == self.turn_player() or effect or incubating
                if base == card or self.kind(base) == "RUNE" or not paid or not timely:
                    continue
                choice = {"who": who, "card": card, "base": base}
                for mark in MARKS:
                    if self.cards[card]["fragments"][mark] and not self.is_complete(base):
                        yield "fuse_partially", {**choice, "mark": mark}
                if self.are_partners(card, base):
                    yield "fuse_truly", choice
                if self.join(self.families(card), self.families(base)):
                    yield "transfuse", choice

    def are_partners(self, card: str, base: str) -> bool:
        """Whether a card of one is the particular card of one of the other."""
        pairs = [(a, b) for a in [card, *self.parts(card)] for b in [base, *self.parts(base)]]
        return any(self.cards[a]["partner"] == b or self.cards[b]["partner"] == a for a, b in pairs)

    def join(self, one: set[str], other: set[str]) -> bool:
        """Sym with Bio, and Bio with Tic."""
        pairs = (("SYM", "BIO"), ("BIO", "TIC"))
        return any((a in one and b in other) or (b in one and a in other) for a, b in pairs)

    def in_ammunition(self, who: str) -> Iterator[Move]:
        if self.s["ammo"][who] and not self.s["took_ammo"]:
            yield "take_ammunition", {"who": who, "card": self.s["ammo"][who][0]}
        yield from self.in_sourcing(who)

    def in_sourcing(self, who: str) -> Iterator[Move]:
        yield from self.matured(who)
        yield "go_on", {"who": who}

    in_declaring = in_sourcing

    def matured(self, who: str) -> Iterator[Move]:
        """Creatures leave the Incubation Cell in their own turn; Effects that are open are to be played, and Runes are
        placed."""
        for card in self.lying("INCUBATION"):
            owner, hidden = self.owner(card), self.s["face_down"][card]
            if not self.is_mature(card) or (self.is_creature(card) and owner != who):
                continue
            if not hidden and (self.kind(card) == "RUNE" or self.is_still(card, "EFFECT")):
                continue
            cells = ["MAIN"] if self.is_still(card, "CAUSE") else IN_PLAY
            yield from (("leave_incubation", {"who": owner, "card": card, "cell": cell}) for cell in cells)

    def in_placing(self, who: str) -> Iterator[Move]:
        s = self.s
        waiting = [c for c in self.lying("INCUBATION") if s["holder"][c] == who]
        for card in self.own(who, "HAND"):
            for cell in self.cells_for(who, card):
                if s["source"][who] >= self.cards[card]["cost"]:
                    yield "play_card", {"who": who, "card": card, "cell": cell, "whose": who}
                if s["source"][who] >= self.cards[card]["cost"] + self.numbers["stealth_price"]:
                    yield "play_face_down", {"who": who, "card": card, "cell": cell, "whose": who}
            if not any(self.is_mature(c) for c in waiting):
                yield "incubate", {"who": who, "card": card, "whose": who}
                yield "incubate_face_down", {"who": who, "card": card, "whose": who}
        yield from self.in_sourcing(who)

    def cells_for(self, who: str, card: str) -> list[str]:
        """Where a card from the hand is placed; Effects and Runes have their own ways."""
        if self.kind(card) == "CREATURE":
            return ["MAIN", "DEFEND"] if self.s["turns"][who] == 0 else list(IN_PLAY)
        return ["MAIN"] if self.kind(card) == "CAUSE" else []

    def in_combat(self, who: str) -> Iterator[Move]:
        yield from self.matured(who)
        if self.s["turns"][who] > 0:
            for card in self.own(who, "ATTACK"):
                if self.able(card) and self.s["aimed"][card] is None:
                    others = [p for p in self.playing() if p != who]
                    yield from (("aim", {"who": who, "card": card, "at": at}) for at in others)
        yield "call_interceptions", {"who": who}

    def in_intercepting(self, turn_player: str) -> Iterator[Move]:
        s = self.s
        yield from self.matured(turn_player)
        for who in (p for p in self.playing() if s["asked"][p]):
            able = self.defenders(who)
            left_open = False
            for attacker in self.attackers(who):
                if s["absorbed"][attacker]:
                    continue
                for card in able:
                    if attacker not in s["intercepts"][card]:
                        yield "intercept", {"who": who, "card": card, "attacker": attacker}
                if able and not self.interceptors(attacker):
                    left_open = True
                    yield "absorb", {"who": who, "attacker": attacker}
            if not left_open:
                yield "finish_intercepting", {"who": who}

    def in_dealt(self, who: str) -> Iterator[Move]:
        yield from self.matured(who)
        yield "end_combat", {"who": who}

    # --- what they do --------------------------------------------------------------------------------------------

    def source_card(self, who: str, card: str) -> None:
        self.s["sourced"][card] = True
        self.s["source"][who] += self.numbers["per_sourced_card"]

    def consume_for_life(self, who: str, card: str) -> None:
        self.s["life"][who] += self.value(card)
        self.die(card)

    def consume_for_source(self, who: str, card: str) -> None:
        self.s["source"][who] += self.value(card)
        self.die(card)

    def leave_fallen_runes(self, who: str) -> None:
        for card in self.own(who, "DEAD"):
            self.s["fallen"][card] = False

    def buy_a_draw(self, who: str) -> None:
        self.pay(who, self.numbers["draw_price"])
        self.s["owed"][who] += 1

    def draw(self, card: str) -> None:
        self.s["owed"][self.owner(card)] -= 1
        self.s["cell"][card] = "HAND"

    def deal(self, card: str) -> None:
        self.s["cell"][card] = "HAND"

    def take_a_turn_next(self, who: str) -> None:
        self.s["order"].append(who)

    def load(self, who: str, card: str, whose: str) -> None:
        for rune in self.runes(card):
            self.put(rune, "DEAD")
        for one in [card, *self.parts(card)]:
            self.put(one, "AMMUNITION", whose)
            self.s["ammo"][whose].insert(0, one)

    def take_ammunition(self, who: str, card: str) -> None:
        self.s["ammo"][who].remove(card)
        self.put(card, "HAND")
        self.s["took_ammo"] = True

    def play_card(self, who: str, card: str, cell: str, whose: str) -> None:
        self.pay(who, self.cards[card]["cost"])
        self.enter(card, cell, whose)

    def play_face_down(self, who: str, card: str, cell: str, whose: str) -> None:
        self.pay(who, self.cards[card]["cost"] + self.numbers["stealth_price"])
        self.enter(card, cell, whose)
        self.s["face_down"][card] = True

    def enter(self, card: str, cell: str, whose: str) -> None:
        self.s["cell"][card], self.s["holder"][card] = cell, whose
        self.s["fresh"][card] = True

    def turn_up(self, who: str, card: str) -> None:
        s = self.s
        s["face_down"][card] = False
        s["turned_up"][card] = s["fresh"][card]
        if self.kind(card) == "RUNE" and s["cell"][card] in IN_PLAY:
            s["Attaching"] = {"awaits": [who], "card": card}

    def move(self, who: str, card: str, cell: str) -> None:
        if self.s["cell"][card] == "ATTACK":
            self.leave_fights(card)
        self.s["cell"][card] = cell

    def incubate(self, who: str, card: str, whose: str) -> None:
        for other in self.lying("INCUBATION"):
            if self.s["holder"][other] == whose:
                for rune in self.runes(other):
                    self.put(rune, "DEAD")
                for one in [other, *self.parts(other)]:
                    self.put(one, "HAND")
        self.s["cell"][card], self.s["holder"][card] = "INCUBATION", whose

    def incubate_face_down(self, who: str, card: str, whose: str) -> None:
        self.incubate(who, card, whose)
        self.s["face_down"][card] = self.s["doubled"][card] = True

    def leave_incubation(self, who: str, card: str, cell: str) -> None:
        self.s["incubated"][card], self.s["doubled"][card] = 0, False
        self.enter(card, cell, self.s["holder"][card])

    def place_rune(self, who: str, card: str, under: str) -> None:
        if self.s["cell"][card] == "HAND":
            self.pay(who, self.numbers["rune_price"])
        self.attach(card, under)

    def play_rune_face_down(self, who: str, card: str, whose: str) -> None:
        self.pay(who, self.numbers["rune_price"] + self.numbers["stealth_price"])
        self.enter(card, "MAIN", whose)
        self.s["face_down"][card] = True

    def attach_hidden_rune(self, who: str, card: str, under: str) -> None:
        self.pay(who, self.attaching_price(card, under))
        self.attach(card, under)

    def attach_revealed_rune(self, who: str, under: str) -> None:
        card = self.s["Attaching"]["card"]
        self.s["Attaching"] = None
        self.attach_hidden_rune(who, card, under)

    def let_it_be_destroyed(self, who: str) -> None:
        self.put(self.s["Attaching"]["card"], "DEAD")
        self.s["Attaching"] = None

    def attach(self, card: str, under: str) -> None:
        hidden = self.s["face_down"][card]
        self.put(card, "UPON")
        self.s["upon"][card], self.s["joined"][card], self.s["face_down"][card] = under, "RUNE", hidden

    def remove_rune(self, who: str, card: str) -> None:
        self.pay(who, self.numbers["removal_price"])
        self.put(card, "HAND")

    def recover_rune(self, who: str, card: str) -> None:
        self.pay(who, self.numbers["rune_price"])
        self.put(card, "HAND")

    def fuse_partially(self, who: str, card: str, base: str, mark: str) -> None:
        for part in self.parts(card):
            self.s["fragment"][part], self.s["joined"][part] = None, "PARTIAL"
        runes = self.runes(card)
        full = bool(self.runes(base))
        self.fuse(who, card, base, "PARTIAL")
        self.s["fragment"][card] = mark
        self.hand_over(runes, base, full)

    def fuse_truly(self, who: str, card: str, base: str) -> None:
        self.shatter(card, base)
        self.fuse(who, card, base, "TRUE")

    def transfuse(self, who: str, card: str, base: str) -> None:
        """The third set completes it, and then no fragments stay upon it, nor Runes."""
        runes, full = self.runes(card), bool(self.runes(base))
        self.fuse(who, card, base, "TRANS")
        self.hand_over(runes, base, full)
        if self.true_parts(base):
            self.shatter(base)
        if self.is_complete(base):
            for part in self.parts(base):
                if self.s["joined"][part] == "PARTIAL":
                    self.put(part, "DEAD")

    def fuse(self, who: str, card: str, base: str, joined: str) -> None:
        s = self.s
        if s["cell"][card] == "HAND" and s["cell"][base] != "INCUBATION":
            self.pay(who, self.cards[card]["cost"])
        if s["aimed"][card] is not None and s["aimed"][card] == s["aimed"][base]:
            for fighter in self.interceptors(card):
                if base not in s["intercepts"][fighter]:
                    s["intercepts"][fighter].append(base)
        for part in self.parts(card):
            s["upon"][part] = base
        hidden, hits = s["face_down"][card], s["hits"][card]
        self.put(card, "UPON")
        s["upon"][card], s["joined"][card], s["face_down"][card], s["hits"][card] = base, joined, hidden, hits

    def hand_over(self, runes: list[str], base: str, full: bool) -> None:
        """The Runes of a card that was fused onto another lie upon that one from then on, if it may bear one more."""
        for rune in runes:
            if full or base not in self.bearers(self.owner(rune)):
                self.put(rune, "DEAD")
            else:
                self.s["upon"][rune] = base

    def shatter(self, *cards: str) -> None:
        for card in cards:
            for rune in self.runes(card):
                self.put(rune, "DEAD")

    def aim(self, who: str, card: str, at: str) -> None:
        self.s["aimed"][card] = at

    def call_interceptions(self, who: str) -> None:
        self.s["step"] = "INTERCEPTING" if self.attackers() else "END"
        self.s["asked"] = {p: bool(self.attackers(p)) for p in self.players}

    def intercept(self, who: str, card: str, attacker: str) -> None:
        self.s["intercepts"][card].append(attacker)

    def absorb(self, who: str, attacker: str) -> None:
        self.s["absorbed"][attacker] = True

    def finish_intercepting(self, who: str) -> None:
        self.s["asked"][who] = False

    def go_on(self, who: str) -> None:
        after = {"AMMUNITION": "SOURCING", "SOURCING": "PLACING", "PLACING": "DECLARING", "DECLARING": "COMBAT"}
        self.s["step"] = after.get(self.s["step"], "END")

    def end_combat(self, who: str) -> None:
        self.s["step"] = "END"

    def pay(self, who: str, price: int) -> None:
        self.s["source"][who] -= price

    def put(self, card: str, cell: str, holder: str | None = None) -> None:
        """A card goes somewhere, and nothing that was with it goes along but the hits that its armor took."""
        s = self.s
        self.leave_fights(card)
        for field in ("upon", "joined", "fragment"):
            s[field][card] = None
        for field in ("face_down", "sourced", "doubled", "fallen"):
            s[field][card] = False
        s["cell"][card], s["holder"][card] = cell, holder
        s["damage"][card] = s["incubated"][card] = 0
        if cell == "DEAD":
            s["hits"][card], s["spent"][card] = 0, None

    def leave_fights(self, card: str) -> None:
        s = self.s
        s["aimed"][card], s["intercepts"][card], s["absorbed"][card] = None, [], False
        for other in self.cards:
            if card in s["intercepts"][other]:
                s["intercepts"][other].remove(card)

    def die(self, card: str) -> None:
        """All that is fused goes to its owner's Dead Cell; a Rune upon an own card may be taken back in this turn."""
        runes = self.runes(card)
        for one in [*self.parts(card), card, *runes]:
            self.put(one, "DEAD")
        for rune in runes:
            self.s["fallen"][rune] = self.owner(rune) == self.owner(card)

    def leave(self, who: str) -> None:
        """A player is defeated, and others play on."""
        if not self.ended():
            for card in [c for c in self.cards if self.owner(c) == who and self.s["cell"][c] != "DEAD"]:
                self.die(card)
            self.s["ammo"][who] = []
            self.s["asked"][who] = False
            self.s["order"].remove(who)
            for card in self.attackers(who):
                self.leave_fights(card)

    # --- what happens by itself ----------------------------------------------------------------------------------

    def rest(self) -> None:
        while not self.ended() and self.proceed():
            pass

    def proceed(self) -> bool:
        s = self.s
        if s["Attaching"] or any(s.get(frame) for frame in LEFT_OUT):
            return False
        dying = [c for c in self.lying(*IN_PLAY) if self.is_creature(c) and self.life_left(c) <= 0]
        for card in dying:
            self.die(card)
        if dying:
            return True
        gone = [p for p in self.playing() if s["life"][p] <= 0]
        for who in gone:
            s["lost"][who] = True
        for who in gone:
            self.leave(who)
        if gone:
            return True
        for who in self.players:
            s["owed"][who] = min(s["owed"][who], len(self.own(who, "BRAIN")))
        if any(s["owed"].values()):
            return False
        step = getattr(self, f"do_{s['step'].lower()}", None)
        return step() if step is not None else False

    def do_deal(self) -> bool:
        if self.dealt_to():
            return False
        self.s["step"] = "START"
        return True

    def do_start(self) -> bool:
        if len(self.s["order"]) < len(self.players):
            return False
        self.s["step"] = "REGENERATE"
        return True

    def do_regenerate(self) -> bool:
        """A turn begins: source evaporates, and what is of one turn is forgotten."""
        s, who = self.s, self.turn_player()
        for field in ("fresh", "turned_up", "fallen"):
            s[field] = dict.fromkeys(self.cards, False)
        s["took_ammo"] = False
        s["source"][who] = 0
        for card in self.cards:
            if self.owner(card) == who:
                s["damage"][card] = 0
            if s["cell"][card] == "INCUBATION" and s["holder"][card] == who:
                s["incubated"][card] = min(s["incubated"][card] + 1, self.longest_wait(card))
        s["step"] = "UNSOURCE"
        return True

    def do_unsource(self) -> bool:
        for card in self.own(self.turn_player(), *IN_PLAY):
            self.s["sourced"][card] = False
        self.s["step"] = "RECYCLE"
        return True

    def do_recycle(self) -> bool:
        for card in self.cards:
            if self.owner(card) == self.turn_player():
                self.s["spent"][card] = None
        self.s["step"] = "RETURN"
        return True

    def do_return(self) -> bool:
        for card in self.own(self.turn_player(), "ATTACK", "DEFEND"):
            if self.is_creature(card):
                self.s["cell"][card] = "MAIN"
        self.s["step"] = "GENERATE"
        return True

    def do_generate(self) -> bool:
        who = self.turn_player()
        if self.own(who, "BRAIN"):
            self.s["source"][who] += self.numbers["generated"]
        self.s["step"] = "DRAW"
        return True

    def do_draw(self) -> bool:
        self.s["owed"][self.turn_player()] += 1
        self.s["step"] = "AMMUNITION"
        return True

    def do_intercepting(self) -> bool:
        if any(self.s["asked"].values()):
            return False
        self.strike()
        self.s["step"] = "DEALT"
        return True

    def strike(self) -> None:
        """All damage of a Combat is dealt at the same time: those that intercept one attacker together strike it once,
        and each takes what every attacker deals that it intercepts."""
        s = self.s
        blows: dict[str, list[int]] = {c: [] for c in self.cards}
        for attacker in self.attackers():
            met = self.interceptors(attacker)
            if met:
                blows[attacker].append(sum(self.power(c) for c in met))
            else:
                s["life"][s["aimed"][attacker]] -= self.power(attacker)
            for card in met:
                blows[card].append(self.power(attacker))
        for card, taken in blows.items():
            taken = sorted((blow for blow in taken if blow > 0), reverse=True)
            stopped = min(len(taken), self.cards[card]["armor"] - s["hits"][card])
            s["hits"][card] += stopped
            s["damage"][card] += sum(taken[stopped:])
        for card in self.cards:
            s["aimed"][card], s["intercepts"][card], s["absorbed"][card] = None, [], False

    def do_end(self) -> bool:
        s, who = self.s, self.turn_player()
        asked = [p for p in self.playing() if self.may_recover(p)]
        s["Recovering"] = {"awaits": asked} if asked else None
        if asked:
            return False
        for card in self.cards:
            self.leave_fights(card)
        s["turns"][who] = min(2, s["turns"][who] + 1)
        s["order"] = [*s["order"][1:], who]
        s["step"] = "REGENERATE"
        return True

    # --- plays ---------------------------------------------------------------------------------------------------

    def start(self) -> None:
        of_cards, of_players = self.of_cards, self.of_players
        self.lay_out({
            "step": "DEAL", "order": [], "life": of_players(self.numbers["life"]), "source": of_players(0),
            "lost": of_players(False), "cell": of_cards("BRAIN"), "holder": of_cards(None), "upon": of_cards(None),
            "joined": of_cards(None), "fragment": of_cards(None), "ammo": {p: [] for p in self.players},
            "face_down": of_cards(False), "sourced": of_cards(False), "spent": of_cards(None),
            "incubated": of_cards(0), "damage": of_cards(0), "hits": of_cards(0), "aimed": of_cards(None),
            "intercepts": {c: [] for c in self.cards}, "turned_upon": of_cards(None), "absorbed": of_cards(False),
            "turns": of_players(0), "owed": of_players(0), "fresh": of_cards(False), "turned_up": of_cards(False),
            "doubled": of_cards(False), "fallen": of_cards(False), "took_ammo": False, "asked": of_players(False),
            "Attaching": None, "Recovering": None,
        })  # fmt: skip

    def take_up(self, state: dict[str, Any]) -> None:
        for card, cell in state["cell"].items():
            if cell not in (*IN_PLAY, "INCUBATION", "AMMUNITION"):
                state["holder"][card] = None
        super().take_up({"Attaching": None, "Recovering": None, **state})
