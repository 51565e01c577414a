"""Noise of our own choice where paths draw theirs, and paths as classifiers take them."""

from __future__ import annotations

import pybench as pb


class Given:
    """Numbers that are given, (rows, n)."""

    def __init__(self, z):
        self.z, self.place = z, 0

    def take(self, rows):
        """Return the next rows, (rows, n)."""
        self.place += rows
        return self.z[self.place - rows : self.place]


def paths(setting, count=300, seed=1):
    """Return paths with their times as last channel, and their labels."""
    seen = pb.simulate(setting, count, seed=seed)
    return seen.with_time(), seen.label
