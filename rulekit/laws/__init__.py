"""Laws as properties: compiled predicates, laws every game has, metamorphic relations, boundary cases."""
