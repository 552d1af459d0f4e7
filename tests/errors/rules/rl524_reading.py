# a reading beside an answer that always speaks
@harbour.question("who is waited for?")
def waited_for(s: State) -> Player:
    ask()


@waited_for.answer("4.5", default=True)
def whose_turn_it_is(s: State) -> Player:
    return s.turn


@waited_for.reading("the richest")
def the_richest(s: State) -> Player:
    return s.turn
