from __future__ import annotations

import dataclasses

import pytest

from pybench.plot.diagram import Arc, Diagram, Dot, Mark, Stroke, Text


@pytest.mark.parametrize("kind", [Arc, Diagram, Dot, Mark, Stroke, Text])
def test_marks_cannot_change_once_placed(kind):
    assert dataclasses.is_dataclass(kind)
    values = {field.name: 0 for field in dataclasses.fields(kind)}
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(kind(**values), next(iter(values)), 1)
