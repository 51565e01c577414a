"""Simulation with both likelihood ratios: table 2 as a whole, and 24 particles beside the peers.

The peers simulate one class and no likelihood ratio; ours are both classes with both ratios. Of the
slow ones a part of the paths is simulated, and the time multiplied.
"""

from __future__ import annotations

import functools
import time

import numpy as np

import pybench as pb
from bench.timing import Row, measure, rows

AGENTS, STEPS, END = 24, 200, 2.0
PATHS = 1000  # of each class, in the paper
NORMALS = "physical: the normals drawn"


def run() -> list[Row]:
    """Time the 24 settings of table 2, and 24 agents (d = 48) beside sdeint, torchsde, diffrax."""
    table_2 = pb.optimal.settings().query("figure == 'table 2'").index
    pb.optimal.lrt("d-d6", paths=8)  # loads what was compiled
    whole = [_seconds(lambda: [pb.optimal.lrt(name, paths=PATHS) for name in table_2])[0]]
    normals = [_seconds(lambda: [_draw(name) for name in table_2])[0] for _ in range(3)]
    ours, drawn = [], []
    for _ in range(7):
        ours.append(_seconds(lambda: pb.optimal.lrt("d-d48", paths=PATHS))[0])
        drawn.append(_seconds(lambda: _draw("d-d48"))[0])
    seconds, notes = {"pybench": ours, NORMALS: drawn}, {}
    for who, (work, paths) in {
        "sdeint": (_sdeint, 10),
        "torchsde": (_torchsde, 200),
        "diffrax": (_diffrax, 200),
    }.items():
        try:
            taken = [_seconds(work, paths)[0] for _ in range(2)][1:]  # the first compiles
        except ModuleNotFoundError:
            continue
        seconds[who] = [2 * PATHS / paths * second for second in taken]
        notes[who] = f"{paths} of 2,000 paths, no likelihood ratio"
    return [
        *rows(
            "24 settings of table 2, M = 2000, both LRTs",
            {"pybench": whole, NORMALS: normals},
            10.0,
            {},
        ),
        *rows("24 particles, d = 48, M = 2000", seconds, 0.5, notes),
        *observed(),
    ]


def observed() -> list[Row]:
    """Time the exact ratio of the observed points by quadrature, 5,000 paths of each class."""
    found = []
    for name, target in (("b-T2", 5.0), ("e-L10", 60.0)):
        seen = pb.simulate(name, 5000, workers=1)
        way = functools.partial(pb.likelihood_ratio, name, seen, method="exact_chain")
        found += measure(
            f"exact ratio of observed points, {name}, M = 10,000", {"pybench": way}, runs=3,
            target_s=target,
        )  # fmt: skip
    return found


def _draw(name: str) -> None:
    """Draw the normal numbers of a setting, both classes, a step of all paths at a time."""
    one = pb.optimal.setting(name)
    generator, shape = np.random.default_rng(0), (2 * PATHS, one.process.dimension)
    for _ in range(one.length * one.substeps):
        generator.standard_normal(shape)


def _seconds(work, *arguments) -> tuple[float, object]:
    start = time.perf_counter()
    answer = work(*arguments)
    return time.perf_counter() - start, answer


def _drift(x, library=np):
    """Return the attraction of class 0 for states (..., 48), as one writes it in arrays."""
    place = x.reshape((*x.shape[:-1], AGENTS, 2))
    apart = place[..., None, :, :] - place[..., :, None, :]
    square = (apart**2).sum(-1)
    where = library.where
    phi = where(square < 2, 0.2 + 0 * square, where(square < 4, 2.0 + 0 * square, 0 * square))
    return (phi[..., None] * apart).sum(-2).reshape(x.shape) / AGENTS


def _sdeint(paths: int) -> None:
    import sdeint

    draws, times = np.random.default_rng(0), np.linspace(0, END, STEPS + 1)
    noise = np.eye(2 * AGENTS)
    for _ in range(paths):
        start = draws.normal(size=2 * AGENTS)
        sdeint.itoEuler(lambda x, t: _drift(x), lambda x, t: noise, start, times)


def _torchsde(paths: int) -> None:
    import torch
    import torchsde

    class Particles(torch.nn.Module):
        noise_type, sde_type = "diagonal", "ito"

        def f(self, t, x):
            return _drift(x, torch)

        def g(self, t, x):
            return torch.ones_like(x)

    with torch.no_grad():
        start, times = torch.randn(paths, 2 * AGENTS), torch.linspace(0, END, STEPS // 10 + 1)
        torchsde.sdeint(Particles(), start, times, dt=END / STEPS, method="euler")


def _diffrax(paths: int) -> None:
    import diffrax
    import jax
    import jax.numpy as jnp

    def one(key, start):
        brownian = diffrax.VirtualBrownianTree(0.0, END, tol=1e-3, shape=(2 * AGENTS,), key=key)
        terms = diffrax.MultiTerm(
            diffrax.ODETerm(lambda t, x, args: _drift(x, jnp)),
            diffrax.ControlTerm(lambda t, x, args: diffrax_identity(2 * AGENTS), brownian),
        )
        saved = diffrax.SaveAt(ts=jnp.linspace(0, END, STEPS // 10 + 1))
        return diffrax.diffeqsolve(
            terms, diffrax.Euler(), 0.0, END, END / STEPS, start, saveat=saved
        ).ys

    def diffrax_identity(size):
        import lineax

        return lineax.IdentityLinearOperator(jax.ShapeDtypeStruct((size,), jnp.float32))

    keys = jax.random.split(jax.random.PRNGKey(0), paths)
    starts = jax.random.normal(jax.random.PRNGKey(1), (paths, 2 * AGENTS))
    _COMPILED.setdefault("diffrax", jax.jit(jax.vmap(one)))
    jax.block_until_ready(_COMPILED["diffrax"](keys, starts))


_COMPILED: dict[str, object] = {}
