"""Whole games at random, guided towards what was seen least; what they meet that nobody knew, in a small scope."""
