"""Errors of openml-python and of the network as errors of pybench, without the account's key."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from pybench.base.errors import ArgumentError, EnvironmentProblem, InputError
from pybench.base.extras import require
from pybench.base.text import clipped
from pybench.read.download import TooMuch


@contextmanager
def as_problem(what: str, hint: str | None = None) -> Iterator[None]:
    """Turn errors of openml-python or the network into pybench's errors.

    Parameters
    ----------
    what : str
        What is tried: "fetch the task 2".
    hint : str, optional
        What to do, instead of what helps if something cannot be fetched.
    """
    logger = logging.getLogger("openml")
    level = logger.level
    logger.setLevel(logging.ERROR)  # its warnings about its own plans do not concern the user
    try:
        yield
    except (ArgumentError, EnvironmentProblem, InputError):
        raise
    except Exception as error:  # its own classes, those of requests, and bare exceptions
        reason = getattr(error, "message", "") or str(error) or type(error).__name__
        reason, late = clipped(_without_key(reason)), isinstance(error, TooMuch)
        raise EnvironmentProblem(
            f"cannot {what} on OpenML: {reason}",
            expected="an answer of the server",
            found=reason,
            hint=hint or _fetch_again(late),
        ) from None  # its text has the requested address, which contains the key
    finally:
        logger.setLevel(level)


def _fetch_again(late: bool) -> str:
    do = "Check the id, the network and openml-python's configuration"
    do = "Try again, or raise the limits (seconds=, most_bytes=)" if late else do
    return f"{do}; what was cached before is still there."


def _without_key(text: str) -> str:
    key = require("openml", "openml", "OpenML").config.apikey
    return text.replace(key, "***") if key else text
