"""Games on the rules and on an engine in lockstep: what is asked, how often, and by which players."""
