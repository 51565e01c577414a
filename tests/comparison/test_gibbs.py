"""The sampler against quadrature of the same model, its draws against their distributions."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import signal, special, stats

from pybench.comparison.convergence import effective_samples
from pybench.comparison.gibbs import (
    WIDEST,
    Evidence,
    State,
    _gamma_above,
    _normal_within,
    _start,
    prior_density,
    sample,
    sweep,
)

ROPE = 0.3


def evidence_of(means, squares, repeats, rho, bound=3.0):
    means = np.array([means], dtype=float)
    return Evidence(
        means=means,
        squares=np.array([squares], dtype=float),
        spread=means.std(axis=1, ddof=1),
        bound=np.array([bound]),
        repeats=repeats,
        rho=rho,
    )


def exact_means(evidence, step=0.02, reach=8.0):
    """E theta by quadrature over delta_0, sigma_0, nu and, for each dataset, delta_i.

    sigma_i integrates by hand: what a dataset alone says of delta_i is Student's law with n - 2
    degrees of freedom. Cells have the mass that distribution functions give them, however narrow.
    """
    n, rho, bound = evidence.repeats, evidence.rho, evidence.bound[0]
    share = (1 + (n - 1) * rho) / n
    sd = np.sqrt(evidence.squares[0] / (1 - rho) * share / (n - 2))
    half = round(reach / step)
    edges = (np.arange(-half, half + 2) - 0.5) * step
    alone = np.diff(special.stdtr(n - 2, (edges[:, None] - evidence.means[0]) / sd), axis=0)
    places = np.arange(-round(bound / step), round(bound / step) + 1)[::2]
    widths = evidence.spread[0] * np.exp(np.linspace(np.log(1e-4), np.log(WIDEST), 121))
    total, mass = np.zeros(3), 0.0
    # The cell of delta_i, relative to that of delta_0: one convolution for all widths.
    far = half + places.max()
    cells = (np.arange(-far, far + 2) - 0.5) * step / widths[:, None]
    centre, at = places * step / widths[:, None], places.max() - places
    for x in np.exp(np.linspace(np.log(0.01), np.log(500.0), 25)):
        law = np.diff(special.stdtr(1 + x, cells))[..., None]
        likelihood = signal.fftconvolve(law, alone[None, ::-1], "valid", axes=1)[:, at].prod(axis=2)
        jacobian = x * widths[:, None]  # of the logarithmic grids
        weight = likelihood * prior_density(x[None])[0] * jacobian
        above = special.stdtr(1 + x, centre - ROPE / widths[:, None])
        below = special.stdtr(1 + x, -ROPE / widths[:, None] - centre)
        total += [(weight * part).sum() for part in (above, 1 - above - below, below)]
        mass += weight.sum()
    return total / mass


@pytest.mark.parametrize(
    ("means", "squares", "repeats", "rho"),
    [
        ([0.5, 0.9, 0.2, 0.7, 0.4], [9.0, 5.0, 20.0, 8.0, 12.0], 10, 0.1),
        ([-0.2, 0.3, 0.1, 2.5, 0.2, 0.0], [7.0] * 6, 8, 0.25),
        ([0.5, -0.9, 0.2, 1.7], [1e-4] * 4, 20, 0.0),  # no shrinkage: delta_i are known
        ([0.1, 0.11, 0.12, 0.1, 0.09, 0.12], [40.0] * 6, 10, 0.1),  # nothing between datasets
    ],
)
def test_posterior_by_quadrature(means, squares, repeats, rho):
    evidence = evidence_of(means, squares, repeats, rho)
    centre, width, nu = sample(evidence, 1, 4, 300, 4000)
    above = special.stdtr(nu, (centre - ROPE) / width)[0]
    below = special.stdtr(nu, (-ROPE - centre) / width)[0]
    expected = exact_means(evidence)
    for part, exact in zip((above, 1 - above - below, below), expected, strict=True):
        error = part.std() / np.sqrt(effective_samples(part))
        # 5 standard errors, and 3e-3 for the grids of the quadrature.
        assert abs(part.mean() - exact) < 5 * error + 3e-3


def test_known_parameters_are_found():
    """200 datasets, 20 repeats: the posterior covers the truth and is narrow."""
    rng = np.random.default_rng(7)
    q, n, rho = 200, 20, 0.1
    delta = 0.4 + 0.5 * rng.standard_t(5, size=q)
    shared, own = rng.normal(size=(q, 1)), rng.normal(size=(q, n))
    x = delta[:, None] + np.sqrt(rho) * shared + np.sqrt(1 - rho) * own
    evidence = evidence_of(
        x.mean(axis=1), ((x - x.mean(axis=1, keepdims=True)) ** 2).sum(axis=1), n, rho, bound=5.0
    )
    centre, width, nu = sample(evidence, 0, 4, 200, 1000)
    for found, truth, narrow in ((centre, 0.4, 0.08), (width, 0.5, 0.1)):
        assert abs(found.mean() - truth) < 3 * found.std()
        assert found.std() < narrow
    assert np.quantile(nu, 0.02) < 5 < np.quantile(nu, 0.98)


@pytest.mark.parametrize(
    ("means", "squares"),
    [
        ([0.5, 0.9, 0.2, 0.7, 0.4], [9.0, 5.0, 20.0, 8.0, 12.0]),
        ([0.2, 0.9, -0.3, 0.7, 0.4], [0.05, 5.0, 4.0, 8.0, 12.0]),  # the first known tightly
    ],
)
def test_three_repeats_by_quadrature(means, squares):
    """Some delta_i are held where they are: the law must stay what it is."""
    evidence = evidence_of(means, squares, 3, 1 / 3)
    centre, width, nu = sample(evidence, 1, 4, 300, 6000)
    above = special.stdtr(nu, (centre - ROPE) / width)[0]
    below = special.stdtr(nu, (-ROPE - centre) / width)[0]
    expected = exact_means(evidence, reach=30.0)
    for part, exact in zip((above, 1 - above - below, below), expected, strict=True):
        error = part.std() / np.sqrt(effective_samples(part))
        assert abs(part.mean() - exact) < 5 * error + 3e-3


def perturbed(start, q):
    """Return states a little beside `start`, each unknown moved by about 1e-7."""
    rng = np.random.default_rng(0)
    return State(
        delta=start.delta + 1e-7 * rng.normal(size=start.delta.shape),
        centre=start.centre + 1e-7,
        width=start.width * (1 + 1e-7),
        nu=start.nu,
    )


def test_a_last_digit_does_not_grow():
    """Two states side by side, brought back to a distance of 1e-7 after each sweep."""
    rng = np.random.default_rng(4)
    q, chains, grown, most = 8, 4, np.zeros(4), 0.0
    evidence = evidence_of(rng.normal(size=q), [1e-6, *rng.chisquare(1, size=q - 1)], 2, 0.5)
    first = _start(evidence, chains)
    second = perturbed(first, q)
    least = np.zeros(chains)
    for _ in range(400):
        drawn = rng.uniform(1e-12, 1, size=(chains, 3 * q + 7))
        sweep(first, evidence, drawn)
        sweep(second, evidence, drawn)
        gap = np.abs(second.delta - first.delta).max(axis=(0, 2)) + 1e-15
        shrink = 1e-7 / gap
        for name in ("delta", "centre", "width", "nu"):
            one, two = getattr(first, name), getattr(second, name)
            factor = shrink[None, :, None] if name == "delta" else shrink
            setattr(second, name, one + (two - one) * factor)
        second.width = np.maximum(second.width, 1e-9)
        grown += np.log10(gap / 1e-7)
        least = np.minimum(least, grown)
        most = max(most, (grown - least).max())
    assert most < 7


def test_longer_runs_begin_like_shorter_ones():
    evidence = evidence_of([0.5, 0.9, 0.2], [9.0, 5.0, 20.0], 10, 0.1)
    short, long = (sample(evidence, 3, 2, 10, length) for length in (300, 700))
    np.testing.assert_allclose(long[..., :300], short, rtol=1e-12)


def test_pairs_do_not_depend_on_each_other():
    both = Evidence(
        means=np.array([[0.5, 0.9, 0.2], [0.1, -0.4, 1.0]]),
        squares=np.array([[9.0, 5.0, 20.0], [1.0, 2.0, 3.0]]),
        spread=np.array([0.3, 0.7]),
        bound=np.array([3.0, 4.0]),
        repeats=10,
        rho=0.1,
    )
    second = Evidence(
        both.means[1:], both.squares[1:], both.spread[1:], both.bound[1:], both.repeats, both.rho
    )
    whole, alone = (sample(x, 3, 2, 10, 200) for x in (both, second))
    np.testing.assert_allclose(whole[:, 1:], alone, rtol=1e-12)


def test_prior_of_nu_is_a_mixture_of_gammas():
    x = np.array([0.5, 1.0, 20.0, 150.0])
    shape, rate = np.meshgrid(np.linspace(0.5, 5, 401), np.linspace(0.05, 0.15, 401))
    mean = stats.gamma.pdf(x[:, None, None], shape, scale=1 / rate).mean(axis=(1, 2))
    np.testing.assert_allclose(prior_density(x), mean, rtol=2e-2)  # 20 midpoints a side
    grid = np.linspace(0, 400, 400_001)[1:]
    assert prior_density(grid).sum() * 1e-3 == pytest.approx(1, abs=2e-3)


def test_normal_between_bounds():
    drawn = np.linspace(0.001, 0.999, 50)
    for mean, sd in ((0.0, 1.0), (30.0, 1.0), (-30.0, 1.0), (0.2, 1e-3), (0.5, 100.0)):
        got = _normal_within(*(np.full(50, v) for v in (mean, sd, -1.0, 1.0)), drawn)
        law = stats.truncnorm((-1 - mean) / sd, (1 - mean) / sd, mean, sd)
        np.testing.assert_allclose(law.cdf(got), drawn, atol=1e-6)
    far = _normal_within(*(np.full(50, v) for v in (99.0, 1.0, -1.0, 1.0)), drawn)
    assert (far == 1.0).all()  # beyond what doubles tell apart: the nearer bound


@pytest.mark.parametrize("shape", [0.5, 4.5, 50.0])
def test_gamma_above_a_bound(shape):
    upper = np.linspace(0.001, 0.999, 40)
    for rate, widest in ((2.0, 1000.0), (2.0, 1.0), (60.0, 1.0)):
        got = _gamma_above(shape, np.full(40, rate), widest, upper)
        law = stats.gamma(shape, scale=1 / rate)
        np.testing.assert_allclose(law.sf(got) / law.sf(1 / widest**2), upper, rtol=1e-8)
        assert (got >= 1 / widest**2 * (1 - 1e-9)).all()
