"""Limits on rules: how large, deep and costly they may be, so that what is accepted can be played.

docs/language/limits.md shows TABLE to readers; a test holds the two together.
"""

from __future__ import annotations

FILE_LIMIT = 512 << 10  # bytes of one file
FOLDER_LIMIT = 2 << 20  # bytes of all files of one game
LINE_LIMIT = 10_000  # characters of one line
NUMBER_LIMIT = 9  # digits of one number
LARGEST = 10**9  # how far from 0 a number may be that is worked out, in a check and in play
ROW_LIMIT = 10_000  # rows of one table
BODY_LIMIT = 1_000  # statements of one action, procedure or block
DOTS_LIMIT = 20  # parts of one key of TOML; longer ones take a TOML reader for ever

PROBLEMS_LIMIT = 500  # slips of one file, and errors of one game, after which nobody reads on before mending some

DEPTH_LIMIT = 50  # open blocks, open brackets, nested sentences, terms of a sum
LOOPS_LIMIT = 10  # loops inside each other; Python nests twenty, and some are needed for what a line says
CHAIN_LIMIT = 120  # nested values, through all the words, relations, actions and procedures they use
PARAMETERS_LIMIT = 8  # parameters of one action or choice: a loop in a loop for each
CALLS_LIMIT = 100  # calls of one procedure inside each other

ENTRIES_LIMIT = 65_536  # entries of all states
RANGE_LIMIT = 1_000_000  # numbers of the range of a state
PIECES_LIMIT = 4_000  # cards, tiles and pieces of one game
MEMBERS_LIMIT = 65_536  # members of one type; numbers that a range lists

# A legal list is made before anybody is asked, on both engines and by every engine that is compared, so its length is
# the time each decision takes: of 10,000 answers people are warned, 50,000 are refused. The figures are round, for they
# bound time and nothing depends on them.
SUBSETS_LIMIT = 10_000  # subsets of one parameter: a warning
ANSWERS_LIMIT = 50_000  # answers to one question, before guards; outcomes of one draw
WORK_LIMIT = 50_000_000  # steps to work out one value, to list one decision, to carry out one body
PASSES_LIMIT = 2_000_000  # steps of loops and of procedures that call themselves, between two answers
IDLE_LIMIT = 200  # turns in a row; what a turn costs is known only when it is played, so they are counted themselves
DRAWS_LIMIT = 10_000  # outcomes in a row; a set-up of the largest games takes some hundreds

# What a limit is of, and the code it is told with; play tells its own as a fault of the clause where it happens.
TABLE: tuple[tuple[int, str, str], ...] = (
    (FILE_LIMIT, "bytes in one file", "K87"),
    (FOLDER_LIMIT, "bytes in all rules of one game", "K87"),
    (LINE_LIMIT, "characters in one line", "K87"),
    (NUMBER_LIMIT, "digits in one number", "K87"),
    (ROW_LIMIT, "rows in one table", "K87"),
    (BODY_LIMIT, "statements in one action, procedure or block", "K87"),
    (DEPTH_LIMIT, "open brackets, blocks, `if` or sentences inside each other, terms of one sum, guards", "K88"),
    (DOTS_LIMIT, "parts of one key in a table", "K88"),
    (LOOPS_LIMIT, "loops inside each other", "K88"),
    (PARAMETERS_LIMIT, "parameters of one action or choice", "K88"),
    (CHAIN_LIMIT, "values inside each other, through all words, relations and procedures they use", "K88"),
    (CALLS_LIMIT, "calls of one procedure inside each other", "K88"),
    (LARGEST, "from 0 to a number that is worked out, up or down", ""),
    (ENTRIES_LIMIT, "entries in all states", "K71"),
    (RANGE_LIMIT, "numbers in the range of a state", "K71"),
    (PIECES_LIMIT, "cards, tiles and pieces in one game", "K71"),
    (MEMBERS_LIMIT, "members of one type, numbers that a range lists", "K71"),
    (SUBSETS_LIMIT, "subsets that one parameter can be, or values of all parameters together: a warning", "K38"),
    (ANSWERS_LIMIT, "answers to one question before its guards, outcomes of one draw", "K91"),
    (WORK_LIMIT, "steps to work out one value, to list one decision, to carry out one body", "K92"),
    (PASSES_LIMIT, "steps of loops and of procedures that call themselves, between two answers", ""),
    (IDLE_LIMIT, "turns, or passes of `for ever`, in a row while nobody is asked and nothing is drawn", ""),
    (DRAWS_LIMIT, "outcomes in a row while nobody is asked", ""),
    (PROBLEMS_LIMIT, "slips of one file or errors of one game that are told", ""),
)
