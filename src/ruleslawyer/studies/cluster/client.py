"""The address of a cluster, and whether it may be talked to: beyond this machine by TLS alone.

Dask hands out, moves and retries; a question has a name by what it asks, so that two who ask the same share its answer.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_address
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from ruleslawyer.base.diagnostics import InternalError, ModelError, Tell, UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.processes.executor import Job, Question
from ruleslawyer.rulebook.rulesets.loaded import loaded_ruleset
from ruleslawyer.studies.cluster.worker import (
    Answer,
    PackedParcel,
    answer,
    from_bytes,
    hold_data,
    pack,
    to_bytes,
    version,
)

if TYPE_CHECKING:
    from distributed import Client, Future, Security


OPTION = "--cluster"
_WAYS = ("tcp", "tls")
_EXAMPLE = "write tls://HOST:PORT, or tcp://127.0.0.1:PORT on this machine"
_TLS = (
    "use tls://, and name certificates in Dask's own settings: distributed.comm.tls.ca-file, client.cert and client.key"
)


def full_address(address: str) -> str:
    """The address in full; a UsageError where it is none, or leaves this machine without TLS."""
    whole = address if "://" in address else f"tcp://{address}"
    try:
        parts = urlsplit(whole)
        known = parts.scheme in _WAYS and parts.hostname and parts.port and not parts.path and not parts.query
    except ValueError:
        known = False
    if not known:
        raise UsageError(f"`{address}` is no address of a cluster", OPTION, _EXAMPLE)
    if not may_be_plain(whole):
        raise UsageError(f"{address} is another machine, and the connection is not encrypted", OPTION, _TLS)
    return whole


def may_be_plain(address: str) -> bool:
    """Whether what is said there goes by TLS, or does not leave this machine."""
    parts = urlsplit(address)
    return parts.scheme == "tls" or (parts.scheme in _WAYS and is_loopback(parts.hostname or ""))


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def security(address: str) -> Security:
    """Dask's settings for an address; for TLS they have to name certificates. Certificates that are not named, or
    cannot be used, are a `UsageError`."""
    from distributed import Security

    if not address.startswith("tls://"):
        return Security()
    try:
        found = Security(require_encryption=True)
        if found.get_connection_args("client").get("ssl_context") is None:
            raise UsageError("no certificates are named for TLS", OPTION, _TLS)
    except (OSError, ValueError) as error:
        raise UsageError(f"the certificates for TLS cannot be used: {error}", OPTION, _TLS) from error
    return found


T = TypeVar("T")
ANSWERS = 10.0
"""Seconds in which a scheduler answers."""
WORKERS = 60.0
"""Seconds to wait for the first worker."""
PATIENCE = 300.0
"""Seconds to wait for a scheduler that has gone."""
RETRIES = 2
AHEAD = 4
"""Questions that wait at a cluster for each worker, where there are many."""
_HALF_SECOND = 0.5


class Cluster:
    """Asks a cluster. The connection lasts as long as the block of this context; what nobody waits for is given up."""

    def __init__(self, address: str, patience: float = PATIENCE) -> None:
        self.address, self.patience = full_address(address), patience
        self._wanted: list[Job[Any]] = []
        self._keys: dict[Job[Any], str] = {}
        self._asked: dict[str, tuple[Question[Any], bytes, PackedParcel]] = {}
        self._waiting: dict[str, Future] = {}
        self._found: Json = {}
        self._failed: dict[str, InternalError] = {}
        self._come: SimpleQueue[str] = SimpleQueue()
        self._parcels: dict[tuple[Path, str, bool], PackedParcel] = {}
        self._sent: dict[str, Future] = {}

    def __enter__(self) -> Cluster:
        try:
            import distributed
        except ImportError as error:
            mend = "install it: pip install 'ruleslawyer[cluster]'"
            raise UsageError("Dask is not installed here", OPTION, mend) from error
        logging.getLogger(distributed.__name__).setLevel(logging.CRITICAL)  # what it tells is said by us
        self._client = self._connect()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):  # whatever is wrong with a cluster that is not needed any more
            if self._client.status == "running":
                self._client.cancel(list(self._waiting.values()))
            self._waiting.clear()
            self._sent.clear()
            self._client.close(timeout=2)

    # --- as an executor -----------------------------------------------------------------------------------------

    @property
    def width(self) -> int:
        with suppress(OSError, ValueError):
            return max(1, len(self._client.scheduler_info(n_workers=-1)["workers"]))
        return 1

    @property
    def ahead(self) -> int:
        """How many questions are asked at once, where there are many, so that nobody waits for one."""
        return AHEAD * self.width

    def want(self, job: Job[object], pieces: int = 1) -> None:
        self._wanted.append(job)

    def start(self) -> None:
        for job in self._wanted:
            if isinstance(job, Question) and job not in self._keys:
                self._keys[job] = self._ask(job)
        self._wanted.clear()

    def has_begun(self, job: Job[object]) -> bool:
        return job in self._keys

    def is_done(self, job: Job[object]) -> bool:
        return self._keys.get(job) in self._found

    def result(self, job: Job[T], tell: Tell | None = None) -> T:
        found: T = self._answer(self._keys[job], tell)
        return found

    def first(self, jobs: Collection[Job[object]], seconds: float) -> Job[Any] | None:
        end = time.monotonic() + seconds
        while (found := next(filter(self._over, jobs), None)) is None and time.monotonic() < end:
            self._hear(None)
        return found

    def _over(self, job: Job[object]) -> bool:
        return self.is_done(job) or self._keys.get(job) in self._failed

    def map(self, jobs: Iterable[Question[T]]) -> Iterator[T]:
        coming, asked = iter(jobs), list[str]()
        while True:
            asked += [self._ask(job) for job in islice(coming, max(0, self.ahead - len(asked)))]
            if not asked:
                return
            key = asked.pop(0)
            yield self._answer(key, None)
            if key not in asked:
                del self._found[key], self._asked[key]

    # --- questions ----------------------------------------------------------------------------------------------

    def _ask(self, question: Question[Any]) -> str:
        rules = self._parcel(question)
        there: Any = question.there()
        data = to_bytes(_nowhere(there))
        name = hashlib.blake2b(data, digest_size=16, key=rules.name.encode()[:32], salt=version().encode()[:16])
        key = f"{type(question).__name__.lower().strip('_')}-{name.hexdigest()}"
        if key not in self._asked:
            self._asked[key] = question, data, rules
            self._submit(key)
        return key

    def _submit(self, key: str) -> None:
        _, data, rules = self._asked[key]
        if rules.name not in self._sent:
            self._sent[rules.name] = self._client.submit(
                hold_data, rules.data, key=f"rules-{rules.name}", retries=RETRIES
            )
        self._waiting[key] = future = self._client.submit(
            answer, version(), data, rules.name, self._sent[rules.name],
            key=key, retries=RETRIES, priority=-len(self._asked),
        )  # fmt: skip
        future.add_done_callback(lambda _: self._come.put(key))

    def _parcel(self, question: Question[object]) -> PackedParcel:
        name = question.root, question.ruleset, question.quotes
        if name not in self._parcels:
            self._parcels[name] = pack(loaded_ruleset(*name[:2]), quoted=question.quotes)
        return self._parcels[name]

    def _answer(self, key: str, tell: Tell | None) -> Any:
        """Wait for an answer; those to others that come before are taken too, and kept where that is wanted."""
        while key not in self._found:
            if key in self._failed:
                raise self._failed[key]
            if tell:
                tell(f"{len(self._asked) - len(self._waiting)} of {len(self._asked)} answered by {self.address}")
            self._hear(tell)
        return self._found[key]

    def _hear(self, tell: Tell | None) -> None:
        """Take what comes next, or after a while see whether anybody is still there."""
        try:
            self._take(self._come.get(timeout=_HALF_SECOND))
        except Empty:
            self._look(tell)

    def _take(self, key: str) -> None:
        """Takes a result that has come, if it is an answer."""
        future = self._waiting.get(key)
        if future is None or future.status not in ("finished", "error"):
            return
        try:
            data = future.result(timeout=ANSWERS)
        except (TimeoutError, OSError):
            return  # it is lost on the way, and made again
        except Exception as error:
            raise _given_up(error, self.address) from error
        del self._waiting[key]
        question, _, _ = self._asked[key]
        found = from_bytes(data)
        if not isinstance(found, Answer):
            raise InternalError("what a cluster answered is no answer")
        try:
            _expect_sound(found, self.address)
        except InternalError as error:  # of this question; others may be answered
            self._failed[key] = error
            return
        self._found[key] = question.back(found.found)

    def _look(self, tell: Tell | None) -> None:
        """Ask again where the scheduler has gone, or forgotten what it was asked."""
        lost = any(f.status in ("cancelled", "lost") for f in [*self._waiting.values(), *self._sent.values()])
        if self._client.status == "running" and not lost:
            for key, future in list(self._waiting.items()):
                if future.status in ("finished", "error"):
                    self._take(key)
            return
        if tell:
            tell(f"{self.address} has gone: waiting for it")
        with suppress(Exception):  # it may hang on what is not there
            self._client.close(timeout=1)
        end = time.monotonic() + self.patience
        while True:
            try:
                self._client = self._connect()
                break
            except UsageError as error:
                if time.monotonic() > end:
                    mend = "start it again, and this command: what was answered is kept"
                    raise UsageError(f"the cluster at {self.address} does not answer any more", OPTION, mend) from error
                time.sleep(1)
        self._sent.clear()
        for key in list(self._waiting):
            self._submit(key)

    # --- the cluster --------------------------------------------------------------------------------------------

    def _connect(self) -> Client:
        from distributed import Client

        place = f"the cluster at {self.address}"
        try:
            made = Client(self.address, timeout=ANSWERS, security=security(self.address), set_as_default=False)
        except (OSError, TimeoutError, ValueError, RuntimeError) as error:
            mend = "see that a scheduler runs there: dask scheduler --port PORT"
            raise UsageError(f"{place} does not answer", OPTION, mend) from error
        try:
            try:
                made.wait_for_workers(1, timeout=WORKERS)
            except (TimeoutError, OSError) as error:
                mend = f"start some: dask worker {self.address} --nthreads 1"
                raise UsageError(f"{place} has no worker", OPTION, mend) from error
            self._expect_alike(made, place)
        except BaseException:
            with suppress(Exception):
                made.close(timeout=1)
            raise
        return made

    def _expect_alike(self, client: Client, place: str) -> None:
        """The same version everywhere, and nobody beyond this machine without TLS. A worker that comes later says its
        version with each answer."""
        for worker in client.scheduler_info(n_workers=-1)["workers"]:
            if not may_be_plain(worker):
                about = f"{place} has a worker beyond this machine, {worker}, and nothing on the way is protected"
                raise UsageError(about, OPTION, "use TLS for all of the cluster")
        for worker, found in client.run(version, on_error="return").items():
            if found != version():
                _refuse(f"{self.address}, worker {worker}", isinstance(found, BaseException))


def _nowhere(question: Any) -> Any:
    """A question without the folder of its project, which is no other machine's."""
    return replace(question, root=Path())


def _given_up(error: Exception, address: str) -> Exception:
    """The error to raise for a question that no worker could answer."""
    from distributed import KilledWorker

    if isinstance(error, KilledWorker | MemoryError):
        mend = "give workers more memory, or ask for less: name scopes, or lower --max-states"
        return UsageError(f"workers of {address} died at the same question: {type(error).__name__}", OPTION, mend)
    return InternalError(f"a worker of {address} failed: {type(error).__name__}: {error}")


def _expect_sound(found: Answer, address: str) -> None:
    if found.other:
        _refuse(address, False)
    if found.mistake:
        raise UsageError(*found.mistake)
    if found.wrong:
        raise ModelError(found.wrong)
    if found.defect:
        raise InternalError(f"a worker of {address}: {found.defect.strip()}")


def _refuse(who: str, missing: bool) -> None:
    about = "has no ruleslawyer" if missing else "runs another version of ruleslawyer, or of what it computes with"
    raise UsageError(f"{who} {about}", OPTION, "install the same everywhere: the same wheel and constraints.txt")
