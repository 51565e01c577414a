"""The README as PyPI shows it: links lead to the files of this release in the repository.

hatchling calls this when it builds wheel and sdist (pyproject.toml, `tool.hatch.metadata`). In the
repository the links stay relative, so that they also work in a checkout without a network.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

RELATIVE = re.compile(r"(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)\s]+)\)")


class LongDescription(MetadataHookInterface):
    """Sets the field `readme`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Take the README, and the address and version of the metadata."""
        address, version = metadata["urls"]["Repository"], metadata["version"]

        def absolute(match: re.Match[str]) -> str:
            mark, text, path = match.groups()
            return f"{mark}{text}({address}/{'raw' if mark else 'blob'}/v{version}/{path})"

        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": RELATIVE.sub(absolute, text),
        }
