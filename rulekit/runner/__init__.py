"""Engines by other hands as processes: started with limits, watched, asked in time, and gone afterwards."""
