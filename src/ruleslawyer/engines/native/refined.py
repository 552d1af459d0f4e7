"""Generated code that finds the representative of a state whose leaves hold members that are alike, or have two for
keys: members are told apart by what they have and by who points at them, and only what is left alike is tried out.

As in partition refinement (McKay, *Practical graph isomorphism*, 1981): each member has a colour, which is made anew of
the colours of all that its leaves speak of until no more members differ. Where a cell of members of one colour is left,
each is told apart from its cell in turn, and colours are made anew. Of the images that this leads to, the least one is
the representative. Members whose swap changes nothing are twins: one of them is tried for all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from math import prod
from operator import mul

from ruleslawyer.engines.native.slots import Slot, as_signed, clear, number_of, part_of, put
from ruleslawyer.engines.native.text import FunctionBuilder
from ruleslawyer.semantics.interchange import Alike

MOST_REFINED = 64
"""Members: a set of them is a word."""
GROUP_SHIFT = 56
"""A colour's highest bits are its group's, so that members of one group come one after the other."""
APART = 0x9E3779B97F4A7C15
"""An odd number: its product with the place of a part is mixed in, so that no two parts of a leaf count alike."""


def _dot(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(map(mul, a, b))


def _times(number: int) -> int:
    return as_signed(APART * number)


class RefinementTables:
    """Members and leaves as tables of numbers. A member's number is its place among those of all groups; `nobody` is
    the number behind the last. A leaf is a slot that holds members of the groups, or has them for keys."""

    def __init__(self, slots: Sequence[Slot], varying: Collection[int], groups: Sequence[Alike]) -> None:
        """`varying`: the slots, by their place, that may have different values."""
        self.slots, self.groups = slots, groups
        self.members = [(group.sort, member) for group in groups for member in group.members]
        self.nobody = len(self.members)
        self.starts = [0, *accumulate(len(group.members) for group in groups)]
        self._number = {member: i for i, member in enumerate(self.members)}
        sorts = {group.sort for group in groups}
        keys = {i: tuple(self._number[k] for k in slots[i].tokens if k in self._number) for i in sorted(varying)}
        self.leaves = [i for i in sorted(varying) if keys[i] or slots[i].sort in sorts]
        self.keys = [keys[i] for i in self.leaves]
        self.most_keys = max(len(k) for k in self.keys)
        self._families = [self._family(slots[i]) for i in self.leaves]

    def _group(self, number: int) -> int:
        return sum(number >= start for start in self.starts[1:])

    def _family(self, slot: Slot) -> tuple[object, ...]:
        """The kind of a leaf, which a swap of members keeps."""
        of_group = ((self._group(self._number[k]),) if k in self._number else k for k in slot.tokens)
        return tuple(of_group)

    # --- tables ---------------------------------------------------------------------------------------------------

    def _tables(self) -> str:
        """The tables of members: groups and values; of leaves: salts, keys and strides; of families: the leaf of each
        choice of keys; of sorts: the member's number of each value."""
        targets, begin, steps = list[int](), dict[object, int](), dict[object, list[int]]()
        for family in dict.fromkeys(self._families):
            sizes = [len(self.groups[k[0]].members) for k in family if isinstance(k, tuple) and len(k) == 1]
            begin[family], steps[family] = len(targets), [prod(sizes[:k]) for k in range(len(sizes))]
            targets += [-1] * prod(sizes)
        base, strides = list[int](), list[list[int]]()
        for leaf, (family, keys) in enumerate(zip(self._families, self.keys, strict=True)):
            first = [self.starts[self._group(k)] for k in keys]
            base.append(begin[family] - _dot(first, steps[family]))
            strides.append([*steps[family], *[0] * (self.most_keys - len(keys))])
            targets[base[-1] + _dot(keys, steps[family])] = leaf
        assert -1 not in targets
        kinds = [(family, *map(keys.index, keys)) for family, keys in zip(self._families, self.keys, strict=True)]
        salts = {kind: number for number, kind in enumerate(dict.fromkeys(kinds), self.most_keys + 2)}
        padded = [[*keys, *[self.nobody] * (self.most_keys - len(keys))] for keys in self.keys]
        lows = [self.slots[i].low for i in self.leaves]
        tables = {
            "group": [as_signed(self._group(i) + 1 << GROUP_SHIFT) for i in range(self.nobody)],
            "value": [member for _, member in self.members],
            "salt": [_times(salts[kind]) for kind in kinds],
            "low": lows,
            "base": base,
            "targets": targets,
            **{f"key{k}": [keys[k] for keys in padded] for k in range(self.most_keys)},
            **{f"stride{k}": [each[k] for each in strides] for k in range(self.most_keys)},
            **{f"number.{sort}": self._numbers(sort) for sort in {g.sort for g in self.groups}},
        }
        return "\n".join(
            f"@{name} = internal constant [{len(of)} x i64] [{', '.join(f'i64 {x}' for x in of)}]"
            for name, of in tables.items()
        )

    def _numbers(self, sort: str) -> list[int]:
        """The number of the member that each stored value of a sort means, for a slot whose least value is -1."""
        bits = max((slot.bits for slot in self.slots if slot.sort == sort), default=1)
        return [self._number.get((sort, stored - 1), self.nobody) for stored in range((1 << bits) + 1)]

    # --- generated code -------------------------------------------------------------------------------------------

    def text(self, words: int) -> str:
        """arrange(state, ranks, twins) → leaves of the search whose image is the representative, which it puts in the
        place of the state. `ranks`: to which member each goes; `twins`: who of its twins stands for each."""
        made = (self._mixer(), self._refine(), self._are_twins(), self._twins(), self._arrange(words))
        return "\n\n".join((self._tables(), *(f.text for f in made)))

    def _mixer(self) -> FunctionBuilder:
        """A number as another, each bit of which hangs on all bits of it (Steele et al., SplitMix, 2014)."""
        code = FunctionBuilder("mix", ["i64 %x"], "i64", "internal", behind="alwaysinline")
        x = "%x"
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, None)):
            x = code.value(f"xor i64 {x}, {code.value(f'lshr i64 {x}, {shift}')}")
            if factor is not None:
                x = code.value(f"mul i64 {x}, {as_signed(factor)}")
        code.end(f"ret i64 {x}")
        return code

    def _refine(self) -> FunctionBuilder:
        """Colours made anew until no more members differ; `order`: members by colour. Returns how many colours there
        are."""
        code = FunctionBuilder("refine", ["ptr %colour", "ptr %order", "ptr %held", "ptr %plain"], "i64", "internal")
        new = code.variable("i64", count=self.nobody + 1)
        before, cells = code.variable("i64", "0"), code.variable("i64", "0")
        again, done = code.label(), code.label()
        code.begin(again)
        with _each(code, self.nobody) as i:
            code.store("i64", _mix(code, code.entry("i64", "%colour", i)), code.at("i64", new, i))
        with _each(code, len(self.leaves)) as i:
            held = code.entry("i64", "%held", i)
            keys = [code.entry("i64", f"@key{k}", i) for k in range(self.most_keys)]
            hash_value = code.value(f"add i64 {code.entry('i64', '@salt', i)}, {code.entry('i64', '%plain', i)}")
            for place, member in enumerate((held, *keys)):
                hash_value = _mix(code, hash_value)
                colour = code.value(f"mul i64 {code.entry('i64', '%colour', member)}, {_times(place + 1)}")
                hash_value = code.value(f"add i64 {hash_value}, {colour}")
                if place:
                    same = code.value(f"zext i1 {code.value(f'icmp eq i64 {held}, {member}')} to i64")
                    hash_value = code.value(f"add i64 {hash_value}, {same}")
            for place, member in enumerate((held, *keys)):
                told = _mix(code, code.value(f"add i64 {hash_value}, {_times(place + 1)}"))
                at = code.at("i64", new, member)
                code.store("i64", code.value(f"add i64 {code.load('i64', at)}, {told}"), at)
        with _each(code, self.nobody) as i:
            colour = code.value(f"lshr i64 {_mix(code, code.entry('i64', new, i))}, {64 - GROUP_SHIFT}")
            colour = code.value(f"or i64 {colour}, {code.entry('i64', '@group', i)}")
            code.store("i64", colour, code.at("i64", "%colour", i))
        self._sort(code)
        code.store("i64", "1", cells)
        with code.counting("1", str(self.nobody)) as i:
            ends = code.value(f"zext i1 {_new_cell(code, '%colour', '%order', i)} to i64")
            code.increase(cells, ends)
        count, had = code.load("i64", cells), code.load("i64", before)
        more = code.value(f"icmp sgt i64 {count}, {had}")
        some = code.value(f"icmp slt i64 {count}, {self.nobody}")
        code.store("i64", count, before)
        code.end(f"br i1 {code.value(f'and i1 {more}, {some}')}, label %{again}, label %{done}")
        code.begin(done)
        code.end(f"ret i64 {count}")
        return code

    def _sort(self, code: FunctionBuilder) -> None:
        """Sorts `order` by colour."""
        at = code.variable("i64")
        with code.counting("1", str(self.nobody)) as i:
            member = code.entry("i64", "%order", i)
            colour = code.entry("i64", "%colour", member)
            code.store("i64", i, at)
            head, look, move, after = (code.label() for _ in range(4))
            code.begin(head)
            now = code.load("i64", at)
            code.end(f"br i1 {code.value(f'icmp sgt i64 {now}, 0')}, label %{look}, label %{after}")
            code.begin(look)
            left = code.entry("i64", "%order", code.value(f"sub i64 {now}, 1"))
            wrong = code.value(f"icmp ugt i64 {code.entry('i64', '%colour', left)}, {colour}")
            code.end(f"br i1 {wrong}, label %{move}, label %{after}")
            code.begin(move)
            code.store("i64", left, code.at("i64", "%order", now))
            code.store("i64", code.value(f"sub i64 {now}, 1"), at)
            code.jump(head)
            code.begin(after)
            code.store("i64", member, code.at("i64", "%order", code.load("i64", at)))

    def _goal(self, code: FunctionBuilder, leaf: str, moved: Sequence[str]) -> str:
        """The leaf whose keys are other members."""
        goal = code.entry("i64", "@base", leaf)
        for k, member in enumerate(moved):
            step = code.value(f"mul i64 {member}, {code.entry('i64', f'@stride{k}', leaf)}")
            goal = code.value(f"add i64 {goal}, {step}")
        return code.entry("i64", "@targets", goal)

    def _are_twins(self) -> FunctionBuilder:
        """Whether the swap of two members changes nothing."""
        code = FunctionBuilder("are_twins", ["i64 %a", "i64 %b", "ptr %held", "ptr %plain"], "i1", "internal")

        def other(member: str) -> str:
            is_a, is_b = (code.value(f"icmp eq i64 {member}, {x}") for x in ("%a", "%b"))
            found = code.value(f"select i1 {is_b}, i64 %a, i64 {member}")
            return code.value(f"select i1 {is_a}, i64 %b, i64 {found}")

        with _each(code, len(self.leaves)) as i:
            goal = self._goal(code, i, [other(code.entry("i64", f"@key{k}", i)) for k in range(self.most_keys)])
            held = other(code.entry("i64", "%held", i))
            differs = code.value(f"icmp ne i64 {held}, {code.entry('i64', '%held', goal)}")
            plain, its = code.entry("i64", "%plain", i), code.entry("i64", "%plain", goal)
            differs = code.value(f"or i1 {differs}, {code.value(f'icmp ne i64 {plain}, {its}')}")
            with code.when(differs):
                code.end("ret i1 false")
        code.end("ret i1 true")
        return code

    def _twins(self) -> FunctionBuilder:
        """Stores who stands for each member: itself, or a twin that comes before it in its cell."""
        code = FunctionBuilder(
            "twins", ["ptr %colour", "ptr %order", "ptr %held", "ptr %plain", "ptr %twin"], "void", "internal"
        )
        first = code.variable("i64", "0")
        with _each(code, self.nobody) as i:
            member = code.entry("i64", "%order", i)
            code.store("i64", member, code.at("i64", "%twin", member))
            with code.when(code.value(f"icmp sgt i64 {i}, 0")), code.when(_new_cell(code, "%colour", "%order", i)):
                code.store("i64", i, first)
            next_member = code.label()
            with code.counting(code.load("i64", first), i) as j:
                other = code.entry("i64", "%order", j)
                stands = code.value(f"icmp eq i64 {code.entry('i64', '%twin', other)}, {other}")
                with code.when(stands):
                    same = code.value(f"call i1 @are_twins(i64 {member}, i64 {other}, ptr %held, ptr %plain)")
                    with code.when(same):
                        code.store("i64", other, code.at("i64", "%twin", member))
                        code.jump(next_member)
            code.begin(next_member)
        code.end("ret void")
        return code

    def _arrange(self, words: int) -> FunctionBuilder:
        """Puts the representative in a state's place; returns how many leaves of the search have its image."""
        code = FunctionBuilder("arrange", ["ptr %state", "ptr %ranks", "ptr %twin"], "i64", "internal")
        count, row = len(self.leaves), self.nobody + 1
        held, plain, image, best = (code.variable("i64", count=max(2, count)) for _ in range(4))
        colours, todo = code.variable("i64", count=row * row), code.variable("i64", count=row)
        order, rank = (code.variable("i64", count=row) for _ in range(2))
        level, leaves = code.variable("i64", "0"), code.variable("i64", "0")
        stored = [code.entry("i64", "%state", str(i)) for i in range(words)]
        self._read(code, stored, held, plain)
        with _each(code, self.nobody) as i:
            code.store("i64", i, code.at("i64", order, i))
            code.store("i64", i, code.at("i64", "%twin", i))
            code.store("i64", code.entry("i64", "@group", i), code.at("i64", colours, i))
        code.store("i64", "0", code.at("i64", colours, str(self.nobody)))
        code.store("i64", str(self.nobody), code.at("i64", rank, str(self.nobody)))

        def refine(colour: str) -> str:
            return code.value(f"call i64 @refine(ptr {colour}, ptr {order}, ptr {held}, ptr {plain})")

        cells = refine(colours)
        with code.when(code.value(f"icmp slt i64 {cells}, {self.nobody}")):
            code.do(f"call void @twins(ptr {colours}, ptr {order}, ptr {held}, ptr {plain}, ptr %twin)")
        node, back, descend, over = (code.label() for _ in range(4))
        code.begin(node)
        now = code.load("i64", level)
        colour = code.at("i64", colours, code.value(f"mul i64 {now}, {row}"))
        branches = self._branches(code, colour, order)
        code.store("i64", branches, code.at("i64", todo, now))
        leaf = code.label()
        code.end(f"br i1 {code.value(f'icmp eq i64 {branches}, 0')}, label %{leaf}, label %{descend}")
        code.begin(leaf)
        self._leaf(code, order, held, plain, image, best, rank, leaves)
        code.jump(back)

        code.begin(back)
        now = code.load("i64", level)
        up = code.label()
        code.end(f"br i1 {code.value(f'icmp eq i64 {now}, 0')}, label %{over}, label %{up}")
        code.begin(up)
        now = code.value(f"sub i64 {now}, 1")
        code.store("i64", now, level)
        left = code.entry("i64", todo, now)
        code.end(f"br i1 {code.value(f'icmp eq i64 {left}, 0')}, label %{back}, label %{descend}")

        code.begin(descend)
        refine(self._set_apart(code, colours, todo, level))
        code.jump(node)

        code.begin(over)
        self._write(code, stored, best)
        code.end(f"ret i64 {code.load('i64', leaves)}")
        return code

    def _set_apart(self, code: FunctionBuilder, colours: str, todo: str, level: str) -> str:
        """Goes one level down, where the first member left to try has a colour of its own; gives the colours."""
        now, row = code.load("i64", level), self.nobody + 1
        left = code.entry("i64", todo, now)
        member = code.value(f"call i64 @llvm.cttz.i64(i64 {left}, i1 true)")
        rest = code.value(f"and i64 {left}, {code.value(f'sub i64 {left}, 1')}")
        code.store("i64", rest, code.at("i64", todo, now))
        colour = code.at("i64", colours, code.value(f"mul i64 {now}, {row}"))
        below = code.at("i64", colour, str(row))
        with _each(code, row) as i:
            code.store("i64", code.entry("i64", colour, i), code.at("i64", below, i))
        alone = code.at("i64", below, member)
        code.store("i64", code.value(f"xor i64 {code.load('i64', alone)}, 1"), alone)
        code.store("i64", code.value(f"add i64 {now}, 1"), level)
        return below

    def _read(self, code: FunctionBuilder, words: list[str], held: str, plain: str) -> None:
        """Stores what each leaf holds: a member of the groups by its number, else nobody and a plain number."""
        sorts = {group.sort for group in self.groups}
        for place, i in enumerate(self.leaves):
            slot = self.slots[i]
            number, member = number_of(code, words, slot), str(self.nobody)
            if slot.sort in sorts:
                index = code.value(f"add i64 {number}, {slot.low + 1}")
                if slot.under is not None:
                    other, more = slot.under
                    means = code.value(f"icmp ugt i64 {number_of(code, words, self.slots[other])}, {more}")
                    index = code.value(f"select i1 {means}, i64 {index}, i64 0")
                member = code.entry("i64", f"@number.{slot.sort}", index)
                is_plain = code.value(f"icmp eq i64 {member}, {self.nobody}")
                number = code.value(f"select i1 {is_plain}, i64 {number}, i64 0")
            code.store("i64", member, code.at("i64", held, str(place)))
            code.store("i64", number, code.at("i64", plain, str(place)))

    def _branches(self, code: FunctionBuilder, colour: str, order: str) -> str:
        """The set of members to be told apart in turn, of the first cell that has more than twins; none where no cell
        has."""
        found, here, first = (code.variable("i64") for _ in range(3))
        for variable in (found, here, first):
            code.store("i64", "0", variable)
        with _each(code, self.nobody) as i:
            member = code.entry("i64", order, i)
            with code.when(code.value(f"icmp sgt i64 {i}, 0")), code.when(_new_cell(code, colour, order, i)):
                _take(code, found, here)
                code.store("i64", "0", here)
                code.store("i64", "0", first)
            twin = code.value(f"shl i64 1, {code.entry('i64', '%twin', member)}")
            seen = code.load("i64", first)
            code.store("i64", code.value(f"or i64 {seen}, {twin}"), first)
            is_new = code.value(f"icmp eq i64 {code.value(f'and i64 {seen}, {twin}')}, 0")
            with code.when(is_new):
                bit = code.value(f"shl i64 1, {member}")
                code.store("i64", code.value(f"or i64 {code.load('i64', here)}, {bit}"), here)
        _take(code, found, here)
        return code.load("i64", found)

    def _leaf(
        self, code: FunctionBuilder, order: str, held: str, plain: str, image: str, best: str, rank: str, leaves: str
    ) -> None:
        """The image in which members stand by their colours, kept if it is the least so far."""
        with _each(code, self.nobody) as i:
            code.store("i64", i, code.at("i64", rank, code.entry("i64", order, i)))
        with _each(code, len(self.leaves)) as i:
            keys = [code.entry("i64", rank, code.entry("i64", f"@key{k}", i)) for k in range(self.most_keys)]
            goal = self._goal(code, i, keys)
            held_by = code.entry("i64", held, i)
            code.store("i64", code.entry("i64", plain, i), code.at("i64", image, goal))
            with code.when(code.value(f"icmp ne i64 {held_by}, {self.nobody}")):
                value = code.entry("i64", "@value", code.entry("i64", rank, held_by))
                number = code.value(f"sub i64 {value}, {code.entry('i64', '@low', i)}")
                code.store("i64", number, code.at("i64", image, goal))
        differs = code.variable("i64")
        code.store("i64", "0", differs)
        with _each(code, len(self.leaves)) as i:
            mine, its = code.entry("i64", image, i), code.entry("i64", best, i)
            less = code.value(f"select i1 {code.value(f'icmp ult i64 {mine}, {its}')}, i64 1, i64 2")
            less = code.value(f"select i1 {code.value(f'icmp eq i64 {mine}, {its}')}, i64 0, i64 {less}")
            had = code.load("i64", differs)
            is_open = code.value(f"icmp eq i64 {had}, 0")
            code.store("i64", code.value(f"select i1 {is_open}, i64 {less}, i64 {had}"), differs)
        none = code.value(f"icmp eq i64 {code.load('i64', leaves)}, 0")
        code.store("i64", code.value(f"select i1 {none}, i64 1, i64 {code.load('i64', differs)}"), differs)
        with code.when(code.value(f"icmp eq i64 {code.load('i64', differs)}, 0")):
            code.increase(leaves)
        with code.when(code.value(f"icmp eq i64 {code.load('i64', differs)}, 1")):
            code.store("i64", "1", leaves)
            with _each(code, len(self.leaves)) as i:
                code.store("i64", code.entry("i64", image, i), code.at("i64", best, i))
            with _each(code, self.nobody) as i:
                code.store("i64", code.entry("i64", rank, i), code.at("i64", "%ranks", i))

    def _write(self, code: FunctionBuilder, words: list[str], best: str) -> None:
        """The state with the least image in its leaves."""
        slots = [self.slots[i] for i in self.leaves]
        made = clear(code, words, slots)
        for place, slot in enumerate(slots):
            number = code.entry("i64", best, str(place))
            made = put(code, made, [(p, part_of(code, "i64", number, p, p.offset)) for p in slot.pieces])
        for i, word in enumerate(made):
            code.store("i64", word, code.at("i64", "%state", str(i)))


@contextmanager
def _each(code: FunctionBuilder, count: int) -> Iterator[str]:
    with code.counting("0", str(count)) as i:
        yield i


def _mix(code: FunctionBuilder, number: str) -> str:
    return code.value(f"call i64 @mix(i64 {number})")


def _new_cell(code: FunctionBuilder, colour: str, order: str, place: str) -> str:
    """Whether the member at a place of the order, not the first, differs in colour from the one before."""
    mine = code.entry("i64", colour, code.entry("i64", order, place))
    left = code.entry("i64", colour, code.entry("i64", order, code.value(f"sub i64 {place}, 1")))
    return code.value(f"icmp ne i64 {mine}, {left}")


def _take(code: FunctionBuilder, found: str, here: str) -> None:
    """Keeps the members that a cell has to try, if it is the first with more than one."""
    had, mine = code.load("i64", found), code.load("i64", here)
    several = code.value(f"icmp ne i64 {code.value(f'and i64 {mine}, ' + code.value(f'sub i64 {mine}, 1'))}, 0")
    takes = code.value(f"and i1 {several}, {code.value(f'icmp eq i64 {had}, 0')}")
    code.store("i64", code.value(f"select i1 {takes}, i64 {mine}, i64 {had}"), found)
