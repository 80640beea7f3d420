"""Tests of playing in a browser, without a browser."""
