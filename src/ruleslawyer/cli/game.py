"""One game in the terminal: the play so far, and the commands that `play` reads."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from ruleslawyer.cli import show
from ruleslawyer.cli.calls import parse_call
from ruleslawyer.cli.output import say, to_text
from ruleslawyer.cli.waiting import quiet
from ruleslawyer.diagnostics import CodecError, UsageError
from ruleslawyer.files.write import write_whole
from ruleslawyer.play.explain import explain, sentence
from ruleslawyer.play.saved import saved_as
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.sight import observe
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace, play
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.table.draw import Tables
from ruleslawyer.table.letters import letters
from ruleslawyer.table.view import View

HELP = """  3            take action number 3
  why 3        the clauses behind it
  why buy(buyer=Ann, ship=Argo)
               the same for any action, allowed or not
  ?            what is not allowed now, and by which clause
  table        the table as it lies
  state        the whole state, value by value
  undo         take the last action back
  save FILE    save the play, for `replay`; in ITF as FILE.itf.json
  quit"""


class Game:
    """One game: the play so far, and the commands. `seer`: the player who looks on; None: somebody who sees all. view:
    how its table is drawn."""

    def __init__(self, system: TransitionSystem, view: View, *, quiet: bool, seer: int | None = None) -> None:
        self.system, self.quiet, self.seer = system, quiet, seer
        self.tables = Tables(view, system.system, system.scope)
        self.codec = Codec(system.system, system.scope)
        self.starts = [i for i, o in system.initial() if o.state is not None]
        if not self.starts:
            raise UsageError("no play can begin in this scope", system.scope.name, "`explore` shows why")
        self.start: Instance | None = self.starts[0] if len(self.starts) == 1 else None
        self.taken: list[Instance] = []

    def trace(self) -> Trace:
        return play(self.system, self.start or self.starts[0], tuple(self.taken))

    @property
    def state(self) -> State | None:
        return self.trace().end

    def choices(self) -> list[Instance]:
        """What the numbers mean now."""
        if self.start is None:
            return self.starts
        state = self.state
        return [] if state is None else [j.instance for j in self.system.candidates(state) if j.allowed]

    def run(self) -> bool:
        """Read and follow commands to the end; False where Ctrl-C ends it."""
        try:
            self._follow()
        except KeyboardInterrupt:
            return False
        return True

    def _follow(self) -> None:
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
                return
            case "help":
                self._say(HELP)
            case "state":
                self._look(whole=True, values=True)
            case "table":
                self._look(whole=True)
            case "?":
                self._forbidden(rest.strip())
            case "why":
                self._why(rest.strip())
            case "undo":
                if self.taken:
                    self.taken.pop()
                elif len(self.starts) > 1:
                    self.start = None
                self._look(whole=True)
            case "save":
                if not rest.strip():
                    raise UsageError("save to which file?", None, "write `save play.json`")
                file = Path(rest.strip())
                write_whole(file, to_text(saved_as(file, self.trace(), self.codec, self.system.rulings)))
                self._say(f"saved to {rest.strip()}")
            case _:
                self._take(line)

    def _chosen(self, text: str) -> Instance:
        """An action by its number, or written out."""
        if not re.fullmatch("[0-9]+", text):
            return parse_call(text, self.codec)
        choices = self.choices()
        number = int(text) if len(text) < 10 else 0
        if not 1 <= number <= len(choices):
            mend = f"choose 1 to {len(choices)}" if choices else "undo"
            raise UsageError(f"there is no number {text[:20]}", None, mend)
        return choices[number - 1]

    def _take(self, text: str) -> None:
        chosen = self._chosen(text)
        if self.start is None:
            self.start = chosen
            self._look(whole=True)
            return
        before = self.state
        if chosen not in self.choices():
            self._why(text)
            return
        self.taken.append(chosen)
        step = self.trace().steps[-1]
        self._say(f"{self._call(chosen)}   [{', '.join(step.clauses)}]", "bold")
        if not self.quiet and self.seer is None:
            show.substeps(step, self.codec, before)
        self._look(whole=self.seer is not None)

    def _call(self, instance: Instance) -> str:
        """An action as the player who looks on may know it: what somebody else chooses, or chance, has no names."""
        action = self.system.system.actions.get(instance.action)
        if self.seer is None or action is None:
            return self.codec.call(instance)
        skip = 2 if action.framed else 1
        own = action.actor is not None and instance.args[action.actor - skip] == self.seer
        return self.codec.call(instance) if own else f"{instance.action}(…)"

    def _why(self, text: str) -> None:
        state, chosen = self.state, self._chosen(text)
        if self.start is None or state is None:
            raise UsageError("nothing is decided here", None, "choose how to begin, or undo")
        found = explain(self.system, self.codec, state, chosen)
        self._say(f"{self.codec.call(chosen)}: {sentence(found)}")
        for speaker in found.speakers:
            who = f" ({speaker.who})" if speaker.who else ""
            self._say(f"  {speaker}{who}{': ' if speaker.says else ''}{speaker.says}")

    def _forbidden(self, action: str) -> None:
        """The candidates that are not allowed, each with what forbids it; only those of one action, if it is named."""
        state = self.state
        if self.start is None or state is None:
            raise UsageError("nothing is decided here", None, "choose how to begin, or undo")
        refused = [j.instance for j in self.system.candidates(state) if not j.allowed]
        shown = [i for i in refused if action in ("", i.action)]
        for instance in shown:
            self._say(f"  {self.codec.call(instance)}: {sentence(explain(self.system, self.codec, state, instance))}")
        if not shown:
            self._say("  nothing that could be chosen is refused here")

    def _look(self, *, whole: bool, values: bool = False) -> None:
        if self.quiet:
            return
        if self.start is None:
            say("how does it begin?")
        else:
            state = self.state
            if state is None:
                say("the play ends here, in an event; `undo` takes the last action back", "red")
                return
            if whole and self.seer is not None:
                show.sight(observe(self.system, self.codec, state, self.seer))
            elif values:
                show.state(state, self.codec)
            elif whole:
                say(letters(self.tables.draw(state)))
            say(show.situation(self.system, state), "bold")
        for number, instance in enumerate(self.choices(), 1):
            say(f"{number:>4}  {self._call(instance)}{self._behind(instance)}")

    def _behind(self, instance: Instance) -> str:
        state = self.state
        if self.start is None or state is None:
            return ""
        judgement = self.system.judged(state, instance).judgement
        return f"   [{', '.join(judgement.clauses)}]" if judgement and judgement.clauses else ""
