"""The ways of renaming, one file each: rotating, renaming, swapping, turning, mirroring, shuffling, changing, reordering."""
