"""A game played in a browser: a session of JSON questions and answers, the page that asks them, who serves both."""
