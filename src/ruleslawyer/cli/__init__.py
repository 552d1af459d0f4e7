"""The command line: one file for each verb, a thin skin over `ruleslawyer.api`."""
