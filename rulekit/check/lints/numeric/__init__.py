"""Numbers: ranges that may be left, divisors that may be 0, counts and lists that are too long."""
