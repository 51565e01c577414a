"""Public facts of the 56 tasks of MTEB's English benchmark: bench/mteb_tasks.csv.

    pip download mteb==2.26.24 --no-deps
    python -m bench.mteb_tasks mteb-2.26.24-py3-none-any.whl

makes the table from the task entries of the package `mteb` (Apache License 2.0, its contributors),
without importing it. Only facts are taken: no description, prompt or citation. Sizes and lengths
(characters) are those of the test split, and of its English part where a task has several
languages; of CQADupstackRetrieval they are sums and means over its twelve parts. Empty: not stated.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
import pandas as pd

import pybench as pb
from bench.representing import SHARED

TABLE = Path(__file__).with_name("mteb_tasks.csv")
VERSION = "2.26.24"
FACTS = ("type", "category", "domains", "task_subtypes", "eval_langs", "main_score", "license")
#: A task of parts, and the names of these.
WHOLE = {"CQADupstackRetrieval": re.compile(r"CQADupstack[A-Z][a-z]+Retrieval")}


def entries(wheel: zipfile.ZipFile) -> dict[str, dict[str, Any]]:
    """Return the facts of every task entry, by name of the task."""
    found = {}
    for path in wheel.namelist():
        if path.startswith("mteb/tasks/") and path.endswith(".py"):
            tree = ast.parse(wheel.read(path))
            shared = {
                node.targets[0].id: node.value
                for node in tree.body
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
            }
            for call in ast.walk(tree):
                if isinstance(call, ast.Call) and (facts := _facts(call, shared)):
                    found[facts["name"]] = facts
    return found


def _facts(call: ast.Call, shared: dict[str, ast.expr]) -> dict[str, Any]:
    """Return the facts of one entry; {} if the call is none."""
    given: dict[str | None, ast.expr] = {}
    for one in call.keywords:
        value = (
            shared.get(one.value.id, one.value) if isinstance(one.value, ast.Name) else one.value
        )
        if one.arg is None and isinstance(value, ast.Call):  # **dict(...)
            given |= {inner.arg: inner.value for inner in value.keywords}
        given[one.arg] = value
    if not {"name", "type", "main_score"} <= set(given):
        return {}
    try:
        return {what: ast.literal_eval(given[what]) for what in ("name", *FACTS) if what in given}
    except ValueError:  # a name that is put together when the package is loaded
        return {}


def sizes(wheel: zipfile.ZipFile) -> dict[str, dict[str, Any]]:
    """Return what the package counts of the test split of every task."""
    found = {}
    for path in map(PurePosixPath, wheel.namelist()):
        if path.match("mteb/descriptive_stats/*/*.json"):
            splits = json.loads(wheel.read(str(path)))
            found[path.stem] = splits
    return found


def _sized(splits: dict[str, Any]) -> dict[str, float]:
    """Return numbers of texts, lengths, and labels."""
    split = splits.get("test") or next(iter(splits.values()))
    parts = split.get("hf_subset_descriptive_stats") or {}
    split = next((parts[name] for name in ("en", "en-en") if name in parts), split)
    first, second = (
        next((split[name] for name in names if split.get(name)), {})
        for names in (
            ("text_statistics", "queries_text_statistics", "text1_statistics"),
            ("documents_text_statistics", "text2_statistics", "human_summaries_statistics"),
        )
    )
    labels = split.get("label_statistics") or split.get("labels_statistics") or {}
    relevant = split.get("relevant_docs_statistics") or {}
    train = splits.get("train", {})
    train = (train.get("hf_subset_descriptive_stats") or {}).get("en", train)
    return {
        "texts": split["num_samples"],
        "training_texts": train.get("num_samples", 0),
        "length": first.get("average_text_length", np.nan),
        "length_second": second.get("average_text_length", np.nan),
        "classes": labels.get("unique_labels", np.nan),
        "relevant": relevant.get("average_relevant_docs_per_query", np.nan),
    }


def table(wheel: zipfile.ZipFile, tasks: list[str]) -> pd.DataFrame:
    """Return the facts, a row per task."""
    entry, size = entries(wheel), sizes(wheel)
    return pd.DataFrame([_row(task, entry, size) for task in tasks])


def _row(task: str, entry: dict[str, Any], size: dict[str, Any]) -> dict[str, Any]:
    facts = dict(entry[task])
    if part := WHOLE.get(task):
        names = sorted(filter(part.fullmatch, size))
        facts = entry[names[0]] | facts
        each = pd.DataFrame([_sized(size[name]) for name in names])
        numbers = each.mean().to_dict() | {"texts": each.texts.sum()}
    else:
        numbers = _sized(size[task])
    languages = facts["eval_langs"]
    several = isinstance(languages, dict)
    return {
        "task": task,
        "type": facts["type"],
        "category": facts["category"],
        "domains": "; ".join(sorted(set(facts["domains"]))),
        "subtypes": "; ".join(sorted(facts["task_subtypes"])),
        "languages": len({x for y in languages.values() for x in y}) if several else len(languages),
        "metric": facts["main_score"],
        "data_license": facts["license"],
        **numbers,
    }


def read() -> pd.DataFrame:
    """Return the committed table, a row per task."""
    return pd.read_csv(TABLE, index_col="task", keep_default_na=True)


def metadata() -> pd.DataFrame:
    """Return the facts as vectors: categories one-hot; logarithms of numbers, rescaled."""
    facts = read()
    numbers = ["languages", "texts", "training_texts", "length", "length_second"]
    frame = np.log1p(facts[numbers].fillna(0.0)).join(facts[["type", "category"]])
    return pb.metadata_embedding(frame)


FORMATS = {
    "Retrieval": "query and documents",
    "Reranking": "query and documents",
    "STS": "pair of texts",
    "PairClassification": "pair of texts",
    "Summarization": "text and summaries",
}


def sentences() -> dict[str, str]:
    """Return the description of each task by the template of `pb.describe_dataset`."""
    return {
        str(task): pb.describe_dataset(
            task=row.type,
            input_format=FORMATS.get(row.type, "single text"),
            objective=_text(row.subtypes),
            granularity=_granularity(row.length, row.length_second),
            languages="English" if row.languages == 1 else f"English of {row.languages} languages",
            domain=_text(row.domains),
            labels=_labels(row),
        )
        for task, row in read().iterrows()
    }


def _text(given: Any) -> list[str]:
    return [] if pd.isna(given) else given.lower().split("; ")


def _granularity(first: float, second: float) -> list[str]:
    """Name the lengths: to 100 characters a sentence, to 1,000 a paragraph, else a document."""
    names = ("sentence", "paragraph", "document")
    return [names[int(np.digitize(x, (100, 1000)))] for x in (first, second) if np.isfinite(x)]


def _labels(row: Any) -> str:
    if row.classes >= 1:
        return f"{row.classes:.0f} classes"
    return "relevant documents" if row.relevant > 0 else "graded similarity"


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("wheel", type=Path)
    wheel = parser.parse_args().wheel
    if not wheel.name.startswith(f"mteb-{VERSION}-"):
        raise SystemExit(f"expected the wheel of mteb {VERSION}, found {wheel.name}")
    results = pd.read_csv(SHARED / "data" / "results" / "mteb_2023_en.csv", index_col=0)
    with zipfile.ZipFile(wheel) as opened:
        table(opened, list(results.index)).to_csv(TABLE, index=False, float_format="%.6g")


if __name__ == "__main__":
    main()
