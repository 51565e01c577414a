"""Archives whose members Zstandard packs: read as others, and damage found."""

from __future__ import annotations

import json
import zipfile

import numpy as np
import pytest

from pybench.base.errors import InputError
from pybench.read.results import read_results
from pybench.read.zipped import DAMAGED, member
from tests.read.format_files import MAKERS, SCORES, zstandard


def test_logs_packed_by_zstandard_have_the_same_scores(tmp_path):
    source, arguments = MAKERS["inspect"](tmp_path)
    for path in source.glob("*.eval"):
        zstandard(path)
        assert zipfile.ZipFile(path).infolist()[0].compress_type == 93
    assert np.array_equal(read_results(source, **arguments).scores, SCORES)


def test_each_damaged_byte_is_refused_or_of_no_effect(tmp_path):
    """No byte of an archive can be changed such that other scores are read."""
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", json.dumps({"score": 0.25}))
    whole = zstandard(path).read_bytes()
    refused = 0
    for at in range(len(whole)):
        for bit in (1, 16, 128):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :])
            try:
                with zipfile.ZipFile(path) as archive:
                    found = member(archive, "header.json")
            except (KeyError, *DAMAGED):
                refused += 1
            else:
                assert found == b'{"score": 0.25}', at
    assert refused > len(whole)


def test_a_damaged_log_is_refused(tmp_path):
    source, arguments = MAKERS["inspect"](tmp_path)
    path = zstandard(next(source.glob("*.eval")))
    data = bytearray(path.read_bytes())
    data[data.index(b"header.json") + 30] ^= 1
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"a zip archive with `header\.json`"):
        read_results(path, **arguments)
