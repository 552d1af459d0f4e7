"""The edition sheet: what a designer's answers change in the text of the book, sentence by sentence."""
