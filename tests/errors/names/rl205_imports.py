# imports that cannot be resolved
from math import sqrt
from typing import Any
from prelude import bye
from prelude import Sort
from case import buy
