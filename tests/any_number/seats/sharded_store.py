"""A store of keys in shards: each is somebody's, who writes its value, and hands it over with a message.

After mypyvy's examples/sharded-kv.pyv (Feldman, Wilcox, Shoham and Sagiv, CAV 2019). Two lemmas are written in place of
their four: what is stored is owned, and, by a count, a key is in one place.
"""


class Key(Sort):
    """A key of the store."""


class Value(Sort):
    """A value of a key."""


@state
class State:
    owner: Map[Player, Map[Key, bool]]
    table: Map[Player, Map[Key, Value | None]]
    sent: Map[Player, Map[Key, Value | None]]


@book.initial("1")
def begin(s: State, first: Map[Key, Player]) -> None:
    """Each key is somebody's."""
    with effect("1"):
        for k in Key:
            s.owner[first[k]][k] = True


@book.action("2")
def write(s: State, who: Player, k: Key, v: Value) -> None:
    """The owner writes another value."""
    with effect("2"):
        s.table[who][k] = v


@write.permit("2")
def owns_it(s: State, who: Player, k: Key, v: Value) -> bool:
    return s.owner[who][k]


@book.action("3")
def hand_over(s: State, who: Player, to: Player, k: Key) -> None:
    """Key and value are sent."""
    with effect("3"):
        s.sent[to][k] = s.table[who][k]
        s.table[who][k] = None
        s.owner[who][k] = False


@hand_over.permit("3")
def has_it(s: State, who: Player, to: Player, k: Key) -> bool:
    return s.table[who][k] is not None


@book.action("4")
def take_over(s: State, who: Player, k: Key) -> None:
    """They arrive."""
    with effect("4"):
        s.table[who][k] = s.sent[who][k]
        s.sent[who][k] = None
        s.owner[who][k] = True


@take_over.permit("4")
def was_sent(s: State, who: Player, k: Key) -> bool:
    return s.sent[who][k] is not None


@checks.always("5")
def right_what_is_stored_is_owned(s: State) -> bool:
    return all(s.table[p][k] is None or s.owner[p][k] for p in Player for k in Key)


@checks.always("5")
def right_a_key_is_in_one_place(s: State) -> bool:
    return all(
        sum(1 for p in Player if s.owner[p][k]) + sum(1 for p in Player if s.sent[p][k] is not None) == 1 for k in Key
    )


@checks.always("5")
def right_a_key_is_stored_once(s: State) -> bool:
    return all(
        all(s.table[p][k] is None or s.table[q][k] is None or p == q for k in Key) for p in Player for q in Player
    )


@checks.always("6")
def wrong_a_key_has_an_owner(s: State) -> bool:
    return all(any(s.owner[p][k] for p in Player) for k in Key)


@checks.always("6")
def wrong_what_is_owned_is_stored(s: State) -> bool:
    return all(not s.owner[p][k] or s.table[p][k] is not None for p in Player for k in Key)
