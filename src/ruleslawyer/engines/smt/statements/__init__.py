"""Statements about a ruleset: goals, assumptions, and both in words."""
