"""External engines as processes: started with limits, watched, asked in time, and gone afterwards."""
