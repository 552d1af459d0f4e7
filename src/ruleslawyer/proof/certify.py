"""The certificates of a folder, checked again with the second solver from the project's text alone."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.rulebook.declared import LONGEST, Option, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.lifted.recheck import Certified


@dataclass(frozen=True)
class Certify(Told["tuple[Certified, ...]"]):
    """Check certificates again with cvc5, without z3 and without believing their files.

    The questions are made anew from the project's rules and the certificate's
    invariant, and compared with the files. Exit code 1 when cvc5 does not agree;
    2 when a certificate was changed, is of another version of the model, or cvc5
    is not installed: it comes with the extra `certify`.

    Examples:

      ruleslawyer prove --recheck build/certificates

      ruleslawyer prove --recheck build/certificates --proofs --json
    """

    directory: Annotated[Path, Option("A folder written by `prove --certificates`.", metavar="DIR", argument=True)]
    _: KW_ONLY
    seconds: Annotated[
        float,
        Option(
            "Seconds for each certificate: to make its questions and to answer them.", "--timeout",
            min=0.001, max=LONGEST,
        ),
    ] = 30.0  # fmt: skip
    proofs: Annotated[
        bool, Option("Make cvc5 write proofs, and count the steps that it takes on trust.", "--proofs")
    ] = False

    def __call__(self, project: LoadedProject, /) -> tuple[Certified, ...]:
        from ruleslawyer.engines.smt.certify import second
        from ruleslawyer.engines.smt.lifted import recheck

        if not second.available():
            mend = "install it: pip install 'ruleslawyer[certify]'"
            raise UsageError("cvc5 is not installed, and nothing else is asked", None, mend)
        results: list[Certified] = []
        for folder in recheck.folders(self.directory):
            manifest = recheck.manifest(folder)
            self.tell(f"lifting {manifest.data['ruleset']}")
            ruleset = project.ruleset(manifest.data["ruleset"])
            system, chosen, _ = ruleset.to_prove(manifest.data["reading"], manifest.data["rulings"])
            made = recheck.Questions(manifest, system, chosen)
            results += recheck.check(manifest, made, self.seconds, proofs=self.proofs, tell=self.progress)
        return tuple(results)
