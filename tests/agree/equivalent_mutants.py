"""The mutants that no state can tell from the ruleset, by ruleset and by the reason why; `test_mutants` holds them."""

from __future__ import annotations

from collections.abc import Mapping

ENDED = "the game is over where it would make a difference: nothing is asked of such a state"
TYPED = "no value of the type makes a difference"
HOLDS = "the property holds after every step, in this form too"
AWAITED = "nobody else is awaited there, so that the others are no candidates"
ONE = "there is exactly one, as the condition around it says"
PRESENT = "it is not None, as the condition around it says"
CITED = "another effect of every such step cites the same clause"
SAME_TIME = "reads see the state before the block, and nothing else is written there: the order is nothing"
STEPS = "the two are never due in one state"
ONE_PLAYER = "all are awaited who play, and whoever does it does the same"
FIRST = "one is added only where there was none"

EQUIVALENT: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "buckets": {
        "what is poured is no more than the source holds": ("water: one more below",),
        "the two buckets are never the same": ("pour: run later `s.water[source] -= poured`",),
    },
    "t240_short_forms": {"three is where all ways end": ("at: one more above",)},
    "t242_nobody_plays": {
        "from two it goes back to the first": ("at: one more above",),
        "if one is like all others, all are": (
            "all_alike: swap all in `all(s.at[h] == s.at[k] for h in Hand for k …`",
        ),
    },
    "t243_fair_by_nature": {ONE_PLAYER: ("throw: anybody as the actor",)},
    "t244_random_walk": {
        ONE_PLAYER: ("go_on: anybody as the actor", "turn_back: anybody as the actor"),
        "no step goes beyond 0 or 3": ("at: one more below", "at: one more above"),
        "at 1 chance does not decide": ("walk: one more than `0`",),
    },
    "t260_payoffs": {
        "nobody takes more than is left": ("left: one more below",),
        "who has won by payoffs nobody wrote, so both machines run the same": (
            "winners by payoffs: drop a part of and in `def margin(s: State, who: Player) -> int: …`",
            "winners by payoffs: swap all in `def margin(s: State, who: Player) -> int: …`",
            "winners by payoffs: another variable for `def margin(s: State, who: Player) -> int: …`",
            "winners by payoffs: another variable for `def margin(s: State, who: Player) -> int: …` (2)",
        ),
    },
    "t261_sealed_margins": {
        "no prize is below 0, and a game that is over has no duties": (
            "prize: one more below",
            "one_is_left: bound included in `s.prize > 0`",
        ),
        "all margins together are the same": ("margin: another variable for `p`",),
    },
    "t263_players_may_stay": {
        ONE_PLAYER: ("go_on: anybody as the actor", "turn_back: anybody as the actor"),
        "no step goes beyond 0 or 3": ("at: one more below", "at: one more above"),
        "at 3 the game is over, and at 1 chance does not decide": (
            "walk: drop a part of and in `right and s.at < 3` (2)",
            "walk: bound included in `s.at < 3`",
            "walk: one more than `3`",
            "walk: drop a part of and in `not right and s.at > 0`",
            "walk: one more than `0`",
        ),
    },
    "megacorp": {
        STEPS: (
            "rules: settle_the_claim comes later",
            "rules: account comes later",
            "rules: disengage_the_network comes later",
            "rules: go_on_after_disengaging comes later",
            "rules: reveal_what_is_known comes later",
            "rules: nothing_on_offer comes later",
            "rules: unable_to_draw comes later",
            "rules: count_losses comes later",
        ),
        "min(2, …) is never more": ("turns: one more above",),
        "the step begins only when no upkeep is due any more": ("upkeep_due: drop the until",),
        PRESENT: (
            "last_buyer_controls: drop the check of `who`",
            "let_another_go_first: drop the check of `first`",
            "score: drop the check of `printed`",
        ),
        ONE: (
            "the_other_of_two: drop the check of `the(p for p in Player if p != who)`",
            "reveal_card_bids: drop the check of `the(p for p in leaders)`",
            "settle_the_claim: drop the check of `the(p for p in f.bidders)`",
        ),
        "the permit that it beats holds only where it does not": ("below_the_valuation: drop an over",),
        AWAITED: (
            "picked_player_chooses: drop a part of and in `s.step == Step.PICKED and s.picked == who` (2)",
            "picked_player_chooses: drop a part of and in `s.step == Step.PICKED and s.picked == who` (4)",
            "to_pay_a_cost: drop a part of and in `on_turn(s, who) and s.step in (Step.OFFER, …`",
            "not_a_card_to_choose: drop a part of and in `(is_open(s, CardBid) or on_turn(s, who)) …`",
            "purchase_from_hand: drop a part of and in `on_turn(s, who) and s.step == Step.BUY`",
            "buy_it_now: drop a part of and in `on_turn(s, who) and s.step == Step.OFFER`",
            "deploy_it_until_the_buy_phase_ends: drop a part of and in `on_turn(s, who) …`",
            "need_not_buy: drop a part of and in `on_turn(s, who) and s.step == Step.OFFER`",
            "purchase_from_market: drop a part of and in `on_turn(s, who) and s.step == Step.BUY`",
            "engaged_cards_of_opponents: drop a part of and in `on_turn(s, who) and s.step == Step.BUY and …`",
            "turn_player_sells: drop a part of and in `on_turn(s, who) and s.step == Step.DIVEST`",
            "phases_are_options: drop a part of and in `on_turn(s, who) and s.step in (Step.BUY, St…`",
            "may_concede: drop a part of and in `s.step == Step.BUY and on_turn(s, who)` (2)",
            "upkeep_is_paid: drop a part of and in `on_turn(s, who) and s.step == Step.UPKEEP`",
            "may_choose_not_to_pay: drop a part of and in `on_turn(s, who) and s.step == Step.UPKEEP`",
        ),
        "nobody ties alone": ("reveal_start_bids: one more than `0`",),
        "only two players who both have no place can be sent back, and then the order is empty": (
            "take_a_place: drop the write `s.order = Pile()`",
        ),
        CITED: (
            'deploy: drop a citation of `effect("6.3.2c")`',
            'buy_engaged: drop a citation of `effect("3.2.2c")`',
            'arrive: drop a citation of `effect("6.3.2c", "6.3.2e", "6.8.1a")`',
            'arrive: drop a citation of `effect("6.3.2c")`',
        ),
        SAME_TIME: (
            "buy_engaged: run later `lose(s.money, who, engaged_price(s, card))`",
            "count_losses: one after the other in `simultaneous()`",
        ),
        TYPED: (
            "money_is_never_negative: swap all in `all(s.money[p] >= 0 for p in Player)`",
            "money_is_never_negative: first member as key of `s.money[p]`",
        ),
        HOLDS: (
            "deploying_is_paid_for: swap and in `before.money[who] >= card.cost and all(afte…`",
            "deploying_is_paid_for: drop a part of and in `before.money[who] >= card.cost and all(afte…`",
            "deploying_is_paid_for: drop a part of and in `before.money[who] >= card.cost and all(afte…` (2)",
            "deploying_is_paid_for: swap all in `all(after.money[p] == before.money[p] for p…`",
            "deploying_is_paid_for: another variable for `p`",
            "deploying_is_paid_for: another variable for `who`",
            "a_sale_pays_the_money_component: swap and in `after.money[who] == before.money[who] + car…`",
            "a_sale_pays_the_money_component: drop a part of and in `after.money[who] == before.money[who] + car…`",
            "a_sale_pays_the_money_component: drop a part of and in `after.money[who] == before.money[who] + car…` (2)",
            "a_sale_pays_the_money_component: swap all in `all( …`",
            "a_sale_pays_the_money_component: swap all in `all( …` (2)",
        ),
        "the part before it says that the two fields are equal": (
            "bought_cards_are_in_the_buyers_network: another field for `s.buyer[c]` (3)",
        ),
    },
    "sliding": {
        HOLDS: (
            "frees_its_cell: swap and in `after.free == before.place[tile] …`",
            "frees_its_cell: drop a part of and in `after.free == before.place[tile] …`",
            "frees_its_cell: drop a part of and in `after.free == before.place[tile] …` (2)",
            "frees_its_cell: drop a part of and in `after.free == before.place[tile] …` (3)",
            "frees_its_cell: another variable for `t`",
            "frees_its_cell: another variable for `tile`",
        ),
    },
    "t01_permit": {
        ENDED: ("count: one more above", "below: bound included in `s.count < 3`", "below: one more than `3`"),
        TYPED: ("within: one more than `3`",),
    },
    "t02_forbid": {
        ENDED: ("count: one more above", "below: bound included in `s.count < 2`", "below: one more than `2`"),
    },
    "t03_clash": {
        ENDED: ("count: one more above",),
    },
    "t04_over": {
        ENDED: ("count: one more above",),
    },
    "t08_two_pairs": {
        "`third` always beats it, and without `third` the clash with `stays` is there all the same": (
            "beaten: swap forbid",
        ),
    },
    "t09_exception": {
        ENDED: ("count: one more above",),
    },
    "t10_exception_of_exception": {
        ENDED: (
            "count: one more above",
            "revoked: drop an exception",
            "pardon: bound included in `s.count > 2`",
            "pardon: one more than `2`",
        ),
    },
    "t11_closed_world": {
        ENDED: (
            "count: one more above",
            "below: bound included in `s.count < 2`",
            "below: one more than `2`",
            "restart: drop a norm",
            "late: swap permit",
            "late: bound included in `s.count > 2`",
            "late: one more than `2`",
        ),
    },
    "t12_open_world": {
        ENDED: (
            "count: one more above",
            "below: bound included in `s.count < 2`",
            "below: one more than `2`",
            "restart: drop a norm",
            "late: swap permit",
            "late: bound included in `s.count > 2`",
            "late: one more than `2`",
        ),
    },
    "t16_term_agree": {
        "the exceptions always speak instead": ("stride: one more than `1`",),
    },
    "t18_answer": {
        ENDED: ("count: one more above",),
    },
    "t19_answers_agree": {
        ENDED: (
            "count: one more above",
            "silent: swap answer",
            "silent: bound included in `s.count > 2`",
            "silent: one more than `2`",
            "silent: one more than `5`",
        ),
        "the answers always agree on one value": ("stride: another default",),
    },
    "t20_answers_differ": {
        ENDED: ("count: one more above",),
    },
    "t21_answers_immaterial": {
        "each answer is more than 0, which is all that is asked of it": (
            "stride: another default",
            "two: one more than `2`",
            "move: bound included in `stride(s) > 0`",
            "move: one more than `2`",
        ),
    },
    "t23_partial_gap": {
        ENDED: ("count: one more above",),
    },
    "t24_unresolved": {
        ENDED: ("count: one more above", "small: bound included in `s.count < 3`", "small: one more than `3`"),
    },
    "t25_answer_over": {
        "one answer always stays, so that no reading decides": ("stride: another default",),
    },
    "t26_not_reached": {
        ENDED: ("count: one more above",),
        "`s.count < 2` holds until the game is over, so that the rest is never asked": (
            "one: swap reading",
            "one: one more than `1`",
            "may: drop a part of or in `s.count < 2 or stride(s) == 1` (2)",
            "may: bound included in `s.count < 2`",
            "may: one more than `2`",
            "may: negate `stride(s) == 1`",
            "may: one more than `1`",
        ),
    },
    "t27_frame": {
        ENDED: ("deals: one more above",),
    },
    "t32_rebid": {
        FIRST: ("Auction.ties: one more above",),
        ONE: ("reveal: drop the check of `the(p for p in leaders)`",),
    },
    "t33_chance": {
        AWAITED: ("again: anybody as the actor",),
    },
    "t34_duty": {
        ENDED: ("count: one more above",),
    },
    "t37_gain_lose": {
        SAME_TIME: ("storm: run later `lose(s.stock, p.store, 1)`",),
    },
    "t38_swap": {
        SAME_TIME: ("swap: run later `s.left = s.right`",),
    },
    "t39_place": {
        SAME_TIME: ('clash: run later `effect("3")`', 'agree: run later `effect("3")`'),
        "the two writes clash all the same": ("clash: one more than `2`",),
        "the other write, or the last, has the same result": (
            "agree: one after the other in `simultaneous()`",
            "agree: drop the write `s.count = 2`",
            "agree: drop the write `s.count = 2` (2)",
        ),
    },
    "t46_cap": {
        TYPED: (
            "not_negative: swap all in `all(s.coins[p] >= 0 for p in Player)`",
            "not_negative: first member as key of `s.coins[p]`",
        ),
    },
    "t47_pile": {
        "an empty pile has no ends": ("begin: other end of the pile in `s.deck.with_top(a)`",),
    },
    "t52_always": {
        ENDED: ("may_one: one more than `2`",),
        TYPED: (
            "below_four: bound included in `s.count < 4`",
            "below_four: one more than `4`",
            "at_four: one more than `4`",
        ),
    },
    "t53_vacuous": {
        ENDED: ("may_one: one more than `1`",),
        TYPED: ("odd_at_three: one more than `3`",),
        "3 // 2 is 3 % 2, and no other number is asked about": ("odd_at_three: // for % in `s.count % 2`",),
    },
    "t54_step": {
        HOLDS: ("grows: bound included in `after.count > before.count`",),
    },
    "t58_turns": {
        HOLDS: (
            "ones_own_turn: swap and in `before.active == who and after.over_now`",
            "ones_own_turn: drop a part of and in `before.active == who and after.over_now`",
            "ones_own_turn: drop a part of and in `before.active == who and after.over_now` (2)",
        ),
    },
    "t60_constants": {
        ENDED: ("below: bound included in `s.count < Numbers.limit`", "below: one more than `Numbers.limit`"),
    },
    "t61_initial": {
        ENDED: ("count: one more above", "below: bound included in `s.count < 2`", "below: one more than `2`"),
    },
    "t62_override": {
        ENDED: ("count: one more above", "below: bound included in `s.count < 3`", "below: one more than `3`"),
    },
    "t65_duty_in_frame": {
        ENDED: ("rounds: one more above",),
    },
    "t66_awaits": {
        ENDED: ("count: one more above",),
    },
    "t69_leads_to": {
        ENDED: ("count: one more above", "below: bound included in `s.count < 2`", "below: one more than `2`"),
        TYPED: ("from_five: one more than `5`",),
    },
    "t71_gap_at_setup": {
        ENDED: ("count: one more above", "below: bound included in `s.count < 2`", "below: one more than `2`"),
    },
    "t80_settle": {
        HOLDS: ("not_lost_yet: swap all in `all(before.lost[x] == after.lost[x] for x i…`",),
    },
    "t85_trigger": {
        "the ship of the moment is the one that docks": (
            "dock: another variable for `emit(s, Docked(ship=ship))` (2)",
            "dock: another variable for `emit(s, Docked(ship=ship))` (4)",
        ),
        HOLDS: ("one_coin: drop a part of and in `after.coins[who] == before.coins[who] + 1 a…`",),
    },
    "t106_deed_precedence": {
        "at two the lamp is over it": ("dark: bound excluded from `s.count >= 2`", "dark: one more than `2`"),
    },
    "t191_waits_below": {
        "only what is pending is a candidate there, and who decides about it is awaited": (
            "listen: anybody as the actor",
            "miss_listen: anybody as the actor",
        ),
    },
    "t196_first_named_decides": {
        "that one is another than the other goes both ways": ("call: swap arguments of `emit(s, Called(caller=who))`",),
    },
    "tictactoe": {
        HOLDS: ("one_more: swap all in `all(after.mark[c] == (who if c == cell else…`",),
    },
}
