"""Engines by other hands, played in step with the rules: what they must answer, and where they part."""
