# what matters is not a field, or has other keys
@harbour.matters("coin")
def a(s: State, p: Player) -> bool:
    return True


@harbour.matters("owner")
def b(s: State, p: Player) -> bool:
    return True
