"""What kill tests need: estimators that are quick to import, and a run that is killed for ever.

`python victims.py SUITE OUT ESTIMATORS KILLS SEED CLASS MEASURE...` starts the run in children of
its own, kills each with SIGKILL at a random moment, and lets the last one end.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

import numpy as np

FITS = "PYBENCH_TEST_FITS"  # a file: a byte a fit that was begun


class Nearest:
    """The class whose mean is nearest, by one power of the distance."""

    def __init__(self, power=1.0):
        self.power = power

    def fit(self, X, y):
        begun_to_fit()
        x, self.classes_ = X.to_numpy(), np.unique(y.astype(str))
        self.means_ = np.stack([x[y == name].mean(axis=0) for name in self.classes_])
        return self

    def predict(self, X):
        apart = abs(X.to_numpy()[:, None] - self.means_) ** self.power
        return self.classes_[apart.sum(axis=2).argmin(axis=1)]


class Neighbour:
    """The number of the training row or series that is nearest, by one power of the distance."""

    def __init__(self, power=1.0):
        self.power = power

    def fit(self, X, y):
        begun_to_fit()
        self.x_, self.y_ = np.asarray(X, float).reshape(len(X), -1), y
        return self

    def predict(self, X):
        apart = abs(np.asarray(X, float).reshape(len(X), 1, -1) - self.x_) ** self.power
        return self.y_[apart.sum(axis=2).argmin(axis=1)] / self.power


def begun_to_fit():
    """Count a fit that was begun."""
    if FITS in os.environ:
        with open(os.environ[FITS], "ab", buffering=0) as file:
            file.write(b".")
        time.sleep(0.005)


def estimators(n, kind="Nearest"):
    """Return the first n of them, as definitions that every process can import."""
    one = {"class": f"victims.{kind}", "file": os.path.abspath(__file__), "preparation": "none"}
    return {f"power {k}": {**one, "parameters": {"power": float(k)}} for k in range(1, n + 1)}


def tables(folder, n):
    """Write n datasets of two classes that overlap."""
    folder.mkdir()
    for k in range(n):
        x = np.random.default_rng(k).normal(size=(40, 2)) + np.repeat([[0.0], [1.0]], 20, axis=0)
        rows = "".join(f"{a:.3f},{b:.3f},{'ab'[i // 20]}\n" for i, (a, b) in enumerate(x))
        (folder / f"t{k}.csv").write_text("x,z,class\n" + rows)
    return folder


def numbers(folder):
    """Write a table and a set of series, both with numbers to predict."""
    folder.mkdir()
    rng = np.random.default_rng(0)
    head = "@problemName s\n@timeStamps false\n@univariate true\n@targetLabel true\n@data\n"
    x = rng.normal(size=(60, 8))
    rows = [",".join(f"{value:.3f}" for value in row) for row in x]
    targets = [f"{row.sum():.4f}" for row in x]
    names = ",".join(f"x{i}" for i in range(8))
    (folder / "t.csv").write_text(
        f"{names},y\n" + "".join(f"{a},{b}\n" for a, b in zip(rows, targets, strict=True))
    )
    for half, part in (("TRAIN", slice(30)), ("TEST", slice(30, 60))):
        lines = zip(rows[part], targets[part], strict=True)
        (folder / f"s_{half}.ts").write_text(head + "".join(f"{a}:{b}\n" for a, b in lines))
    return folder


def done(out):
    """Count the jobs that the journal holds."""
    journal = out / "journal"
    return journal.read_bytes().count(b'"done"') if journal.exists() else 0


def disturbed(suite, out, n, kills, seed, kind, *measures):
    """Kill the run again and again, then let it end."""
    chance = random.Random(seed)
    for number in range(kills):
        child = begun(suite, out, n, kind, measures)
        if chance.random() < 0.25:  # at its start, where workers may not be there yet
            time.sleep(chance.random() * 0.3)
        else:
            goal = done(out) + chance.randint(1, 3)
            while done(out) < goal and not ended(child):
                time.sleep(0.002)
            time.sleep(chance.random() * 0.02)
        if ended(child):
            raise SystemExit(f"the run ended by itself after {number} kills")
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    _, status = os.waitpid(begun(suite, out, n, kind, measures), 0)
    if status:
        raise SystemExit(f"the last run ended with status {status}")


def ended(child):
    """Tell whether a child has ended; it can still be waited for."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None


def begun(suite, out, n, kind, measures):
    """Start the run in a child: this process has imported all that it needs."""
    import pybench as pb

    child = os.fork()
    if not child:
        code = 1
        try:
            pb.run(suite, estimators(n, kind), out=out, workers=2, measure=measures or None)
            code = 0
        finally:
            os._exit(code)
    return child


if __name__ == "__main__":
    import pybench.suite.running.engine  # noqa: F401  # before the first fork

    disturbed(*map(Path, sys.argv[1:3]), *map(int, sys.argv[3:6]), *sys.argv[6:])
