"""The named settings of the paper: table 2, figure 8, and the variants that its code ran."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.optimal.particles import Particles
from pybench.optimal.processes import (
    ConstantDrift,
    LinearNonlinear,
    OrnsteinUhlenbeck,
    Potentials,
    Process,
)
from pybench.optimal.timegrid import TimeGrid
from pybench.optimal.timegrid import grid as checked_grid

if TYPE_CHECKING:
    import pandas as pd

PATHS = 1000  # per class, in the paper
TRAIN, TEST = 1500, 500


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """A process, the times at which it is observed, and the numbers of training and test paths."""

    name: str
    figure: str  #: "table 2" or "figure 8"
    case: str  #: "a" to "f", or "8a" to "8c"
    make: Callable[[], Process]
    end: float  #: t_L
    length: int  #: L
    substeps: int  #: fine steps in an observed interval
    listed: bool = True
    paths: int = PATHS  #: per class
    train: int = TRAIN
    test: int = TEST
    scheme: str = "euler"
    late: bool = False
    points: Any = None  #: observed times of a user-defined setting, evenly spaced or not

    @staticmethod
    def pair(given: object) -> Process:
        """Return a process, given as an object, by its name or by the name of a setting."""
        return require_process(given)

    @property
    def process(self) -> Process:
        """The pair of diffusions."""
        return self.make()

    @property
    def grid(self) -> TimeGrid:
        """Observed times and fine steps."""
        if self.points is not None:
            return checked_grid(self.points, self.substeps, self.scheme)
        # l * dt rather than linspace: the paper's grid, too, contains 0.30000000000000004.
        times = np.arange(self.length + 1, dtype=np.float64) * (self.end / self.length)
        return TimeGrid(times, np.full(self.length, self.substeps), self.scheme, self.late)


def _substeps(dt: float) -> int:
    """Return the authors' number of fine steps: as many of 0.01 as fit (2 of 0.0125 in 0.025)."""
    return int(100 * dt + 1e-9)


def _made(
    name: str,
    figure: str,
    case: str,
    make: Callable[[], Process],
    end: float,
    length: int,
    **more: Any,
) -> Setting:
    substeps = more.pop("substeps", None) or _substeps(end / length)
    return Setting(name, figure, case, make, end, length, substeps, **more)


def _table_2() -> Iterator[Setting]:
    for end in (1, 2, 4, 8):
        yield _made(f"a-T{end}", "table 2", "a", ConstantDrift, end, 10 * end)
    for end in (2, 4, 8, 16):
        yield _made(f"b-T{end}", "table 2", "b", Potentials, end, 10 * end)
    for d in (1, 2, 4, 8):
        yield _made(f"c-d{d}", "table 2", "c", _ou(d), 2, 20)
    for agents in (3, 6, 12, 24):
        yield _made(f"d-d{2 * agents}", "table 2", "d", _particles(agents), 2, 20)
    for length in (5, 10, 20, 40):
        yield _made(f"e-L{length}", "table 2", "e", LinearNonlinear, 1, length)
    for length in (10, 20, 40, 80):
        yield _made(f"f-L{length}", "table 2", "f", _particles(12), 4, length)


def _figure_8() -> Iterator[Setting]:
    for end in (2, 4, 8, 16):
        yield _made(f"fig8a-T{end}", "figure 8", "8a", _particles(6), end, 10 * end)
    for sigma in (0.8, 0.4, 0.2, 0.1):
        yield _made(f"fig8b-s{sigma}", "figure 8", "8b", _particles(6, sigma), 2, 20)
    for train in (500, 1000, 2000, 4000):
        name = f"fig8c-m{train}"
        yield _made(name, "figure 8", "8c", _particles(6, 0.4), 2, 20, paths=2500, train=train)


def _variants() -> Iterator[Setting]:
    more: dict[str, Any] = {"listed": False}
    yield _made("e-L40-delta0.005", "table 2", "e", LinearNonlinear, 1, 40, substeps=5, **more)
    for length in (10, 20, 40, 80):
        yield _made(f"f-code-L{length}", "table 2", "f", _particles(24), 4, length, **more)
    more |= {"scheme": "milstein", "late": True}
    for length in (10, 20, 40, 80):
        yield _made(f"e-code-L{length}", "table 2", "e", LinearNonlinear, 1, length, **more)


def _ou(d: int) -> Callable[[], Process]:
    return lambda: OrnsteinUhlenbeck(dimension=d)


def _particles(agents: int, sigma: float = 1.0) -> Callable[[], Process]:
    return lambda: Particles(agents, diffusion=sigma)


@cache
def every() -> dict[str, Setting]:
    """Return all settings by name, including those of the authors' code."""
    made = [*_table_2(), *_figure_8(), *_variants()]
    return {one.name: one for one in made}


def setting(name: str | Setting) -> Setting:
    """Return the setting with the given name.

    Parameters
    ----------
    name : str or Setting
        One of `settings`, or a variant. ``e-code-L10`` to ``e-code-L80`` and ``f-code-L10`` to
        ``f-code-L80`` are the settings that the program of the paper's authors runs instead of
        ``e-L...`` and ``f-L...``. ``e-L40-delta0.005`` has finer steps than ``e-L40``: 0.005
        instead of 0.0125.

    Returns
    -------
    Setting

    Raises
    ------
    ArgumentError
        If there is no such setting, or if a process is given, which has no times: see
        `own_setting`.

    Examples
    --------
    >>> import pybench as pb
    >>> one = pb.optimal.setting("f-L10")
    >>> one.process.dimension, one.length, one.substeps
    (24, 10, 40)
    """
    if isinstance(name, Setting):
        return name
    if isinstance(name, Process):
        raise ArgumentError(
            f"`name` must be a setting, not only a process: {name!r} has no observed times",
            expected="a setting",
            found=type(name).__name__,
            hint="Make a setting: pybench.optimal.own_setting(name, process, times).",
        )
    return every()[check.choice("setting", name, every())]


def own_setting(
    name: str,
    process: Process,
    times: Any,
    *,
    substeps: int = 10,
    paths: int = PATHS,
    train: int = TRAIN,
    test: int = TEST,
) -> Setting:
    """Return a setting of your own, which can be given wherever the name of a setting can.

    Parameters
    ----------
    name : str
        Its name in tables.
    process : Process
        The pair of diffusions.
    times : (L + 1,) float
        Observed times, ascending, evenly spaced or not.
    substeps : int
        Number of steps of the Euler scheme from one observed time to the next.
    paths : int
        Default number of paths per class.
    train, test : int
        Numbers of training and of test paths in a run of `pybench.optimality`, over both classes;
        half of the paths are from each class.

    Returns
    -------
    Setting

    Raises
    ------
    ArgumentError
        Times that do not ascend, or a number out of range.

    Examples
    --------
    >>> import pybench as pb
    >>> pair = pb.optimal.Potentials(diffusion=0.5)
    >>> one = pb.optimal.own_setting("quiet wells", pair, [0, 0.5, 1, 2, 4])
    >>> len(pb.optimal.lrt(one, paths=20))
    9
    """
    made = require_process(process)
    points = checked_grid(times, substeps).times
    end, length = float(points[-1] - points[0]), len(points) - 1
    return Setting(
        str(name),
        "own",
        "own",
        lambda: made,
        end,
        length,
        substeps,
        paths=check.count("paths", paths, 2),
        train=check.count("train", train, 2),
        test=check.count("test", test, 2),
        points=points,
    )


def settings() -> pd.DataFrame:
    """List the 36 settings of the paper (arXiv 2301.13112): table 2 and figure 8.

    Parameters
    ----------
    None

    Returns
    -------
    pandas.DataFrame
        One row per setting, indexed by name. Columns: ``setting``; ``figure`` (that of the
        paper); ``case`` (that of the paper); ``process``; ``d`` (dimension); ``agents`` (number of
        agents); ``L`` (number of intervals between observations); ``t_L`` (time of the last
        observation); ``dt`` (length of an interval); ``substeps`` (fine steps per interval);
        ``delta`` (length of a fine step); ``sigma`` (noise; "x" means that the noise is the state
        itself); ``paths`` (per class); the numbers ``train`` and ``test`` of training and of test
        paths, both classes together.

    Raises
    ------
    None

    Examples
    --------
    >>> import pybench as pb
    >>> found = pb.optimal.settings()
    >>> len(found), int(found.loc["d-d24", "d"])
    (36, 24)
    """
    import pandas as pd

    rows = [_row(one) for one in every().values() if one.listed]
    frame = pd.DataFrame(rows)
    frame.index = pd.Index(frame["setting"].tolist())
    return frame


def _row(one: Setting) -> dict[str, Any]:
    process = one.process
    dt = one.end / one.length
    return {
        "setting": one.name,
        "figure": one.figure,
        "case": one.case,
        "process": process.name,
        "d": process.dimension,
        "agents": getattr(process, "agents", 0),
        "L": one.length,
        "t_L": float(one.end),
        "dt": dt,
        "substeps": one.substeps,
        "delta": dt / one.substeps,
        "sigma": str(getattr(process.noise, "sigma", "")) if one.case != "e" else "x",
        "paths": one.paths,
        "train": one.train,
        "test": one.test,
    }


_PROCESSES: dict[str, Callable[..., Process]] = {
    "constant": ConstantDrift,
    "potentials": Potentials,
    "ornstein-uhlenbeck": OrnsteinUhlenbeck,
    "particles": Particles,
    "linear-nonlinear": LinearNonlinear,
}


def process(name: str | Process, **parameters: Any) -> Process:
    """Return a process of the paper by its name or by the name of a setting.

    Parameters
    ----------
    name : str
        "constant", "potentials", "ornstein-uhlenbeck", "particles", "linear-nonlinear", or the
        name of a setting.
    parameters
        Keyword arguments of the class of the process (`ConstantDrift`, `Potentials`, ...):
        ``theta``, ``dimension``, ``diffusion``, ``agents``, ...

    Returns
    -------
    Process

    Raises
    ------
    ArgumentError
        If there is no such process, or a parameter is out of range.

    Examples
    --------
    >>> import pybench as pb
    >>> pb.optimal.process("particles", agents=3)
    <Particles 'particles', d = 6>
    """
    if isinstance(name, Process) and not parameters:
        return name
    if isinstance(name, str) and name in every() and not parameters:
        return every()[name].process
    if isinstance(name, Process):
        raise _no_parameter(name.name, list(parameters), [])
    made = _PROCESSES[check.choice("name", name, _PROCESSES)]
    known = list(inspect.signature(made).parameters)
    if unknown := [one for one in parameters if one not in known]:
        raise _no_parameter(name, unknown, known)
    return made(**parameters)


def _no_parameter(name: str, unknown: list[str], known: list[str]) -> ArgumentError:
    expected = ", ".join(known) or "none: it is built already"
    return ArgumentError(
        f'the process "{name}" has no parameter {", ".join(unknown)}, but {expected}',
        expected=expected,
        found=", ".join(unknown),
    )


def require_process(given: object) -> Process:
    """Return a process, given as an object, by its name or by the name of a setting."""
    if isinstance(given, (str, Process)):
        return process(given)
    if isinstance(given, Setting):
        return given.process
    raise ArgumentError(
        f"`process` must be a process or a name, not {given!r}",
        expected="a process, its name, or the name of a setting",
        found=type(given).__name__,
        hint='For example pybench.optimal.process("potentials").',
    )
