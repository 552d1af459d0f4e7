# a frame where there is none, and none where there is one
@harbour.action("4.2", at=Auction)
def shout(s: State, who: Player) -> None:
    """Shout."""


@harbour.action("4.2", at=(None, Auction))
def whisper(s: State, f: Auction, who: Player) -> None:
    """Whisper."""
