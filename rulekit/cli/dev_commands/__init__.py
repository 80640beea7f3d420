"""Commands that are seldom needed, called as `rulekit dev COMMAND`: one file for each, found by looking."""
