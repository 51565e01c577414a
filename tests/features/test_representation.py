"""The face that all representations share, and the register of their names."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest

import pybench as pb
from pybench.features import representation as module
from pybench.features.libraries import LIBRARIES
from pybench.features.representation import representation

BUILT_IN = tuple(name for name in LIBRARIES if name != "tsfresh")
CHANNELS = ("left", "right")


@pytest.fixture
def registered(monkeypatch):
    """Forget what a test registers."""
    monkeypatch.setattr(module, "_registered", {})


def waves(channels=("value",), dataset="waves"):
    random = np.random.default_rng(0)
    shape = (12, len(channels), 120)
    return pb.series_set(
        random.normal(size=shape) + np.sin(np.arange(120)),
        dataset=dataset,
        label=list("aab") * 4,
        split=["train"] * 6 + ["test"] * 6,
        channels=channels,
    )


@pytest.mark.parametrize("channels", [("value",), CHANNELS], ids=len)
@pytest.mark.parametrize("name", BUILT_IN)
def test_the_face(name, channels):
    made, series = representation(name, channels=channels), waves(channels)
    assert made.name == name
    assert list(made.names) == sorted(set(made.names))
    values = made.compute(series)
    assert values.dtype == np.float64
    assert values.shape == (len(series) if made.unit == "series" else 1, len(made.names))
    assert np.isfinite(values).all()
    assert made.versions
    assert json.loads(json.dumps(dict(made.settings))) == made.settings
    again = pickle.loads(pickle.dumps(made))
    np.testing.assert_array_equal(again.compute(series), values)


@pytest.mark.parametrize("name", ["catch22", "summary"])
def test_channels_are_computed_one_by_one(name):
    series = waves(CHANNELS)
    made, alone = representation(name, channels=CHANNELS), representation(name)
    table = dict(zip(made.names, made.compute(series).T, strict=True))
    for place, channel in enumerate(CHANNELS):
        one = pb.series_set([x[place] for x in series], dataset="d")
        for column, values in zip(alone.names, alone.compute(one).T, strict=True):
            np.testing.assert_array_equal(table[f"{channel}__{column}"], values)


def test_every_setting_is_in_the_settings():
    """Two representations that differ in a value must not share an entry of the cache."""
    changed = {
        "catch22": [{"catch24": True}, {"mask_nans": True}],
        "summary": [{"statistics": "tukey"}],
        "minirocket": [{"biases": "noise"}, {"dilations": 3}, {"quantiles": 2}, {"seed": 1}],
        "landmarking": [
            {"on": "summary"},
            {"folds": 3},
            {"resamples": 9},
            {"most": 9},
            {"seed": 1},
        ],
    }
    for name, settings in changed.items():
        plain = representation(name).settings
        for setting in settings:
            found = representation(name, **setting).settings
            assert {k: v for k, v in found.items() if plain[k] != v} == setting


@pytest.mark.parametrize("name", ["catch22", "summary", "simple", "landmarking"])
def test_extracted_features_are_those_of_compute(name):
    sets = [waves(dataset="b"), waves(dataset="a")]
    made = representation(name)
    table = pb.extract_features(
        pb.series_set(
            [x for s in sets for x in s],
            dataset=[d for s in sets for d in s.dataset],
            split=[d for s in sets for d in s.split],
            label=[d for s in sets for d in s.label],
        ),
        name,
        n_jobs=1,
        cache=False,
    )
    assert table.names == made.names
    np.testing.assert_array_equal(table.values, np.concatenate([made.compute(s) for s in sets]))
    embedding = pb.dataset_embedding(table)
    assert embedding.index.tolist() == ["b", "a"]
    if made.unit == "dataset":
        np.testing.assert_array_equal(embedding, table.values)


def test_a_representation_of_one_s_own_has_a_name(registered):
    def spread(factor=1):
        return pb.own_representation(lambda s: [[factor * np.ptp(x)] for x in s], ["spread"])

    pb.register_representation("spread", spread)
    series = pb.series_set([[1.0, 4.0]], dataset="d")
    assert representation("spread").compute(series).tolist() == [[3]]
    assert representation("spread", factor=2).compute(series).tolist() == [[6]]
    with pytest.raises(pb.ArgumentError, match="'catch22' is built in"):
        pb.register_representation("catch22", spread)


def test_an_unknown_name_is_refused_with_all_that_are_known():
    with pytest.raises(pb.ArgumentError, match=r'"tsfresh", "catch22".*not "fresh"'):
        representation("fresh")


def test_settings_follow_the_name():
    series = waves()
    for text, settings in (
        ("minirocket(biases=noise, dilations=2)", {"biases": "noise", "dilations": 2}),
        ("catch22(catch24=true)", {"catch24": True}),
        ('summary( statistics = "tukey" )', {"statistics": "tukey"}),
    ):
        base = text.partition("(")[0]
        made = representation(base, **settings)
        table = pb.extract_features(series, text, n_jobs=1, cache=False, filter=False)
        np.testing.assert_array_equal(table.values, made.compute(series))
        told = ", ".join(f"{k}={str(v).lower()}" for k, v in settings.items())
        assert table.representation == f"{base}({told})"
        again = pb.extract_features(series, table.representation, 1, False, filter=False)
        np.testing.assert_array_equal(again.values, table.values)
        assert module.versions_of(text) == module.versions_of(base)
    both = pb.extract_features(waves(CHANNELS), "catch22(catch24=true)", 1, False)
    assert len(both.names) == 48


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("minirocket(bias=noise)", 'setting of minirocket` must be one of "biases"'),
        ("minirocket(channels=3)", "setting of minirocket` must be one of"),
        ("minirocket(biases=loud)", "`biases` must be one of"),
        ("minirocket(biases=noise", "must be a name with settings in brackets"),
        ("minirocket(biases)", "must be a name with settings in brackets"),
        ("minirocket(seed=1, seed=2)", "must be a name with settings in brackets"),
        ("rocket(seed=1)", "`representation` must be one of"),
    ],
)
def test_settings_that_are_refused(text, said):
    with pytest.raises(pb.ArgumentError, match=said):
        pb.extract_features(waves(), text, 1, False)
