"""LLVM assembly as text: one function being written, with loops, conditions and variables.

Text is several times faster to make than a tree of instruction objects, and it can be read. Variables live on the
stack; LLVM turns them into registers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager


def forward(name: str, callee: str, *parameters: str, returns: str = "void") -> str:
    """A function that is called from outside, as text: it gives the context (and `parameters`, with their types) to one
    of ours, and what that `returns` back."""
    given = ", ".join(["ptr %c", *parameters])
    call, end = ("", "ret void") if returns == "void" else ("%r = ", f"ret {returns} %r")
    return f"define {returns} @{name}({given}) nounwind {{\n  {call}call {returns} @{callee}({given})\n  {end}\n}}"


class FunctionBuilder:
    """A function under construction. Values are the names of registers, or constants as LLVM writes them."""

    def __init__(
        self,
        name: str,
        parameters: Sequence[str],
        returns: str = "void",
        attributes: str = "",
        *,
        noinline: bool = False,
        behind: str = "",
    ) -> None:
        """`parameters`: such as ``"ptr %state"``; `behind`: more attributes. The text is whole once `text` is asked
        for."""
        behind = f"nounwind {behind}{' noinline' if noinline else ''}"
        self._head = f"define {attributes} {returns} @{name}({', '.join(parameters)}) {behind} {{".replace("  ", " ")
        self._variables: list[str] = []
        self._lines: list[str] = []
        self._numbered = 0
        self._open = True

    @property
    def text(self) -> str:
        assert not self._open, "the last block does not end"
        return "\n".join([self._head, "entry:", *self._variables, "  br label %start", "start:", *self._lines, "}"])

    # --- straight lines -------------------------------------------------------------------------------------------

    def value(self, operation: str) -> str:
        """The register that an operation gives."""
        self._reopen()
        self._numbered += 1
        name = f"%r{self._numbered}"
        self._lines.append(f"  {name} = {operation}")
        return name

    def do(self, operation: str) -> None:
        self._reopen()
        self._lines.append(f"  {operation}")

    def _reopen(self) -> None:
        """Opens a block of its own for code behind the end of a block, which is never reached."""
        if not self._open:
            self.begin(self.label())

    def load(self, type: str, pointer: str) -> str:
        return self.value(f"load {type}, ptr {pointer}")

    def store(self, type: str, value: str, pointer: str) -> None:
        self.do(f"store {type} {value}, ptr {pointer}")

    def at(self, type: str, pointer: str, index: str) -> str:
        """The address of an entry."""
        return self.value(f"getelementptr {type}, ptr {pointer}, i64 {index}")

    def entry(self, type: str, pointer: str, index: str) -> str:
        """An entry of an array in memory."""
        return self.load(type, self.at(type, pointer, index))

    def prefetch(self, pointer: str) -> None:
        self.do(f"call void @llvm.prefetch.p0(ptr {pointer}, i32 1, i32 3, i32 1)")

    def variable(self, type: str, value: str | None = None, count: int = 1) -> str:
        """A variable (or array) of the function: a pointer."""
        name = f"%v{len(self._variables)}"
        self._variables.append(f"  {name} = alloca {type}, i64 {count}" if count > 1 else f"  {name} = alloca {type}")
        if value is not None:
            self.store(type, value, name)
        return name

    def increase(self, pointer: str, by: str = "1") -> str:
        """Add to an i64 in memory; gives what it was before."""
        old = self.load("i64", pointer)
        self.store("i64", self.value(f"add i64 {old}, {by}"), pointer)
        return old

    # --- blocks ---------------------------------------------------------------------------------------------------

    def label(self) -> str:
        self._numbered += 1
        return f"b{self._numbered}"

    def begin(self, label: str) -> None:
        """A new block; the one before goes on there if nothing has ended it."""
        self.jump(label)
        self._lines.append(f"{label}:")
        self._open = True

    def jump(self, label: str) -> None:
        if self._open:
            self.end(f"br label %{label}")

    def end(self, terminator: str) -> None:
        """End the block, such as with ``ret void``; what comes next needs a block of its own."""
        if self._open:
            self.do(terminator)
            self._open = False

    @contextmanager
    def when(self, condition: str, weights: str = "") -> Iterator[None]:
        """Writes code that runs only under the condition (an i1)."""
        inside, after = self.label(), self.label()
        self.end(f"br i1 {condition}, label %{inside}, label %{after}{weights}")
        self.begin(inside)
        yield
        self.begin(after)

    def cases(self, subject: str, type: str, numbers: Sequence[int]) -> Iterator[int]:
        """A switch: what is written while the loop stands at a number happens only where the subject has it."""
        labels = [self.label() for _ in numbers]
        after = self.label()
        table = " ".join(f"{type} {k}, label %{label}" for k, label in zip(numbers, labels, strict=True))
        self.end(f"switch {type} {subject}, label %{after} [{table}]")
        for number, label in zip(numbers, labels, strict=True):
            self._lines.append(f"{label}:")
            self._open = True
            yield number
            self.jump(after)
        self._lines.append(f"{after}:")
        self._open = True

    @contextmanager
    def counting(self, first: str, stop: str) -> Iterator[str]:
        """A loop over `first` ≤ i < `stop`; gives i."""
        i = self.variable("i64", first)
        head, inside, after = self.label(), self.label(), self.label()
        self.begin(head)
        now = self.load("i64", i)
        self.end(f"br i1 {self.value(f'icmp slt i64 {now}, {stop}')}, label %{inside}, label %{after}")
        self._lines.append(f"{inside}:")
        self._open = True
        yield now
        self.store("i64", self.value(f"add i64 {now}, 1"), i)
        self.jump(head)
        self._lines.append(f"{after}:")
        self._open = True
