"""Sources: ids, citations, the ledger and how it is covered, rulings, silenced warnings."""
