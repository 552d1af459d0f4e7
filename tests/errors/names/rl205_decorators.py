# names that nobody imports, as they are decorators
from ruleslawyer.lang import forbid
from ruleslawyer.lang import always
from ruleslawyer.lang import frobnicate
