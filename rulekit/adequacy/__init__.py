"""How good a set of vectors is: a ladder of measures, each with what is missing by name."""
