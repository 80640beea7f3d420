"""Running times as ratios within one run: what is compared, how often, and how far the figures spread."""
