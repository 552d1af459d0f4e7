# a number of the book without its clause
class Sizes(Constants):
    hand: int = 7
