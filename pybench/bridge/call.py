"""Call a function of the bundled R package by name; R conditions become pybench errors."""

from __future__ import annotations

import logging
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pybench.base import check
from pybench.base.errors import (
    BridgeError,
    ConversionError,
    PybenchError,
    RError,
    from_r_class,
)
from pybench.bridge.children import children
from pybench.bridge.convert import decode, encode
from pybench.bridge.forms import AsMatrix as AsMatrix

_LOG = logging.getLogger("pybench")
_FIELDS = ("file", "line", "column", "expected", "found", "hint")


@dataclass(frozen=True, slots=True)
class RAnswer:
    """The return value of an R function, with its messages and output."""

    value: Any  #: see `convert.decode`
    warnings: tuple[str, ...]  #: texts of R's warnings
    messages: tuple[str, ...]  #: texts of R's messages
    output: str  #: R's output, with the middle left out if it is long


def call(
    function: str,
    arguments: Mapping[str, object] | None = None,
    *,
    deadline: float | None = None,
    progress: Callable[[dict[str, Any]], object] | None = None,
) -> Any:
    """Call an R function and return its value; R's warnings go to the log "pybench".

    R runs in a child process that starts on first use; calls of several threads wait for one
    another, except on a Dask worker, where each thread has its own R. R's random draws are the
    same in every call and every process, unless the function takes a seed.

    Parameters
    ----------
    function : str
        Name of a function of the bundled R package: "pb_friedman".
    arguments : mapping, optional
        Argument -> value: None, bool, int, float, str, a list of one of these, a dictionary,
        a NumPy array, a pandas, polars or pyarrow table (or `AsMatrix` of one), a ResultsTable.
    deadline : float, optional
        Seconds that R may take, > 0; then R is ended. Starting R does not count.
    progress : callable, optional
        Called with {"done": float, "total": float, "text": str} whenever R reports progress.
        An exception that it raises ends R and passes through.

    Returns
    -------
    object
        See `convert.decode`.

    Raises
    ------
    ConversionError
        A value cannot be converted exactly.
    PybenchError
        The class that mirrors the R condition, with the same fields.
    RError
        Any other R error, with R's classes, call, traceback, warnings and output.
    RTimeout, RCrashed
        R did not respond; the next call starts a new R.
    RNotFound, RVersionUnsupported, RPackageMissing, ExtraMissing, EnvironmentProblem
        R is not available, or does not start.

    Examples
    --------
    >>> call("bridge_eval", {"source": "mean(c(1, 2, 6))"})  # doctest: +SKIP
    3.0
    """
    answer = ask(function, arguments, deadline=deadline, progress=progress)
    for warning in answer.warnings:
        _LOG.warning("R warning in %s: %s", function, warning)
    return answer.value


def ask(
    function: str,
    arguments: Mapping[str, object] | None = None,
    *,
    deadline: float | None = None,
    progress: Callable[[dict[str, Any]], object] | None = None,
) -> RAnswer:
    """As `call`, but return warnings, messages and output together with the value."""
    if deadline is not None:
        deadline = check.number("deadline", deadline, "a number of seconds > 0", 0, math.inf)
    node, blocks = encode(arguments or {})
    header = {"function": function, "arguments": node, "folder": _folder()}
    reply = children.ask(header, blocks, deadline, progress)
    report, blocks_back = reply.message.header, reply.message.blocks
    if report["kind"] == "refused":
        raise ConversionError(
            f"the result of {function} cannot be passed to Python exactly: {report['message']}"
        )
    if report["kind"] == "broken":
        raise BridgeError(f"the bridge failed while calling {function}: {report['message']}")
    parts = {name: decode(report[name], blocks_back) for name in ("error", "warnings", "messages")}
    warnings, messages = _texts(parts["warnings"]), _texts(parts["messages"])
    if parts["error"] is not None:
        raise _as_error(parts["error"], warnings, reply.output)
    return RAnswer(decode(report["value"], blocks_back), warnings, messages, reply.output)


def close() -> None:
    """End the R child, if one runs; the next call starts another."""
    children.close()


def _folder() -> str:
    """Return the folder in which R looks for files: the caller's."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        return os.sep


def _as_error(report: Mapping[str, Any], warnings: tuple[str, ...], output: str) -> PybenchError:
    """Build the exception that mirrors an R condition."""
    classes = _texts(report["class"])
    traceback = _texts(report["traceback"])
    mirrored = next(filter(None, map(from_r_class, classes)), None)
    if mirrored is not None:
        fields = report.get("fields") or {}
        error = mirrored(
            fields.get("message") or report["message"],
            **{name: fields.get(name) for name in _FIELDS},
        )
    else:
        error = RError(report["message"].strip())
        error.r_classes, error.call = classes, report["call"]
        error.traceback, error.warnings, error.output = traceback, warnings, output
    if traceback:
        error.add_note("R traceback:\n" + "\n".join(f"  {line}" for line in traceback))
    return error


def _texts(value: Any) -> tuple[str, ...]:
    """Return a character vector as a tuple: one text arrives as a scalar, none as NULL."""
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)
