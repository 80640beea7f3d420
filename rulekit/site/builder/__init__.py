"""Building a site: games drawn side by side, files written, configuration of mkdocs, caches between builds."""
