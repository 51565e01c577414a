"""ARFF of a table: types as declared, sparse rows, quotes and escapes."""

from __future__ import annotations

import numpy as np

from pybench.read.tabular import read_table

ARFF = b"""% a comment
@relation 'toy data'
@attribute 'a b' REAL
@attribute colour { red, 'light blue', "?" }
@attribute note string
@attribute when date 'yyyy-MM-dd'
@attribute class {x,y}
@data
1.5,red,'it\\'s, so','2020-01-01',x
?,'light blue',?,?,y

% another
-2e3,'?',plain,'2020-01-02',x
"""


def test_arff_has_the_types_of_its_header():
    found = read_table(ARFF, format="arff")
    assert [(v.name, v.type) for v in found.variables] == [
        ("a b", "numeric"), ("colour", "nominal"), ("note", "text"), ("when", "text"),
        ("class", "nominal"),
    ]  # fmt: skip
    assert found.variable("colour").levels == ("red", "light blue", "?")
    np.testing.assert_array_equal(found.variable("a b").values, [1.5, np.nan, -2000.0])
    assert found.variable("colour").values == ["red", "light blue", "?"]
    assert found.variable("note").values == ["it's, so", None, "plain"]
    assert not found.sparse


def test_sparse_arff_means_zero_and_the_first_level():
    head = b"@relation t\n@attribute n numeric\n@attribute c {p,q}\n@data\n"
    found = read_table(head + b"{0 3, 1 q}\n{}\n{1 p}\n", format="arff")
    assert found.sparse
    assert found.variable("n").values.tolist() == [3.0, 0.0, 0.0]
    assert found.variable("c").values == ["q", "p", "p"]
