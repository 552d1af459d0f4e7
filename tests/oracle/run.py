"""One sub-step under way: the leaves of a state, what an effect writes, and the records that rules see."""

from __future__ import annotations

from typing import Any

from tests.oracle import values as v
from tests.oracle.world import FRAME, PENDING, STATE, Path, World


class Ends(Exception):
    """The branch ends with this event. write: the whole name of the field, where a write is out of its range."""

    def __init__(self, *key: str, choice: str = "", options: tuple[str, ...] = (), write: str = "") -> None:
        super().__init__(key)
        self.key, self.choice, self.options, self.write = key, choice, options, write


class Run:
    """Leaves that are read and written; inside `simultaneous` writes wait, and reads see what was before."""

    def __init__(self, world: World, leaves: dict[Path, Any]) -> None:
        self.world, self.leaves = world, leaves
        self.depth = 0
        self.plain: dict[Path, list[Any]] = {}
        self.sums: dict[Path, int] = {}

    @property
    def record(self) -> Fields:
        return Fields(self, (STATE,))

    def frame(self, name: str) -> Fields:
        if not self.leaves[FRAME, name]:
            raise v.Fails("a closed frame")
        return Fields(self, (FRAME, name))

    def is_open(self, name: str) -> bool:
        return bool(self.leaves[FRAME, name])

    @property
    def innermost(self) -> str | None:
        opened = [f.__name__ for f in self.world.book.frames if self.is_open(f.__name__)]
        return opened[-1] if opened else None

    # reading

    def get(self, path: Path, type_: Any) -> Any:
        if path[0] == FRAME and not self.is_open(path[1]):
            raise v.Fails("a field of a closed frame")
        if isinstance(type_, v.MapOf):
            return Entries(self, path, type_)
        found = self.leaves[path]
        if found is v.UNSET:
            raise v.Fails("never written")
        return found

    # writing

    def put(self, path: Path, value: Any) -> None:
        if path[0] == FRAME and not self.is_open(path[1]):
            raise v.Fails("a field of a closed frame")
        if path not in self.leaves:
            raise v.Fails("no such entry")
        if not v.fits(self.world.types[path], value):
            raise v.Fails("None where a value is needed")
        if self.depth:
            self.plain.setdefault(path, []).append(value)
        else:
            self._set(path, value)

    def add(self, path: Path, amount: int) -> None:
        if path not in self.leaves:
            raise v.Fails("no such entry")
        if self.depth:
            self.sums[path] = self.sums.get(path, 0) + amount
        else:
            self._set(path, self.leaves[path] + amount)

    def _set(self, path: Path, value: Any) -> None:
        self._expect_in_range(path, value)
        self.leaves[path] = value

    def _expect_in_range(self, path: Path, value: Any) -> None:
        """Ranges and sizes hold at every write; a cap of the scope bounds what has no bound."""
        type_ = self.world.types[path]
        of = type_.of if isinstance(type_, v.Optional) else type_
        field = _field(path)
        whole = field if path[0] == STATE else f"{path[1]}.{field}"
        if isinstance(of, v.PileOf) and of.most is not None and len(value) > of.most:
            raise Ends("violation" if of.cite else "broken", field, write=whole)
        if not isinstance(of, v.Num) or value is None:
            return
        if (of.low is not None and value < of.low) or (of.high is not None and value > of.high):
            raise Ends("violation" if of.cite else "broken", field, write=whole)
        if field in self.world.caps and value > self.world.caps[field]:
            raise Ends("cap", field)

    # blocks and frames

    def enter(self) -> None:
        self.depth += 1

    def leave(self) -> None:
        self.depth -= 1
        if self.depth == 0:
            self.commit()

    def commit(self) -> None:
        plain, sums, self.plain, self.sums = self.plain, self.sums, {}, {}
        places = [p for p in self.leaves if p in plain or p in sums]
        for path in places:
            written = plain.get(path, [])
            if len(set(written)) > 1 or (written and path in sums):
                raise Ends("place", _field(path))
        for path in places:
            self._set(path, plain[path][0] if path in plain else self.leaves[path] + sums[path])

    def open(self, made: Any) -> None:
        name = type(made).__name__
        if self.is_open(name):
            raise v.Fails("open already")
        opened = [f.__name__ for f in self.world.book.frames]
        if self.innermost is not None and opened.index(self.innermost) > opened.index(name):
            raise v.Fails("a frame inside one that is declared later")
        self.leaves[FRAME, name] = True
        for field in [p[-1] for p in self.world.fields if p[:2] == (FRAME, name)]:
            unsaid = getattr(type(made), field, None)
            if field in made.given or unsaid is not None:
                self.put((FRAME, name, field), made.given.get(field, unsaid))

    def close(self, name: str) -> None:
        if not self.is_open(name):
            raise v.Fails("not open")
        for path in self.leaves:
            if path[:2] == (FRAME, name):
                self.leaves[path] = self.world.defaults[path]


def _field(path: Path) -> str:
    if path[0] == PENDING:
        return f"pending_{path[1]}"
    name: str = path[1] if path[0] == STATE else path[2]
    return name


class Fields:
    """The state, or a frame, as rules see it."""

    def __init__(self, run: Run, path: Path) -> None:
        self.__dict__.update(run=run, path=path)

    def __getattr__(self, name: str) -> Any:
        path = (*self.path, name)
        return self.run.get(path, self.run.world.fields[path])

    def __setattr__(self, name: str, value: Any) -> None:
        self.run.put((*self.path, name), value)


class Entries:
    """A map of the state."""

    def __init__(self, run: Run, path: Path, type_: v.MapOf) -> None:
        self.run, self.path, self.type = run, path, type_

    def __getitem__(self, key: Any) -> Any:
        if key is None:
            raise v.Fails("None where a value is needed")
        return self.run.get((*self.path, key), self.type.value)

    def __setitem__(self, key: Any, value: Any) -> None:
        self.run.put((*self.path, key), value)

    def gain(self, key: Any, amount: int) -> None:
        self.run.add((*self.path, key), amount)
