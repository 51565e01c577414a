"""Threads, lifetime and laws of the exchange."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from embedded import EmbeddedR, RefusedByR
from out_of_r import TOY, check_rows


def exchange_release_on_another_thread(r: EmbeddedR) -> None:
    import pyarrow as pa

    tables = [pa.table(r.give("data.frame(x = as.double(1:1000), s = 'text')"))]
    assert r.alive()["preserved"] == 1
    thread = threading.Thread(target=tables.clear)
    thread.start()
    thread.join()
    # The arrays are gone, the table waits in the queue, which the next call empties.
    assert r.alive() == {}


def exchange_read_on_another_thread(r: EmbeddedR) -> None:
    import pyarrow as pa

    given, got = r.give(TOY), []
    thread = threading.Thread(target=lambda: got.extend(pa.table(given).to_pylist()))
    thread.start()
    thread.join()
    check_rows(got)


def exchange_many_threads_release_at_once(r: EmbeddedR) -> None:
    import pyarrow as pa

    tables = [[pa.table(r.give("data.frame(x = 1:3)"))] for _ in range(64)]
    threads = [threading.Thread(target=table.clear) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    del tables, threads, thread
    assert r.alive() == {}


def exchange_values_outlive_the_variable(r: EmbeddedR) -> None:
    import pyarrow as pa

    column = pa.table(r.give("data.frame(x = as.double(1:1000), y = 0)")).column("x")
    assert r.alive()["preserved"] == 1
    r.evaluate("invisible(lapply(1:200, function(i) as.double(1:1000) * i))")
    assert column.to_pylist() == [float(i) for i in range(1, 1001)]


def exchange_a_consumed_stream_is_refused(r: EmbeddedR) -> None:
    import pyarrow as pa

    given = r.give(TOY)
    pa.table(given)
    with pytest.raises(RefusedByR, match="empty or already used"):
        r.call("pb_from_arrow", given.pointer)


def exchange_round_trips(r: EmbeddedR) -> None:
    """Tables over all supported types come back equal, in R's types."""
    import pyarrow as pa
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st

    text = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)
    text |= st.sampled_from(["", "NA", "=1+1", "\N{SNOWMAN}" * 13])
    whole = st.integers(-(2**53), 2**53)
    kinds: dict[Any, tuple[Any, Any]] = {
        pa.float64(): (st.floats(), pa.float64()),
        pa.float32(): (st.floats(width=32), pa.float64()),
        pa.int32(): (st.integers(1 - 2**31, 2**31 - 1), pa.int32()),
        pa.int8(): (st.integers(-128, 127), pa.int32()),
        pa.uint16(): (st.integers(0, 2**16 - 1), pa.int32()),
        pa.uint32(): (st.integers(0, 2**32 - 1), pa.float64()),
        pa.uint64(): (st.integers(0, 2**53), pa.float64()),
        pa.int64(): (whole, pa.float64()), pa.bool_(): (st.booleans(), pa.bool_()),
        pa.utf8(): (text, pa.utf8()), pa.large_utf8(): (text, pa.utf8()),
        pa.string_view(): (text, pa.utf8()),
        pa.dictionary(pa.int8(), pa.utf8()): (text, pa.dictionary(pa.int32(), pa.utf8())),
    }  # fmt: skip

    @st.composite
    def tables(draw: Any) -> tuple[Any, Any]:
        rows, cut = draw(st.integers(0, 40)), draw(st.integers(0, 8))
        chosen = draw(st.lists(st.sampled_from(list(kinds)), max_size=5))
        before, after = [], []
        for kind in chosen:
            values, arrives = kinds[kind]
            items = draw(st.lists(st.none() | values, min_size=rows, max_size=rows))
            before.append(pa.array(items, kind))
            after.append(pa.array(items, kind).cast(arrives))
        names = [draw(text) for _ in chosen]
        tabular = [pa.Table.from_arrays(arrays, names=names) for arrays in (before, after)]
        return tuple(table.slice(cut) for table in tabular)

    @settings(max_examples=300, derandomize=True, deadline=None, database=None,
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(tables())
    def law(pair: tuple[Any, Any]) -> None:
        sent, expected = pair
        r.take(sent)
        got = pa.table(r.give("x"))
        got.validate(full=True)
        assert got.schema.types == expected.schema.types
        assert got.schema.names == expected.schema.names
        assert repr(got.to_pylist()) == repr(expected.to_pylist())  # repr: nan equals nan

    law()
