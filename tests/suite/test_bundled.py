import importlib
import socket
from pathlib import Path

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, ExtraMissing
from pybench.suite import bundled

# Cases, features, classes: from the packages' own descriptions.
SHAPES = {
    "iris": (150, 4, 3),
    "wine": (178, 13, 3),
    "breast_cancer": (569, 30, 2),
    "digits": (1797, 64, 10),
    "ACSF1": (200, 1460, 10),
    "ArrowHead": (211, 251, 3),
    "BasicMotions": (80, 600, 4),
    "Covid3Month_disc": (201, 84, 3),
    "GunPoint": (200, 150, 2),
    "ItalyPowerDemand": (1096, 24, 2),
    "OSULeaf": (442, 427, 6),
    "anes96": (944, 9, 2),
    "fair": (6366, 8, 2),
    "modechoice": (210, 17, 4),
    "spector": (32, 3, 2),
}


@pytest.fixture(scope="module")
def no_network():
    with pytest.MonkeyPatch.context() as patch:

        def refuse(*_):
            raise AssertionError("a bundled dataset must not need the network")

        patch.setattr(socket.socket, "connect", refuse)
        yield


def load(name):
    if name not in bundled.available():
        pytest.skip(f"the package that ships {name} is not installed")
    return bundled.load(name)


def test_there_are_at_least_ten():
    assert bundled.names() == tuple(SHAPES)
    assert len(SHAPES) >= 10


@pytest.mark.parametrize("name", SHAPES)
def test_shape_and_classes(name, no_network):
    dataset = load(name)
    assert (*dataset.features.shape, len(dataset.classes)) == SHAPES[name]
    assert dataset.n_cases == len(dataset.features) == len(dataset.labels)
    assert dataset.features.dtype == np.float64
    assert np.isfinite(dataset.features).all()
    assert dataset.name == name


@pytest.mark.parametrize("name", SHAPES)
def test_every_class_fills_five_folds(name, no_network):
    dataset = load(name)
    assert np.unique(dataset.labels).tolist() == list(range(len(dataset.classes)))
    assert np.bincount(dataset.labels).min() >= 5


def test_iris_is_iris():
    dataset = load("iris")
    assert dataset.features[0].tolist() == [5.1, 3.5, 1.4, 0.2]  # Fisher (1936), table 1
    assert np.bincount(dataset.labels).tolist() == [50, 50, 50]


def test_train_and_test_parts_of_series_are_joined_in_order():
    aeon = pytest.importorskip("aeon.datasets")
    values, labels = aeon.load_classification("ItalyPowerDemand", split="train")
    dataset = load("ItalyPowerDemand")
    assert (dataset.features[:67] == values[:, 0, :]).all()
    assert [dataset.classes[i] for i in dataset.labels[:67]] == labels.tolist()


def test_channels_follow_each_other():
    aeon = pytest.importorskip("aeon.datasets")
    values, _ = aeon.load_classification("BasicMotions", split="train")
    assert (load("BasicMotions").features[0] == np.concatenate(list(values[0]))).all()


def test_a_traveller_is_one_case():
    dataset = load("modechoice")
    # First traveller of the file: took the car (mode 4); income 35; 4 numbers for each mode.
    assert dataset.classes[dataset.labels[0]] == "4.0"
    assert sorted(dataset.features[0, -1:]) == [35.0]
    assert {69.0, 59.0, 100.0, 70.0, 180.0, 30.0} <= set(dataset.features[0])


def test_a_constant_of_the_class_is_not_a_feature():
    # A column that equals the label would make the task trivial.
    for name in bundled.available():
        dataset = bundled.load(name)
        codes = dataset.labels[:, None]
        assert not (dataset.features == codes).all(axis=0).any(), name


def test_an_unknown_name_is_refused():
    with pytest.raises(ArgumentError, match='`name` must be one of "iris"'):
        bundled.load("irises")


def test_an_absent_package_is_named(monkeypatch):
    def absent(module, extra, purpose):
        raise ExtraMissing(f"{purpose} needs the Python package `{module}`")

    monkeypatch.setattr(bundled, "require", absent)
    with pytest.raises(ExtraMissing, match="dataset GunPoint needs the Python package `aeon`"):
        bundled.load("GunPoint")


def test_what_is_left_out_has_a_reason():
    assert all(reason for reason in bundled.EXCLUDED.values())
    assert not {key.partition(" ")[0] for key in bundled.EXCLUDED} & set(bundled.names())


def test_few_series_are_those_of_aeons_own_loader():
    import aeon
    from aeon.datasets import load_from_ts_file

    few = bundled.few_series(3)
    assert few.datasets == bundled.SERIES
    folder = Path(aeon.__file__).parent / "datasets" / "data"
    for part in few.by_dataset():
        name = part.datasets[0]
        (file,) = folder.rglob(f"{name}_TRAIN.ts")  # its folder depends on aeon's version
        values, labels = load_from_ts_file(str(file))
        np.testing.assert_array_equal(part.to_numpy(), values[:3])
        assert part.label.tolist() == labels[:3].tolist()
        assert set(part.split) == {"train"}


def test_every_dataset_has_a_credit():
    assert set(bundled.CREDITS) == set(bundled.names())


@pytest.mark.parametrize("name", ["anes96", "fair", "modechoice", "spector"])
def test_licences_of_statsmodels_are_what_it_says(name):
    pytest.importorskip("statsmodels")
    said = importlib.import_module(f"statsmodels.datasets.{name}").COPYRIGHT
    assert bundled.CREDITS[name].licence == " ".join(said.split())


def test_a_manifest_says_credits_and_a_reader_may_say_otherwise():
    suite = pb.Suite.create("two", ["iris", "wine"], about={"wine": {"licence": "mine"}})
    iris, wine = (task.dataset for task in suite.tasks)
    assert (iris.citation, iris.licence) == bundled.CREDITS["iris"]
    assert (wine.citation, wine.licence) == (bundled.CREDITS["wine"].citation, "mine")
