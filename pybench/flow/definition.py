"""The file of a study, read and checked: its data, what to run, which parts to make."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from pybench.base import check, noun
from pybench.base import path as paths
from pybench.base.errors import ArgumentError, InputError
from pybench.base.text import shown_names
from pybench.flow.document import Node, read_document
from pybench.flow.field import Section
from pybench.flow.field_reader import HERE, Reader
from pybench.flow.fields import DATA, METRIC, NEEDS, PARTS, RUN, TABLE, TOP
from pybench.suite.running.definitions import definitions_in, placed
from pybench.suite.running.scoring import function_of, several
from pybench.suite.running.trust import refuse_untrusted

SOURCES = ("suite", "datasets", "results", "items")
OF_DATASETS = ("target", "nominal", "kind", "type", "procedure", "folds", "repeats", "created")
OF_RESULTS = ("higher_is_better", "metric", "format", "missing", "series", "features")
OF_ITEMS = ("higher_is_better", "metric", "format", "item", "cluster")


@dataclass(frozen=True)
class Definition:
    """The definition of a study."""

    file: Path
    name: str
    seed: int
    engine: str
    jobs: int
    source: str  #: "suite", "datasets", "results" or "items"
    data: Mapping[str, Any]
    estimators: Mapping[str, Any]
    run: Mapping[str, Any]
    published: Mapping[str, Mapping[str, Any]]
    parts: Mapping[str, Mapping[str, Any]]  #: settings of those to make
    asked: bool  #: whether the file names its parts; if not, impossible parts are left out
    lines: Mapping[str, int]  #: field -> line
    #: what is known to be left out before the study is made -> why
    left_out: Mapping[str, str] = field(default_factory=dict)
    noun: str | None = None  #: word for what is compared
    metrics: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def refuse(self, expected: str, found: str, hint: str, key: str) -> NoReturn:
        """Refuse what only the data reveal, at the line that requested it."""
        from pybench.flow.document import refused

        line = self.lines.get(key)
        while line is None and "." in key:
            key = key.rpartition(".")[0]
            line = self.lines.get(key)
        raise refused(expected, found, hint, str(self.file), line, key)


def read_definition(path: str | os.PathLike[str], *, trust: bool = False) -> Definition:
    """Read the file of a study.

    Parameters
    ----------
    path : path
        YAML. Paths in it start at its own folder.
    trust : bool
        Whether the user trusts the code that it names, as in `read_estimators`.

    Returns
    -------
    Definition

    Raises
    ------
    StudyError
        Whatever is wrong, with line, field, what was expected and what was found.
    NotTrusted
        It names code outside the known packages that is not trusted.
    """
    file = paths.to_read("file", path)
    root = read_document(file)
    reader = Reader(file)
    top = reader.section(root, TOP, "")
    data = reader.section(top["data"], DATA, "data")
    source = _source(reader, data, top["data"])
    run = reader.section(top["run"], RUN, "run") if top["run"] else _usual(RUN)
    metrics = _tables(reader, top["metrics"], METRIC, "metrics")
    if twice := [name for name in run["measures"] or () if name in metrics]:
        hint = "Rename the table, or remove the measure."
        line = reader.lines["run.measures"]
        found = f"{shown_names(twice)} in both"
        expected = "different names in `metrics` and `measures`"
        raise reader.error(expected, found, hint, line, "run.measures")
    absent = set() if source == "items" else {"items"}
    absent |= set() if metrics or run["measures"] else {"metrics"}
    absent |= set() if any(one["cost"] for one in metrics.values()) else {"pareto"}
    parts, asked = _parts(reader, top["parts"], absent)
    if "parts.features.each" in reader.lines and (data["series"] or data["features"]):
        key, other = "parts.features.each", "series" if data["series"] else "features"
        hint = "Remove it: all given series are used."
        found = f"`each` beside data.{other}"
        raise reader.error("series of a suite or of datasets", found, hint, reader.lines[key], key)
    estimators = _estimators(reader, top["estimators"], source, root, "estimators")
    others = parts.get("optimality", {}).get("estimators") or {}
    measures = [run["measure"], *(run["measures"] or ())]
    own = [("measure", path) for path in map(function_of, measures) if path]
    refuse_untrusted([*estimators.items(), *others.items(), *own], file, check.flag("trust", trust))
    return Definition(
        file,
        top["name"],
        top["seed"],
        top["engine"],
        top["jobs"],
        source,
        data,
        estimators,
        run,
        _tables(reader, top["published"], TABLE, "published"),
        parts,
        asked,
        reader.lines,
        noun=_noun(reader, top["noun"]),
        metrics=metrics,
    )


def _noun(reader: Reader, given: str | None) -> str | None:
    try:
        noun.checked(given)
    except ArgumentError as error:
        told = (error.expected or "", error.found or "", error.hint or "")
        raise reader.error(*told, reader.lines["noun"], "noun") from error
    return given


def _source(reader: Reader, data: Mapping[str, Any], node: Node) -> str:
    """Return the given source; refuse none, several, and fields of the other sources."""
    given = [name for name in SOURCES if data[name] is not None]
    if len(given) != 1:
        found = shown_names(given) if given else "none"
        hint = "Give exactly one source of data."
        raise reader.error(f"one of {', '.join(SOURCES)}", found, hint, node.line, "data")
    source = given[0]
    own = {"datasets": OF_DATASETS, "results": OF_RESULTS, "items": OF_ITEMS}.get(source, ())
    for name in OF_DATASETS + OF_RESULTS + OF_ITEMS:
        if name not in own and f"data.{name}" in reader.lines:
            hint = f"Remove it: it does not apply to {source}."
            line = reader.lines[f"data.{name}"]
            raise reader.error(f"fields of {source}", f"`{name}`", hint, line, f"data.{name}")
    if source in ("results", "items"):
        stated = source == "results" and data["format"] != "auto"
        _check_direction(reader, data, stated, "data", reader.lines[f"data.{source}"])
    return source


def _check_direction(
    reader: Reader, table: Mapping[str, Any], stated: bool, key: str, line: int
) -> None:
    """Refuse a table without a direction, unless its format may state one."""
    if table["higher_is_better"] is None and not stated:
        hint = "Write `higher_is_better: true` or `false`: the direction is never guessed."
        raise reader.error("the field `higher_is_better`", "none", hint, line, key)


def _estimators(reader: Reader, given: Any, source: str, root: Node, key: str) -> Mapping[str, Any]:
    if source in ("results", "items"):
        if given is not None:
            hint = "Remove it, or give a suite or datasets to run them on."
            line = reader.lines[key]
            raise reader.error(f"no estimators beside {source}", "some", hint, line, key)
        return {}
    if given is None:
        hint = "For example estimators: {forest: sklearn.ensemble.RandomForestClassifier}"
        raise reader.error("the field `estimators`", "none", hint, root.line, key)
    return definitions(reader, given, key)


def definitions(reader: Reader, given: Any, key: str) -> Mapping[str, Any]:
    """Return definitions of estimators, from a file or from the study itself."""
    if isinstance(given, Path):
        return definitions_in(given)
    found = {}
    for name, one in given.items():
        try:
            found[name] = placed(one, reader.file)
        except InputError as error:
            where = f"{key}.{name}"
            raise reader.error(
                error.expected or "a definition", error.found or error.message,
                error.hint or "Correct it.", reader.lines[where], where,
            ) from error  # fmt: skip
    return found


def _tables(reader: Reader, given: Any, form: Section, name: str) -> dict[str, dict[str, Any]]:
    if not given:
        return {}
    tables = reader.mapping(given, name)
    found = {}
    for title, node in tables.items():
        key = f"{name}.{title}"
        found[title] = reader.section(node, form, key)
        stated = found[title]["format"] != "auto"
        _check_direction(reader, found[title], stated, key, node.line)
    return found


def _parts(reader: Reader, given: Any, absent: set[str]) -> tuple[dict[str, dict[str, Any]], bool]:
    """Return the settings of the parts to make; by default, all whose data are not ``absent``."""
    if given is None:
        return {name: _usual(form) for name, form in PARTS.items() if name not in absent}, False
    named = reader.mapping(given, "parts")
    for name in named:
        if name not in PARTS:
            reader._unknown(name, PARTS, f"parts.{name}", given.keys[name])
        reader.lines[f"parts.{name}"] = given.keys[name]
    wanted = {name: node for name, node in named.items() if node.value is not False}
    found = {}
    for name, form in PARTS.items():
        if name not in wanted:
            continue
        node, key = wanted[name], f"parts.{name}"
        plain = node.value is True or node.value is None
        found[name] = _usual(form) if plain else reader.section(node, form, key)
        for need in NEEDS.get(name, ()):
            if need not in wanted:
                hint = f"Add `{need}: true` to the parts."
                line = given.keys[name]
                raise reader.error(
                    f"the part `{need}`, which {name} requires", "none", hint, line, key
                )
    if "optimality" in found and found["optimality"]["estimators"] is not None:
        given_here = found["optimality"]["estimators"]
        found["optimality"]["estimators"] = definitions(
            reader, given_here, "parts.optimality.estimators"
        )
    return found, True


def _usual(form: Any) -> dict[str, Any]:
    return {name: field.default for name, field in form.items()}


def refuse_unknown(definition: Definition) -> None:
    """Refuse unknown names, at their line, before anything is run."""
    from pybench.features import representation
    from pybench.optimal.catalogue import setting
    from pybench.selection.strategies import plan
    from pybench.suite.running.limits import size_of

    try:
        size_of(definition.run["memory"])
    except ArgumentError as error:
        definition.refuse(error.expected or "a size", error.found or "another", "For example 4G.",
                          "run.memory")  # fmt: skip
    checks: Mapping[str, Callable[[str], object]] = {
        "features.representation": representation.refuse_unknown,
        "selection.strategy": lambda name: plan(name, "cosine"),
        "protocol.strategies": lambda name: plan(name, "cosine"),
        "optimality.settings": setting,
    }
    for key, make in checks.items():
        part, _, field = key.partition(".")
        given = definition.parts.get(part, {}).get(field, [])
        for name in [given] if isinstance(given, str) else given:
            try:
                make(name)
            except ArgumentError as error:
                definition.refuse(
                    error.expected or f"a known name of `{field}`", error.found or name,
                    error.hint or "Correct the name.", f"parts.{key}",
                )  # fmt: skip


def refuse_overwriting(definition: Definition, out: Path, written: tuple[str, ...]) -> None:
    """Refuse a folder in which the study's files would become, or replace, its input."""
    out, data = out.resolve(), definition.data
    given = {f"data.{name}": data[name] for name in (*SOURCES, "series", "features")}
    tables = {"published": definition.published, "metrics": definition.metrics}
    given |= {f"{k}.{title}": one["file"] for k, v in tables.items() for title, one in v.items()}
    given["file"] = definition.file
    for key, path in given.items():
        if not isinstance(path, Path) or str(path).startswith(HERE):
            continue
        path = path.resolve()
        inside = path.is_dir() and key != "data.suite" and out.is_relative_to(path)
        if inside or (path.is_relative_to(out) and path.relative_to(out).parts[:1] in
                      [(name,) for name in written]):  # fmt: skip
            definition.refuse(
                "a folder of the study outside its input", f"{out}, which would change {path}",
                "Choose another folder for the study.", key,
            )  # fmt: skip


def refuse_measures(definition: Definition, type_of_task: str) -> None:
    """Refuse measures that tasks of a type do not have, at their line, before anything is run."""
    for key in ("measure", "measures"):
        try:
            if asked := definition.run[key]:
                several(asked, type_of_task)
        except ArgumentError as error:
            definition.refuse(
                error.expected or "a measure", error.found or error.message,
                error.hint or "Correct the name.", f"run.{key}",
            )  # fmt: skip


def made_estimators(definition: Definition, type_of_task: str = "classification") -> dict[str, Any]:
    """Return the unfitted estimators, refused at their line where they cannot be made."""
    from pybench.suite.running.definitions import made, refuse_unfit

    for name, one in definition.estimators.items():
        try:
            bare = (
                {k: v for k, v in one.items() if k != "preparation"}
                if isinstance(one, dict)
                else one
            )
            refuse_unfit(made(bare, name), name, type_of_task)
        except ArgumentError as error:
            definition.refuse(
                error.expected or "an estimator", error.found or error.message,
                error.hint or "Correct its definition.", f"estimators.{name}",
            )  # fmt: skip
    return dict(definition.estimators)
