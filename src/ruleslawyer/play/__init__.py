"""One play: explained, replayed, made at random, and shortened to what it has to show."""
