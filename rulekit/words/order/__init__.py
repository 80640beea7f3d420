"""Words about order: the ends of a pile, the members of a list one by one, who comes next."""
