"""Effects where or when none should be: in prices and suppositions, in an order nobody wrote, of competing lines."""
