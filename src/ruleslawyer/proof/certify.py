"""The certificates of a folder, checked again with the second solver from the project's text alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruleslawyer.diagnostics import UsageError
from ruleslawyer.rulesets.loaded import LoadedProject

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.certify.recheck import Certified


def certify(
    project: LoadedProject, directory: Path, *, seconds: float, proofs: bool, progress: Callable[[str], None] | None
) -> tuple[Certified, ...]:
    """What is found of each certificate; what can be wanted is said at `api.Project.certify`."""
    from ruleslawyer.engines.smt.certify import recheck, second
    from ruleslawyer.engines.smt.certify.certificate import Relation
    from ruleslawyer.ground.instances import Ground

    if not second.available():
        raise UsageError("cvc5 is not installed, and nothing else is asked", None, "`pip install cvc5`")
    groups: dict[Any, list[recheck.Manifest]] = {}
    for manifest in recheck.manifests(directory):
        groups.setdefault(manifest.group, []).append(manifest)
    results: list[Certified] = []
    for members in groups.values():
        about = members[0].certification
        if progress:
            progress(f"grounding {about.ruleset}, scope {about.scope}")
        ruleset = project.ruleset(about.ruleset)
        system, chosen, ruled = ruleset.under(about.reading, about.rulings)
        certifier = recheck.Certifier(Relation(Ground(system, ruleset.scope(about.scope), chosen, ruled)))
        found = []
        sound = [(m, certifier.questions(m, seconds)) for m in members]  # cvc5 is asked about no others
        for manifest, questions in sound:
            if progress:
                progress(f"{about.ruleset}: {manifest.data['property']}")
            found.append(certifier.check(manifest, questions, seconds, proofs=proofs))
        results += certifier.limited(found)
    return tuple(results)
