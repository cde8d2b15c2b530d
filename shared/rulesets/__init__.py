"""The rulesets, one module each. None imports another."""
