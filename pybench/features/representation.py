"""The interface of every representation, and the register of their names."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Literal

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.features.libraries import LIBRARIES
from pybench.seriesset.build import UNIVARIATE

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pybench.seriesset.series import SeriesSet


@dataclass(frozen=True)
class Representation:
    """A function from series to numbers.

    Attributes
    ----------
    name : str
        As users write it, with its settings: "minirocket(biases=noise)".
    unit : {"series", "dataset", "collection"}
        What a row is. With "series", each row must depend only on its own series, so that series
        can be computed and stored in groups of any size. With "dataset", `compute` gets all series
        of one dataset and returns one row. For `embed_datasets`, it gets what describes one
        dataset, such as a table; with "collection", it gets the mapping of all datasets and returns
        a data frame.
    names : tuple of str
        The names of the columns that `compute` returns, the same in every call.
    compute : callable
        A function that takes a `SeriesSet` and returns a float64 array of shape (rows, columns),
        with NaN where a feature is not defined. It must be picklable: a function of a module, or a
        `functools.partial` of such a function. If it has a method ``warm_up()``, this method is
        called once per process, before timing starts.
    groups : mapping
        For each column, its group.
    not_numeric : frozenset of str
        Columns of truth values. A filter removes them, as the paper "Less is more" (ICLR 2022
        submission) does.
    versions : mapping
        For each library that can change a feature value, its version.
    settings : mapping
        The settings that can change a feature value, as JSON values.
    """

    name: str
    unit: Literal["series", "dataset", "collection"]
    names: tuple[str, ...]
    compute: Callable[[SeriesSet], npt.NDArray[np.float64]]
    groups: Mapping[str, str] = field(default_factory=dict)
    not_numeric: frozenset[str] = frozenset()
    versions: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)


Maker = Callable[..., Representation]
_BUILT_IN = {name: (f"pybench.features.{name}", name) for name in LIBRARIES}
_registered: dict[str, Maker] = {}


def register_representation(name: str, maker: Maker) -> None:
    """Register your own representation under a name, for `extract_features`.

    Parameters
    ----------
    name : str
        A name that no built-in representation has.
    maker : callable
        Keyword settings -> `Representation`.

    Returns
    -------
    None

    Raises
    ------
    ArgumentError
        If the name is taken by a built-in representation.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> def spread():
    ...     def compute(series):
    ...         return np.array([[np.ptp(x)] for x in series])
    ...
    ...     return pb.Representation("spread", "series", ("spread",), compute)
    >>> pb.register_representation("spread", spread)
    """
    if name in _BUILT_IN:
        raise ArgumentError(f"`name` must be new: {name!r} is built in", found=name)
    _registered[name] = maker


def registered() -> tuple[str, ...]:
    """Return the names that users registered."""
    return tuple(_registered)


def refuse_unknown(name: str) -> None:
    """Raise `ArgumentError` if no representation has that name; libraries are not loaded."""
    parted(name)


def parted(name: str) -> tuple[str, dict[str, Any]]:
    """Return the name of a representation without its settings, and the settings.

    Parameters
    ----------
    name : str
        "NAME" or "NAME(SETTING=VALUE, ...)". A value is true or false, a number, or
        text, with or without quotes.

    Raises
    ------
    ArgumentError
        If no representation has that name, or the settings are not of this form.

    Examples
    --------
    >>> parted("minirocket(biases=noise, quantiles=2)")
    ('minirocket', {'biases': 'noise', 'quantiles': 2})
    """
    base, bracket, inside = name.partition("(") if isinstance(name, str) else (name, "", "")
    check.choice("representation", base, [*_BUILT_IN, *_registered])
    if not bracket:
        return base, {}
    pairs = [one.partition("=") for one in inside.removesuffix(")").split(",")]
    settings = {key.strip(): _value(text.strip()) for key, _, text in pairs}
    good = inside.endswith(")") and all(key.strip() and text.strip() for key, _, text in pairs)
    if not good or len(settings) < len(pairs):
        raise ArgumentError(
            f"`representation` must be a name with settings in brackets, not {name!r}",
            expected=f"{base}(setting=value, ...), each setting once",
            found=repr(name),
            hint='For example "minirocket(biases=noise)".',
        )
    return base, settings


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return text.strip("\"'")


def versions_of(name: str) -> Mapping[str, str]:
    """Return the versions that a representation depends on, without loading a built-in one.

    Libraries that are not installed are left out; code that needs them reports it.

    Raises
    ------
    ArgumentError
        If no representation has that name.
    """
    base = parted(name)[0]
    if base not in LIBRARIES:
        return representation(name).versions
    found = {}
    for library in LIBRARIES[base]:
        with suppress(PackageNotFoundError):
            found[library] = version(library)
    return found


def representation(name: str | Representation, **settings: Any) -> Representation:
    """Return a representation by its name, as in `parted`, and further settings.

    Raises
    ------
    ArgumentError
        If no representation has that name or such settings.
    ExtraMissing
        If a required package is not installed.
    """
    if isinstance(name, Representation):
        return name
    if callable(name):
        raise ArgumentError(
            "`representation` must be a name or a Representation, not a function",
            expected="a name or a Representation",
            found=getattr(name, "__name__", type(name).__name__),
            hint="Pass the function and the names of its columns to pybench.own_representation().",
        )
    base, named = parted(name)
    maker = _maker(base)
    known = inspect.signature(maker).parameters.values()
    takes = [one.name for one in known if one.name != "channels"]
    for setting in named:
        if all(one.kind is not one.VAR_KEYWORD for one in known):
            check.choice(f"setting of {base}", setting, takes)
    made = maker(**named, **settings)
    if not named:
        return made
    told = ", ".join(f"{setting}={_text(named[setting])}" for setting in sorted(named))
    return replace(made, name=f"{base}({told})")


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _maker(base: str) -> Maker:
    if base in _registered:
        return _registered[base]
    module, maker = _BUILT_IN[base]
    found: Maker = getattr(importlib.import_module(module), maker)
    return found


def representation_of(wanted: str | Representation, channels: tuple[str, ...]) -> Representation:
    """Return a representation, given by name or as an object, for series of some channels.

    Makers that have an argument ``channels`` get them; others accept any channels.

    Raises
    ------
    ArgumentError, ExtraMissing
        As `representation`.
    """
    if channels == UNIVARIATE or not isinstance(wanted, str):
        return representation(wanted)
    takes = "channels" in inspect.signature(_maker(parted(wanted)[0])).parameters
    return representation(wanted, channels=channels) if takes else representation(wanted)
