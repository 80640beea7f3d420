"""Tests of the conformance protocol."""
