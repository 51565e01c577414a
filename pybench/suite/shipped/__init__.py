"""Suites that ship with pybench, as tables of published ids and numbers, without data."""
