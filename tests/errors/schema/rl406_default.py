# defaults where the scope or the initial rule decides
class Card(Sort):
    cost: int = 3
