"""The typed tree: checked expressions and statements, their walks, substitution, the checked rulebook."""
