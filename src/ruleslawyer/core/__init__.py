"""How clauses combine, said once: of every base with clauses one function, from which all engines run."""
