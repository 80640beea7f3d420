"""How large and how deep a text may be before anybody tries to read it."""

FILE_LIMIT = 1 << 20  # bytes of one file
LINE_LIMIT = 10_000  # characters of one line
DEPTH_LIMIT = 200  # open blocks, open brackets, nested sentences
FOLDER_LIMIT = 64 << 20  # bytes of all files of one game
NUMBER_LIMIT = 12  # digits of one number
