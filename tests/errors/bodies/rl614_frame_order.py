# a frame that opens inside one that is declared later
@harbour.action("4.2", at=Auction)
def shout(s: State, f: Auction, who: Player) -> None:
    with effect("4.2"):
        open_frame(s, Storm(awaits=frozenset(Player)))
