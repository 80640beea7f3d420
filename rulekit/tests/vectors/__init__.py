"""Tests of vector files and their replay."""
