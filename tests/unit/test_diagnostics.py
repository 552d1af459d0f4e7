"""Help that names what may be meant."""

from ruleslawyer.base.diagnostics import listing, nearest


def test_the_nearest_name() -> None:
    assert nearest("tinny", ["whole", "tiny"]) == "did you mean `tiny`?"
    assert nearest("tinny", ["whole", "tiny"], "name a scope") == "did you mean `tiny`?"


def test_where_none_is_near() -> None:
    assert nearest("x", ["whole", "tiny"]) == "there is: `whole`, `tiny`"
    assert nearest("x", ["whole", "tiny"], "name a scope") == "name a scope"
    assert nearest("x", ()) == "there is: nothing"


def test_the_same_every_time() -> None:
    """What has no order is listed by name; each name once, and no more than can be read."""
    assert listing({"b", "a", "c"}) == "there is: `a`, `b`, `c`"
    assert listing(["b", "a", "b"]) == "there is: `b`, `a`"
    assert listing(str(n) for n in range(99)) == "the first of 99: `0`, `1`, `2`, `3`, `4`"


def test_of_many_the_nearest_five() -> None:
    near = nearest("xxx77", [str(n) for n in range(200)])
    assert near.startswith("the nearest of 200: ") and "`77`" in near and near.count("`") == 10
