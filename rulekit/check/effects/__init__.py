"""Effects: what a text reads, writes, calls, asks and costs, worked out once for a rulebook."""
