"""Templates of pages as Jinja compiles them, kept between runs beside machine code: compiling takes as long as many
pages."""

from __future__ import annotations

import marshal
import sys

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from ruleslawyer.base.files.kept import KeptCode, cache_folder


class Compiled(BytecodeCache):
    """Found by the name and the text of a template, by Jinja and by Python."""

    def __init__(self) -> None:
        self._kept = KeptCode(cache_folder())

    def load_bytecode(self, bucket: Bucket) -> None:
        data = self._kept.read(_key(bucket))
        if data is not None:
            bucket.bytecode_from_string(data)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept.write(_key(bucket), bucket.bytecode_to_string())


def _key(bucket: Bucket) -> bytes:
    made_by = jinja2.__version__, sys.version, marshal.version
    return repr(("template", bucket.key, bucket.checksum, *made_by)).encode()
