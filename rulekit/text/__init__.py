"""From characters to trees."""
