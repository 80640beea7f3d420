"""Pages for readers: Markdown made from what the kit knows about itself, one file for each kind of page."""
