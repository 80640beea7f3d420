"""Budgets: how deep rules nest and how much work they ask for, before anybody does it."""
