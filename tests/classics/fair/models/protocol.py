"""The alternating bit protocol over channels that lose messages, after AlternatingBit in Specifying Systems.

L. Lamport: Specifying Systems (2002), section 14.6 (github.com/tlaplus/Examples, SpecifyingSystems/TLC); here a channel
holds one message.
"""

from __future__ import annotations

from enum import Enum

from ruleslawyer.lang import Checks, Ruleset, Sort, effect, state

protocol = Ruleset("protocol")
protocol.closed_world(assumed="nothing happens but what a rule describes")


class Party(Sort):
    """The sender, the receiver, and the line between them, by its role."""

    role: Role


class Role(Enum):
    """What a party does."""

    SENDER = "sender"
    RECEIVER = "receiver"
    LINE = "line"


class Datum(Enum):
    """What is sent."""

    ONE = "one"
    TWO = "two"


@state
class State:
    sent: Datum
    received: Datum
    sender_bit: bool
    acknowledged_bit: bool
    receiver_bit: bool
    message: Datum | None
    message_bit: bool
    acknowledgement: bool
    acknowledgement_bit: bool


@protocol.initial("1")
def begin(s: State, bit: bool, sent: Datum, received: Datum) -> None:
    """The bits agree, and nothing is on its way."""
    with effect("1"):
        s.sender_bit = bit
        s.acknowledged_bit = bit
        s.receiver_bit = bit
        s.sent = sent
        s.received = received


@protocol.matters("message_bit")
def there_is_a_message(s: State) -> bool:
    """The bit of a message that is on its way."""
    return s.message is not None


@protocol.matters("acknowledgement_bit")
def there_is_an_acknowledgement(s: State) -> bool:
    """The bit of an acknowledgement that is on its way."""
    return s.acknowledgement


@protocol.awaits
def anybody(s: State) -> frozenset[Party]:
    """Any of them may be next."""
    return frozenset(Party)


@protocol.ended()
def never(s: State) -> bool:
    """It goes on for ever."""
    return False


@protocol.winners()
def nobody(s: State) -> frozenset[Party]:
    """It is no contest."""
    return frozenset()


@protocol.action("2")
def send(s: State, who: Party, datum: Datum) -> None:
    """Send a new datum, with the other bit."""
    with effect("2"):
        s.sent = datum
        s.sender_bit = not s.sender_bit
        s.message = datum
        s.message_bit = s.sender_bit


@send.permit("2")
def all_is_acknowledged(s: State, who: Party, datum: Datum) -> bool:
    return who.role == Role.SENDER and s.sender_bit == s.acknowledged_bit and s.message is None


@protocol.action("2")
def send_again(s: State, who: Party) -> None:
    """Send the last datum again."""
    with effect("2"):
        s.message = s.sent
        s.message_bit = s.sender_bit


@send_again.permit("2")
def not_acknowledged(s: State, who: Party) -> bool:
    return who.role == Role.SENDER and s.sender_bit != s.acknowledged_bit and s.message is None


@protocol.action("3")
def receive(s: State, who: Party) -> None:
    """Take the message."""
    with effect("3"):
        if s.message is not None:
            s.received = s.message
        s.receiver_bit = s.message_bit
        s.message = None


@receive.permit("3")
def a_message_is_there(s: State, who: Party) -> bool:
    return who.role == Role.RECEIVER and s.message is not None


@protocol.action("3")
def acknowledge(s: State, who: Party) -> None:
    """Send the bit of the last message back."""
    with effect("3"):
        s.acknowledgement = True
        s.acknowledgement_bit = s.receiver_bit


@acknowledge.permit("3")
def the_line_back_is_free(s: State, who: Party) -> bool:
    return who.role == Role.RECEIVER and not s.acknowledgement


@protocol.action("2")
def hear(s: State, who: Party) -> None:
    """Take the acknowledgement."""
    with effect("2"):
        s.acknowledged_bit = s.acknowledgement_bit
        s.acknowledgement = False


@hear.permit("2")
def an_acknowledgement_is_there(s: State, who: Party) -> bool:
    return who.role == Role.SENDER and s.acknowledgement


@protocol.action("4")
def lose_message(s: State, who: Party) -> None:
    """The line loses a message."""
    with effect("4"):
        s.message = None


@lose_message.permit("4")
def there_is_one(s: State, who: Party) -> bool:
    return who.role == Role.LINE and s.message is not None


@protocol.action("4")
def lose_acknowledgement(s: State, who: Party) -> None:
    """The line loses an acknowledgement."""
    with effect("4"):
        s.acknowledgement = False


@lose_acknowledgement.permit("4")
def there_is_one_back(s: State, who: Party) -> bool:
    return who.role == Role.LINE and s.acknowledgement


checks = Checks(protocol)


@checks.leads_to("5", fair=(send_again, acknowledge), strongly_fair=(receive, hear))
def sent_leads_to_received(s: State) -> tuple[bool, bool]:
    """What is sent is received."""
    return s.sent == Datum.ONE and s.sender_bit != s.acknowledged_bit, s.received == Datum.ONE


@checks.leads_to("5", fair=(send_again, acknowledge, receive, hear))
def weak_fairness_is_not_enough(s: State) -> tuple[bool, bool]:
    """What is sent is received."""
    return s.sent == Datum.ONE and s.sender_bit != s.acknowledged_bit, s.received == Datum.ONE


@checks.leads_to("5", fair=acknowledge, strongly_fair=(receive, hear))
def it_must_be_sent_again(s: State) -> tuple[bool, bool]:
    """What is sent is received."""
    return s.sent == Datum.ONE and s.sender_bit != s.acknowledged_bit, s.received == Datum.ONE
