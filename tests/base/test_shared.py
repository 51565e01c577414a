"""Data files of both languages."""

from __future__ import annotations

from pybench.base import shared


def test_the_r_package_is_found_beside_the_checkout_or_inside_the_wheel():
    assert (shared.r_source() / "DESCRIPTION").is_file()
    assert shared.path("notes.csv").is_file()


def test_rows_are_texts_by_column():
    rows = shared.rows("tolerances.csv")
    assert {"quantity", "convention", "relative", "absolute", "reason"} == set(rows[0])
    assert all(row["reason"] for row in rows), "a tolerance has a reason"
    assert len({(row["quantity"], row["convention"]) for row in rows}) == len(rows)


def test_the_version_has_three_numbers():
    assert all(part.isdigit() for part in shared.version().split("."))
    assert shared.version().count(".") == 2
