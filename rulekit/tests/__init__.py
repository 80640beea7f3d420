"""The kit's own tests, room by room."""
