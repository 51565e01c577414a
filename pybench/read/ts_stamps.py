"""Stamps of a .ts file: times that carry only the order of evenly spaced values.

A `SeriesSet` holds only values. So stamps are read only if nothing is lost but the time of the
first value: a constant step in the whole file, and the same times in all channels of a series.
Everything else is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, Protocol

from pybench.base.errors import InputError
from pybench.base.text import shown
from pybench.read.decimals import BLANKS, decimals
from pybench.read.lines import shown_bytes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Time = Fraction | datetime
Pace = Fraction | timedelta
Refused = Callable[[str, str, int, str], InputError]

# Digits are limited so that an exponent cannot produce a number of a gigabyte.
_NUMBER = re.compile(r"[+-]?[0-9]{1,30}(?:\.[0-9]{1,30})?")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[ T][0-9]{2}:[0-9]{2}(?::[0-9]{2})?)?")
_TEMPLATE = b"0000-00-00 00:00:00,"
_PARTS_OF_SECOND = re.compile(r"(.*:[0-9]{2}:[0-9]{2})\.([0-9]{1,6})")


class Stamp(Protocol):
    """A text and its place."""

    @property
    def text(self) -> bytes:
        """The text of the stamp."""

    @property
    def at(self) -> int:
        """Its 0-based place in the line."""


def pace(channels: Sequence[Sequence[Stamp]], known: Pace | None, refused: Refused) -> Pace | None:
    """Return the step between stamps of a series, or the known step if it has one value.

    Parameters
    ----------
    channels : sequence of sequences
        The stamps of each channel.
    known : Fraction or timedelta, optional
        The step in the series before.
    refused : function
        Makes the error from what was expected, what was found, where, and a hint.

    Raises
    ------
    SeriesError
        If a stamp is neither a number nor a date with or without a time, steps differ, or
        channels begin at different times.
    """
    for stamps in channels:
        times = [_time(stamp, refused) for stamp in stamps]
        if stamps[0].text != channels[0][0].text and times[0] != _time(channels[0][0], refused):
            hint = "pybench keeps no stamps: align the channels first."
            expected = "channels that begin at the same time"
            raise refused(expected, shown_bytes(stamps[0].text), stamps[0].at, hint)
        for before, time, stamp in zip(times, times[1:], stamps[1:], strict=False):
            step = _step(before, time)
            known = step if known is None else known
            if step is None or step != known:
                hint = "pybench keeps no stamps: resample the series to even ones first."
                raise refused("stamps in even steps", shown_bytes(stamp.text), stamp.at, hint)
            if not _forward(step):
                hint = "Sort the values of each series by time."
                raise refused("a later stamp", shown_bytes(stamp.text), stamp.at, hint)
    return known


def quick_pace(stamps: bytes) -> Pace | Literal["alone"] | None:
    """Return the step between comma-separated stamps, "alone" for one, None if in doubt.

    Only for times to the second and whole numbers; `pace` has the full grammar.
    """
    import numpy as np

    n = stamps.count(b",") + 1
    seconds = len(stamps) + 1 == n * len(_TEMPLATE)
    try:
        times = _seconds(stamps, n) if seconds else _whole_numbers(stamps)
    except ValueError:
        return None
    if times is None or n == 1:
        return None if times is None else "alone"
    steps = np.diff(times)
    step = int(steps[0])
    if step <= 0 or (steps != step).any():
        return None
    return timedelta(seconds=step) if seconds else Fraction(step)


def _seconds(stamps: bytes, n: int) -> npt.NDArray[np.int64] | None:
    import numpy as np

    characters = np.frombuffer(stamps + b",", np.uint8).reshape(n, len(_TEMPLATE))
    template = np.frombuffer(_TEMPLATE, np.uint8)
    digit = template == ord("0")
    digits = characters[:, digit]
    if (characters != template)[:, ~digit].any() or (digits < 48).any() or (digits > 57).any():
        return None
    texts = np.ascontiguousarray(characters[:, :-1]).view(f"S{len(_TEMPLATE) - 1}").ravel()
    times = texts.astype(str).astype("M8[s]").astype(np.int64)
    return None if (digits[:, :4] == 48).all(axis=1).any() else times  # no year 0 in Python


def _whole_numbers(stamps: bytes) -> npt.NDArray[np.int64] | None:
    if stamps.translate(None, b"0123456789,"):
        return None
    values = decimals(stamps)
    return None if values is None or values.max() > 2**53 else values.astype("int64")


def _step(before: Time, time: Time) -> Pace | None:
    """Return the time in between, None between a number and a date."""
    if isinstance(before, Fraction) and isinstance(time, Fraction):
        return time - before
    if isinstance(before, datetime) and isinstance(time, datetime):
        return time - before
    return None


def _forward(step: Pace) -> bool:
    return step > timedelta(0) if isinstance(step, timedelta) else step > 0


def _time(stamp: Stamp, refused: Refused) -> Time:
    text = stamp.text.strip(BLANKS).decode("utf-8", "replace")
    if _NUMBER.fullmatch(text):
        return Fraction(text)
    parts = _PARTS_OF_SECOND.fullmatch(text)
    whole, micro = (parts[1], int(parts[2].ljust(6, "0"))) if parts else (text, 0)
    if _DATE.fullmatch(whole):
        try:
            return datetime.fromisoformat(whole) + timedelta(microseconds=micro)
        except (ValueError, OverflowError):
            pass
    hint = "Write stamps as 2007-01-01 00:00:00 or as plain numbers."
    raise refused("a time or a number", shown(text) if text else "nothing", stamp.at, hint)
