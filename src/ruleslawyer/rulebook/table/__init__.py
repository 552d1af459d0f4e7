"""The table of a game as it is drawn: what a view declares of it, a state as a drawing, and that in SVG and letters."""
