# whole: a ruleset of another name
from ruleslawyer.lang import Checks, Ruleset

town = Ruleset("town")
second = Ruleset("harbour")
checks = Checks(checks)
