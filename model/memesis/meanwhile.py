"""Memesis, 0.32 and 4.3: what is for any time, while somebody decides, and what waits for an answer."""

from model.memesis.frames import Choosing, Directed, Dispelling, Held, Resolved
from model.memesis.state import Player, State, memesis
from ruleslawyer.lang import close_frame, frame_of, is_open, no, open_frame, when, yes

# --- while a player decides -----------------------------------------------------------------------------------------


acts_come_between = memesis.doubt(
    "may what is for any time be done while a player decides about something that was played?",
    it_is_decided_first=no("no: what was played is carried out first", default=True),
    any_time_is_then_too=yes(
        "yes, by whomever: before a block of directed damage, a Cause, a choice or a fusion is decided; an answer that "
        "takes decisions is not itself answered with an Effect or an ability"
    ),
)


def is_carried_out(s: State) -> bool:
    """Whether an Effect or an ability is being carried out, and it is not asked what takes its damage."""
    return is_open(s, Choosing) or is_open(s, Dispelling) or (is_open(s, Resolved) and not is_open(s, Directed))


def somebody_decides(s: State) -> bool:
    """Whether somebody decides about an Effect or an ability: what takes damage, what is chosen, given up, or fused."""
    return is_carried_out(s) or is_open(s, Directed)


def whoever_may_act(s: State, deciders: frozenset[Player]) -> frozenset[Player]:
    """Those who are awaited while some decide: these alone, or everybody."""
    return frozenset(Player) if acts_come_between(s) else deciders


# --- an answer that takes decisions of its own ----------------------------------------------------------------------


@memesis.deed("4.3a", "0.32f")
def set_aside(s: State) -> None:
    """What is decided waits until the Effect or ability is carried out that is used in answer."""
    directs = is_open(s, Directed)
    chooses = is_open(s, Choosing)
    is_effect = is_open(s, Resolved)
    gives_up = is_open(s, Dispelling)
    # What is open speaks of one card, and of one player.
    card = (
        frame_of(s, Directed).card if directs else frame_of(s, Choosing).card if chooses else frame_of(s, Resolved).card
    )
    at = frame_of(s, Directed).at if directs else frame_of(s, Choosing).at if chooses else frame_of(s, Resolved).at
    who = frame_of(s, Resolved).who if is_effect else frame_of(s, Choosing).who if chooses else None
    done = is_effect and frame_of(s, Resolved).done
    dispelled = is_effect and frame_of(s, Resolved).dispelled
    named = frame_of(s, Dispelling).named if gives_up else None
    amount = frame_of(s, Directed).amount if directs else 0
    recalls = chooses and frame_of(s, Choosing).recalls
    destroys_more = frame_of(s, Choosing).destroys_more if chooses else 0
    recalls_more = frame_of(s, Choosing).recalls_more if chooses else 0
    if chooses:
        close_frame(s, Choosing)
    if directs:
        close_frame(s, Directed)
    if gives_up:
        close_frame(s, Dispelling)
    if is_effect:
        close_frame(s, Resolved)
    open_frame(
        s,
        Held(
            awaits=frozenset(),
            card=card,
            at=at,
            who=who,
            is_effect=is_effect,
            done=done,
            dispelled=dispelled,
            gives_up=gives_up,
            named=named,
            directs=directs,
            amount=amount,
            chooses=chooses,
            recalls=recalls,
            destroys_more=destroys_more,
            recalls_more=recalls_more,
        ),
    )


@memesis.duty("4.3a", "0.32f", at=Held)
def take_up_again(s: State, f: Held) -> None:
    """The answer has been carried out: it is decided what had waited for it."""
    when(all(s.owed[p] == 0 for p in Player))
    card = f.card
    at = f.at
    who = f.who
    is_effect = f.is_effect
    done = f.done
    dispelled = f.dispelled
    gives_up = f.gives_up
    named = f.named
    directs = f.directs
    amount = f.amount
    chooses = f.chooses
    recalls = f.recalls
    destroys_more = f.destroys_more
    recalls_more = f.recalls_more
    close_frame(s, Held)
    if is_effect and who is not None:
        open_frame(s, Resolved(awaits=frozenset(Player), card=card, who=who, at=at, done=done, dispelled=dispelled))
    if gives_up:
        open_frame(s, Dispelling(awaits=frozenset(Player), card=card, victim=at, named=named))
    if directs:
        open_frame(s, Directed(awaits=frozenset(Player), card=card, at=at, amount=amount))
    if chooses and who is not None:
        open_frame(
            s,
            Choosing(
                awaits=frozenset(Player),
                card=card,
                who=who,
                at=at,
                recalls=recalls,
                destroys_more=destroys_more,
                recalls_more=recalls_more,
            ),
        )
