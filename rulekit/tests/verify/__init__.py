"""Tests of the room that plays external engines in step with the rules."""
