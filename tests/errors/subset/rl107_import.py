# forms of import that hide where a name comes from
import prelude
from prelude import *
from prelude import buy as purchase
from .prelude import buy

if True:
    from prelude import price


def f(s: State) -> int:
    from prelude import price
    return 1
