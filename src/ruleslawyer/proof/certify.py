"""The certificates of a folder, checked again with the second solver from the project's text alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.certify.recheck import Certified
    from ruleslawyer.engines.smt.lifted.recheck import Manifest


def certify(
    project: LoadedProject, directory: Path, *, seconds: float, proofs: bool, progress: Callable[[str], None] | None
) -> tuple[Certified, ...]:
    """The result for each certificate; what can be wanted is said at `api.Project.certify`."""
    from ruleslawyer.engines.smt.certify import recheck, second
    from ruleslawyer.engines.smt.certify.certificate import Relation
    from ruleslawyer.engines.smt.lifted import recheck as lifted
    from ruleslawyer.lifted.scoped.instances import Scoped

    if not second.available():
        mend = "install it: pip install 'ruleslawyer[certify]'"
        raise UsageError("cvc5 is not installed, and nothing else is asked", None, mend)
    groups: dict[Any, list[recheck.Manifest]] = {}
    results: list[Certified] = []
    for folder in recheck.folders(directory):
        if (found_there := lifted.manifest(folder)) is not None:
            results += _for_any_number(project, found_there, seconds, proofs, progress)
        else:
            manifest = recheck.manifest(folder)
            groups.setdefault(manifest.group, []).append(manifest)
    for members in groups.values():
        about = members[0].certification
        if progress:
            progress(f"instantiating {about.ruleset}, scope {about.scope}")
        ruleset = project.ruleset(about.ruleset)
        system, chosen, ruled = ruleset.under(about.reading, about.rulings)
        certifier = recheck.Certifier(Relation(Scoped(system, ruleset.scope(about.scope), chosen, ruled)))
        found = []
        sound = [(m, certifier.questions(m, seconds)) for m in members]  # cvc5 is asked about no others
        for manifest, questions in sound:
            if progress:
                progress(f"{about.ruleset}: {manifest.data['property']}")
            found.append(certifier.check(manifest, questions, seconds, proofs=proofs))
        results += certifier.limited(found)
    return tuple(results)


def _for_any_number(
    project: LoadedProject,
    manifest: Manifest,
    seconds: float,
    proofs: bool,
    progress: Callable[[str], None] | None,
) -> list[Certified]:
    """The results for the certificates for any number in a folder."""
    from ruleslawyer.engines.smt.lifted import recheck

    name = manifest.data["ruleset"]
    if progress:
        progress(f"lifting {name}")
    ruleset = project.ruleset(name)
    system, chosen, _ = ruleset.under(manifest.data["reading"], manifest.data["rulings"])
    made = recheck.questions(manifest, system, chosen)
    return recheck.check(manifest, made, seconds, proofs=proofs, tell=progress)
