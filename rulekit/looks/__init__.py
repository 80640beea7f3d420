"""Pictures (SVG) of any game: pieces, boards, positions, moves; from what the rules declare and a looks file."""
