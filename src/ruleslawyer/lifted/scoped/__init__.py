"""The scoped IR: for each instance of a ruleset in a scope, its guard and the next value of each state leaf."""
