"""Good and bad files of every format, from which mutants are made."""

from __future__ import annotations

import contextlib
import dataclasses
import gzip
import io
import json
import random
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOUND = ROOT / "tests" / "hostile" / "found"
CREATED = "2026-01-01T00:00:00Z"
LARGEST = 20_000  # bytes of a seed: of a larger file, mutants are slow and no better


def seeds(name: str) -> list[bytes]:
    """Return the files of a format, those that were once taken amiss among them, no two alike."""
    found = sorted(FOUND.glob(f"{name}/*"))
    every = [*_MAKERS[name](), *(path.read_bytes() for path in found)]
    return [data for data in dict.fromkeys(every) if len(data) <= LARGEST]


def _ts() -> Iterator[bytes]:
    for outcome in ("read", "refused"):
        text = (ROOT / "tests" / "hostile" / "ts" / f"{outcome}.toml").read_text(encoding="utf-8")
        for case in tomllib.loads(text).values():
            yield case["text"].encode(case.get("encoding", "utf-8"))


def _ucr() -> Iterator[bytes]:
    yield b"1\t0.5\t1e-3\t-2\n2\t1\t2\t3\n-1\tNaN\t1\tNaN\n"
    yield b"a,1,2,3\nb,4,5,6\r\n"
    yield b"  1.0000000e+00  -1.5  2\n  2.0000000e+00   3.5 4\n"


_ARFF = b"""% a comment
@relation 'two words'
@attribute x numeric
@attribute "y z" {a,'b c',"d\\"e"}
@attribute t string
@attribute class {1,2,'?'}
@data
1.5,a,'it\\'s',1
?,'b c',"q, r",2
1e-3,?,?,'?'
"""


def _arff_dataset() -> Iterator[bytes]:
    yield _ARFF
    yield _ARFF.replace(b"\n", b"\r\n")
    head, _, _ = _ARFF.partition(b"1.5,")
    yield head + b"{0 2, 3 2}\n{1 'b c',2 x, 3 1}\n{ }\n"


def _arff_series() -> Iterator[bytes]:
    head = "".join(f"@attribute att{i} numeric\n" for i in range(4))
    yield f"@relation d\n{head}@attribute target {{1,2}}\n@data\n1,2,3,4,1\n5,?,7,8,2\n".encode()
    yield (
        b"@relation 'd'\n@attribute rel relational\n@attribute t0 numeric\n"
        b"@attribute t1 numeric\n@end rel\n@attribute c {a,b}\n@data\n"
        b"'1,2\\n3,4',a\n'5,6\\n7,8',b\n"
    )


def _csv_results() -> Iterator[bytes]:
    for path in sorted((ROOT / "tests" / "golden" / "read").glob("*.[ct]s[vV]")):
        yield path.read_bytes()


def _csv_dataset() -> Iterator[bytes]:
    yield b'x,y z,class\n1,a,yes\n2.5,"b, ""c""",no\n,?,yes\n'
    yield b"x;y\n1,5;2\n"
    yield "\ufeffname\ttrue\nna\u00efve\tTRUE\nNA\tFALSE\n".encode()


@cache
def _tables():
    """Return ten Arrow tables of all that pybench reads, small."""
    import numpy as np
    import pyarrow as pa

    names, scores = ["a", "\u00e9\u00e9", "c"], [1.0, None, 3.0]
    texts = pa.array(["u", "v", None])
    days = pa.array([1, 2, None], pa.int32()).cast(pa.date32())
    return [
        pa.table({"dataset": names, "x": scores, "y": [1, 2, None]}),
        pa.table({"dataset": names, "z": texts.dictionary_encode(), "x": scores}),
        pa.table({"dataset": names, "f": pa.array(scores, pa.float32()), "b": [True, None, False]}),
        pa.table({"dataset": names, "v": texts.cast(pa.string_view()), "x": scores}),
        pa.table({"dataset": names, "l": texts.cast(pa.large_string()), "d": days}),
        pa.table({"dataset": names, "x": [[1.0, 2.0], [], None], "class": names}),
        pa.table({"dataset": names, "s": [{"a": 1, "b": "x"}, None, {"a": None, "b": ""}]}),
        pa.table({"dataset": names, "h": np.array([1, 2, 3], np.float16), "n": pa.nulls(3)}),
        pa.table({"dataset": pa.chunked_array([["a"], [], ["b", "c"]]), "x": [1.5, 2.0, 3.0]}),
        pa.table({"dataset": names, "x": scores}).replace_schema_metadata(
            {"pybench": '{"higher_is_better": true}'}
        ),
    ]  # fmt: skip


def arrow_files() -> list[bytes]:
    """Return the ten tables as files and streams, two of them compressed, some in parts."""
    import pyarrow as pa

    return [
        *(_ipc(table, pa.ipc.new_file) for table in _tables()),
        *(_ipc(table, pa.ipc.new_stream) for table in _tables()[:4]),
        _ipc(_tables()[0], pa.ipc.new_file, "zstd"),
        _ipc(_tables()[1], pa.ipc.new_stream, "lz4"),
    ]


def _ipc(table, make, compression: str | None = None) -> bytes:
    import pyarrow as pa

    sink = io.BytesIO()
    options = pa.ipc.IpcWriteOptions(compression=compression)
    with make(sink, table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=2)
    return sink.getvalue()


def _parquet() -> Iterator[bytes]:
    import pyarrow as pa
    import pyarrow.parquet

    for table in _tables()[:7]:
        for compression in ("none", "zstd"):
            sink = io.BytesIO()
            # Not every version of pyarrow writes string views.
            with contextlib.suppress(pa.ArrowNotImplementedError):
                pyarrow.parquet.write_table(table, sink, compression=compression)
                yield sink.getvalue()


def _arrow_series() -> Iterator[bytes]:
    import pyarrow as pa

    lists = [[1.0, 2.0, None], [3.0, 4.0, 5.0]]
    for values in (lists, pa.array(lists, pa.list_(pa.float64(), 3)), [lists, lists]):
        table = pa.table({"values": values, "label": ["a", "b"], "dataset": ["d", "d"]})
        yield _ipc(table, pa.ipc.new_file)
    yield from arrow_files()[:10]


@cache
def _feature_files() -> dict[str, bytes]:
    import numpy as np

    import pybench as pb

    found = {}
    with tempfile.TemporaryDirectory() as folder:
        values = np.random.default_rng(0).normal(size=(4, 1, 12))
        rows = pb.read_series(values, dataset="d", split="train", label=["a", "b"] * 2)
        table = pb.extract_features(rows, "summary", cache=False, filter=False)
        for ending in ("csv", "arrow", "parquet"):
            path = Path(folder, f"x.{ending}")
            pb.write_features(table, path)
            found[ending] = path.read_bytes()
    return found


def _landscape() -> Iterator[bytes]:
    """Yield the contents of a small landscape, without the line of its hash."""
    import numpy as np
    import pandas as pd

    import pybench as pb
    from pybench.landscape.published import PublishedLandscape, write_landscape

    values = np.random.default_rng(0).normal(size=(24, 3))
    names = list("uvwxyz")
    made = pb.map_landscape(
        pd.DataFrame(values, columns=list("abc")), 3, dataset=sorted(names * 4), k=2, rlen=10
    )
    assert made.som is not None
    codes = made.codes.astype(np.float32).astype(np.float64)
    whole = {one.name: getattr(made, one.name) for one in dataclasses.fields(made)}
    whole |= {"codes": codes, "som": dataclasses.replace(made.som, codes=codes)}
    scores = pb.read_results(
        values[:6], higher_is_better=True, metric="m", datasets=names, classifiers=list("pqr")
    )
    for table in (scores, None):
        found = PublishedLandscape(
            **whole, name="small", version="1", pybench="0", representation="catch22",
            versions={"pycatch22": "0.4"}, training_only=("u",), scores=table, citation="",
            credit="", sha256="",
        )  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            write_landscape(found, Path(folder, "x.gz"))
            yield gzip.decompress(Path(folder, "x.gz").read_bytes()).partition(b"\n")[2]


@cache
def _suite_files() -> dict[str, list[bytes]]:
    import pybench as pb

    found: dict[str, list[bytes]] = {"json": [], "csv": [], "zip": [], "run": [], "predictions": []}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        table = "".join(f"{i},{i * i % 7},{'ab'[i % 2]}\n" for i in range(8))
        (folder / "t.csv").write_text(f"x,z,y\n{table}")
        about = {"t": {"licence": "CC BY 4.0", "target": "y"}}
        given = {"about": about, "target": "y", "created": CREATED}
        suite = pb.Suite.create("one", {"t": folder / "t.csv"}, folds=2, **given)
        suite.save(folder / "one")
        suite.export(folder / "one.zip")
        pb.run(suite, {"Bayes": "sklearn.naive_bayes.GaussianNB"}, out=folder / "run", workers=1)
        found["json"] = [(folder / "one" / "suite.json").read_bytes()]
        found["csv"] = [path.read_bytes() for path in (folder / "one" / "splits").iterdir()]
        found["zip"] = [(folder / "one.zip").read_bytes()]
        found["run"] = [(folder / "run" / "run.json").read_bytes()]
        found["journal"] = [(folder / "run" / "journal").read_bytes()]
        found["predictions"] = [p.read_bytes() for p in (folder / "run").rglob("predictions*.csv")]
    return found


def _result_json() -> Iterator[bytes]:
    import pybench as pb

    dice = random.Random(0)
    scores = [[dice.random() for _ in range(3)] for _ in range(6)]
    names = {"datasets": list("uvwxyz"), "classifiers": list("abc")}
    t = pb.read_results(scores, higher_is_better=True, **names)
    for result in (pb.friedman(t), pb.nemenyi(t), pb.ranks(t), pb.multi_comparison(t)):
        yield json.dumps(result.to_dict()).encode()


def _splits_arff() -> Iterator[bytes]:
    head = "@relation s\n@attribute type {TRAIN,TEST}\n"
    head += "".join(f"@attribute {name} numeric\n" for name in ("rowid", "repeat", "fold"))
    yield (head + "@data\nTRAIN,0,0,0\nTEST,1,0,0\nTRAIN,1,0,1\nTEST,0,0,1\n").encode()


def _predictions_arff() -> Iterator[bytes]:
    head = "@relation p\n" + "".join(
        f"@attribute {name} numeric\n" for name in ("repeat", "fold", "row_id")
    )
    head += "@attribute prediction {a,b}\n@attribute correct {a,b}\n"
    shares = "@attribute confidence.a numeric\n@attribute confidence.b numeric\n"
    yield (head + shares + "@data\n0,0,1,a,b,0.5,0.5\n0,1,0,b,b,0.25,0.75\n").encode()
    yield (head + "@data\n0,0,1,a,b\n0,1,0,b,b\n").encode()


def _study_yaml() -> Iterator[bytes]:
    from pybench.flow.example import example

    yield example().encode()
    yield (ROOT / "pybench" / "flow" / "demo.yaml").read_bytes()
    yield b"data:\n  results: r.csv\n  higher_is_better: yes\nparts: {comparison: {alpha: 0.05}}\n"
    yield b"data: &d\n  datasets: bundled\nestimators: {a: *d, ? [1, 2] : !!binary aGVsbG8=}\n"


def _estimators_yaml() -> Iterator[bytes]:
    yield (
        b"forest: sklearn.ensemble.RandomForestClassifier\n"
        b"pipe:\n  steps:\n    - sklearn.preprocessing.StandardScaler\n"
        b"    - {class: sklearn.svm.SVC, parameters: {C: 1e-3, kernel: rbf}}\n"
    )
    yield b'{"a": {"class": "x.Y", "file": "y.py", "preparation": "none"}}'


def _study_xml() -> Iterator[bytes]:
    from pybench.suite.sharing.openml.documents import StudyDocument

    told = {"name": "n <&>", "description": "d", "data": (1, 2)}
    yield StudyDocument(99, "a", "task", 1, **told, tasks=(3, 4)).to_xml()
    yield StudyDocument(None, None, "run", None, **told, runs=(5, 6)).to_xml()


_XML = b"""<?xml version="1.0" encoding="UTF-8"?>
<oml:task xmlns:oml="http://openml.org/openml">
<oml:task_id>1</oml:task_id><oml:task_name>t</oml:task_name>
<oml:task_type_id>1</oml:task_type_id><oml:task_type>Supervised Classification</oml:task_type>
<oml:input name="source_data"><oml:data_set><oml:data_set_id>2</oml:data_set_id>
<oml:target_feature>class</oml:target_feature></oml:data_set></oml:input>
<oml:input name="estimation_procedure"><oml:estimation_procedure><oml:id>1</oml:id>
<oml:type>crossvalidation</oml:type><oml:data_splits_url>https://x/y.arff</oml:data_splits_url>
<oml:parameter name="number_repeats">1</oml:parameter>
<oml:parameter name="number_folds">10</oml:parameter></oml:estimation_procedure></oml:input>
<oml:input name="evaluation_measures"><oml:evaluation_measures>
<oml:evaluation_measure>auc</oml:evaluation_measure></oml:evaluation_measures></oml:input>
</oml:task>
"""
_DATASET_XML = b"""<oml:data_set_description xmlns:oml="http://openml.org/openml">
<oml:id>2</oml:id><oml:name>anneal</oml:name><oml:version>1</oml:version>
<oml:description>A &amp; B</oml:description><oml:format>ARFF</oml:format>
<oml:licence>Public</oml:licence><oml:url>https://x/anneal.arff</oml:url>
<oml:default_target_attribute>class</oml:default_target_attribute>
<oml:tag>study_1</oml:tag><oml:md5_checksum>00</oml:md5_checksum>
</oml:data_set_description>
"""

_MAKERS: dict[str, Callable[[], object]] = {
    "ts": _ts,
    "ucr": _ucr,
    "arff-series": _arff_series,
    "arrow-series": _arrow_series,
    "csv-results": _csv_results,
    "arrow-results": arrow_files,
    "parquet-results": _parquet,
    "csv-dataset": _csv_dataset,
    "arff-dataset": _arff_dataset,
    "parquet-dataset": _parquet,
    "csv-features": lambda: [_feature_files()["csv"]],
    "arrow-features": lambda: [_feature_files()["arrow"]],
    "landscape": _landscape,
    "suite-json": lambda: _suite_files()["json"],
    "splits-csv": lambda: _suite_files()["csv"],
    "splits-arff": _splits_arff,
    "predictions-csv": lambda: _suite_files()["predictions"],
    "predictions-arff": _predictions_arff,
    "result-json": _result_json,
    "run-json": lambda: _suite_files()["run"],
    "bundle-zip": lambda: _suite_files()["zip"],
    "study-yaml": _study_yaml,
    "estimators-yaml": _estimators_yaml,
    "study-xml": _study_xml,
    "task-xml": lambda: [_XML],
    "dataset-xml": lambda: [_DATASET_XML],
    "journal": lambda: _suite_files()["journal"],
}
