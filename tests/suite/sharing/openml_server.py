"""A server of OpenML's on loopback, for tests: recorded files, our exports, what was uploaded."""

from __future__ import annotations

import gzip
import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

import openml_uploads as uploads
from openml_uploads import OML, element, text_of

API = "/api/v1/xml/"
#: Qualities in the list of datasets; the others only come with a dataset.
LISTED = {
    "number_instances": "NumberOfInstances", "number_features": "NumberOfFeatures",
    "number_classes": "NumberOfClasses", "number_missing_values": "NumberOfMissingValues",
    "1": "MinorityClassSize", "2": "MajorityClassSize", "3": "NumberOfNumericFeatures",
}  # fmt: skip
NO_RESULT = {"study": 601, "task": 151, "data": 111, "flow": 180, "run": 220, "setup": 280}


class Server(ThreadingHTTPServer):
    """What it serves, what it was asked, and the studies that were uploaded."""

    daemon_threads = True

    def __init__(self, folders: list[Path]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.folders = folders
        self.studies: dict[int, dict[str, object]] = {}
        self.flows: dict[int, str] = {}
        self.runs: dict[int, dict[str, str]] = {}  # the parts of what was uploaded
        self.made: dict[tuple[str, ...], bytes] = {}  # files of uploaded datasets and tasks
        self.busy = False  # whether uploaded datasets wait to be examined
        self.asked: list[str] = []
        self.down = False
        self.full: int | None = None  # how many runs there is room for
        self.cut: str | None = None  # a path whose answer breaks off

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def file(self, *parts: str) -> bytes | None:
        """Return the uploaded file of that path, or the first in the folders."""
        if parts in self.made:
            return self.made[parts]
        for folder in self.folders:
            path = folder.joinpath(*parts)
            if path.is_file():
                return path.read_bytes()
        return None

    def numbers(self, kind: str) -> list[int]:
        """Return the ids of all tasks or datasets."""
        held = {int(path.name) for folder in self.folders for path in (folder / kind).glob("*")}
        return sorted(held | {int(parts[1]) for parts in self.made if parts[0] == kind})

    def rewritten(self, data: bytes, kind: str, number: str) -> bytes:
        """Return a document whose addresses are those of this server."""
        text = data.decode()
        for tag in ("data_splits_url", "url"):
            name = "datasplits" if tag == "data_splits_url" else "dataset"
            new = f"<oml:{tag}>{self.url}/files/{kind}/{number}/{name}.arff</oml:{tag}>"
            text = re.sub(rf"<oml:{tag}>[^<]*</oml:{tag}>", new, text)
        return re.sub(r"<oml:(parquet|minio)_url>[^<]*</oml:\1_url>", "", text).encode()

    def answer(self, path: str) -> tuple[int, bytes]:
        """Answer a GET."""
        parts = path.removeprefix(API).strip("/").split("/")
        if path.startswith("/files/"):
            data = self.file(*path.removeprefix("/files/").split("/"))
            return (404, b"no such file") if data is None else (200, data)
        kind, rest = parts[0], parts[1:]
        data = None
        if kind == "study" and rest[:1] == ["list"]:
            data = self.listed(rest[rest.index("main_entity_type") + 1])
        elif kind == "study" and rest:
            data = self.study(rest[0])
        elif kind == "estimationprocedure" and rest == ["list"]:
            data = uploads.procedures()
        elif kind == "data" and rest[:1] == ["list"]:
            told = [unquote(part) for part in rest[1:]]
            data = self.datasets(dict(zip(told[::2], told[1::2], strict=True)))
            if data is None:
                return 412, error(372, "No results")
        elif kind == "task" and rest:
            data = self.file("tasks", rest[0], "task.xml")
            data = data and self.rewritten(data, "tasks", rest[0])
        elif kind in ("flow", "run", "setup") and rest:
            data = self.uploaded(kind, int(rest[0]))
        elif kind == "data" and rest[:1] in (["features"], ["qualities"]):
            data = self.file("datasets", rest[1], f"{rest[0]}.xml")
        elif kind == "data" and rest:
            data = self.file("datasets", rest[0], "description.xml")
            data = data and self.rewritten(data, "datasets", rest[0])
        return (412, error(NO_RESULT.get(kind, 1), "No result")) if data is None else (200, data)

    def uploaded(self, kind: str, number: int) -> bytes | None:
        if kind == "flow" and number in self.flows:
            told = f"<oml:id>{number}</oml:id><oml:uploader>1</oml:uploader>"
            told += "<oml:version>1</oml:version>"
            told += "<oml:upload_date>2026-01-01T00:00:00</oml:upload_date>"
            return re.sub(r"(<oml:flow [^>]*>)", rf"\1{told}", self.flows[number], count=1).encode()
        name = "flow.xml" if kind == "flow" else "description.xml"
        data = self.file(f"{kind}s", str(number), name)
        if data is None or kind != "run":
            return data
        address = f"{self.url}/files/runs/{number}/\\1"
        pattern = r"https://www.openml.org/data/download/\d+/(description.xml|predictions.arff)"
        return re.sub(pattern, address, data.decode()).encode()

    def study(self, key: str) -> bytes | None:
        for number, one in self.studies.items():
            if key in (str(number), one.get("alias")):
                return study_xml(number, one)
        return self.file("studies", key, "study.xml")

    def listed(self, kind: str) -> bytes | None:
        rows = "".join(
            f"<oml:study><oml:id>{number}</oml:id>{alias_of(one)}"
            f"<oml:main_entity_type>{kind}</oml:main_entity_type><oml:name>{one['name']}</oml:name>"
            f"<oml:status>{one['status']}</oml:status><oml:creation_date>2026-01-01 00:00:00"
            "</oml:creation_date><oml:creator>1</oml:creator></oml:study>"
            for number, one in self.studies.items()
            if one["main_entity_type"] == kind
        )
        return f"<oml:study_list {OML}>{rows}</oml:study_list>".encode() if rows else None

    def datasets(self, filters: dict[str, str]) -> bytes | None:
        """Return the datasets that pass filters, each with the qualities that lists have."""
        rows = []
        for number in self.numbers("datasets"):
            xml = (self.file("datasets", str(number), "description.xml") or b"").decode()
            known = (self.file("datasets", str(number), "qualities.xml") or b"").decode()
            values = {name: float(value) for name, value in re.findall(
                r"<oml:name>(.*?)</oml:name>\s*<oml:value>(.+?)</oml:value>", known
            )}  # fmt: skip
            if xml and self.passes(number, xml, values, filters):
                entry = element("did", number) + "".join(
                    element(name, text_of(name, xml)) for name in ("name", "version", "status")
                )
                entry += element("format", text_of("format", xml)) + element("file_id", number)
                rows.append(entry + "".join(
                    f'<oml:quality name="{name}">{values[name]!r}</oml:quality>'
                    for name in LISTED.values() if name in values
                ))  # fmt: skip
        first = int(filters.get("offset", 0))
        rows = rows[first : first + int(filters.get("limit", 10000))]
        inner = "".join(f"<oml:dataset>{one}</oml:dataset>" for one in rows)
        return f"<oml:data {OML}>{inner}</oml:data>".encode() if rows else None

    @staticmethod
    def passes(number: int, xml: str, values: dict[str, float], filters: dict[str, str]) -> bool:
        fits = {
            "data_id": lambda wanted: str(number) in wanted.split(","),
            "data_name": lambda wanted: text_of("name", xml) == wanted,
            "tag": lambda wanted: f"<oml:tag>{wanted}<" in xml,
        }
        for name, wanted in filters.items():
            low, _, high = wanted.partition("..")
            value = values.get(LISTED.get(name, ""))
            if name in LISTED and not (
                value is not None and float(low) <= value <= float(high or low)
            ):
                return False
            if name in fits and not fits[name](wanted):
                return False
        wanted = filters.get("status", "active")
        return wanted in ("all", text_of("status", xml))

    def examine(self) -> None:
        """Examine what was uploaded: features and qualities."""
        for parts in [one for one in self.made if one[2] == "dataset.arff"]:
            xml = self.made[(*parts[:2], "description.xml")].decode()
            for name, content in uploads.examined(xml, self.made[parts]).items():
                self.made[(*parts[:2], name)] = content

    def new_dataset(self, sent: dict[str, bytes]) -> tuple[int, bytes]:
        number = 40000 + len([one for one in self.made if one[2] == "dataset.arff"])
        place = ("datasets", str(number))
        xml = uploads.described(number, sent["description"].decode(), sent["dataset"])
        self.made[(*place, "dataset.arff")] = sent["dataset"]
        self.made[(*place, "description.xml")] = xml
        if not self.busy:
            self.examine()
        return answered("upload_data_set", id=number)

    def new_task(self, xml: str) -> tuple[int, bytes]:
        told = dict(re.findall(r'<oml:input name="(\w+)">(.*?)</oml:input>', xml))
        data, target = told["source_data"], told["target_feature"]
        features = (self.file("datasets", data, "features.xml") or b"").decode()
        if f"<oml:name>{target}</oml:name>" not in features:
            text = "Input value does not match allowed values in foreign column."
            return 412, error(622, text, "problematic input: [target_feature]")
        wanted = (data, target, told["estimation_procedure"])
        for number in self.numbers("tasks"):
            known = (self.file("tasks", str(number), "task.xml") or b"").decode()
            how = known.partition('name="estimation_procedure"')[2]
            if wanted == (
                text_of("data_set_id", known), text_of("target_feature", known), text_of("id", how)
            ):  # fmt: skip
                return 412, error(614, "Task already exists.", f"matched id(s): [{number}]")
        number = 50000 + len([one for one in self.made if one[2] == "task.xml"])
        measure = told.get("evaluation_measures", "")
        procedure, content = int(wanted[2]), self.file("datasets", data, "dataset.arff") or b""
        self.made["tasks", str(number), "task.xml"] = uploads.task_xml(
            number, int(data), target, procedure, measure
        )
        made = uploads.splits(content, target, procedure, number)
        self.made["tasks", str(number), "datasplits.arff"] = made
        return answered("upload_task", id=number)

    def upload(self, path: str, body: bytes) -> tuple[int, bytes]:
        """Answer a POST."""
        parts = path.removeprefix(API).strip("/").split("/")
        if parts == ["study"]:
            text = re.search(rb"<oml:study.*</oml:study>", body, re.DOTALL)[0].decode()
            number = 100 + len(self.studies)
            fields = ("alias", "name", "description", "main_entity_type")
            one: dict[str, object] = {
                name: (re.search(rf"<oml:{name}>(.*?)</oml:{name}>", text, re.DOTALL) or " ")[1]
                for name in fields
                if f"<oml:{name}>" in text
            }
            kind = one["main_entity_type"]
            one |= {"status": "in_preparation", "upload": text}
            one["ids"] = re.findall(rf"{kind}_id>(\d+)<", text)
            self.studies[number] = one
            return answered("study_upload", id=number)
        if parts[:2] == ["flow", "exists"]:
            told = {key: value[0] for key, value in parse_qs(body.decode()).items()}
            known = [number for number, text in self.flows.items() if all(
                f"<oml:{key}>{escape(told[key])}</oml:{key}>" in text
                for key in ("name", "external_version")
            )]  # fmt: skip
            return answered("flow_exists", exists=str(bool(known)).lower(), id=[*known, -1][0])
        if parts == ["flow"]:
            text = re.search(rb"<oml:flow .*</oml:flow>", body, re.DOTALL)[0].decode()
            self.flows[200 + len(self.flows)] = text
            return answered("upload_flow", id=199 + len(self.flows))
        found = re.findall(rb'name="(\w+)"; filename.*?\r\n\r\n(.*?)\r\n--', body, re.DOTALL)
        if parts == ["data"]:
            return self.new_dataset({name.decode(): data for name, data in found})
        if parts == ["task"]:
            return self.new_task(dict(found)[b"description"].decode())
        if parts == ["run"]:
            if len(self.runs) == self.full:
                return 412, error(1, "The disk is full")
            number = 300 + len(self.runs)
            self.runs[number] = {name.decode(): data.decode() for name, data in found}
            return answered("upload_run", run_id=number)
        told = {key: value[0] for key, value in parse_qs(body.decode()).items()}
        if parts[:2] == ["study", "status"]:
            self.studies[int(told["study_id"])]["status"] = told["status"]
            return answered("study_status_update", id=told["study_id"], status=told["status"])
        number, act = int(parts[1]), parts[2]
        ids, one = told["ids"].split(","), self.studies[number]
        one["ids"] = [old for old in one["ids"] if old not in ids]
        one["ids"] += ids if act == "attach" else []
        kind = one["main_entity_type"]
        size = len(one["ids"])
        return answered(f"study_{act}", id=number, main_entity_type=kind, linked_entities=size)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        self.server.asked.append(path)
        if self.server.down:
            self.send_error(503)
            return
        self.send(*self.server.answer(path))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.asked.append("POST " + urlsplit(self.path).path)
        self.send(*self.server.upload(urlsplit(self.path).path, body))

    def send(self, code: int, data: bytes) -> None:
        if self.server.cut and self.server.cut in self.path:
            data = data[: len(data) // 2]
        self.send_response(code)
        if self.path.startswith(API) and "gzip" in self.headers.get("Accept-Encoding", ""):
            data = gzip.compress(data)  # openml-python warns of what is not
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


def study_xml(number: int, one: dict[str, object]) -> bytes:
    kind = one["main_entity_type"]
    ids = "".join(f"<oml:{kind}_id>{found}</oml:{kind}_id>" for found in one["ids"])
    return (
        f"<oml:study {OML}><oml:id>{number}</oml:id>{alias_of(one)}"
        f"<oml:main_entity_type>{kind}</oml:main_entity_type><oml:name>{one['name']}</oml:name>"
        f"<oml:description>{one['description']}</oml:description>"
        f"<oml:visibility>public</oml:visibility><oml:status>{one['status']}</oml:status>"
        "<oml:creation_date>2026-01-01T00:00:00</oml:creation_date><oml:creator>1</oml:creator>"
        f"<oml:{kind}s>{ids}</oml:{kind}s></oml:study>"
    ).encode()


def alias_of(one: dict[str, object]) -> str:
    return f"<oml:alias>{one['alias']}</oml:alias>" if "alias" in one else ""


def answered(name: str, **fields: object) -> tuple[int, bytes]:
    inner = "".join(f"<oml:{key}>{value}</oml:{key}>" for key, value in fields.items())
    return 200, f"<oml:{name} {OML}>{inner}</oml:{name}>".encode()


def error(code: int, message: str, more: str | None = None) -> bytes:
    inner = f"<oml:code>{code}</oml:code><oml:message>{message}</oml:message>"
    inner += element("additional_information", more)
    return f"<oml:error {OML}>{inner}</oml:error>".encode()


@contextmanager
def serving(folders: list[Path]):
    """Give a running server."""
    server = Server(folders)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
