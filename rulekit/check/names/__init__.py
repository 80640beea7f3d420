"""Names: symbols of a rulebook collected pass by pass, scopes, rows, and which declaration a name means."""
