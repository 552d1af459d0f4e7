"""Products of 128 bits in a module, for which no host has to help."""

from __future__ import annotations

from ctypes import CFUNCTYPE, c_uint64
from itertools import product
from random import Random

import llvmlite.binding as llvm

from ruleslawyer.engines.native.filed import WIDE

ENDS = (0, 1, 2, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1)
"""Numbers at which halves carry."""


def test_products() -> None:
    """Numbers of 64 bits, signed ones too, with their upper halves filled by the sign."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(WIDE.replace("hidden ", "")), machine)
    engine.finalize_object()
    call = CFUNCTYPE(None, c_uint64 * 2, *[c_uint64] * 4)(engine.get_function_address("__multi3"))
    dice = Random(1)
    pairs = [*product(ENDS, ENDS), *((dice.getrandbits(64), dice.getrandbits(64)) for _ in range(1000))]
    for a, b in pairs:
        for signed in (False, True):
            one, other = ((n - 2**64 if signed and n >= 2**63 else n) % 2**128 for n in (a, b))
            found = (c_uint64 * 2)()
            call(found, one % 2**64, one >> 64, other % 2**64, other >> 64)
            assert found[0] + (found[1] << 64) == one * other % 2**128, (a, b, signed)
