"""Suites that ship with pybench, as tables of published facts: ids and figures, no data."""
