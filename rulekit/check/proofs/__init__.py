"""Proof attempts by cases: is something sure to be there to choose from, can two conditions hold together?"""
