"""The question of `sweep --pairs`: every two keywords in scopes of templates, and which of them interact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.processes.processors import processors
from ruleslawyer.rulebook.claims.limits import Limits, default_memory
from ruleslawyer.rulebook.declared import Option, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.studies.pairs.template import MOST_STATES, load_template, templates_of

if TYPE_CHECKING:  # --help does not wait for what explores
    from ruleslawyer.studies.pairs.report import Report
    from ruleslawyer.studies.pairs.summary import Pairings
    from ruleslawyer.studies.pairs.template import Template
    from ruleslawyer.studies.pairs.variant import Exploring, KeptVariants


@dataclass(frozen=True)
class Pairs(Told["Pairings"]):
    """Put every two keywords on the members of a scope, and compare what comes out with both, one and neither.

    A template is a scope with a table `pairs`: checks/RULESET/pairs/NAME.toml, as
    docs/pairs.md describes it. For each pair, at each place and each way round:

      #  changes: an outcome comes or goes with both, or one matters by the other
      x  the same, but no field of the outcome by itself shows it
      !  an event, deadlock or violated property that only both raise
      +  add up: each changes outcomes, and not what the other does
      =  alone: one decides the outcomes, and the other changes nothing
      ·  never in this template, with the number of states looked at
      -  cannot meet, for the reason that the template gives
      ?  unknown: a limit was reached

    Of several templates one table more has the strongest sign of each pair, and
    the letter of the template that shows it.

    Interactions are results, not failures: the exit code is 1 when something is
    unknown or a play does not replay. Ctrl-C prints the pairs that are finished.
    What is explored is kept in your cache: the same command goes on from there, and
    after an edit explores only that to which it may matter.

    Examples:

      ruleslawyer sweep megacorp --pairs

      ruleslawyer sweep megacorp --pairs --template challenge --only FLYING,BOND

      ruleslawyer sweep megacorp --pairs --only FLYING --workers 2 -o build/pairs
    """

    template: Annotated[
        str | None, Option("This template only; all by default.", metavar="NAME", completes="templates")
    ] = None
    _: KW_ONLY
    only: Annotated[
        str | None,
        Option("The pairs with this one, or those among several; `A,A` is one with itself.", metavar="A,B"),
    ] = None
    max_states: Annotated[int, Option("Give a variant up after this many states.", min=1)] = MOST_STATES
    workers: Annotated[
        int | None,
        Option("Processes.", min=1, max=64, show_default="all cores, where there is enough to do"),
    ] = None

    def __call__(self, ruleset: LoadedRuleset, /) -> Pairings:
        from ruleslawyer.studies.pairs.summary import Pairings

        return Pairings([self.explore(ruleset, one) for one in self.templates(ruleset)])

    @property
    def limits(self) -> Limits:
        """The limits of one variant; processes share the memory."""
        return Limits(self.max_states, memory=max(1, default_memory() // (self.workers or processors())))

    def templates(self, ruleset: LoadedRuleset, *, all_: bool = False) -> list[Template]:
        """The templates that are asked for, all of them read before anything is explored. all_: of every ruleset, of
        which some may have none. One that is not there is a `UsageError`."""
        files = {path.stem: path for path in templates_of(ruleset.pairs_folder)}
        place = ruleset.pairs_folder.relative_to(ruleset.root).as_posix()
        if not all_ and not files:
            mend = "write one there: a scope, and a table [pairs]; docs/pairs.md describes it"
            raise UsageError(f"{ruleset.name} has no template of pairs", place, mend)
        if not all_ and self.template is not None and self.template not in files:
            raise UsageError(f"{ruleset.name} has no template `{self.template}`", place, nearest(self.template, files))
        wanted = [path for stem, path in files.items() if self.template in (None, stem)]
        return [load_template(path, f"{place}/{path.name}", ruleset.system) for path in wanted]

    def explore(
        self,
        ruleset: LoadedRuleset,
        template: Template,
        elsewhere: Exploring | None = None,
        kept: KeptVariants | None = None,
    ) -> Report:
        """The pairs of a template. elsewhere: who explores variants, if not processes of this machine; kept: who knows
        those of earlier runs."""
        from ruleslawyer.studies.pairs.interaction import explore_pairs
        from ruleslawyer.studies.pairs.report import Report

        only: Sequence[str] = [name.strip() for name in self.only.split(",")] if self.only is not None else []
        found = explore_pairs(template, only, self.limits, self.workers, self.progress, elsewhere, kept)
        return Report(ruleset.name, found)
