"""The built-in representations, and the libraries on which their numbers depend."""

from __future__ import annotations

#: Name of a representation, and of its module -> libraries.
LIBRARIES = {
    "tsfresh": ("tsfresh", "numpy", "scipy", "pandas", "statsmodels", "pywavelets", "numba"),
    "catch22": ("pycatch22",),
    "summary": ("numpy",),
    "minirocket": ("numba", "numpy", "scipy"),
    "simple": ("numpy",),
    "landmarking": ("scikit-learn", "numpy"),
}


def users() -> dict[str, list[str]]:
    """Return library -> the representations that need it."""
    found: dict[str, list[str]] = {}
    for name, libraries in LIBRARIES.items():
        for library in libraries:
            found.setdefault(library, []).append(name)
    return found
