"""Tests of making vectors."""
