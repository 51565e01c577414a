"""Mutants that reach new branches: python tools/fuzz/guided.py FORMAT RUNS FOLDER.

atheris instruments our readers as they are imported, and keeps mutants that go where none went.
Half of the changes are its own, half are ours, which know lines and numbers.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

import atheris
from formats import FORMATS
from mutants import LARGEST, mutant


def main(name: str, runs: str, kept: str) -> None:
    """Search; libFuzzer ends the process, with status 0 after the last run."""
    with atheris.instrument_imports(
        include=list(FORMATS[name].modules), enable_loader_override=False
    ):
        from seeds import seeds
        from watch import Watch

        files = seeds(name)
        watch = Watch(name, Path(kept))
        watch.warm(files)  # what our readers import while they read is instrumented too

    def change(data: bytes, most: int, seed: int) -> bytes:
        if seed % 2:
            return atheris.Mutate(data, most)
        return mutant([data], random.Random(seed))[:most]

    corpus = tempfile.mkdtemp(prefix="pybench-corpus-")
    for number, data in enumerate(files):
        Path(corpus, str(number)).write_bytes(data)
    options = [f"-runs={runs}", f"-max_len={LARGEST}", "-seed=1", "-timeout=60", "-rss_limit_mb=0"]
    options += ["-len_control=0", "-print_final_stats=1", f"-artifact_prefix={kept}/{name}-"]
    atheris.Setup([sys.argv[0], *options, corpus], watch.take, custom_mutator=change)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
