"""A finished verification in each format. What stands there was worked out in rulekit/verify/model.py."""
