"""MegaCorp, 5.3: blockers, how damage is distributed among them, and who deals no damage back."""

from model.megacorp.asking import area_attacks_are_blocked, could_deal_back, is_asked_to_block
from model.megacorp.caught import weigh
from model.megacorp.challenge import (
    attacked_first,
    blockers,
    defends,
    is_out_of_reach,
    may_go_on,
    suppressed_at_once,
)
from model.megacorp.deeds import enter, subdue
from model.megacorp.instants import anyone_can_respond
from model.megacorp.places import is_engaged, on_top, side_by_side
from model.megacorp.state import Card, Keyword, Moments, Player, State, Step, Trait, Zone, megacorp
from model.megacorp.turns import is_out, moments_of_a_challenge, on_turn, settled
from model.megacorp.words import controller, has, is_null, score
from ruleslawyer.lang import domain, effect, no, permit, when, yes


def is_asked(s: State, who: Player, step: Step) -> bool:
    """Whether a player has to speak in a step of the challenge: once what is about to leave is saved or gone."""
    return s.step == step and s.asked[who] and settled(s)


# --- who may block ------------------------------------------------------------------------------------------------


@megacorp.duty("5.3.19", "5.3.20a")
def ask_for_blockers(s: State) -> None:
    """An area attack falls on what is in its area; those who may block are asked, and abilities trigger (7.4)."""
    when(s.step == Step.DECLARED and may_go_on(s))
    attacker = s.attacker
    trait = s.contested
    if attacker is not None and trait is not None and s.defender is None:
        with effect("9.2.1a", "9.2.1m"):
            weigh(s, attacker, trait)
        if has(s, attacker, Keyword.SUPPRESSOR) and suppressed_at_once(s):
            with effect("9.27.1a", "9.27.1b"):
                for c in Card:
                    if s.caught[c]:
                        subdue(s, c)
    with effect("5.3.20a"):
        for p in Player:
            s.asked[p] = (
                (s.defender is not None or area_attacks_are_blocked(s)) and is_asked_to_block(s, p) and not is_out(s, p)
            )
    with effect("5.3.19"):
        enter(s, Step.BLOCK)


# --- blockers -----------------------------------------------------------------------------------------------------


@megacorp.action("5.3.20a", "5.3.22a")
def declare_blocker(s: State, who: Player, card: Card) -> None:
    """Declare a card as a blocker, or as one more."""
    domain(s.zone[card] == Zone.NETWORK and not s.blocking[card])
    with effect("5.3.20a", "5.3.23"):
        s.blocking[card] = True
        s.blocked = True


@declare_blocker.permit("5.3.20a", "5.3.20d", "5.3.22a")
def non_turn_player_blocks(s: State, who: Player, card: Card) -> bool:
    """The non-turn player may declare blockers, of any kind, and several."""
    return is_asked(s, who, Step.BLOCK)


@declare_blocker.cannot("3.2.4", "5.3.20b", "disengaged ones")
def engaged_cards_do_not_block(s: State, who: Player, card: Card) -> bool:
    """Engaged cards cannot block."""
    return is_engaged(s, card)


@declare_blocker.cannot("5.3.20c", "5.3.22c", "adjacent to the target")
def not_next_to_the_target(s: State, who: Player, card: Card) -> bool:
    """Each blocker is adjacent to the target."""
    return not beside_the_target(s, card)


@declare_blocker.cannot("5.3.21", "2.6.6e", "5.3.22b", "at least 0 in the trait")
def blocker_lacks_the_trait(s: State, who: Player, card: Card) -> bool:
    """A card with a null in the declared trait cannot block."""
    trait = s.contested
    return trait is not None and is_null(card, trait)


@declare_blocker.cannot("3.3.3c", "bonded cards cannot block")
def bonded_cards_do_not_block(s: State, who: Player, card: Card) -> bool:
    """What lies beneath another card cannot block."""
    return s.under[card] is not None


@declare_blocker.cannot("9.13.1a", "only by a card with FLYING")
def only_flyers_block_flyers(s: State, who: Player, card: Card) -> bool:
    """A card with FLYING is blocked only by cards with FLYING."""
    attacker = s.attacker
    return attacker is not None and has(s, attacker, Keyword.FLYING) and not has(s, card, Keyword.FLYING)


@declare_blocker.cannot("9.23.1", "cannot be blocked")
def precise_attacks_are_not_blocked(s: State, who: Player, card: Card) -> bool:
    """An attack by a card with PRECISION cannot be blocked."""
    attacker = s.attacker
    return attacker is not None and has(s, attacker, Keyword.PRECISION)


@declare_blocker.forbid("5.3.23", over=declare_blocker)
def blocker_may_not_be_attacked(s: State, who: Player, card: Card) -> bool:
    """A blocker takes the place of the target: whether by that it is attacked, is not said."""
    attacker = s.attacker
    return (
        attacker is not None
        and beside_the_target(s, card)
        and not is_engaged(s, card)
        and is_out_of_reach(s, attacker, card)
        and blockers_are_attacked(s)
    )


@declare_blocker.forbid("5.3.20a", over=declare_blocker)
def not_a_blocker_to_choose(s: State, who: Player, card: Card) -> bool:
    """The non-turn player declares a card; that it is one of his own is not said."""
    return (
        is_asked(s, who, Step.BLOCK)
        and on_top(s, card)
        and not is_engaged(s, card)
        and beside_the_target(s, card)
        and controller(s, card) != who
        and not may_block_with_cards_of_others(s)
    )


def beside_the_target(s: State, card: Card) -> bool:
    """Whether a card lies next to the target space."""
    here = s.slot[card]
    target = s.aimed
    return here is not None and target is not None and side_by_side(s, here, target)


may_block_with_cards_of_others = megacorp.doubt(
    "may a player block with cards that others control?",
    only_own_blockers=no("only with one's own cards", default=True),
    any_adjacent_blocker=yes("with any disengaged card next to the target, as the words have it"),
)


blockers_are_attacked = megacorp.doubt(
    "is a blocker attacked, so that what may not be attacked may not block?",
    any_card_may_block=no(
        "Any kind of card may block; attacked is the space that was declared.", "5.3.20d", default=True
    ),
    the_blocker_is_the_defender=yes(
        "It replaces the target in the challenge, and becomes the defender.", "5.3.23", "9.27.1c"
    ),
)


@megacorp.action("5.3.20a", passes=True)
def no_more_blockers(s: State, who: Player) -> None:
    """Declare no blocker, or no further one."""
    permit("5.3.20a", "Blocking is a choice.", need_not_block=is_asked(s, who, Step.BLOCK))
    s.asked[who] = False


@megacorp.deed("9.12.1a")
def count_attacks(s: State) -> None:
    """Whether a card with ELUSIVE was attacked this turn, now that blockers stand in its place or it is one."""
    for c in Card:
        if s.assailed[c] and attacked_first(s, c) and not defends(s, c) and has(s, c, Keyword.ELUSIVE):
            s.assailed[c] = blocked_attacks_count(s)
        if s.blocking[c] and has(s, c, Keyword.ELUSIVE) and (blockers_are_attacked(s) or not blocked_attacks_count(s)):
            s.assailed[c] = True


@megacorp.deed("9.27.1a", "9.27.1c", "9.27.1d")
def suppress_the_blocked(s: State) -> None:
    """SUPPRESSOR engages what it fights with; of several, the attacker's player says which."""
    for c in Card:
        if defends(s, c) and (blockers(s) < 2 or not s.blocking[c]):
            subdue(s, c)
    s.suppressing = blockers(s) > 1


@megacorp.deed("5.3.23", "9.27.1c")
def prepare_the_blows(s: State) -> None:
    """With the blockers known, SUPPRESSOR engages, and there is damage to distribute and to withhold."""
    attacker = s.attacker
    trait = s.contested
    with effect("9.12.1a"):
        if blockers(s) > 0:
            count_attacks(s)
    if attacker is not None and has(s, attacker, Keyword.SUPPRESSOR):
        with effect("9.27.1a", "9.27.1c", "9.27.1d"):
            suppress_the_blocked(s)
    if attacker is not None and trait is not None and blockers(s) > 1:
        with effect("5.3.25a", "5.3.25b"):
            s.to_share = score(s, attacker, trait)
    with effect("5.3.17b"):
        for p in Player:
            s.asked[p] = any(could_deal_back(s, c) and controller(s, c) == p for c in Card) and not is_out(s, p)
        s.step = Step.SPLIT


@megacorp.duty("5.3.23", "6.5.2a")
def blocks_are_declared(s: State) -> None:
    """Players may respond to blocks, where they may after each step; otherwise damage comes next."""
    when(s.step == Step.BLOCK and settled(s) and all(not s.asked[p] for p in Player))
    if anyone_can_respond(s) and moments_of_a_challenge(s) == Moments.STEPS:
        with effect("6.5.2a"):
            s.answered = False
            s.step = Step.BLOCKED
    else:
        with effect("5.3.23"):
            prepare_the_blows(s)


@megacorp.duty("5.3.23")
def blocks_were_responded_to(s: State) -> None:
    """Nobody responds to blocks any more: damage comes next."""
    when(s.step == Step.BLOCKED and s.answered and settled(s))
    prepare_the_blows(s)


blocked_attacks_count = megacorp.doubt(
    "was a card with ELUSIVE attacked when a blocker took its place?",
    it_was_attacked=yes("It can be attacked once, and the attack was made on it.", "9.12.1a", default=True),
    the_blocker_was_attacked=no("A blocker replaces the target in the challenge.", "5.3.23"),
)


# --- distributing damage (5.3.25, 9.27) ---------------------------------------------------------------------------


@megacorp.action("5.3.25a")
def distribute(s: State, who: Player, card: Card) -> None:
    """Put one more point of the attacker's damage on a blocker."""
    domain(s.blocking[card] and s.zone[card] == Zone.NETWORK)
    with effect("5.3.25a", "5.3.25b"):
        s.share[card] += 1
        s.to_share -= 1


@distribute.permit("5.3.25a")
def attacker_distributes(s: State, who: Player, card: Card) -> bool:
    """Damage to several blockers is distributed as the attacker likes."""
    return s.step == Step.SPLIT and on_turn(s, who) and settled(s)


@distribute.cannot("5.3.25b", "the total is equal to the trait")
def all_is_distributed(s: State, who: Player, card: Card) -> bool:
    """The points distributed add up to the attacker's trait."""
    return s.to_share == 0


@megacorp.action("9.27.1g")
def suppress(s: State, who: Player, card: Card) -> None:
    """Choose which of several blockers SUPPRESSOR engages."""
    domain(s.blocking[card] and s.zone[card] == Zone.NETWORK)
    with effect("9.27.1d", "9.27.1f"):
        subdue(s, card)
        s.suppressing = False


@suppress.permit("9.27.1g")
def attacker_chooses_one(s: State, who: Player, card: Card) -> bool:
    """The attacker chooses one of the blockers."""
    return s.step == Step.SPLIT and on_turn(s, who) and settled(s)


@suppress.cannot("9.27.1f", "only one of them")
def one_is_engaged(s: State, who: Player, card: Card) -> bool:
    """Only one of several blockers is engaged."""
    return not s.suppressing


# --- withholding damage (5.3.17) ----------------------------------------------------------------------------------


@megacorp.action("5.3.17b")
def withhold(s: State, who: Player, card: Card) -> None:
    """Let a defender deal no damage back to this attacker."""
    domain(s.zone[card] == Zone.NETWORK and defends(s, card) and not s.withheld[card])
    s.withheld[card] = True


@withhold.permit("5.3.17b")
def for_another_attacker(s: State, who: Player, card: Card) -> bool:
    """Retaliation may be kept for a second attacker; that there must be one is not said."""
    return is_asked(s, who, Step.SPLIT)


@withhold.cannot("5.3.17b", "its controller can decide")
def of_another_controller(s: State, who: Player, card: Card) -> bool:
    """The defender's controller decides."""
    return controller(s, card) != who


@megacorp.action("5.3.17b", passes=True)
def withhold_no_more(s: State, who: Player) -> None:
    """Let all other defenders deal damage back."""
    permit("5.3.17b", "Forgoing retaliation is a choice.", need_not_withhold=is_asked(s, who, Step.SPLIT))
    s.asked[who] = False


@megacorp.deed("5.3.25a", "5.3.25b")
def share_anew(s: State, attacker: Card, trait: Trait) -> None:
    """The attacker distributes among several blockers what its score is now, if that is anything."""
    s.to_share = score(s, attacker, trait)
    for c in Card:
        s.share[c] = 0
    if score(s, attacker, trait) > 0:
        s.step = Step.SPLIT


def no_longer_adds_up(s: State, attacker: Card, trait: Trait) -> bool:
    """Whether an effect has changed the attacker's score since damage was shared out, or taken a blocker away."""
    return (
        blockers(s) > 1
        and not s.struck_first
        and sum(s.share[c] for c in Card if s.blocking[c] and on_top(s, c)) != score(s, attacker, trait)
    )


share_follows_the_score = megacorp.doubt(
    "is damage that was shared out among blockers shared anew when a first strike or an effect changes what there is?",
    fixed_as_it_was_shared_out=no("no: it is dealt as it was shared out", default=True),
    shared_out_anew=yes("yes: the attacker shares out what its score is by then"),
)


@megacorp.duty("5.3.25a", "5.3.17b")
def damage_is_settled(s: State) -> None:
    """Everything about the damage is decided, unless it is to be shared out anew."""
    when(
        s.step == Step.SPLIT
        and settled(s)
        and all(not s.asked[p] for p in Player)
        and (blockers(s) == 0 or (s.to_share == 0 and not s.suppressing))
    )
    attacker = s.attacker
    trait = s.contested
    with effect("5.3.14a"):
        s.step = Step.STRIKE
    if attacker is not None and trait is not None and no_longer_adds_up(s, attacker, trait):
        with effect("5.3.25a", "5.3.25b"):
            if share_follows_the_score(s):
                share_anew(s, attacker, trait)
