"""Writers of series files for round trips: each value as the shortest text that gives it back."""

from __future__ import annotations

import math
from collections.abc import Iterable

from pybench.seriesset.series import SeriesSet


def number(value: float, missing: str) -> str:
    """Write one value."""
    return missing if math.isnan(value) else repr(value)


def listed(values: Iterable[float], mark: str, missing: str) -> str:
    """Write the values of one channel."""
    return mark.join(number(value, missing) for value in values)


def write_ts(series: SeriesSet, *, missing: str = "?", end: str = "\n") -> bytes:
    """Write one split of one dataset as .ts."""
    labels = sorted({label for label in series.label if label is not None})
    lengths = set(series.lengths.tolist())
    several = len(series.channels) > 1
    header = [
        f"@problemName {series.datasets[0]}",
        "@timeStamps false",
        f"@missing {str(any(math.isnan(x) for x in series.flat())).lower()}",
        f"@univariate {str(not several).lower()}",
        *([f"@dimensions {len(series.channels)}"] if several else []),
        f"@equalLength {str(len(lengths) == 1).lower()}",
        *([f"@seriesLength {lengths.pop()}"] if len(lengths) == 1 else []),
        f"@classLabel true {' '.join(labels)}" if labels else "@classLabel false",
        "@data",
    ]
    rows = []
    for values, label in zip(series, series.label, strict=True):
        fields = [listed(channel.tolist(), ",", missing) for channel in values]
        rows.append(":".join(fields if label is None else [*fields, label]))
    return (end.join([*header, *rows]) + end).encode()


def write_tsv(series: SeriesSet, *, missing: str = "NaN", end: str = "\n") -> bytes:
    """Write univariate series as the UCR archive does: label first, padded with NaN."""
    longest = int(series.lengths.max())
    rows = []
    for values, label in zip(series, series.label, strict=True):
        padding = ["NaN"] * (longest - values.shape[1])
        texts = [number(value, missing) for value in values[0].tolist()]
        rows.append("\t".join([label, *texts, *padding]))
    return (end.join(rows) + end).encode()


def quoted(text: str) -> str:
    """Write a nominal value as ARFF does where it must."""
    plain = text.isprintable() and text and not any(mark in text for mark in " ,{}%'\"\\?\t")
    return text if plain else "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def write_arff(series: SeriesSet, *, end: str = "\n") -> bytes:
    """Write univariate series as ARFF: an attribute a point in time, the class last, ? missing.

    Series that are shorter than the longest are padded with ?, as the archive does.
    """
    longest = int(series.lengths.max())
    labels = ",".join(quoted(label) for label in sorted(set(series.label)))
    header = [
        f"@relation {quoted(series.datasets[0])}",
        *[f"@attribute att{i + 1} numeric" for i in range(longest)],
        f"@attribute target {{{labels}}}",
        "@data",
    ]
    rows = []
    for values, label in zip(series, series.label, strict=True):
        texts = [number(value, "?") for value in values[0].tolist()]
        rows.append(",".join([*texts, *["?"] * (longest - len(texts)), quoted(label)]))
    return (end.join([*header, *rows]) + end).encode()
