"""Words about actions: whether one is possible or can be paid for, and how often it was done."""
