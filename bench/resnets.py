"""Fit the paper's residual networks on a GPU, all runs of a setting at once.

    python -m bench.resnets --out FOLDER --minutes 8      # killed and started again goes on

Scores are written to FOLDER/optimal_resnets.csv after every setting, together with those of
bench/optimal_resnets.csv, where they are kept; what is in either is not fitted again.
`python -m bench.reproduce_optimal page` shows them.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd

import pybench as pb
from pybench.optimal.resnet import ResNet
from pybench.optimal.runs import Data, Task, drawn, scored
from pybench.optimal.together import fit_together

KEPT = Path(__file__).resolve().parent / "optimal_resnets.csv"
FIRST = ("a-T1", "b-T2", "c-d1", "d-d6", "e-L5", "f-L10")  # the first setting of each case
RUNS, FIRST_RUNS = 10, 40  # the paper has 40 everywhere
SAME = ["setting", "run", "epochs"]
LINES = {"hidden": "lrt_hidden", "numerical": "lrt_numerical"}


def main() -> None:
    """Fit what is missing, as long as there is time."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--settings", nargs="*", default=_ordered())
    parser.add_argument("--runs", type=int, help=f"{FIRST_RUNS} of first settings, else {RUNS}")
    parser.add_argument("--epochs", type=int, default=150)
    parser.add_argument("--device", default="auto")
    parser.add_argument("--minutes", type=float, default=8.0)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    goal = given.out / KEPT.name
    tables = [pd.read_csv(path) for path in (KEPT, goal) if path.exists()]
    table = pd.concat(tables).drop_duplicates(SAME, keep="last") if tables else pd.DataFrame()
    jobs = []
    for name in given.settings:
        runs = given.runs or (FIRST_RUNS if name in FIRST else RUNS)
        had = set() if table.empty else _had(table, name, given.epochs)
        if missing := [run for run in range(runs) if run not in had]:
            jobs.append((name, missing))
    begun, rate = time.monotonic(), 0.0
    with ThreadPoolExecutor(1) as ahead:
        coming = [ahead.submit(_drawn, *job) for job in jobs[:1]]
        for place, (name, runs) in enumerate(jobs):
            left = 60 * given.minutes - (time.monotonic() - begun)
            if rate * _work(name, runs) > left:
                print(f"{name}: about {rate * _work(name, runs):.0f} s, {left:.0f} s left: ends")
                break
            data = coming.pop().result()
            coming += [ahead.submit(_drawn, *job) for job in jobs[place + 1 : place + 2]]
            fitted = time.monotonic()
            rows = _fit(name, runs, data, given.epochs, given.device)
            rate = (time.monotonic() - fitted) / _work(name, runs)
            table = pd.concat([table, pd.DataFrame(rows)]).sort_values(SAME)
            table.to_csv(goal, index=False, float_format="%.6f")
            auc = np.mean([row["auc"] for row in rows])
            print(
                f"{name}: {len(runs)} runs in {time.monotonic() - fitted:.0f} s, AUC {auc:.3f}, "
                f"hidden {np.mean([row['hidden_auc'] for row in rows]):.3f}; "
                f"{time.monotonic() - begun:.0f} s in all, {len(jobs) - place - 1} settings left",
                flush=True,
            )


def _ordered() -> list[str]:
    others = [name for name in pb.optimal.settings().index if name not in FIRST]
    return [*FIRST, *others]


def _had(table: pd.DataFrame, name: str, epochs: int) -> set[int]:
    return set(table["run"][(table["setting"] == name) & (table["epochs"] == epochs)])


def _work(name: str, runs: list[int]) -> float:
    """Return about how long a fit takes, in some unit: orders cost time too, not points alone."""
    one = pb.optimal.setting(name)
    return one.train * (40.0 + len(runs) * (one.length + 1))


def _drawn(name: str, runs: list[int]) -> list[Data]:
    """Simulate runs; the first alone, since it compiles."""
    one = pb.optimal.setting(name)
    with ThreadPoolExecutor() as pool:
        first = drawn(one, runs[0], 0)
        return [first, *pool.map(lambda run: drawn(one, run, 0), runs[1:])]


def _fit(
    name: str, runs: list[int], data: list[Data], epochs: int, device: str
) -> list[dict[str, object]]:
    label = "ResNet"
    networks = [
        ResNet(epochs=epochs, device=device, random_state=part.fit_seed(label)) for part in data
    ]
    begun = time.monotonic()
    X, y = np.stack([d.train for d in data]), np.stack([d.train_label for d in data])
    fit_together(networks, X, y)
    share = (time.monotonic() - begun) / len(runs)
    one, rows = pb.optimal.setting(name), []
    for run, part, network in zip(runs, data, networks, strict=True):
        task = Task(one, run, label, lambda setting: ResNet(), 0)
        answer = scored(task, part, network, share)
        found = {key: {s: v[0] for s, v in of.items()} for key, of in answer["scores"].items()}
        row: dict[str, object] = {"setting": name, "run": run, "classifier": label}
        row |= {what: found[label][what] for what in ("auc", "acc_star")}
        row |= {"fit_seconds": share}
        for what in ("auc", "acc_star"):
            row |= {f"{line}_{what}": found[key][what] for line, key in LINES.items()}
        rows.append({**row, "epochs": epochs, "together": len(runs), "machine": _machine(network)})
    return rows


def _machine(network: ResNet) -> str:
    import torch

    if network.place_ == "cpu":
        return "CPU"
    torch.cuda.empty_cache()
    return str(torch.cuda.get_device_name())


if __name__ == "__main__":
    main()
