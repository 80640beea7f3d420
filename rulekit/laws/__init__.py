"""Laws and what it means that they hold: compiled predicates, metamorphic runs, free laws, cases to judge."""
