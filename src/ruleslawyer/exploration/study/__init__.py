"""How every study runs, whatever it varies: its time, who answers its questions, and what stops it."""
