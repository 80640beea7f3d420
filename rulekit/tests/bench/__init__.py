"""Tests of the benches: that they run and what they tell, never how fast anything is."""
