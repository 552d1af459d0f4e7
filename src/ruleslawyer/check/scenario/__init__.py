"""Scenario files: given a state, when actions are taken, then so it should be; written by people who know the game."""
