"""A memory that answers processes: each asks to read or to write, it is done, and answered.

After InternalMemory.tla of L. Lamport: Specifying Systems (2002), chapter 5, as TLC has it: what passes between a
process and the memory is the last message and whose it is. A message is told by its parts: reading has no value, and
an answer no address.
"""

from __future__ import annotations

from enum import Enum

from ruleslawyer.lang import Checks, Map, Ruleset, Sort, permit, state

memory = Ruleset("memory")
memory.closed_world(assumed="nothing happens but what a rule describes")


class Process(Sort):
    """Who asks; the first is the one that the last message is of in the beginning."""

    first: bool


class Address(Sort):
    """A place."""


class Value(Enum):
    """What a place holds."""

    ONE = "1"
    TWO = "2"


class Control(Enum):
    """How far the request of a process is."""

    READY = "ready"
    BUSY = "busy"
    DONE = "done"


@state
class State:
    """The buffer of a process, and the last message."""

    held: Map[Address, Value]
    control: Map[Process, Control]
    address: Map[Process, Address | None]
    value: Map[Process, Value | None]
    whose: Process
    of_address: Address | None
    of_value: Value | None


@memory.initial("1")
def begin(s: State, held: Map[Address, Value]) -> None:
    """Any values."""
    for a in Address:
        s.held[a] = held[a]
    for p in Process:
        s.control[p] = Control.READY
        if p.first:
            s.whose = p


@memory.chance("2")
def ask(s: State, p: Process, address: Address, value: Value | None) -> None:
    permit("2", s.control[p] == Control.READY)
    s.control[p] = Control.BUSY
    s.address[p] = address
    s.value[p] = value
    s.whose = p
    s.of_address = address
    s.of_value = value


@memory.chance("3")
def do(s: State, p: Process) -> None:
    """A value that was read is in the buffer, else nothing is."""
    permit("3", s.control[p] == Control.BUSY)
    for a in Address:
        if a == s.address[p]:
            written = s.value[p]
            if written is None:
                s.value[p] = s.held[a]
            else:
                s.held[a] = written
                s.value[p] = None
    s.address[p] = None
    s.control[p] = Control.DONE


@memory.chance("4")
def answer(s: State, p: Process) -> None:
    permit("4", s.control[p] == Control.DONE)
    s.control[p] = Control.READY
    s.whose = p
    s.of_address = None
    s.of_value = s.value[p]


checks = Checks(memory)


@checks.always("5")
def a_request_has_an_address(s: State) -> bool:
    return all((s.address[p] is not None) == (s.control[p] == Control.BUSY) for p in Process)


@checks.leads_to("5", fair=(do.each("p"), answer.each("p")))
def each_request_is_answered(s: State, p: Process) -> tuple[bool, bool]:
    return s.control[p] == Control.BUSY, s.control[p] == Control.READY


@checks.leads_to("5", fair=do.each("p"))
def each_request_is_answered_at_once(s: State, p: Process) -> tuple[bool, bool]:
    return s.control[p] == Control.BUSY, s.control[p] == Control.READY
