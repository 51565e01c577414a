"""Suites that leave the house: bundles, signatures, and what OpenML speaks."""
