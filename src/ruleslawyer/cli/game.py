"""One game in the terminal: the play so far, and the commands that `play` reads."""

from __future__ import annotations

import re
import sys
from functools import partial
from pathlib import Path

from ruleslawyer.base.diagnostics import CodecError, UsageError
from ruleslawyer.base.files.content import Json, write_whole
from ruleslawyer.cli import show
from ruleslawyer.cli.calls import parse_call
from ruleslawyer.cli.output import say, to_text
from ruleslawyer.cli.waiting import quiet
from ruleslawyer.ir import types
from ruleslawyer.play.explain import sentence
from ruleslawyer.play.rules import Rules, visible_args, with_own_part
from ruleslawyer.play.saved import saved_as
from ruleslawyer.play.session import Session
from ruleslawyer.rulebook.table.draw import Tables
from ruleslawyer.rulebook.table.letters import letters
from ruleslawyer.rulebook.table.view import View
from ruleslawyer.semantics.sight import UNSEEN, hidden_names, observe
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance
from ruleslawyer.studies.games.bots import MOST_AT_ONCE, Opponents

HELP = """  3            take action number 3
  why 3        the clauses behind it; `? 3` asks the same
  why {call}
               the same for any action, allowed or not
  ?            what is not allowed now, and by which clause; `? {action}` only of that action
  rule 3       decide here and now what two clauses contradict each other over, the other way
  chance       let chance decide this once
  table        the table as it lies
  state        the whole state, value by value
  undo         take the last action back
  save FILE    save the play, for `play FILE`; in ITF as FILE.itf.json
  quit"""


class Game:
    """One game: the play so far, and the commands. `seer`: the player who looks on; None: somebody who sees all. view:
    how its table is drawn. others: who else decides. start: the position that the play goes on from, if it does."""

    def __init__(
        self, view: View, others: Opponents, *, quiet: bool, seer: int | None = None, start: State | None = None
    ) -> None:
        self.rules, self.quiet, self.seer, self.others = others.game, quiet, seer, others
        self.session = Session[Rules](self.rules)
        self.tables = Tables(view, self.rules.system.system, self.rules.scope)
        self.given = start
        if start is not None:
            self.session, self.starts = Session[Rules].load(self.rules, start), list[Instance]()
            return
        self.starts = [instance for instance, _ in self.rules.starts()]
        if others.by_itself or len(self.starts) == 1:
            self._begin(others.chance.dice.choice(self.starts) if others.by_itself else self.starts[0])

    def _begin(self, start: Instance) -> None:
        self.session = Session[Rules].start(self.rules, start)

    def _say_beginning(self) -> None:
        """Says in words how the game began, where there were choices; of a position that is given nobody knows."""
        if self.session.at is None or self.given is not None:
            return
        if said := self.tables.beginning(self.session.at.path[0].instance):
            self._say(said, "bold")

    def document(self, file: Path | None = None) -> Json:
        """The play so far; in the form that a file's name asks for. One that has not begun is shown as if it had."""
        if self.given is not None:
            raise UsageError("a play that goes on from a position is not saved", "save", "the link has the position")
        at = self.session.at or Session[Rules].start(self.rules, self.starts[0]).here
        return saved_as(file, at.trace(), self.rules.codec, self.rules.system.rulings)

    def choices(self) -> list[Instance]:
        """The choices that the numbers on the screen stand for."""
        if self.session.at is None:
            return self.starts
        state = self.session.state
        if state is None:
            return []
        own = self.others.choices(state)
        return list(self.rules.every(state)) if own is None else own

    def contradictory(self) -> list[Instance]:
        """Choices over which two clauses contradict each other, and which the reading takes as forbidden: numbered
        behind the rest."""
        state = self.session.state
        if state is None or not self.others.is_own(state):
            return []
        return [judged.instance for judged in self.rules.clashing(state)]

    def run(self) -> bool:
        """Read and follow commands to the end; False where Ctrl-C ends it."""
        try:
            self._follow()
        except KeyboardInterrupt:
            return False
        return True

    def _follow(self) -> None:
        if self.seer is None or not self.rules.system.system.sights:
            self._say_beginning()
        self._others_move()
        self._look(whole=True)
        while True:
            if sys.stdin.isatty():
                sys.stdout.write("> ")
                sys.stdout.flush()
            with quiet():
                line = sys.stdin.readline()
            if not line or line.strip() in ("quit", "q", "exit"):
                return
            try:
                self._command(line.strip())
            except (UsageError, CodecError) as error:
                self._say(f"{error}", "red")

    def _say(self, text: str = "", style: str = "") -> None:
        if not self.quiet:
            say(text, style)

    def _command(self, line: str) -> None:
        command, _, rest = line.partition(" ")
        match command:
            case "":
                self._others_move()
            case "help":
                self._say(self._help())
            case "state":
                self._look(whole=True, values=True)
            case "table":
                self._look(whole=True)
            case "?" if re.fullmatch(r"[0-9]+|.*\(.*", rest.strip()):
                self._why(rest.strip())
            case "?":
                self._forbidden(rest.strip())
            case "why":
                self._why(rest.strip())
            case "undo":
                self._undo()
                self._look(whole=True)
            case "rule":
                self._rule(rest.strip())
            case "chance":
                self._by_chance()
            case "save":
                if not rest.strip():
                    raise UsageError("save to which file?", None, "write `save play.json`")
                file = Path(rest.strip())
                write_whole(file, to_text(self.document(file)))
                self._say(f"saved to {rest.strip()}")
            case _:
                self._take(line)

    def _help(self) -> str:
        """The commands, with examples of what can be done here."""
        choices = self.choices() if self.session.at is not None else []
        action = choices[0].action if choices else next(iter(self.rules.actions))
        return HELP.format(call=self._call(choices[0]) if choices else f"{action}(…)", action=action)

    def _parse_choice(self, text: str) -> Instance:
        """An action by its number, or written out."""
        if not re.fullmatch("[0-9]+", text):
            return parse_call(text, self.rules.codec)
        choices = [*self.choices(), *self.contradictory()]
        number = int(text) if len(text) < 10 else 0
        if not 1 <= number <= len(choices):
            mend = f"choose 1 to {len(choices)}" if choices else "undo"
            raise UsageError(f"there is no number {text[:20]}", None, mend)
        return choices[number - 1]

    def _take(self, text: str) -> None:
        chosen = self._parse_choice(text)
        if self.session.at is None:
            self._begin(chosen)
            self._say_beginning()
            self._look(whole=True)
            return
        before = self.session.state
        if before is None or chosen not in self.choices():
            self._why(text)
            return
        whole = self.others.take(before, chosen)
        if whole is not None:
            self._take_and_say(whole, own=True)
        else:
            self._say(f"{self._call(chosen)}, and the others choose theirs unseen", "bold")
        self._others_move()
        self._look(whole=self.seer is not None)

    def _take_and_say(self, chosen: Instance, *, own: bool) -> None:
        """Take an action, and say what it did. own: whether the person chose it, or a part of it."""
        hides = bool(self.rules.system.system.sights) and self._call(chosen) != self.rules.codec.call(chosen)
        before, said, node = self.session.state, self._offer_in_words(chosen), self.session.take(chosen, own=own)
        step = node.taken_step
        if self.seer is None and self.rules.actions[chosen.action].kind == "chance":
            said = self.tables.sentence(chosen, before)
        elif self.seer is not None and before is not None and node.last_state is not None and hides:
            shown = visible_args(self.rules, chosen, before, node.last_state, self.seer)
            said = self.tables.in_words(chosen, shown, before)
        self._say(f"{said}   [{', '.join(step.clauses)}]", "bold")
        if not self.quiet and self.seer is None:
            show.substeps(step, self.rules.codec, before)

    def _others_move(self) -> None:
        """Plays for the others, and for chance where it moves by itself, until it is for the person."""
        for _ in range(MOST_AT_ONCE):
            own = self.others.waits
            taken = None if self.session.state is None else self.others.next(self.session.state)
            if taken is None:
                return
            self._take_and_say(taken, own=own)
        self._say("the others go on and on; an empty line goes on with them", "red")

    def _undo(self) -> None:
        """Back to where the person decided last."""
        if self.session.at is None:
            return
        before = self.session.at.since[0].parent
        if before is not None:
            self.session.go(before)
            self.others.begin_anew(before.rest)
        elif self.session.at.depth:
            raise UsageError("nothing was decided by you yet", "undo")
        elif len(self.starts) > 1 and not self.others.by_itself:
            self.session.at = None

    def _by_chance(self) -> None:
        state = self.session.state
        if state is None or self.rules.system.awaits(state) != types.CHANCE or not self.choices():
            raise UsageError("chance decides nothing here", "chance")
        self._take_and_say(self.others.chance.dice.choice(self.choices()), own=True)
        self._others_move()
        self._look(whole=self.seer is not None)

    def _rule(self, text: str) -> None:
        """Decide what two clauses clash over the other way, from here on; what was played must stay as it was."""
        state, chosen, system = self.session.state, self._parse_choice(text), self.rules.system
        judged = None if state is None else system.judge(state, chosen)
        side = "forbid" if judged is not None and judged.is_allowed else "permit"
        met = judged.events if judged is not None else ()
        clashes = [event for event in met if event.kind == "contradiction" and side in event.options]
        if not clashes:
            raise UsageError("no two clauses contradict each other over that here", "rule", "`?` shows what is refused")
        for event in clashes:
            system = system.under(event.choice, side)
        again = self.session.here.again(Rules(system))
        if again is None:
            raise UsageError("under that ruling the play so far would be another one", "rule", "`undo` first")
        self.rules.under(system)
        self.session.go(again)
        for event in clashes:
            self._say(f"ruled here: {event.choice}={side}   [{', '.join(event.cites)}]", "bold")
        self._look(whole=False)

    def _call(self, instance: Instance) -> str:
        """An action as the player who looks on may know it: what somebody else chooses, or chance, has no names."""
        action, call = self.rules.actions.get(instance.action), self.rules.codec.call(instance)
        if self.seer is None or action is None:
            return call
        if self.others.is_part(instance):
            return call if not self.others.is_whole(instance) else f"{instance.action}(…)"
        return call if action.actor_of(instance.args) == self.seer else f"{instance.action}(…)"

    def _offer_in_words(self, instance: Instance) -> str:
        """An action as it is offered: to whoever looks on from a seat in words, to others as it is written."""
        state, action = self.session.state, self.rules.actions.get(instance.action)
        if self.seer is None or state is None or action is None:
            return self._call(instance)
        sights = bool(self.rules.system.system.sights)
        if self.others.is_part(instance) and (sights or not self.others.is_whole(instance)):
            return self._call(instance)
        doer = action.actor_of(instance.args)
        if doer == self.seer or not sights:
            return self.tables.sentence(instance, state)
        names = self.rules.codec.instance(instance)["args"]
        whose = None if doer is None else self.rules.seats[doer]
        known = {name: value if value == whose else UNSEEN for name, value in names.items()}
        return self.tables.in_words(instance, with_own_part(self.rules, instance, self.seer, known), state)

    def _why(self, text: str) -> None:
        state, chosen = self.session.state, self._parse_choice(text)
        if state is None:
            raise UsageError("nothing is decided here", None, "choose how to begin, or undo")
        if self.others.is_part(chosen) and not self.others.is_whole(chosen):
            raise UsageError("it is judged once everybody has chosen", None, "write it out for all of them, or take it")
        found = self.rules.explain(state, chosen)
        self._say(f"{self.rules.codec.call(chosen)}: {sentence(found)}")
        for speaker in found.speakers:
            who = f" ({speaker.who})" if speaker.who else ""
            self._say(f"  {speaker}{who}{': ' if speaker.says else ''}{speaker.says}")

    def _forbidden(self, action: str) -> None:
        """The candidates that are not allowed, each with what forbids it; only those of one action, if it is named."""
        state = self.session.state
        if state is None:
            raise UsageError("nothing is decided here", None, "choose how to begin, or undo")
        refused = [j.instance for j in self.rules.system.candidates(state) if not j.is_allowed]
        shown = [i for i in refused if action in ("", i.action)]
        for instance in shown:
            self._say(f"  {self.rules.codec.call(instance)}: {sentence(self.rules.explain(state, instance))}")
        if not shown:
            self._say("  nothing that could be chosen is refused here")

    def _look(self, *, whole: bool, values: bool = False) -> None:
        if self.quiet:
            return
        if self.session.at is None:
            say("how does it begin?")
        else:
            state = self.session.state
            if state is None:
                say("the play ends here, in an event; `undo` takes the last action back", "red")
                return
            if values and self.seer is not None:
                show.sight(self.rules.sees(state, self.seer))
            elif values:
                show.state(state, self.rules.codec)
            elif whole:
                say(letters(self._table_json(state)))
            say(show.situation(self.rules, state), "bold")
        choices = self.choices()
        for number, instance in enumerate([*choices, *self.contradictory()], 1):
            say(f"{number:>4}  {self._offer_in_words(instance)}{self._behind(instance)}")

    def _table_json(self, state: State) -> Json:
        """The table, of which whoever looks on sees no more than is to be seen."""
        system, seer = self.rules.system, self.seer
        if seer is None or not system.system.sights:
            return self.tables.draw(state, reading=system.reading)
        sight = partial(observe, system, self.rules.codec, player=seer)
        return self.tables.draw(state, sight=sight, hidden=hidden_names(system, state, seer), reading=system.reading)

    def _behind(self, instance: Instance) -> str:
        """The clauses behind an action, and how it is taken where they contradict each other."""
        state = self.session.state
        if state is None or self.others.is_part(instance):
            return ""
        judgement = self.rules.system.judge(state, instance).judgement
        if judgement is None or not judgement.clauses:
            return ""
        clauses = f"   [{', '.join(judgement.clauses)}]"
        if judgement.verdict != "contradiction":
            return clauses
        return f"{clauses} contradiction, taken as {'allowed' if judgement.allowed else 'forbidden'}"
