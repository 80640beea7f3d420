"""Tests of rulekit.mutate."""
