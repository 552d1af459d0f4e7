# a method
class Card(Sort):
    cost: int

    def double(self) -> int:
        return self.cost * 2
