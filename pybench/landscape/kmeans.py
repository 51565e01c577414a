"""Codes by k-means, as many as a map has units: no grid, but any number of rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base.progress import Clock, Progress
from pybench.base.result import Result
from pybench.base.text import counted
from pybench.bridge.call import call
from pybench.landscape.components import Components
from pybench.landscape.maps import MapTask

if TYPE_CHECKING:
    import pandas as pd

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class KMeans(Result):
    """How codes were found by k-means."""

    n_codes: int  #: number of codes
    seed: int  #: of the start that was kept, the one with the smallest error
    iterations: int  #: how often codes moved
    converged: bool  #: whether no row changed its code in the last iteration
    quantization_error: float  #: mean squared distance from the nearest code, on the components
    explained_variance: float  #: percent of the variance of all features

    schema: ClassVar[str] = "k-means/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row: all fields."""
        import pandas as pd

        return pd.DataFrame([asdict(self)])

    def __str__(self) -> str:
        end = "" if self.converged else ", not converged"
        return (
            f"{counted(self.n_codes, 'code')} by k-means, seed {self.seed}: explained variance "
            f"{self.explained_variance:.2f}%; {counted(self.iterations, 'iteration')}{end}"
        )


def kmeans_codes(
    rows: Doubles,
    tasks: list[MapTask],
    most: int,
    weights: Doubles | None,
    components: Components,
    progress: Callable[[Progress], object] | None = None,
) -> tuple[KMeans, Doubles, Ints]:
    """Return how codes were found, the codes, and the code of each row; R computes them.

    There are as many codes as units of the largest map of the tasks, and a start for each seed.
    """
    count = max(task.units for task in tasks)
    seeds = list(dict.fromkeys(task.seed for task in tasks))
    clock = Clock(dict.fromkeys(seeds, 1.0), seeds, progress, "starts")
    made = []
    for seed in seeds:
        given = {"rows": rows, "count": count, "seeds": [seed], "most": most, "weights": weights}
        made.append(call("kmeans_codes", given))
        clock.done(seed, f"seed {seed}")
    found = min(made, key=itemgetter("quantization_error"))  # the first if tied, as in R
    about = KMeans(
        n_codes=count,
        seed=int(found["seed"]),
        iterations=int(found["iterations"]),
        converged=found["converged"],
        quantization_error=found["quantization_error"],
        explained_variance=components.explained * found["explained_variance"],
    )
    units = np.asarray(found["units"]).astype(np.int64) - 1
    return about, np.ascontiguousarray(found["codes"]["values"]), units
