"""ruleslawyer: formal verification for tabletop rulebooks."""

__version__ = "0.2.0"
