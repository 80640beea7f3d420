"""Functions of a generated engine that write positions, legal lists and views straight from its slots."""
