# a comprehension that waits
@buy.forbid("4.3")
def poor(s: State, buyer: Player, ship: Ship) -> bool:
    return any([x async for x in Ship])


@buy.forbid("4.3")
async def slow(s: State, buyer: Player, ship: Ship) -> bool:
    return True
