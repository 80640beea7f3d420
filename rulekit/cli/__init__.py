"""The command line: one file per command; a file is a command if its first line begins with `rulekit`."""
