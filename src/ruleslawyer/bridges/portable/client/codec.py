"""States and actions of a WebAssembly file as JSON with the names of the rules, from bytes and to bytes."""

from __future__ import annotations

import struct
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""An object of JSON: a state, an action, a part of the description."""
Type: TypeAlias = list[Any]
"""A type as the description has it: the name of its kind, and what that is of."""
NONE = -(1 << 63) + 1


class Codec:
    """The forms of one scope's states and choices. masks: the bits of each byte of a state that may be set."""

    def __init__(self, about: Json, scope: Json, masks: bytes) -> None:
        self.about, self.scope, self._masks = about, scope, masks
        self._actions = {action["name"]: (number, action) for number, action in enumerate(about["actions"])}

    def names(self, type_: Type) -> Any:
        """The members of a sort or an enum; None of another type."""
        return {"sort": self.scope["names"], "enum": self.about["enums"]}.get(type_[0], {}).get(type_[-1])

    def members(self, data: bytes, type_: Type) -> Any:
        """The names in a set; None where there is none, and "chance" where nobody decides."""
        number = int.from_bytes(data, "little")
        if number >> 8 * len(data) - 3 & 1:
            return None
        if number >> 8 * len(data) - 1:
            return "chance"
        return [name for i, name in enumerate(self.names(type_) or ()) if number >> i & 1]

    def _json_of(self, type_: Type, number: int | None) -> Any:
        names = [False, True] if _bare(type_)[0] == "bool" else self.names(_bare(type_))
        return names[number] if names and number is not None else number

    def _number(self, field: Json, data: bytes) -> int | None:
        if field["raw"]:
            number = int.from_bytes(data, "little", signed=True)
            return None if number == NONE else number
        number = int.from_bytes(data, "little")
        return None if field["optional"] and number == 0 else number + field["low"]

    def _leaf(self, field: Json, data: bytes, type_: Type) -> Any:
        if field["kind"] == "pile":
            count, *items = struct.unpack(f"<{len(data) // 2}H", data)
            return [(self.names(type_[1]) or [])[i] for i in items[:count]]
        if field["kind"] == "set":
            return self.members(data, _bare(type_)[1])
        return self._json_of(type_, self._number(field, data))

    def state(self, data: bytes, hidden: dict[str, set[str]] | None = None) -> Json:
        """The state that such bytes are. hidden: by sort the members that are not shown."""
        found: Json = {}
        for field in self.scope["state"]["fields"]:
            if field["frame"] and not data[self.about["frames"].index(field["frame"])]:
                continue
            into = found.setdefault(field["frame"], {}) if field["frame"] else found
            into[field["name"]] = self._value(field, 0, data[field["offset"] :], field["type"], hidden or {})
        return found

    def _value(self, field: Json, level: int, data: bytes, type_: Type, hidden: dict[str, set[str]]) -> Any:
        if level == len(field["strides"]):
            return _veil(type_, self._leaf(field, data[: field["size"]], type_), hidden)
        veil, stride = hidden.get(type_[1][1], ()) if type_[1][0] == "sort" else (), field["strides"][level]
        return {
            key: self._value(field, level + 1, data[i * stride :], type_[2], hidden)
            for i, key in enumerate(self.names(type_[1]) or ())
            if key not in veil
        }

    def bytes_of(self, state: Json) -> bytes:
        """The bytes of a state; a ValueError says where it is none."""
        data = bytearray(len(self._masks))
        known = {field["frame"] or field["name"] for field in self.scope["state"]["fields"]}
        if not isinstance(state, dict) or not known >= state.keys():
            raise ValueError("a state has these fields and no others: " + ", ".join(sorted(known)))
        for field in self.scope["state"]["fields"]:
            record, where = state, field["name"]
            if field["frame"]:
                if field["frame"] not in state:
                    continue
                record, where = state[field["frame"]], f"{field['frame']}.{where}"
                data[self.about["frames"].index(field["frame"])] = 1
            if not isinstance(record, dict) or field["name"] not in record:
                raise ValueError(f"{where} is missing")
            self._put(data, field, 0, field["offset"], field["type"], record[field["name"]], where)
        if any(byte & ~mask for byte, mask in zip(data, self._masks, strict=True)):
            raise ValueError("a number of the state is out of its range")
        return bytes(data)

    def _put(self, data: bytearray, field: Json, level: int, at: int, type_: Type, given: Any, where: str) -> None:
        if level < len(field["strides"]):
            keys = self.names(type_[1]) or []
            if not isinstance(given, dict) or set(given) != set(keys):
                raise ValueError(f"{where}: an entry for each of {', '.join(keys)} is expected")
            for i, key in enumerate(keys):
                place = at + i * field["strides"][level]
                self._put(data, field, level + 1, place, type_[2], given[key], f"{where}.{key}")
            return
        data[at : at + field["size"]] = self._bytes_for(field, type_, given, where)

    def _bytes_for(self, field: Json, type_: Type, given: Any, where: str) -> bytes:
        size = field["size"]
        if field["kind"] == "pile":
            twice = type_[1][0] == "sort" and isinstance(given, list) and len(set(given)) != len(given)
            if not isinstance(given, list) or twice or 2 * len(given) + 2 > size:
                raise ValueError(f"{where}: a list of {size // 2 - 1} at most, each once, is expected")
            items = [len(given), *(self.member(type_[1], name, where) for name in given)]
            return struct.pack(f"<{len(items)}H", *items).ljust(size, b"\0")
        if field["kind"] == "set":
            return self._set_of(_bare(type_), given, size, where, optional=type_[0] == "optional")
        number = self._number_of(type_, given, where)
        if field["raw"]:
            return struct.pack("<q", NONE if number is None else number)
        if number is None and not field["optional"]:
            raise ValueError(f"{where}: something is expected")
        stored = 0 if number is None else number - field["low"]
        high = field["high"]
        if stored < 0 or stored >> 8 * size or (high is not None and number is not None and number > high):
            raise ValueError(f"{where}: {given} is out of range")
        return stored.to_bytes(size, "little")

    def _set_of(self, type_: Type, given: Any, size: int, where: str, *, optional: bool = False) -> bytes:
        if given is None and optional:
            number = 1 << 8 * size - 3
        elif given == "chance" and type_[0] == "awaits":
            number = 1 << 8 * size - 1
        elif isinstance(given, list):
            number = sum({1 << self.member(type_[1], name, where) for name in given})
        else:
            raise ValueError(f"{where}: a list is expected")
        return number.to_bytes(size, "little")

    def member(self, type_: Type, name: Any, where: str) -> int:
        """The number of a member; a ValueError says where it is none."""
        names = self.names(type_) or []
        if name not in names:
            raise ValueError(f"{where}: {name!r} is none of {', '.join(names)}")
        return names.index(name)

    def _number_of(self, type_: Type, given: Any, where: str) -> int | None:
        plain = _bare(type_)
        if given is None:
            return None
        if self.names(plain) is not None:
            return self.member(plain, given, where)
        if not isinstance(given, int) or isinstance(given, bool) != (plain[0] == "bool"):
            raise ValueError(f"{where}: {'true or false' if plain[0] == 'bool' else 'a whole number'} is expected")
        return int(given)

    def action(self, choice: bytes) -> Json:
        """The action of a choice, with its arguments."""
        action = self.about["actions"][struct.unpack_from("<q", choice)[0]]
        args = {p["name"]: self._argument(p["type"], choice[8 + p["at"] :]) for p in action["parameters"]}
        return {"action": action["name"], "args": args}

    def _argument(self, type_: Type, data: bytes) -> Any:
        if type_[0] == "set":
            return self.members(data[: self.about["width"] // 8], type_[1])
        if type_[0] == "map":
            seats = enumerate(self.names(type_[1]) or ())
            return {seat: self._argument(type_[2], data[8 * i :]) for i, seat in seats}
        number = struct.unpack_from("<q", data)[0]
        return self._json_of(type_, None if number == NONE else number)

    def choice(self, action: Json) -> bytes:
        """The bytes of an action; a ValueError says where it is none."""
        if not isinstance(action, dict) or not isinstance(action.get("args", {}), dict):
            raise ValueError("an action is an object: its name is `action`, its choices are `args`")
        if action.get("action") not in self._actions:
            raise ValueError(f"there is no action {action.get('action')}")
        number, known = self._actions[action["action"]]
        data = bytearray(self.about["choice"])
        struct.pack_into("<q", data, 0, number)
        args = action.get("args", {})
        if set(args) != {p["name"] for p in known["parameters"]}:
            raise ValueError(f"{action['action']}: other arguments are expected")
        for p in known["parameters"]:
            self._put_argument(data, 8 + p["at"], p["type"], args[p["name"]], f"{action['action']}.{p['name']}")
        return bytes(data)

    def _put_argument(self, data: bytearray, at: int, type_: Type, given: Any, where: str) -> None:
        if type_[0] == "set":
            size = self.about["width"] // 8
            data[at : at + size] = self._set_of(type_, given, size, where)
        elif type_[0] == "map":
            for i, seat in enumerate(self.names(type_[1]) or ()):
                self._put_argument(data, at + 8 * i, ["optional", type_[2]], (given or {}).get(seat), where)
        else:
            number = self._number_of(type_, given, where)
            if number is None and type_[0] != "optional":
                raise ValueError(f"{where} is missing")
            struct.pack_into("<q", data, at, NONE if number is None else number)


def _bare(type_: Type) -> Type:
    return type_[1] if type_[0] == "optional" else type_


def _veil(type_: Type, value: Any, hidden: dict[str, set[str]]) -> Any:
    """A value without what is hidden."""
    plain = _bare(type_)
    if plain[0] == "sort":
        return "?" if value in hidden.get(plain[1], ()) else value
    if plain[0] not in ("set", "pile") or value is None or plain[1][0] != "sort":
        return value
    veil = hidden.get(plain[1][1], ())
    seen = ["?" if one in veil else one for one in value]
    return sorted(seen, key=lambda one: bool(one == "?")) if plain[0] == "set" else seen
