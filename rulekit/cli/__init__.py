"""The command line: one file per command; a file is a command if its door-plate begins with `rulekit`."""
