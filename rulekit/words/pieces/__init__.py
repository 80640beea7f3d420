"""Words about cards, tiles and pieces: where they lie, whose they are, how tiles are turned."""
