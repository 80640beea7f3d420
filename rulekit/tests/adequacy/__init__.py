"""Tests of how good vectors are."""
