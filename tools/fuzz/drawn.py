"""Mutants that are drawn: python tools/fuzz/drawn.py FORMAT RUNS FOLDER [SEED]."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from mutants import mutant
from seeds import seeds
from watch import Watch


def main(name: str, runs: str, kept: str, seed: str = "0") -> None:
    """Read that many mutants."""
    files = seeds(name)
    watch = Watch(name, Path(kept))
    watch.warm(files)
    dice = random.Random(f"{name} {seed}")
    for _ in range(int(runs)):
        watch.take(mutant(files, dice))
    watch.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
