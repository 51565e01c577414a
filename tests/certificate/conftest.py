"""A certificate of a few questions: all of them take half a minute."""

import pytest

from pybench.bridge.call import call, close
from pybench.certificate import certify


@pytest.fixture
def only(monkeypatch):
    """Return a function: names of statistics -> `certify` asks no others."""
    every = certify.questions

    def restrict(*names):
        monkeypatch.setattr(
            certify, "questions", lambda *given: (q for q in every(*given) if q.name in names)
        )

    return restrict


@pytest.fixture
def alter_r():
    """Return a function: name, source -> another function stands in R's package; undone after."""

    def alter(name, source):
        code = f"f <- {source}; environment(f) <- asNamespace('pybench')"
        call("bridge_eval", {"source": f"{code}; assignInNamespace('{name}', f, 'pybench'); TRUE"})

    yield alter
    close()  # the next call starts another R, with the package as it is


def agreeing(asked):
    """Check that both languages answer some questions alike."""
    compared = 0
    for answers in certify._answered([*asked]):
        found = certify._compared(*answers)
        assert not isinstance(found, str) or "kohonen" in found, found
        assert [row for row in found if not isinstance(row, str) and row.apart] == []
        compared += 1
    assert compared
