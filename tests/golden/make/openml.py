"""Write ../openml/recorded.tar.xz: answers of the OpenML server, as openml-python keeps them.

    git clone https://github.com/openml/openml-python && \\
        python tests/golden/make/openml.py openml-python

The files stand unchanged in its tests, under the BSD 3-Clause licence beside the archive.
"""

from __future__ import annotations

import io
import lzma
import subprocess
import sys
import tarfile
from pathlib import Path

COMMIT = "c62bf514af6911ad91c0b7647bb70f9a4caa15ee"
HOME = "tests/files/org/openml/test"
FILES = (
    *(f"datasets/2/{name}" for name in ("dataset.arff", "description.xml", "features.xml")),
    "datasets/2/qualities.xml",
    "runs/1/description.xml",
    *(f"tasks/{task}/{name}" for task in (1, 3, 1882) for name in ("datasplits.arff", "task.xml")),
)
FOLDER = Path(__file__).resolve().parent.parent / "openml"


def content(repository: str, path: str) -> bytes:
    """Return a file as it was committed."""
    command = ["git", "-C", repository, "show", f"{COMMIT}:{path}"]
    return subprocess.run(command, capture_output=True, check=True).stdout


def main(repository: str) -> None:
    """Write the archive, without times and owners, and the licence."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in FILES:
            data = content(repository, f"{HOME}/{name}")
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    (FOLDER / "recorded.tar.xz").write_bytes(lzma.compress(packed.getvalue(), preset=9))
    (FOLDER / "LICENSE").write_bytes(content(repository, "LICENSE"))


if __name__ == "__main__":
    main(sys.argv[1])
