"""What was published from a folder: ids on the server, written to disk one by one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pybench.base.errors import SuiteError, refusal
from pybench.read.files import file_bytes
from pybench.store import atomic
from pybench.store.inside import inside
from pybench.suite.jsonschema import parsed

PUBLISHED = "openml.json"  #: in a folder of runs, or of a suite


class Published:
    """Ids of what was published from a folder, written to disk before anything else is sent."""

    def __init__(self, path: Path, server: str) -> None:
        self.path, self.server = path, server
        told = parsed(file_bytes(str(path)), str(path)) if path.exists() else {}
        if not (isinstance(told, dict) and all(isinstance(one, dict) for one in told.values())):
            hint = "Restore it: without it, what is there already would be sent again."
            expected = f"what of the folder is published ({PUBLISHED})"
            raise refusal(expected, "another document", hint, file=str(path), kind=SuiteError)
        self.told: dict[str, Any] = told
        self.ids: dict[str, int] = told.setdefault(server, {})

    def once(self, key: str, send: Callable[[], int]) -> int:
        """Return the id of something; if none is kept, send it, and keep the id that it gets."""
        if self.ids.get(key) is None:
            self.add(key, send())
        return self.ids[key]

    def add(self, key: str, number: int) -> None:
        """Keep the id of something that the server has accepted."""
        self.ids[key] = number
        with inside(self.path.parent):
            atomic.write_text(self.path, json.dumps(self.told, indent=1, sort_keys=True) + "\n")
