"""What a field of a study's file is."""

import dataclasses

import pytest

from pybench.flow.field import SOME, Field


def test_a_field_is_open_unless_limits_are_given_and_does_not_change():
    one = Field("number", 0.5, "A share.")
    assert (one.choices, one.low, one.high, one.outside) == ((), None, None, ())
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.low = 0.0


def test_a_required_field_has_a_default_that_no_file_can_hold():
    assert Field("text", SOME, "Heading.").default is ...
