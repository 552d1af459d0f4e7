"""Folders of certificates: their manifests, what is refused of them, and what comes of checking them again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json, is_there

MANIFEST = "certificate.json"
AGAIN = "make it again with `prove RULESET --certificates DIR`"


def digest(data: bytes) -> str:
    return f"sha256:{sha256(data).hexdigest()}"


@dataclass(frozen=True, slots=True)
class Certified:
    """The result for one property of a folder.

    accepted: cvc5 answered every question with `unsat`; `wrong` says which it did not. files and questions: how many.
    steps, trusted: those of cvc5's own proofs, where they were asked for. assumptions: what is taken as given.
    invariant: the conditions on which it rests, by key.
    """

    folder: str
    ruleset: str
    property: str
    accepted: bool
    wrong: str
    files: int
    questions: int
    steps: int | None
    trusted: int | None
    seconds: float
    assumptions: tuple[str, ...]
    invariant: tuple[str, ...]

    def json(self) -> Json:
        return {**asdict(self), "seconds": round(self.seconds, 3)}


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of a folder of certificates, or of one."""

    folder: Path
    data: Json

    @property
    def place(self) -> str:
        return f"{self.folder.name}/{MANIFEST}"

    def refusal(self, about: str) -> UsageError:
        return UsageError(about, self.place, AGAIN)

    def tampering(self, about: str) -> UsageError:
        return self.refusal(f"this certificate was changed: {about}")

    def expect_only(self, files: Iterable[str]) -> None:
        """Check that nothing else lies beside the manifest: whoever reads the folder would take it for checked."""
        extra = sorted({path.name for path in self.folder.iterdir()} - {MANIFEST, *files})
        if extra:
            raise self.tampering(f"{extra[0][:60]} does not belong to it")


def folders(directory: Path) -> list[Path]:
    """The folders of certificates in a folder: itself, or those in it, by name."""
    if not directory.is_dir():
        raise UsageError(f"there is no folder {directory.name}", None, "name one that `prove --certificates` wrote")
    found = [directory] if is_there(directory / MANIFEST) else sorted(p for p in directory.iterdir() if p.is_dir())
    if not found:
        raise UsageError(f"there is no certificate in {directory.name}", None, AGAIN)
    return found
