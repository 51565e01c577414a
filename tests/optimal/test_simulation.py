"""Simulation: bytes that depend on nothing but the seed, and orders of convergence."""

from __future__ import annotations

import numpy as np
import pytest
from given import Given

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.optimal import normals, particles, simulation
from pybench.optimal.timegrid import TimeGrid, grid


@pytest.mark.parametrize("setting", ["a-T1", "b-T2", "c-d2", "d-d12", "e-L10"])
def test_bytes_do_not_depend_on_the_number_of_workers(setting, monkeypatch):
    monkeypatch.setattr(simulation, "BLOCK", 2**9)
    one, two = (pb.simulate(setting, 200, workers=workers) for workers in (1, 2))
    assert one.paths.tobytes() == two.paths.tobytes()
    assert one.hidden.tobytes() == two.hidden.tobytes()


@pytest.mark.parametrize("setting", ["c-d4", "d-d12", "e-L5"])
def test_more_paths_leave_the_first_as_they_are(setting):
    few, many = pb.simulate(setting, 3), pb.simulate(setting, 77)
    assert np.array_equal(few.paths[:3], many.paths[:3])
    assert np.array_equal(few.paths[3:], many.paths[77:80])
    assert np.array_equal(few.hidden[:3], many.hidden[:3])


def test_longer_and_coarser_observations_are_of_the_same_paths():
    """Figure 8a's T = 2 is the beginning of its T = 4; f-L10 is every fourth point of f-L40."""
    short, long = pb.simulate("fig8a-T2", 5), pb.simulate("fig8a-T4", 5)
    assert np.array_equal(short.paths, long.paths[:, :, :21])
    coarse, dense = pb.simulate("f-L10", 5), pb.simulate("f-L40", 5)
    assert coarse.paths == pytest.approx(dense.paths[:, :, ::4], abs=1e-9)
    assert coarse.hidden == pytest.approx(dense.hidden, abs=1e-8)


def test_seeds_and_classes_have_numbers_of_their_own():
    first, other = pb.simulate("a-T1", 50), pb.simulate("a-T1", 50, seed=1)
    noise = [s.paths[:, 0, 0] for s in (first, other)]
    assert np.unique(np.concatenate(noise)).size == 200


@pytest.mark.parametrize("setting", ["c-d2", "d-d6", "e-L10"])
def test_without_numba_the_paths_are_the_same(setting, monkeypatch):
    """To rounding: the inverse distribution function is SciPy's, sums have another order."""
    compiled = pb.simulate(setting, 20)
    for module in (normals, particles):
        monkeypatch.setattr(module, "compiled", lambda file, name: None)
    plain = pb.simulate(setting, 20)
    assert plain.paths == pytest.approx(compiled.paths, rel=1e-11, abs=1e-11)
    scale = np.abs(compiled.hidden).max()
    assert plain.hidden == pytest.approx(compiled.hidden, rel=1e-10, abs=1e-10 * scale)


def test_paths_follow_the_scheme():
    """By hand: one path, two intervals of other length, drift and noise at the left point."""
    pair = pb.optimal.LinearNonlinear()
    z = np.array([[0.5], [1.0], [-2.0], [0.3]])
    times = TimeGrid(np.array([0.0, 0.2, 0.3]), np.array([2, 1]))
    made = simulation.block(pair, times, 0, Given(z), keep=True, transitions={})
    x = 0.5
    for t, dt, noise in ((0, 0.1, 1.0), (0.1, 0.1, -2.0), (0.2, 0.1, 0.3)):
        x += (-np.pi * x + np.sin(np.pi * t)) * dt + x * np.sqrt(dt) * noise
    assert made.paths[0, 0, 0] == 0.5
    assert made.paths[0, 0, -1] == pytest.approx(x, rel=1e-13)


def test_time_is_appended_on_request():
    seen = pb.simulate("c-d2", 3)
    assert seen.paths.shape == (6, 2, 21)
    more = seen.with_time()
    assert more.shape == (6, 3, 21)
    assert (more[:, -1] == seen.times).all()
    frame = seen.to_frame()
    assert len(frame) == 6 * 2 * 21
    row = frame.iloc[2 * 21 + 21 + 4]
    assert (row["path"], row["channel"], row["value"]) == (1, 1, seen.paths[1, 1, 4])


def strong_errors(scheme):
    """Return the mean error at T = 1 of dX = 0.5 X dt + X dB, for steps of 1/16, 1/64, 1/256."""
    half = pb.optimal.BasisDrift(
        [lambda t, x: x], ((0.5,), (0.5,)), diffusion=lambda t, x: x, clip=1e10
    )
    rng, finest, n = np.random.default_rng(0), 256, 2000
    start, small = rng.normal(size=(1, n)), rng.normal(size=(finest, n))
    exact = start[0] * np.exp(small.sum(axis=0) / np.sqrt(finest))  # 0.5 - 0.5 sigma^2 = 0
    errors = []
    for steps in (16, 64, 256):
        z = small.reshape(steps, finest // steps, n).sum(axis=1) / np.sqrt(finest // steps)
        points = grid([0.0, 1.0], steps, scheme)
        source = Given(np.concatenate([start, z]))
        made = simulation.block(half, points, 0, source, keep=True, transitions={})
        errors.append(np.abs(made.paths[:, 0, -1] - exact).mean())
    return np.array(errors)


@pytest.mark.parametrize(("scheme", "order"), [("euler", 0.5), ("milstein", 1.0)])
def test_strong_order(scheme, order):
    errors = strong_errors(scheme)
    found = np.log(errors[:-1] / errors[1:]) / np.log(4)
    assert found == pytest.approx([order, order], abs=0.12)


def test_milstein_is_euler_where_the_noise_is_a_number():
    times = np.linspace(0, 1, 5)
    for pair in ("constant", "potentials", "ornstein-uhlenbeck"):
        process = pb.optimal.process(pair)
        euler, milstein = (
            pb.simulate(process, 4, times=times, scheme=scheme) for scheme in ("euler", "milstein")
        )
        assert np.array_equal(euler.paths, milstein.paths)


def test_weak_order_of_the_mean_of_an_ou_process():
    """E X_T is exact for Euler's chain: (1 + theta delta)^n x_0, off by O(delta)."""
    off = []
    for substeps in (1, 2, 4):
        known = pb.optimal.OrnsteinUhlenbeck((-1, -2), diffusion=1e-12)
        z = np.concatenate([np.ones((1, 8)), np.zeros((10 * substeps, 8))])
        points = grid(np.linspace(0, 1, 11), substeps)
        made = simulation.block(known, points, 0, Given(z), keep=True, transitions={})
        off.append(abs(made.paths[0, 0, -1] - np.exp(-1)))
    assert np.log2(np.array(off[:-1]) / off[1:]) == pytest.approx([1, 1], abs=0.05)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"process": "constant"}, "times"),
        ({"process": "constant", "times": [0, 0]}, "ascending"),
        ({"process": "constant", "times": [0, np.inf]}, "finite|ascend"),
        ({"process": "constant", "times": [0, 1, 2], "substeps": [1, 2, 3]}, "one per interval"),
        ({"process": "constant", "times": [0, 1], "substeps": 0}, "substeps"),
        ({"process": "constant", "times": [0, 1], "scheme": "heun"}, "scheme"),
        ({"process": "a-T1", "paths": 0}, "paths"),
        ({"process": "a-T1", "seed": 0.5}, "seed"),
        ({"process": "a-T1", "workers": 0}, "workers"),
    ],
)
def test_messages(arguments, message):
    with pytest.raises(ArgumentError, match=message):
        pb.simulate(**arguments)


def test_milstein_of_a_matrix_is_refused():
    pair = pb.optimal.OrnsteinUhlenbeck(dimension=2, diffusion=np.eye(2))
    with pytest.raises(ArgumentError, match="diagonal"):
        pb.simulate(pair, 2, times=[0, 1], scheme="milstein")


def own(drift=None, **given):
    """Return a pair whose class 0 drifts as said."""
    zero = (lambda t, x: -(x**3)) if drift is None else drift
    return pb.optimal.Diffusion((zero, lambda t, x: x), dimension=2, **given)


def turned(t, x):
    """Return a matrix per path, which grows with its first coordinate."""
    return np.einsum("ij,n->ijn", np.eye(2), x[0] ** 2 + 1)


@pytest.mark.parametrize(
    ("pair", "lost"),
    [
        (pb.optimal.Potentials(), 97),
        (own(lambda t, x: x * np.nan), 200),
        (own(initial=lambda z: z * np.inf), 200),
        (own(diffusion=lambda t, x: 1 + x**2), None),
        (own(diffusion=turned, sources=2), None),
        (own(diffusion=turned, sources=2, clip=1e10), None),
        (pb.optimal.Hamiltonian((lambda q: 9 * q**9, lambda q: q)), None),
        (pb.optimal.ConstantDrift(theta=(1e200, 2e200)), 200),
    ],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_paths_that_leave_the_numbers_are_refused_and_counted(pair, lost, workers):
    with pytest.raises(ArgumentError) as caught:
        pb.simulate(pair, 100, times=np.arange(9), substeps=1, workers=workers)
    count = caught.value.found.split()[0]
    assert lost is None or count == str(lost)
    assert str(caught.value) == (
        f"{count} of 200 paths are not finite (they or their likelihood ratios are infinite or "
        "NaN): the Euler steps are too coarse. Increase `substeps` if drift and noise are finite "
        "in every state."
    )


def test_the_last_paths_of_a_block_are_not_counted_where_nobody_asked_for_them():
    with pytest.raises(ArgumentError, match=r"^6 of 6 paths are not finite"):
        pb.simulate(own(initial=lambda z: z * np.inf), 3, times=[0, 1])


def test_finer_steps_keep_the_numbers():
    assert np.isfinite(pb.simulate("potentials", 100, times=np.arange(9), substeps=100).paths).all()
