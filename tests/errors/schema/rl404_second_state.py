# a second state
@state
class More:
    x: int
