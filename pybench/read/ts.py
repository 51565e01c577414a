"""Files of series in the .ts format of aeon, sktime and tsml -> SeriesSet.

docs/ts-format.md says what is read and what is refused. Here blocks of lines are read at once;
lines that are not clearly valid go to `ts_rows` one by one, which has the grammar and the messages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pybench.read.decimals import BLANKS, decimals
from pybench.read.lines import checked_text, refused
from pybench.read.ts_header import Header, read_header
from pybench.read.ts_rows import Rules, without_label
from pybench.read.ts_stamps import Pace, quick_pace
from pybench.seriesset.build import channel_names, from_buffers
from pybench.seriesset.series import SeriesSet

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

BLOCK = 1 << 19  # bytes of text read at once: fits the caches


class _Block(NamedTuple):
    lengths: Sequence[int]
    values: Sequence[Floats]  # one per channel
    labels: Sequence[str | None]


def read_ts(
    data: bytes, *, dataset: str | None = None, split: str = "", file: str | None = None
) -> SeriesSet:
    r"""Read a .ts file, given its bytes.

    Nothing is guessed, padded or renamed: input that is invalid, or contradicts the header of the
    file, is refused with line and column (in bytes).

    Parameters
    ----------
    data : bytes
        The whole file.
    dataset : str, optional
        The name of the dataset; by default that of ``@problemName``.
    split : {"train", "test", ""}
        Which part of the dataset the file holds.
    file : str, optional
        Its name, for error messages.

    Returns
    -------
    SeriesSet
        One row per series. Channels are "value" if there is one, else "channel_1", "channel_2", ...
        Labels are byte for byte as in the file; a number to predict (``@targetLabel true``) is one
        as well. A missing value (``?`` or ``nan``) is NaN.

    Raises
    ------
    SeriesError
        At the first defect of the file.

    Examples
    --------
    >>> text = b"@problemName Toy\n@classLabel true Up Down\n@data\n1,2,3:Up\n3,?:Down\n"
    >>> s = read_ts(text, split="train")
    >>> s
    <SeriesSet: 2 series of 1 dataset, lengths 2 to 3>
    >>> s.label.tolist()
    ['Up', 'Down']
    """
    import numpy as np

    text = checked_text(data, file)
    header = read_header(text, file)
    name = _name(header, file) if dataset is None else dataset
    blocks = list(_blocks(text, Rules(header, file)))
    if not blocks:
        hint = "Check that the file was written completely."
        raise refused("at least one series", "none after @data", hint, file, header.line - 1)
    offsets = np.zeros(sum(len(block.lengths) for block in blocks) + 1, np.int64)
    np.cumsum(np.concatenate([block.lengths for block in blocks]), out=offsets[1:])
    channels = len(blocks[0].values)
    return from_buffers(
        offsets,
        [np.concatenate([block.values[c] for block in blocks]) for c in range(channels)],
        dataset=name,
        split=split,
        label=[label for block in blocks for label in block.labels] if header.labelled else None,
        channels=channel_names(channels),
        source=file,
    )


def _name(header: Header, file: str | None) -> str:
    names = tuple(dict.fromkeys(header.problems))
    if len(names) == 1:
        return names[0]
    found = f"{len(names)} different ones" if names else "none"
    raise refused("one @problemName", found, "Give the name of the dataset: `dataset`.", file)


def _blocks(text: bytes, rules: Rules) -> Iterator[_Block]:
    begin, number = rules.header.begin, rules.header.line
    end = _end(text, begin)
    while begin < end:
        stop = text.find(b"\n", min(begin + BLOCK, end))
        stop = end if stop < 0 or stop > end else stop
        lines = text[begin:stop].split(b"\n")
        yield _at_once(lines, number, rules) or _one_by_one(lines, number, rules)
        begin, number = stop + 1, number + len(lines)


def _end(text: bytes, begin: int) -> int:
    """Return where the last series ends, ignoring blank lines after it."""
    end = len(text)
    while end > begin:
        start = max(begin, end - BLOCK)
        kept = len(text[start:end].rstrip(b" \t\n"))
        if kept:
            return start + kept
        end = start
    return begin


def _one_by_one(lines: Sequence[bytes], number: int, rules: Rules) -> _Block:
    import numpy as np

    rows = [rules.row(line, number + i) for i, line in enumerate(lines)]
    return _Block(
        [len(row.values[0]) for row in rows],
        [np.concatenate([row.values[c] for row in rows]) for c in range(rules.channels or 1)],
        [row.label for row in rows],
    )


def _at_once(lines: Sequence[bytes], number: int, rules: Rules) -> _Block | None:
    """Return the values of lines that are clearly valid, else None."""
    header = rules.header
    if rules.channels is None or (header.equal and rules.length is None):
        rules.row(lines[0], number)  # the first series gives what the header does not
    if not header.labelled:
        lines = [without_label(line) for line in lines]
    step = rules.pace
    rows: list[list[bytes]] | None = [line.split(b":") for line in lines]
    if header.stamps:
        rows, step = _without_stamps(lines, header, step)
    if rows is None or {len(row) for row in rows} != {(rules.channels or 0) + header.labelled}:
        return None
    columns = list(zip(*rows, strict=True))
    labels = _labels(columns.pop(), header) if header.labelled else [None] * len(lines)
    lengths = [field.count(b",") + 1 for field in columns[0]]
    if labels is None or (rules.length and {rules.length} != set(lengths)):
        return None
    if any([field.count(b",") + 1 for field in column] != lengths for column in columns[1:]):
        return None
    values = []
    for column in columns:
        numbers = decimals(b",".join(column))
        if numbers is None or not _allowed(numbers, header):
            return None
        values.append(numbers)
    rules.pace = step
    return _Block(lengths, values, labels)


def _without_stamps(
    lines: Sequence[bytes], header: Header, known: Pace | None
) -> tuple[list[list[bytes]] | None, Pace | None]:
    """Return the fields of lines without stamps, and the step between stamps; None if in doubt."""
    doubt = None, None
    rows = []
    for line in lines:
        channels = (line if header.labelled else line + b":").split(b"):")
        label = channels.pop()
        stamps = set()
        row = []
        for channel in channels:
            pairs = [pair.partition(b",") for pair in channel[1:].split(b"),(")]
            row.append(b",".join([value for _, _, value in pairs]))
            stamps.add(b",".join([stamp for stamp, _, _ in pairs]))
            if not channel.startswith(b"(") or row[-1].count(b",") >= len(pairs):
                return doubt
        step = quick_pace(stamps.pop()) if len(stamps) == 1 else None
        known = step if known is None and step != "alone" else known
        if step is None or step not in (known, "alone") or (label and not header.labelled):
            return doubt
        rows.append([*row, label] if header.labelled else row)
    return rows, known


def _allowed(values: Floats, header: Header) -> bool:
    import numpy as np

    if header.missing is False:
        return bool(np.isfinite(values).all())
    return not np.isinf(values).any()


def _labels(texts: Sequence[bytes], header: Header) -> Sequence[str] | None:
    import numpy as np

    texts = [text.strip(BLANKS) for text in texts]
    if header.labels is not None:
        known = header.labels
        return [known[text] for text in texts] if known.keys() >= set(texts) else None
    numbers = decimals(b",".join(texts))
    if numbers is None or len(numbers) != len(texts) or not np.isfinite(numbers).all():
        return None
    return [text.decode("ascii") for text in texts]
