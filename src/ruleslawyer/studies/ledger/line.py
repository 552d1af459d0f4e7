"""A line of the ledger of silence: one decision of a model, what makes it, and who answers for it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ruleslawyer.base.files.content import Json
from ruleslawyer.base.origin import Origin
from ruleslawyer.ir import nodes as n

DOMAIN, AWAITS, MATTERS, ELSE, CUT, FRAMES, INITIAL, HELPER, PLAYERS = KINDS = (
    "domain", "awaits", "matters", "else", "cut", "frames", "initial", "helper", "players",
)  # fmt: skip
MEANS = {
    DOMAIN: "a condition of what makes sense to choose",
    AWAITS: "whose decision it is",
    MATTERS: "when a field means something, and is forgotten otherwise",
    ELSE: "nothing is done where a condition fails",
    CUT: "a number that a least or greatest cuts off",
    FRAMES: "two procedures that open together, of which one comes first",
    INITIAL: "what a field says before any rule writes it",
    HELPER: "a word of the model",
    PLAYERS: "what differs by the number of players, and is not said for one",
}
"""The kinds of lines, each explained."""
NOBODY, BY_HELPER, BY_ORDER = ("decided by nobody", "by a helper", "by declaration order")
SILENT = "the text is silent"
CLAUSE, DOUBT, MODEL_ONLY, APPARATUS, OPEN = STATUSES = ("clause", "doubt", "model only", "apparatus", "open")
"""Who answers for a line: a clause, a doubt that is asked there, the model alone (with a reason); it is bookkeeping; or
nobody."""


@dataclass(frozen=True, slots=True)
class Line:
    """rule: what has it; says: the text of it. others: what stands in the place of a node where the line decides
    nothing. clauses, why: who answers. guessed: no declaration says so."""

    kind: str
    rule: str
    says: str
    by: str
    origin: Origin
    status: str = OPEN
    clauses: tuple[str, ...] = ()
    why: str = ""
    guessed: bool = False
    others: tuple[tuple[n.Expr, n.Expr], ...] = ()

    @property
    def name(self) -> str:
        """How `ledger.toml` calls it."""
        return f"{self.rule}: {self.says}" if self.says else self.rule

    @property
    def place(self) -> str:
        return f"{self.origin.span.path}:{self.origin.span.line}"

    def with_answer(self, status: str, clauses: tuple[str, ...] = (), why: str = "", *, guessed: bool = False) -> Line:
        return replace(self, status=status, clauses=clauses, why=why, guessed=guessed)

    def json(self) -> Json:
        return {
            "kind": self.kind, "name": self.name, "by": self.by, "status": self.status,
            "clauses": list(self.clauses), "why": self.why, "guessed": self.guessed, "place": self.place,
        }  # fmt: skip
