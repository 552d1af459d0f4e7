"""The core of MegaCorp, written from the text of its rules alone: turns, payment and challenges of two players.

Left out are setting up, events, abilities that a text prints, bids, the open market as a shop, and most keywords: a
scope that has them is declined (`left_out`). Where the text can be read in several ways, the engine follows the default
answers that `serve` lists. A state is a dict with the `FIELDS` below.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from second_engine import Move, Position

FIELDS = [
    "step", "order", "money", "pool", "lost", "turns", "zone", "market", "sunk", "slot", "under", "buyer", "engaged",
    "upkeep_due", "sold", "damage", "attacker", "aimed", "contested", "defender", "blocking", "to_share", "share",
    "withheld", "attacked", "retaliated", "fate", "asked", "opened",
]  # fmt: skip
ACTIONS = [
    "pay_upkeep", "decline_upkeep", "reveal", "leave_revealed", "buy_revealed", "draw", "deploy", "buy_engaged",
    "produce", "end_phase", "attack", "declare_blocker", "no_more_blockers", "distribute", "withhold",
    "withhold_no_more", "sell", "leave",
]  # fmt: skip
KEYWORDS = {
    "LOYAL", "INITIATIVE", "FLYING", "MELEE", "PENETRATOR", "OVERWATCH", "PRECISION", "REFLEXES", "ASSASSIN",
    "INDESTRUCTIBLE", "BOND",
}  # fmt: skip
TRAITS = ["IQ", "EQ", "MQ", "BQ"]
FOLLOWED = {
    "corners_count": "edges_alone",
    "piles_dock_their_cards": "only_to_cards_next_to_it",
    "controller": "last_buyer_controls",
    "player_of_a_bought_business": "the_one_who_brought_it",
    "payee": "last_controller_is_paid",
    "attackers_keep_their_keywords": "keywords_speak_of_attacks",
    "purchases_leave_play": "bought_as_if_from_a_hand",
    "are_discarded_together": "they_go_with_it",
    "loses_with_a_destroyed_business": "whoever_loses_the_business_loses",
    "orders_the_pile": "chance_decides",
    "moves_when_bought": "it_is_deployed_anew",
    "bonded_cards_come_along": "they_move_with_the_card_above",
    "deploys_in_other_phases": "in_the_buy_phase_alone",
    "price_from_hand": "money_part",
    "leaves_at_once": "in_the_accounting_phase",
    "reveal_comes_first": "reveal_then_draw",
    "all_attacks_are_declared_first": "each_is_fought_before_the_next",
    "may_attack_with_cards_of_others": "only_own_characters",
    "may_attack_own_cards": "only_cards_of_others",
    "engaged_characters_may_attack": "only_disengaged_characters",
    "flyers_are_attacked_from_the_ground": "only_once_it_is_engaged",
    "melee_crosses_networks": "only_its_own_network",
    "melee_ignores_surrounding": "surrounded_cards_are_included",
    "is_asked_to_block": "whoever_is_attacked",
    "nullified_attacks_count": "attacking_is_done_once",
    "may_block_with_cards_of_others": "only_own_blockers",
    "blockers_are_attacked": "any_card_may_block",
    "share_follows_the_score": "fixed_as_it_was_shared_out",
    "network_makes_it_opposing": "bought_by_an_opponent_of_its_controller",
    "loyal_outlives_engaging": "as_long_as_it_is_in_play",
    "buys_engaged_in_other_phases": "purchases_belong_to_the_buy_phase",
    "bonded_cards_are_for_sale": "only_the_card_on_top",
    "embargo_is_over": "second_turn_of_every_opponent",
    "engaged_assets_deal_damage_back": "only_characters_are_silenced",
    "every_blocker_answers": "each_of_them",
    "weakened_cards_deal_less": "damage_lowers_the_score",
    "struck_down_attackers_deal_damage": "only_defenders_lose_theirs",
    "defenders_have_initiative": "any_card_in_a_challenge",
    "equal_scores_are_enough": "only_through_damage",
    "defeated_though_in_play": "it_stays_in_play",
    "assassins_annihilate_the_indestructible": "it_is_never_destroyed",
    "draw_loss_is_immediate": "at_once",
    "yields_its_score_now": "as_it_is_now",
    "a_business_is_used_for_traits": "it_is_a_card_like_others",
    "may_engage_cards_of_others": "only_own_cards",
    "may_sell_from_hand": "only_from_a_network",
    "what_lies_beneath_is_destroyed": "it_is_destroyed",
    "continuous_effects_go_on_beneath": "they_remain_in_force",
    "receives_cashflow": "only_the_turn_player",
    "control_counts": "whatever_lies_in_the_network",
    "nothing_is_revealed": "play_goes_on",
    "money_is_counted_last": "in_the_second_step",
    "orphans_are_looked_for_again": "orphans_are_discarded_once",
}
"""The answers to open questions of the core that are followed; a reading with another one is declined."""


def left_out(scope: dict[str, Any], reading: dict[str, str]) -> str:
    """What of a scope, or of a reading, the engine does not know, or nothing."""
    for question, option in reading.items():
        if option == "permit" or FOLLOWED.get(question, option) != option:
            return f"{question}={option}"
    begins = [entry["value"] for entry in scope["initial"] if entry["field"] == "step"]
    if not begins or begins[0] not in ("INCOME", "BUY", "CHALLENGE", "DIVEST"):
        return "how a game is set up"
    if set(scope["off"]) - set(ACTIONS):
        return "rules that happen by themselves, switched off"
    if len(scope["sorts"]["Player"]) != 2:
        return "more than two players"
    for name, card in scope["sorts"]["Card"].items():
        others = {keyword for keyword, has in card["keywords"].items() if has} - KEYWORDS
        if others or card["kind"] == "EVENT" or card["does"] is not None or card["token"]:
            return f"the card {name}"
    return ""


class Game(Position):
    def __init__(self, scope: dict[str, Any]) -> None:
        super().__init__(scope)
        self.slots = scope["sorts"]["Slot"]
        self.overrides = [entry for entry in self.overrides if entry["field"] in FIELDS]

    # --- words -------------------------------------------------------------------------------------------------

    def other(self, who: str) -> str:
        return next(p for p in self.players if p != who)

    def turn_player(self) -> str:
        return self.s["order"][0]

    def kind(self, card: str) -> str:
        return self.cards[card]["kind"]

    def has(self, card: str, keyword: str) -> bool:
        """A printed keyword. What attacks keeps its keywords, though attacking engages it."""
        return self.cards[card]["keywords"][keyword]

    def flies(self, card: str) -> bool:
        return self.has(card, "FLYING") and (not self.s["engaged"][card] or card == self.s["attacker"])

    def controller(self, card: str) -> str:
        return self.s["buyer"][card] or self.cards[card]["owner"]

    def in_network(self) -> list[str]:
        return [c for c in self.cards if self.s["zone"][c] == "NETWORK"]

    def on_top(self) -> list[str]:
        return [c for c in self.in_network() if self.s["under"][c] is None]

    def top_of(self, slot: str) -> str | None:
        return next((c for c in self.on_top() if self.s["slot"][c] == slot), None)

    def pile(self, card: str) -> list[str]:
        """A card with all that lies beneath it."""
        return [card, *(b for c in self.in_network() if self.s["under"][c] == card for b in self.pile(c))]

    def place(self, card: str) -> str:
        under = self.s["under"][card]
        return self.s["slot"][card] if under is None else self.place(under)

    def beside(self, slot: str) -> list[str]:
        here = self.slots[slot]
        return [
            name
            for name, s in self.slots.items()
            if s["network"] == here["network"] and abs(s["row"] - here["row"]) + abs(s["column"] - here["column"]) == 1
        ]

    def is_docked(self, card: str) -> bool:
        return any(self.top_of(slot) is not None for slot in self.beside(self.s["slot"][card]))

    def is_surrounded(self, slot: str) -> bool:
        sides = self.beside(slot)
        return len(sides) == 4 and all(self.top_of(side) is not None for side in sides)

    def score(self, card: str, trait: str) -> int | None:
        printed = self.cards[card]["score"][trait]
        return None if printed is None else max(0, printed - self.s["damage"][card][trait])

    # --- the actions that may be taken -------------------------------------------------------------------------

    def ended(self) -> bool:
        return any(self.s["lost"].values())

    def legal(self) -> Iterator[Move]:
        if self.ended():
            return
        yield from (move for move in self.moves() if move[0] not in self.off)

    def moves(self) -> Iterator[Move]:
        """What leaves goes one by one, in any order, where several are one owner's."""
        moves = getattr(self, f"in_{self.s['step'].lower()}", None)
        if self.leaving():
            yield from (("leave", {"card": card}) for card in self.leaving())
        elif moves is not None:
            yield from moves()

    def leaving(self) -> list[str]:
        return [c for c in self.cards if self.s["fate"][c] is not None]

    def in_upkeep(self) -> Iterator[Move]:
        who = self.turn_player()
        for card in self.in_network():
            if self.s["upkeep_due"][card]:
                if self.s["money"][who] >= self.cards[card]["upkeep"]:
                    yield "pay_upkeep", {"who": who, "card": card}
                yield "decline_upkeep", {"who": who, "card": card}

    def in_reveal(self) -> Iterator[Move]:
        yield from (("reveal", {"card": card}) for card in self.deck("RESOURCE"))

    def in_draw(self) -> Iterator[Move]:
        yield from (("draw", {"card": card}) for card in self.deck("MAIN"))

    def deck(self, zone: str) -> list[str]:
        who = self.turn_player()
        return [c for c in self.cards if self.s["zone"][c] == zone and self.cards[c]["owner"] == who]

    def in_offer(self) -> Iterator[Move]:
        who = self.turn_player()
        for card in self.deck("REVEALED"):
            if self.affords(who, card) and self.kind(card) in ("CHARACTER", "LOCATION"):
                yield from (("buy_revealed", {"who": who, "card": card, "slot": slot}) for slot in self.free_slots())
        yield from self.productions(who)
        yield "leave_revealed", {"who": who}

    def in_buy(self) -> Iterator[Move]:
        who = self.turn_player()
        for card in self.deck("HAND"):
            if self.affords(who, card):
                yield from (("deploy", {"who": who, "card": card, "slot": slot}) for slot in self.free_slots())
        for card in self.for_sale(who):
            if self.affords(who, card):
                places = self.free_slots(but=card)
                yield from (("buy_engaged", {"who": who, "card": card, "slot": slot}) for slot in places)
        yield from self.productions(who)
        yield "end_phase", {"who": who}

    def free_slots(self, but: str | None = None) -> list[str]:
        """Free spaces, in any network, that are next to a card."""
        there = [c for c in self.on_top() if c != but]
        taken = {self.s["slot"][c] for c in there}
        return [slot for slot in self.slots if slot not in taken and any(side in taken for side in self.beside(slot))]

    def for_sale(self, who: str) -> list[str]:
        """Engaged cards of opponents, once every opponent has had two turns."""
        if any(self.s["turns"][p] < 2 for p in self.players if p != who):
            return []
        cards = [c for c in self.on_top() if self.s["engaged"][c] and self.controller(c) != who]
        return [c for c in cards if not self.has(c, "LOYAL")]

    def price(self, card: str) -> int:
        return self.numbers["business_price"] if self.kind(card) == "BUSINESS" else self.cards[card]["cost"]

    def affords(self, who: str, card: str) -> bool:
        traits = self.cards[card]["trait_cost"]
        return self.s["money"][who] >= self.price(card) and all(self.s["pool"][who][t] >= traits[t] for t in TRAITS)

    def productions(self, who: str) -> Iterator[Move]:
        """Cards are engaged for a trait that they have."""
        for card in self.on_top():
            if self.controller(card) == who and not self.s["engaged"][card]:
                for trait in TRAITS:
                    if self.score(card, trait) is not None:
                        yield "produce", {"who": who, "card": card, "trait": trait}

    def in_challenge(self) -> Iterator[Move]:
        who = self.turn_player()
        for card in self.on_top():
            if self.controller(card) == who and self.may_attack(card):
                for target in self.slots:
                    for trait in TRAITS:
                        strong = (self.score(card, trait) or 0) >= self.numbers["least_attack"]
                        if strong and self.may_be_attacked(card, target, trait):
                            yield "attack", {"who": who, "card": card, "target": target, "trait": trait}
        yield "end_phase", {"who": who}

    def may_attack(self, card: str) -> bool:
        return self.kind(card) == "CHARACTER" and not self.s["engaged"][card] and not self.s["attacked"][card]

    def may_be_attacked(self, card: str, target: str, trait: str) -> bool:
        defender = self.top_of(target)
        if (
            defender is None
            or self.controller(defender) == self.controller(card)
            or self.score(defender, trait) is None
        ):
            return False
        if self.flies(defender) and not self.flies(card):
            return False
        if self.has(card, "MELEE"):
            return self.is_near(self.place(card), target)
        return not self.is_surrounded(target) or self.has(card, "PENETRATOR")

    def is_near(self, slot: str, target: str) -> bool:
        a, b = self.slots[slot], self.slots[target]
        radius = self.numbers["melee_radius"]
        near = max(abs(a["row"] - b["row"]), abs(a["column"] - b["column"])) <= radius
        return near and a["network"] == b["network"]

    def in_block(self) -> Iterator[Move]:
        who = self.controller(self.s["defender"])
        yield from (("declare_blocker", {"who": who, "card": card}) for card in self.able_to_block(who))
        yield "no_more_blockers", {"who": who}

    def able_to_block(self, who: str) -> list[str]:
        s = self.s
        if self.has(s["attacker"], "PRECISION"):
            return []
        cards = [c for c in self.on_top() if s["slot"][c] in self.beside(s["aimed"]) and self.controller(c) == who]
        able = [c for c in cards if not s["engaged"][c] and not s["blocking"][c]]
        able = [c for c in able if self.score(c, s["contested"]) is not None]
        return [c for c in able if self.flies(c) or not self.flies(s["attacker"])]

    def in_split(self) -> Iterator[Move]:
        s = self.s
        if s["to_share"] > 0:
            who = self.controller(s["attacker"])
            yield from (("distribute", {"who": who, "card": card}) for card in self.defenders())
        for who in (p for p in self.players if s["asked"][p]):
            own = [c for c in self.defenders() if self.controller(c) == who and not s["withheld"][c]]
            yield from (("withhold", {"who": who, "card": card}) for card in own)
            yield "withhold_no_more", {"who": who}

    def defenders(self) -> list[str]:
        blockers = [c for c in self.cards if self.s["blocking"][c]]
        return blockers or [self.s["defender"]]

    def retaliates(self, card: str) -> bool:
        """Once a turn; no engaged character, and nothing on the ground against what flies."""
        s = self.s
        tired = s["engaged"][card] and self.kind(card) == "CHARACTER"
        once = not s["retaliated"][card] or self.has(card, "REFLEXES")
        reaches = self.flies(card) or not self.flies(s["attacker"])
        near = not self.has(card, "MELEE") or self.is_near(self.place(card), self.place(s["attacker"]))
        return not tired and once and reaches and near and (self.score(card, s["contested"]) or 0) > 0

    def in_divest(self) -> Iterator[Move]:
        """Players sell, says one passage; the turn player alone ends the phase."""
        if not self.s["sold"]:
            for card in self.on_top():
                sellable = self.kind(card) != "BUSINESS" and not self.has(card, "LOYAL")
                if not self.s["engaged"][card] and sellable:
                    yield "sell", {"who": self.controller(card), "card": card}
        yield "end_phase", {"who": self.turn_player()}

    # --- what they do ------------------------------------------------------------------------------------------

    def pay_upkeep(self, who: str, card: str) -> None:
        self.s["money"][who] -= self.cards[card]["upkeep"]
        self.s["upkeep_due"][card] = False

    def decline_upkeep(self, who: str, card: str) -> None:
        self.s["upkeep_due"][card] = False
        self.doom(card, "DESTROYED")

    def reveal(self, card: str) -> None:
        self.s["zone"][card] = "REVEALED"
        self.s["step"] = "OFFER"

    def leave_revealed(self, who: str) -> None:
        for card in self.deck("REVEALED"):
            self.s["zone"][card] = "SUNK"
            self.s["sunk"][who].append(card)
        self.s["step"] = "DRAW"

    def buy_revealed(self, who: str, card: str, slot: str) -> None:
        self.deploy(who, card, slot)
        self.s["step"] = "DRAW"

    def draw(self, card: str) -> None:
        self.s["zone"][card] = "HAND"
        self.s["step"] = "BUY"

    def deploy(self, who: str, card: str, slot: str) -> None:
        self.pay(who, card)
        self.s["zone"][card] = "NETWORK"
        self.s["slot"][card] = slot
        self.s["engaged"][card] = False

    def buy_engaged(self, who: str, card: str, slot: str) -> None:
        seller = self.controller(card)
        self.pay(who, card)
        self.s["money"][seller] += self.price(card)
        self.s["buyer"][card] = None if self.cards[card]["owner"] == who else who
        if self.kind(card) == "BUSINESS":
            self.s["lost"][seller] = True
            self.s["zone"][card], self.s["slot"][card], self.s["engaged"][card] = "STACK", None, False
            return
        for one in self.pile(card):
            self.s["damage"][one] = dict.fromkeys(TRAITS, 0)
        self.s["engaged"][card] = False
        self.s["slot"][card] = slot

    def pay(self, who: str, card: str) -> None:
        self.s["money"][who] -= self.price(card)
        for trait in TRAITS:
            self.s["pool"][who][trait] -= self.cards[card]["trait_cost"][trait]

    def produce(self, who: str, card: str, trait: str) -> None:
        self.s["pool"][who][trait] += self.score(card, trait) or 0
        self.engage(card)

    def engage(self, card: str) -> None:
        self.s["engaged"][card] = True

    def end_phase(self, who: str) -> None:
        after = {"BUY": "CHALLENGE", "CHALLENGE": "DIVEST", "DIVEST": "END"}
        self.s["step"] = after[self.s["step"]]

    def attack(self, who: str, card: str, target: str, trait: str) -> None:
        s = self.s
        s["attacker"], s["aimed"], s["contested"], s["defender"] = card, target, trait, self.top_of(target)
        s["attacked"][card] = True
        if not self.has(card, "OVERWATCH"):
            self.engage(card)
        s["step"] = "BLOCK"
        s["asked"][self.controller(s["defender"])] = True

    def declare_blocker(self, who: str, card: str) -> None:
        self.s["blocking"][card] = True

    def no_more_blockers(self, who: str) -> None:
        s = self.s
        s["step"] = "SPLIT"
        s["asked"] = dict.fromkeys(self.players, False)
        for card in self.defenders():
            fresh = not s["retaliated"][card] or self.has(card, "REFLEXES")
            if fresh and (self.score(card, s["contested"]) or 0) > 0:
                s["asked"][self.controller(card)] = True
        if len(self.defenders()) > 1:
            s["to_share"] = self.score(s["attacker"], s["contested"])

    def distribute(self, who: str, card: str) -> None:
        self.s["share"][card] += 1
        self.s["to_share"] -= 1

    def withhold(self, who: str, card: str) -> None:
        self.s["withheld"][card] = True

    def withhold_no_more(self, who: str) -> None:
        self.s["asked"][who] = False

    def sell(self, who: str, card: str) -> None:
        self.s["sold"] = True
        self.s["money"][who] += self.cards[card]["cost"]
        for beneath in self.pile(card)[1:]:
            self.doom(beneath, "DESTROYED")
        self.s["fate"][card] = "SOLD"

    def doom(self, card: str, fate: str) -> None:
        """A card is about to leave, with what lies beneath it, unless it cannot be destroyed."""
        if fate == "DESTROYED" and self.has(card, "INDESTRUCTIBLE"):
            return
        for one in self.pile(card):
            self.s["fate"][one] = fate

    def leave(self, card: str) -> None:
        """It goes onto its owner's open market, or is annihilated; whoever owned a Business has lost."""
        s = self.s
        annihilated = s["fate"][card] == "ANNIHILATED"
        s["zone"][card] = "ANNIHILATED" if annihilated else "MARKET"
        if not annihilated:
            s["market"][self.cards[card]["owner"]].insert(0, card)
        s["fate"][card] = s["slot"][card] = s["under"][card] = s["buyer"][card] = None
        s["engaged"][card] = False
        s["damage"][card] = dict.fromkeys(TRAITS, 0)
        if self.kind(card) == "BUSINESS":
            s["lost"][self.cards[card]["owner"]] = True

    # --- what happens by itself --------------------------------------------------------------------------------

    def rest(self) -> None:
        while not self.ended() and self.proceed():
            pass

    def proceed(self) -> bool:
        s = self.s
        who = self.turn_player()
        owners = [self.cards[c]["owner"] for c in self.leaving()]
        alone = [c for c in self.leaving() if owners.count(self.cards[c]["owner"]) == 1]
        if self.leaving():
            for card in alone:
                self.leave(card)
            return bool(alone)
        if s["step"] == "INCOME":
            self.receive_income(who)
        elif s["step"] == "UPKEEP" and not any(s["upkeep_due"][c] for c in self.in_network()):
            s["upkeep_due"] = dict.fromkeys(self.cards, False)
            for card in self.in_network():
                if self.slots[self.place(card)]["network"] == who:
                    s["engaged"][card] = False
            s["step"] = "REVEAL"
        elif s["step"] == "REVEAL" and not self.deck("RESOURCE"):
            if s["sunk"][who]:
                self.reveal(s["sunk"][who].pop(0))  # what went to the bottom first
            else:
                s["step"] = "DRAW"
        elif s["step"] == "DRAW" and not s["opened"]:
            s["step"] = "BUY"  # the very first turn of the game
        elif s["step"] == "DRAW" and not self.deck("MAIN"):
            s["lost"][who] = True
            s["step"] = "DRAWN"
        elif s["step"] == "SPLIT" and s["to_share"] == 0 and not any(s["asked"].values()):
            self.strike()
            s["step"] = "AFTERMATH"
        elif s["step"] == "AFTERMATH":
            self.forget_attack()
        elif s["step"] == "END":
            self.count_losses(who)
        elif s["step"] == "ORPHANS":
            orphans = [c for c in self.on_top() if not self.is_docked(c)]
            s["step"] = "CLEANUP" if not orphans else "ORPHANS"
            for card in orphans:
                self.doom(card, "DISCARDED")
        elif s["step"] == "CLEANUP":
            self.end_turn(who)
        else:
            return False
        return True

    def receive_income(self, who: str) -> None:
        s = self.s
        for p in self.players:
            s["pool"][p] = dict.fromkeys(TRAITS, 0)
        for card in self.in_network():
            if self.controller(card) == who:
                s["money"][who] += 0 if s["engaged"][card] else self.cards[card]["cashflow"]
                s["upkeep_due"][card] = self.cards[card]["upkeep"] > 0
        s["step"] = "UPKEEP"

    def strike(self) -> None:
        """What has INITIATIVE against what has none strikes first; then the others do, at the same time."""
        s = self.s
        attacker, first = s["attacker"], self.has(s["attacker"], "INITIATIVE")
        defenders = self.defenders()
        answering = [c for c in defenders if self.retaliates(c) and not s["withheld"][c]]
        struck_early = [c for c in defenders if first and not self.has(c, "INITIATIVE")]
        answer_early = [c for c in answering if not first and self.has(c, "INITIATIVE")]
        self.exchange_blows(struck_early, answer_early)
        answer_late = [c for c in answering if c not in answer_early and not (c in struck_early and self.is_beaten(c))]
        self.exchange_blows([c for c in defenders if c not in struck_early], answer_late)
        beaten = [c for c in [attacker, *defenders] if self.is_beaten(c) and not self.has(c, "INDESTRUCTIBLE")]
        for card in beaten:
            killers = [attacker] if card != attacker else [*answer_early, *answer_late]
            self.doom(card, "ANNIHILATED" if any(self.has(c, "ASSASSIN") for c in killers) else "DESTROYED")

    def exchange_blows(self, struck: list[str], answering: list[str]) -> None:
        """Each deals its score in the trait, as it is now; among several blockers the attacker has shared its own."""
        s = self.s
        attacker, trait = s["attacker"], s["contested"]
        several = len(self.defenders()) > 1
        blows = {card: s["share"][card] if several else self.score(attacker, trait) for card in struck}
        answers = sum(self.score(card, trait) for card in answering)
        for card in struck:
            s["damage"][card][trait] += blows[card]
        for card in answering:
            s["retaliated"][card] = True
        if answering:
            s["damage"][attacker][trait] += answers

    def is_beaten(self, card: str) -> bool:
        s = self.s
        return s["damage"][card][s["contested"]] > 0 and self.score(card, s["contested"]) == 0

    def forget_attack(self) -> None:
        s = self.s
        s["step"] = "CHALLENGE"
        s["attacker"] = s["aimed"] = s["contested"] = s["defender"] = None
        s["to_share"] = 0
        s["asked"] = dict.fromkeys(self.players, False)
        s["share"] = dict.fromkeys(self.cards, 0)
        for field in ("blocking", "withheld"):
            s[field] = dict.fromkeys(self.cards, False)

    def count_losses(self, who: str) -> None:
        """A Business alone, and nobody's money."""
        s = self.s
        for card in self.on_top():
            if self.kind(card) == "BUSINESS" and self.cards[card]["owner"] == who and not self.is_docked(card):
                s["lost"][who] = True
        for p in self.players:
            if s["money"][p] == 0:
                s["lost"][p] = True
        s["step"] = "ORPHANS"

    def end_turn(self, who: str) -> None:
        """Damage heals, pools are emptied, and it is the other player's turn."""
        s = self.s
        for card in self.cards:
            s["damage"][card] = dict.fromkeys(TRAITS, 0)
        for p in self.players:
            s["pool"][p] = dict.fromkeys(TRAITS, 0)
        for field in ("attacked", "retaliated"):
            s[field] = dict.fromkeys(self.cards, False)
        s["sold"], s["opened"] = False, True
        s["turns"][who] = min(2, s["turns"][who] + 1)
        s["order"] = [*s["order"][1:], who]
        s["step"] = "INCOME"

    # --- plays -------------------------------------------------------------------------------------------------

    def start(self) -> None:
        of_cards, of_players = self.of_cards, self.of_players
        zones = {"BLUE": "MAIN", "GREEN": "RESOURCE", "TABLE": "ASIDE"}
        self.s = {
            "step": "DEAL", "order": list(self.players), "money": of_players(self.numbers["start_money"]),
            "pool": {p: dict.fromkeys(TRAITS, 0) for p in self.players}, "lost": of_players(False),
            "turns": of_players(0), "zone": {c: zones[card["back"]] for c, card in self.cards.items()},
            "market": {p: [] for p in self.players}, "sunk": {p: [] for p in self.players}, "slot": of_cards(None),
            "under": of_cards(None), "buyer": of_cards(None), "engaged": of_cards(False),
            "upkeep_due": of_cards(False), "sold": False, "opened": False,
            "damage": {c: dict.fromkeys(TRAITS, 0) for c in self.cards},
            "attacked": of_cards(False), "retaliated": of_cards(False), "fate": of_cards(None),
        }  # fmt: skip
        for name, card in self.cards.items():
            if card["lies"] is not None:
                self.s["zone"][name], self.s["slot"][name] = "NETWORK", card["lies"]
        self.forget_attack()
        self.lay_out(self.s)

    def take_up(self, state: dict[str, Any]) -> None:
        super().take_up({field: state[field] for field in FIELDS})
