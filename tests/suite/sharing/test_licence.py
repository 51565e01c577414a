"""Licences that let anybody pass data on, for any purpose, and those that do not."""

from __future__ import annotations

import re

from pybench.suite.sharing.licence import allows_sharing

FREE = """Public, public domain, CC0, CC0 1.0 Universal, CC-BY, CC BY 4.0, cc_by_4.0, CC BY-SA 3.0,
Creative Commons Attribution 4.0 International, CC BY 3.0 de, MIT, BSD-3-Clause, GPL-3, ODbL,
Apache License 2.0, Apache-2.0, PDDL 1.0, BSD, BSD License, GPLv3, LGPL-2.1, AGPL-3.0-or-later,
GPL (>= 2), ODC-BY 1.0, CDLA-Permissive-2.0, MIT License,
CC0 1.0 Universal Public Domain Dedication"""
BOUND = """CC BY-NC 4.0, CC BY-ND, CC BY-NC-SA, CC BY 4.0 nc, unknown, research only, not public,
proprietary, see the web page, CC BY-ND 4.0 de, Publicly available, CC0 for members only,
BSD with exceptions, Apache 2.0 and no commercial use, GPL with a private clause,
ODbL unless sold, PDDL in part"""


def test_licences():
    assert [one for one in re.split(r",\s", FREE) if not allows_sharing(one)] == []
    assert [one for one in re.split(r",\s", BOUND) if allows_sharing(one)] == []
    assert not allows_sharing(None)
    assert not allows_sharing("")
