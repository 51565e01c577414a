"""The code for AVX2 on every x86-64 processor that has it, for files whose hash is published.

OpenBLAS and NumPy choose their code by the processor, and sums of another order round otherwise: on
4,584 series of the UCR archive, 135 of 783 tsfresh features differ between OpenBLAS's code for
Haswell and for Skylake, and 111 between NumPy's with and without AVX-512. That is noise in the 13th
digit of a feature, or one more lag in a test; but a map of these features then is another one, as
with another seed.
"""

from __future__ import annotations

import os
import sys

from numpy._core._multiarray_umath import __cpu_dispatch__  # type: ignore[attr-defined]

PINNED = {
    "OPENBLAS_CORETYPE": "Haswell",
    "NPY_DISABLE_CPU_FEATURES": " ".join(
        name for name in __cpu_dispatch__ if name.startswith(("AVX512", "X86_V4"))
    ),
}


def start_pinned() -> None:
    """Start this program again with the code for AVX2, unless it runs with that."""
    if any(os.environ.get(name) != value for name, value in PINNED.items()):
        os.execve(sys.executable, sys.orig_argv, os.environ | PINNED)
