# what is assumed is about members alone
@harbour.assume("4.2")
def nobody_has_much(s: State, player: Player) -> bool:
    return s.coins[player] < 9


@harbour.assume("4.2")
def few(number: int) -> bool:
    return number < 9


@harbour.assume("4.2", given=True)
def named(player: Player) -> bool:
    return True


@harbour.assume("4.2")
def count(player: Player) -> int:
    return 3
