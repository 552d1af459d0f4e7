"""Rulesets as they are loaded from a project: register, rules and scopes, before anything is asked of them."""
