"""Players that are programs: at random, greedy by a stated measure, or by Monte-Carlo tree search."""
