"""What was run, in OpenML's terms: a flow (an algorithm) and a setup (values of its parameters)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pybench.suite.sharing.openml.xml import Writer, parse

#: Values of parameters by name, as JSON: what OpenML calls a setup.
Settings = tuple[tuple[str, str], ...]
_LONGEST = 1024  # characters of a name that OpenML's server accepts
_ABOUT = ("folder", "sha256", "versions", "pipeline", "preparation")


@dataclass(frozen=True, slots=True)
class Flow:
    """An algorithm, which the server identifies by its name and external version together."""

    name: str
    external_version: str
    description: str
    dependencies: str
    parameters: tuple[str, ...]
    id: int | None = None

    def to_xml(self) -> bytes:
        """Return the document as the server sends it."""
        out = Writer("flow")
        for name in ("id", "name", "external_version", "description"):
            out.text(name, getattr(self, name))
        out.text("language", "English")
        out.text("dependencies", self.dependencies)
        for name in self.parameters:
            out.begin("parameter")
            out.text("name", name)
            out.empty("default_value")  # not needed: the setup has all values
            out.end()
        return out.bytes()

    @classmethod
    def read(cls, data: bytes, file: str | None = None) -> Flow:
        """Read a document.

        Raises
        ------
        SuiteError
            If it is another document.
        """
        node = parse(data, "flow", file)
        number = node.maybe("id")
        return cls(
            name=node.one("name").text().strip(),
            external_version=node.maybe_text("external_version") or "",
            description=node.maybe_text("description") or "",
            dependencies=node.maybe_text("dependencies") or "",
            parameters=tuple(one.one("name").text().strip() for one in node.all("parameter")),
            id=None if number is None else number.integer(),
        )


def flow_of(estimator: Mapping[str, Any], ground: Mapping[str, str]) -> tuple[Flow, Settings]:
    """Return the flow and the setup of an estimator as a ``run.json`` describes it.

    Parameters
    ----------
    estimator : mapping
        The estimator's entry in the file.
    ground : mapping of str to str
        Versions of the packages that every run depends on.

    Returns
    -------
    flow : Flow
        Named after the classes, nested ones in brackets. For code outside packages, the external
        version has the first digits of its SHA-256.
    settings : tuple of (str, str)
        Every parameter and its value as JSON, nested ones with scikit-learn's names
        (``step__parameter``); ``preparation`` first.
    """
    whole = estimator.get("pipeline", {}).get("tabular")
    preparation = estimator.get("preparation", "none")
    if whole is None:  # an R function: its code and values
        rest = {key: value for key, value in estimator.items() if key not in _ABOUT}
        name, settings = "R.function", tuple((key, _json(rest[key])) for key in sorted(rest))
    else:
        inner = whole if preparation == "none" else _prepared(whole)
        name, settings = _structure(inner), tuple(_leaves(inner, ""))
    versions = {**ground, **estimator.get("versions", {})}
    told = {package: f"{package}=={versions[package]}" for package in sorted(versions)}
    own = [
        told[package] for package in told if package in (*estimator.get("versions", ()), "pybench")
    ]
    mark = estimator.get("sha256", "")[:12] if whole is None or _has_code(whole) else ""
    name = f"pybench.{name}"
    if len(name) > _LONGEST:
        mark, name = estimator["sha256"][:12], name[: _LONGEST - 3] + "..."
    flow = Flow(
        name=name,
        external_version=",".join([*own, *([f"code=={mark}"] if mark else [])]),
        description="Run by pybench, which has prepared the data as `preparation` says: learnt on "
        "the training rows alone.",
        dependencies="\n".join(told.values()),
        parameters=("preparation", *(key for key, _ in settings)),
    )
    return flow, (("preparation", _json(preparation)), *settings)


def setup_string(estimator: str, settings: Settings) -> str:
    """Return a setup as one readable line."""
    return f"{estimator}: " + ", ".join("=".join(pair) for pair in settings)


def setup_xml(number: int, flow: Flow, settings: Settings) -> bytes:
    """Return the document of a setup as the server sends it."""
    out = Writer("setup_parameters")
    out.text("setup_id", number)
    out.text("flow_id", flow.id)
    for place, (name, value) in enumerate(settings, 1):
        out.begin("parameter")
        out.text("id", place)
        out.text("flow_id", flow.id)
        out.text("flow_name", flow.name)
        out.text("full_name", f"{flow.name}_{name}")
        out.text("parameter_name", name)
        out.empty("data_type")
        out.empty("default_value")
        out.text("value", value)
        out.end()
    return out.bytes()


def _structure(one: Any) -> str:
    """Return the class of a description and the classes of its parts."""
    parts = [f"{name}={_structure(part)}" for name, part in _parts(one)]
    return str(one["class"]) + (f"({','.join(parts)})" if parts else "")


def _leaves(one: Any, prefix: str) -> Iterator[tuple[str, str]]:
    parts = dict(_parts(one))
    for key, value in one.get("parameters", one.get("state", {})).items():
        if _is_steps(value):
            yield from (
                (prefix + step[0], _json(step[1])) for step in value if step[0] not in parts
            )
        elif key not in parts:
            yield prefix + key, _json(value)
    for name, part in parts.items():
        yield from _leaves(part, f"{prefix}{name}__")


def _parts(one: Any) -> Iterator[tuple[str, Any]]:
    """Yield the described parts of an object, by name."""
    for key, value in one.get("parameters", one.get("state", {})).items():
        if _is_class(value):
            yield key, value
        elif _is_steps(value):
            yield from ((step[0], step[1]) for step in value if _is_class(step[1]))


def _prepared(whole: Any) -> Any:
    """Return the estimator after its preparation: the last step of a pipeline, or of `Behind`."""
    steps = whole.get("parameters", {}).get("steps")
    return steps[-1][1] if steps else whole["state"]["estimator"]


def _is_class(value: Any) -> bool:
    return isinstance(value, dict) and "class" in value


def _is_steps(value: Any) -> bool:
    """Return whether a value is a list of (name, object, ...) with at least one class."""
    pairs = isinstance(value, list) and all(
        isinstance(step, list) and len(step) >= 2 and isinstance(step[0], str) for step in value
    )
    return pairs and any(_is_class(step[1]) for step in value)


def _has_code(value: Any) -> bool:
    if isinstance(value, list):
        return any(map(_has_code, value))
    if isinstance(value, dict):
        return "code" in value or any(map(_has_code, value.values()))
    return False


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
