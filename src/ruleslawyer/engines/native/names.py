"""Names of the entries that the code of a ruleset reads from the scope, in one table of 64-bit numbers, and of what it
reports.

A context is an array of 64-bit numbers that every function takes first: registers (`Register`), then the scope's
entries.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from enum import IntEnum, auto
from typing import TypeAlias

from ruleslawyer.base.arrays import Bytes
from ruleslawyer.engines.native.loop_members import LoopDomain

Name: TypeAlias = tuple[str, ...]
"""An entry of the table: what it is of comes first, such as ``("size", "Card")``."""


class Register(IntEnum):
    """The registers of one worker's run."""

    ERROR = 0  # the site of the check that failed; 0: none did
    ERROR_RULE = auto()  # the innermost rule that was running then; 0 until that is known
    RECORDING = auto()  # NOTHING, PLAY, or PLAY plus the number of the property that is asked, plus one
    LIVE = auto()  # where live rules are marked, one byte each: real, or nobody's
    MARKS = auto()  # the real one
    UNMARKED = auto()  # nobody's
    WRITER = auto()  # the rule whose effect writes
    DEPTH = auto()  # of simultaneous blocks
    PENDING = auto()  # how many writes wait
    CLASHED = auto()  # the least place of which two of them say different things; -1: there is none
    CLASHING = auto()  # its field
    QUEUE = auto()  # where they wait
    SCRATCH = auto()  # memory of values on the way
    USED = auto()  # of it, in bytes
    WORKER = auto()
    ONLY = auto()  # for each state of a block whether it is expanded, one byte; null: all are
    IDENTITY = auto()  # the state that is expanded
    CURRENT = auto()  # it, as bytes
    NEXT = auto()  # the state that is being made
    BEFORE = auto()  # the state before a sub-step
    SPARE = auto()  # one more, for forgetting
    EARLIER = auto()  # a state that forced steps were in
    PACKED = auto()  # room for a packed state
    CANONICAL = auto()  # code that puts its representative in the place of a packed state; 0: states stay as they are
    SINK = auto()  # code that packs and keeps a state of this scope, and …
    UNPACK = auto()  # … that unpacks one; 0: that of all scopes does (`scope_code.py`)
    DEFAULTS = auto()  # the all-defaults state
    MASKS = auto()  # which bits of a state's bytes are stored
    BYTES = auto()  # of a state
    WORDS = auto()  # of a packed state
    LOG = auto()
    LOGGED = auto()
    LAST = auto()  # what was logged last, of each thing
    KNOWN = auto()  # what was logged already: see `KNOWN_ENTRIES`
    LABEL = auto()  # of the instance that is taken: its number, and whether its turn has ended
    ROOM = auto()  # entries that a buffer has room for
    MOVED = auto()  # whether some instance was a move
    FOLLOWS = auto()  # what has been asked already of states: one of `FOLLOWING`
    CHANGED = auto()  # of random plays: the bits of the fields in which this state differs from the one before
    CONCERNED = auto()  # which properties a change concerns, a row for each bit of a packed state: see `concerned.py`
    ASKED = auto()  # the properties that are asked of the state that is expanded, a bit each
    MOST = auto()  # how often what may be an event is logged
    CHOICES = auto()  # how many instances are allowed in the state that is expanded
    PASSED = auto()  # whether one of them is a pass that leads somewhere
    ALONE = auto()  # whether one player is awaited there
    FORCED = auto()  # where states are kept in which nothing but a pass can be done: what it leads to, and the id
    FORCES = auto()  # how many
    OFTEN = auto()  # where is kept at which states what may be an event was met, and logged no more; 0: nobody asks
    OFTENS = auto()  # how many
    AGREEING = auto()  # of a family: the readings that say the same of everything that was asked so far
    READING = auto()  # the row of the one that is followed: for each choice what it says, and who says the same
    READINGS = auto()  # the rows of all of them
    JUDGED = auto()  # of ablation: what was said of the instance, and of its parts; -2: it was not judged
    WHOLE = auto()  # the same with all clauses
    FAILED = auto()  # whether a check failed behind the instance
    WHOLE_FAILED = auto()  # the same with all clauses
    BASE = auto()  # whether the state is reached with all clauses
    CONSULTED = auto()  # for each choice whether it was ever asked, one byte
    WRITTEN = auto()  # the bits of the fields that were written since the state that is expanded
    MEMBERS_WRITTEN = auto()  # the bits of the members of which an entry was: see `fields.py`
    CLAUSES_KNOWN = auto()  # of which clauses about this choice it is known what they say: see `kept.py`
    CLAUSES_HELD = auto()  # which of those hold
    FORGOT = auto()  # whether something was forgotten just now
    MEMO = auto()  # what helpers were found to be in the current state: see `kept.py`
    EPOCH = auto()  # the number of the current state, so that nothing of another one is taken from there
    KEPT = auto()  # what was found out, and rests on some fields: see `kept.py`
    FROM = auto()  # of random plays: the number of the first state of which that may still hold
    GAME = auto()  # of random plays: the registers of `PlayCell`
    TRIED = auto()  # room for three states, where orders of duties are tried
    SIZE = auto()


class PlayCell(IntEnum):
    """The registers that random plays need besides."""

    SEED = 0  # mixed
    DICE = auto()  # the state of the play's dice
    FIRST_DICE = auto()  # the same as it began
    SALT = auto()  # what tells things logged in one play from those of another
    SALTED = auto()  # the bits of it that do: none where a thing is logged once for all plays
    SILENCE = auto()  # whether nothing is logged now
    SPARE_LAST = auto()  # what was logged last, while passes are tried
    TRYING = auto()  # whether passes are tried now, to see whether one of them leads elsewhere
    PRIORITY = auto()  # what the candidates of this state are hashed with
    FOUND = auto()  # for each action: how many of its candidates are allowed here
    BEST = auto()  # for each action: the largest hash of one of them
    SLOTS = auto()  # for each action: the arguments of that
    TIMES = auto()  # for each action: how often this play has taken it
    TAKEN = auto()  # for each action: how often it was taken
    LIKED = auto()  # for each action: how likely it is, a double
    SEEN_OFTEN = auto()  # for each hash of a choice: how often it was taken before; null: all choices are alike
    CHOSEN = auto()  # the same, of these plays; null: nobody counts
    KINDS = auto()  # for each sort where its members' kinds begin in this table, and those; null: nobody asks
    ALLOWED = auto()  # candidates of all actions that are allowed here
    PASSES = auto()  # those of them that pass
    PASSED = auto()  # whether the last of them does
    NARROWED = auto()  # whether choices were drawn here, and not listed
    FEW = auto()  # choices of an action that are listed
    WAITING = auto()  # how many are awaited here
    SIGN = auto()  # what is said of the candidates here, as a hash
    ARRIVED = auto()  # whether the step led to a rest state
    WATCHED = auto()  # the candidate whose arguments are wanted, as an identity
    SEEN = auto()  # those
    HISTORY = auto()  # the rest states of this play
    MADE = auto()  # what it took: the number of the action, and arguments
    MADE_ALL = auto()  # the same of all plays of this run, one behind the other
    MADE_END = auto()  # where no further play may begin
    SCRIPT = auto()  # what a play that is played again takes, or may take
    SCRIPTED = auto()  # how many those are
    WANTED = auto()  # the one choice that is looked at; null: all are
    BEFORE = auto()  # how many choices a play that is played again made before its script
    EVENTFUL = auto()  # where candidates are kept that log something, each behind its identity; null: none is
    EVENTFULS = auto()  # how many
    TOOK = auto()  # how many were taken
    ASKING = auto()  # whether properties are asked on the way
    STARTS = auto()  # pointers to the states in which plays begin; null: where a game breaks off at once
    STARTING = auto()  # how many they are
    BEGAN = auto()  # which of them this play began in
    LONGEST = auto()  # actions after which a play is cut off
    LEFT = auto()  # actions that may still be taken
    HASHES = auto()  # of the rest states
    HASHED = auto()
    MOST_HASHED = auto()
    ENDS = auto()  # how each play ended, and after how many actions
    PLAYED = auto()  # how many did
    FINALS = auto()  # the last state of each play; null: nobody asks
    EVENLY = auto()  # whether every allowed choice is as likely as every other, but for how its action is liked
    MEASURE = auto()  # what greedy players want, as rows (`greedy.py`); null: nobody is greedy
    BOUNDS = auto()  # for each player: where their rows begin; then where the last ones end
    GAINS = auto()  # for each action: the most that a candidate gains here
    WEIGHING = auto()  # whether a choice is taken now to see what it gains
    SEAT = auto()  # whom
    WORTH = auto()  # what the state is worth that it leads to
    PHASES = auto()  # where a state says how far the game has come, as rows (`greedy.py`); null: nobody asks
    PHASED = auto()  # how many
    PROCEEDS = auto()  # whether the choice that is weighed brings the game on
    TURNS = auto()  # where a state says whose turn it is, as such rows
    TURNED = auto()  # how many
    STAMPS = auto()  # for each hash of a choice: in which turn it was made last
    STAMP = auto()  # the number of this turn, of all plays
    ALONG = auto()  # how many choices this play has made
    TAKEN_BACK = auto()  # how often this play went back from where nobody could do anything
    STUCK = auto()  # the first state where it did so
    STUCK_SURELY = auto()  # whether every choice was listed there
    FIRST_STAMP = auto()  # that of this play's first one
    WEIGHED = auto()  # for each action: how many of its candidates are allowed here, weighed or not
    WHIM = auto()  # whether whoever decides here takes anything that costs nothing
    LISTED = auto()  # where every choice that is allowed is kept, and nothing else done with it; null: none is
    MOST_LISTED = auto()  # for how many there is room
    AWAITED = auto()  # in a file: where it is kept who is awaited, and who won; a set
    SEARCHED = auto()  # in a file: the registers of a search (`SearchRegister`); null: states are looked at one by one
    TRAIL = auto()  # in a file: where each sub-step of a step is kept, with its rule (`filed.py`); null: nobody asks
    TRAILED = auto()  # how many entries there are
    MOST_TRAILED = auto()  # for how many there is room
    SIZE = auto()


class SearchRegister(IntEnum):
    """The registers that a search in a file needs besides; a host gives it their memory, and that behind them."""

    STATES = 0  # the words of each state, in order of arrival
    PARENTS = auto()  # 32-bit numbers of the states that led to them; all bits set: a game begins there
    SAID = auto()  # a byte each: `OVER` and `STUCK`, and how branches end that leave it (`ENDS`)
    TABLE = auto()
    MASK = auto()  # slots minus one
    COUNT = auto()
    LIMIT = auto()  # for how many there is room
    DONE = auto()  # how many were looked at
    TRANSITIONS = auto()
    FULL = auto()  # whether there was no room for a state, or not every choice could be looked at
    LEAVES = auto()  # how branches end that leave the state which is looked at: bits of `SAID`
    EDGES = auto()  # steps of play, each with the states at its ends and its label; null: nobody asks
    EDGED = auto()  # how many: a host takes them before there are `EDGES_AT_ONCE`
    LABEL = auto()  # of the step that is taken: see `filed_search.label`; less than 0: it is outside play
    SIZE = auto()


OVER, STUCK = 1, 2
"""Bits of a state that was looked at in a file: the game is over there; nobody can do anything."""
ENDS = CUT_OFF, ROUND_FOREVER, CUT_OUTSIDE = 4, 8, 16
"""Others: from there a step of play leads to something unknown, or to forced steps that go round; a step outside play
leads to something unknown."""
NOTHING, PLAY = 0, 1
FOLLOWING = NOTHING_ASKED, BEFORE_ASKED, ALL_ASKED = 0, 1, 2
"""What has been asked already in a search: nothing; all of the state that led to one; all of each, so that properties
of states are asked nowhere."""
FORM = "entered", "form"
"""Entries of changed forms of a ruleset: where is noted who came by, and which form it is."""
ANSWER_BITS = 52
"""Of an answer, so that it can be told from the same one in another recording."""
OWN = BEYOND, MEMORY, UNBOUNDED = "beyond", "memory", "unbounded"
"""Kinds of failures that are the engine's own: a number of too many bits, too little room for what, a field that grows
and that nothing bounds."""
OWN_SITE = 1 << 30
"""The bit of a site's number that says that its failure is the engine's own."""
LAST_TOLD = 8
"""Answers of each thing that was logged last, of which a search knows that they are nothing new."""
KNOWN_ENTRIES = 1 << 16
"""Entries of the cache of what was logged: what, with which answer, how often."""
LOG_ENTRIES = 1 << 18
SCRATCH_BYTES = 1 << 24
MOST_PENDING = 1 << 12
FORCED_ENTRIES = 1 << 12
"""As many as a block has states."""
MEMO_ENTRIES = 1 << 12
"""What helpers said of a state and is kept."""


@dataclass(frozen=True, slots=True)
class BufferLimits:
    """For how much the code has room; that of a file that runs elsewhere asks for little memory."""

    known: int = KNOWN_ENTRIES
    log: int = LOG_ENTRIES
    scratch: int = SCRATCH_BYTES
    pending: int = MOST_PENDING
    memo: int = MEMO_ENTRIES


FEW = BufferLimits(known=1 << 10, log=1 << 11, scratch=3 << 16, pending=1 << 11, memo=1 << 9)
OFTEN_ENTRIES = 1 << 18
"""Each has what was met with which answer, hashed, in its upper half, and at which state in the lower one."""


@dataclass(frozen=True, slots=True)
class Site:
    """A check that may fail: the kind of event, and its subject; None: the innermost rule that runs then."""

    kind: str
    subject: str | None
    pair: tuple[str, ...] = ()


@dataclass
class SymbolTable:
    """Numbers for everything that code and driver both name. The code has their names in it, and gets the numbers when
    it is loaded: that there is one more of something changes no other function's code."""

    entries: dict[Name, int] = field(default_factory=dict)
    sites: dict[Site, int] = field(default_factory=dict)
    rules: dict[str, int] = field(default_factory=dict)
    live: dict[str, int] = field(default_factory=dict)
    told: dict[tuple[str, ...], int] = field(default_factory=dict)
    choices: dict[Name, int] = field(default_factory=dict)
    symbols: dict[str, int] = field(default_factory=dict)
    among: dict[str, LoopDomain] = field(default_factory=dict)
    """The loops that look among some members, by their keys."""
    kept: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Findings that are kept while a play goes on, by key: the sort whose members are listed, or none, and the bits of
    the fields on which each rests."""

    def __post_init__(self) -> None:
        self.rule("")  # nobody's: of a check that fails where nothing is written

    def copy(self) -> SymbolTable:
        """The same numbers, to which others may come."""
        return SymbolTable(*(dict(getattr(self, part.name)) for part in fields(self)))

    def entry(self, *name: str) -> str:
        """The index in the context of what a scope says."""
        return self._symbol("entry", name, self.entries.setdefault(name, Register.SIZE + len(self.entries)))

    def choice(self, *name: str) -> str:
        """The number of a choice that readings of a family may make differently."""
        return self._symbol("choice", name, self.choices.setdefault(name, len(self.choices) + 1))

    def site(self, kind: str, subject: str | None = None, pair: tuple[str, ...] = ()) -> str:
        """Counted from 1, as rules are: 0 is none."""
        number = self.sites.setdefault(Site(kind, subject, pair), len(self.sites) + 1) | (kind in OWN and OWN_SITE)
        return self._symbol("site", (kind, "~" if subject is None else subject, *pair), number)

    def site_of(self, answer: int) -> Site:
        """The site of a failure that was logged."""
        return list(self.sites)[answer % OWN_SITE - 1]

    def rule(self, name: str) -> str:
        return self._symbol("rule", (name,), self.rules.setdefault(name, len(self.rules) + 1))

    def mark(self, name: str) -> str:
        """The number of a rule, or of a clause as ``§5.4.1``, that is live."""
        return self._symbol("mark", (name,), self.live.setdefault(name, len(self.live) + 1))

    def tell(self, *what: str) -> str:
        """The number under which a subject is logged: ``("norms", base)``, ``("failed",)`` and so on."""
        return self._symbol("tell", what, self.told.setdefault(what, len(self.told) + 1))

    @property
    def failure(self) -> int:
        """The number under which failed checks are logged; none in code in which nothing can fail."""
        return self.told.get(("failed",), -1)

    def live_names(self, marks: Bytes) -> Iterator[str]:
        """The names that are marked as live in these bytes."""
        return (name for name, number in self.live.items() if marks[number])

    def _symbol(self, kind: str, name: tuple[str, ...], number: int) -> str:
        """The number, as the code writes it; no symbol may stand for 0."""
        symbol = ".".join((kind, *name))
        self.symbols[symbol] = number
        return f'ptrtoint (ptr @"{symbol}" to i64)'
