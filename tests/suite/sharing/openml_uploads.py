"""What a loopback server makes of uploaded datasets and tasks, as OpenML's server does.

The procedures are those of classification that OpenML answers to ``estimationprocedure/list``, as
recorded in openml/openml-python (tests/files/mock_responses), "10% Holdout set" as it is there.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from xml.sax.saxutils import escape, unescape

import arff
import numpy as np
from sklearn.model_selection import StratifiedKFold, StratifiedShuffleSplit

OML = 'xmlns:oml="http://openml.org/openml"'
#: id: name, type, repeats, folds, percentage
PROCEDURES = {
    1: ("10-fold Crossvalidation", "crossvalidation", 1, 10, None),
    2: ("5 times 2-fold Crossvalidation", "crossvalidation", 5, 2, None),
    3: ("10 times 10-fold Crossvalidation", "crossvalidation", 10, 10, None),
    5: ("10% Holdout set", "holdout", 1, None, 33),
    6: ("33% Holdout set", "holdout", 1, None, 33),
    23: ("100 times 10-fold Crossvalidation", "crossvalidation", 100, 10, None),
    25: ("4-fold Crossvalidation", "crossvalidation", 1, 4, None),
}


def element(name: str, value: object) -> str:
    return "" if value is None else f"<oml:{name}>{escape(str(value))}</oml:{name}>"


def document(name: str, inner: str) -> bytes:
    return f"<oml:{name} {OML}>{inner}</oml:{name}>".encode()


def procedures() -> bytes:
    """Return the list; one of regression is in it, too, as on the server."""
    names = ("name", "type", "repeats", "folds", "percentage")
    told = [
        element("id", number) + element("ttid", 1)
        + "".join(element(*pair) for pair in zip(names, values, strict=True))
        + element("stratified_sampling", "true")
        for number, values in PROCEDURES.items()
    ]  # fmt: skip
    other = element("id", 7) + element("ttid", 2) + element("name", "10-fold Crossvalidation")
    told.append(other + element("type", "crossvalidation") + element("repeats", 1))
    inner = (f"<oml:estimationprocedure>{one}</oml:estimationprocedure>" for one in told)
    return document("estimationprocedures", "".join(inner))


def text_of(name: str, xml: str) -> str:
    found = re.search(rf"<oml:{name}(?: [^>]*)?>(.*?)</oml:{name}>", xml, re.DOTALL)
    return unescape(found[1]).strip() if found else ""


def described(number: int, upload: str, data: bytes) -> bytes:
    """Return the description of an uploaded dataset as the server sends it."""
    head = element("id", number)
    extra = element("version", 1) if not text_of("version", upload) else ""
    extra += element("url", "of this server") + element("status", "in_preparation")
    extra += element("md5_checksum", hashlib.md5(data, usedforsecurity=False).hexdigest())
    root = "oml:data_set_description"
    body = re.search(rf"<{root}[^>]*>(.*)</{root}>", upload, re.DOTALL)
    return document("data_set_description", head + body[1] + extra)


def examined(upload: str, data: bytes) -> dict[str, bytes]:
    """Return features and qualities of a dataset."""
    table = arff.load(data.decode())
    target, ignored = (
        text_of("default_target_attribute", upload),
        text_of("row_id_attribute", upload),
    )
    features = []
    for place, (name, kind) in enumerate(table["attributes"]):
        column = [row[place] for row in table["data"]]
        nominal = kind if isinstance(kind, list) else []
        told = "nominal" if nominal else "string" if kind == "STRING" else "numeric"
        features.append(
            "<oml:feature>" + element("index", place) + element("name", name)
            + element("data_type", told) + "".join(element("nominal_value", x) for x in nominal)
            + element("is_target", str(name == target).lower())
            + element("is_ignore", "false")
            + element("is_row_identifier", str(name == ignored).lower())
            + element("number_of_missing_values", column.count(None)) + "</oml:feature>"
        )  # fmt: skip
    place = [name for name, _ in table["attributes"]].index(target)
    sizes = Counter(row[place] for row in table["data"]).values()
    qualities = {
        "NumberOfInstances": len(table["data"]), "NumberOfFeatures": len(table["attributes"]),
        "NumberOfClasses": len(sizes), "MinorityClassSize": min(sizes),
        "MajorityClassSize": max(sizes), "AutoCorrelation": 0.25,
    }  # fmt: skip
    rows = (
        f"<oml:quality>{element('name', name)}{element('value', float(value))}</oml:quality>"
        for name, value in qualities.items()
    )
    return {
        "features.xml": document("data_features", "".join(features)),
        "qualities.xml": document("data_qualities", "".join(rows)),
    }


def task_xml(number: int, data: int, target: str, procedure: int, measure: str) -> bytes:
    name, kind, repeats, folds, percentage = PROCEDURES[procedure]
    del name
    parameters = {
        "number_repeats": repeats, "number_folds": folds or "", "percentage": percentage or "",
        "stratified_sampling": "true",
    }  # fmt: skip
    told = "".join(
        f'<oml:parameter name="{key}">{value}</oml:parameter>' for key, value in parameters.items()
    )
    return document("task", (
        f"{element('task_id', number)}{element('task_type_id', 1)}"
        f"{element('task_type', 'Supervised Classification')}"
        f'<oml:input name="source_data"><oml:data_set>{element("data_set_id", data)}'
        f"{element('target_feature', target)}</oml:data_set></oml:input>"
        f'<oml:input name="estimation_procedure"><oml:estimation_procedure>'
        f"{element('id', procedure)}{element('type', kind)}"
        f"{element('data_splits_url', 'of this server')}{told}"
        "</oml:estimation_procedure></oml:input>"
        '<oml:input name="evaluation_measures"><oml:evaluation_measures>'
        f"{element('evaluation_measure', measure)}</oml:evaluation_measures></oml:input>"
    ))  # fmt: skip


def splits(data: bytes, target: str, procedure: int, seed: int) -> bytes:
    """Return splits of the server's own, by random numbers that nobody else has."""
    table = arff.load(data.decode())
    place = [name for name, _ in table["attributes"]].index(target)
    labels = np.array([row[place] for row in table["data"]])
    _, kind, repeats, folds, percentage = PROCEDURES[procedure]
    lines = []
    for repeat in range(repeats):
        if kind == "holdout":
            maker = StratifiedShuffleSplit(1, test_size=percentage / 100, random_state=seed)
        else:
            maker = StratifiedKFold(folds, shuffle=True, random_state=1000 * seed + repeat)
        for fold, (train, test) in enumerate(maker.split(labels, labels)):
            lines += [f"TRAIN,{row},{repeat},{fold}" for row in train]
            lines += [f"TEST,{row},{repeat},{fold}" for row in test]
    head = "@relation splits\n@attribute type {TRAIN,TEST}\n" + "".join(
        f"@attribute {name} numeric\n" for name in ("rowid", "repeat", "fold")
    )
    return (head + "@data\n" + "\n".join(lines) + "\n").encode()
