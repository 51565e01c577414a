"""R embedded in this process, and the two ways of an Arrow stream between it and Python."""

from __future__ import annotations

import ctypes
import gc
from typing import Any

import pytest

_STREAM = b"arrow_array_stream"
_STREAM_BYTES = 5 * ctypes.sizeof(ctypes.c_void_p)  # four functions and the private data
_RELEASE = 3 * ctypes.sizeof(ctypes.c_void_p)


class RefusedByR(Exception):
    """A conversion error of the package."""


class EmbeddedR:
    """R with the package, and the two ways of an Arrow stream."""

    def __init__(self) -> None:
        from rpy2 import rinterface

        rinterface.initr(interactive=False)
        self._r = rinterface
        rinterface.evalr("options(expressions = 500)")
        self._package = rinterface.evalr('loadNamespace("pybench")')
        self._get = ctypes.pythonapi.PyCapsule_GetPointer
        self._get.restype, self._get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        self._new = ctypes.pythonapi.PyCapsule_New
        self._new.restype = ctypes.py_object
        self._new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

    def evaluate(self, source: str) -> Any:
        """Evaluate R source text in the global environment."""
        return self._r.evalr(source)

    def take(self, producer: Any, to: str = "data.frame") -> None:
        """Import a producer's table as the R variable ``x``."""
        pointer = self._package["arrow_allocate_stream"]()
        ours = int(self._package["arrow_stream_address"](pointer)[0])
        capsule = producer.__arrow_c_stream__()
        theirs = self._get(capsule, _STREAM)
        ctypes.memmove(ours, theirs, _STREAM_BYTES)
        ctypes.memset(theirs + _RELEASE, 0, ctypes.sizeof(ctypes.c_void_p))
        self._r.globalenv["x"] = self.call("pb_from_arrow", pointer, to)

    def call(self, function: str, *arguments: Any) -> Any:
        """Call a function of the package as the bridge does."""
        texts = [self._r.StrSexpVector([a]) if isinstance(a, str) else a for a in arguments]
        answer = self._package["bridge_call"](function, self._r.ListSexpVector(texts))
        parts = dict(zip(answer.names, answer, strict=True))
        if parts["error"] is not self._r.NULL:
            classes, message = list(parts["error"][0]), parts["error"][1][0]
            assert "pybench_error_conversion" in classes, f"{classes}: {message}"
            raise RefusedByR(message)
        return parts["value"]

    def holds(self, expected: str) -> None:
        """Assert that ``x`` is identical to an R expression."""
        if not self.evaluate(f"identical(x, {expected})")[0]:
            self.evaluate(f"print(all.equal(x, {expected})); str(x)")
            raise AssertionError(f"x is not identical to {expected}")

    def refuses(self, producer: Any, *words: str, to: str = "data.frame") -> None:
        """Assert that the import ends with a conversion error that says all of ``words``."""
        with pytest.raises(RefusedByR) as refusal:
            self.take(producer, to)
        for word in words:
            assert word in str(refusal.value), f"{word!r} is not in {refusal.value}"

    def give(self, source: str) -> Given:
        """Export the value of an R expression as an object with ``__arrow_c_stream__``."""
        pointer = self.call("pb_to_arrow", self.evaluate(source))
        address = int(self._package["arrow_stream_address"](pointer)[0])
        return Given(pointer, self._new(address, _STREAM, None))

    def alive(self) -> dict[str, int]:
        """Return the counts of what is alive, after both collectors have run."""
        gc.collect()
        self.evaluate("invisible(gc())")
        counts = self._package["arrow_live"]()
        return {name: count for name, count in zip(counts.names, counts, strict=True) if count}


class Given:
    """An R table, for consumers."""

    def __init__(self, pointer: Any, capsule: Any) -> None:
        self.pointer, self.capsule = pointer, capsule

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        """Return the capsule; it can be consumed once."""
        return self.capsule
