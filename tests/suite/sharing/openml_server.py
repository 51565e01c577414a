"""A server of OpenML's on loopback, for tests: recorded files, our exports, what was uploaded."""

from __future__ import annotations

import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from xml.sax.saxutils import escape

OML = 'xmlns:oml="http://openml.org/openml"'
API = "/api/v1/xml/"
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
        self.asked: list[str] = []
        self.down = False
        self.full: int | None = None  # how many runs there is room for
        self.cut: str | None = None  # a path whose answer breaks off

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def file(self, *parts: str) -> bytes | None:
        """Return the first file of that path in the folders."""
        for folder in self.folders:
            path = folder.joinpath(*parts)
            if path.is_file():
                return path.read_bytes()
        return None

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
        if parts == ["run"]:
            if len(self.runs) == self.full:
                return 412, error(1, "The disk is full")
            found = re.findall(rb'name="(\w+)"; filename.*?\r\n\r\n(.*?)\r\n--', body, re.DOTALL)
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


def error(code: int, message: str) -> bytes:
    inner = f"<oml:code>{code}</oml:code><oml:message>{message}</oml:message>"
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
