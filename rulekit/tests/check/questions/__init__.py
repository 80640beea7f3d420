"""Tests of the questions asked of a rulebook that is worked out: one file for each."""
