"""What may be nothing, and what may be several, where one thing is needed."""
