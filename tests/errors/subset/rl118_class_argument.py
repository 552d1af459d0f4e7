# an argument in the head of a class
class Card(Sort, metaclass=Sort):
    cost: int
