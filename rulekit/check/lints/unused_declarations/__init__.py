"""What is declared and never used, or used where only laws may."""
