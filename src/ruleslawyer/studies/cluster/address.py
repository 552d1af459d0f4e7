"""The address of a cluster, and whether it may be talked to: beyond this machine by TLS alone."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ruleslawyer.base.diagnostics import UsageError

if TYPE_CHECKING:  # an optional extra
    from distributed import Security

OPTION = "--cluster"
_WAYS = ("tcp", "tls")
_EXAMPLE = "write tls://HOST:PORT, or tcp://127.0.0.1:PORT on this machine"
_TLS = (
    "use tls://, and name certificates in Dask's own settings: distributed.comm.tls.ca-file, client.cert and client.key"
)


def way_to(address: str) -> str:
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
