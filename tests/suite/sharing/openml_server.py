"""A server of OpenML's on loopback, for tests: recorded files, our exports, uploaded studies."""

from __future__ import annotations

import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

OML = 'xmlns:oml="http://openml.org/openml"'
API = "/api/v1/xml/"
NO_RESULT = {"study": 601, "task": 151, "data": 111}


class Server(ThreadingHTTPServer):
    """What it serves, what it was asked, and the studies that were uploaded."""

    daemon_threads = True

    def __init__(self, folders: list[Path]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.folders = folders
        self.studies: dict[int, dict[str, object]] = {}
        self.asked: list[str] = []
        self.down = False
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
            data = self.listed()
        elif kind == "study" and rest:
            data = self.study(rest[0])
        elif kind == "task" and rest:
            data = self.file("tasks", rest[0], "task.xml")
            data = data and self.rewritten(data, "tasks", rest[0])
        elif kind == "data" and rest[:1] in (["features"], ["qualities"]):
            data = self.file("datasets", rest[1], f"{rest[0]}.xml")
        elif kind == "data" and rest:
            data = self.file("datasets", rest[0], "description.xml")
            data = data and self.rewritten(data, "datasets", rest[0])
        return (412, error(NO_RESULT.get(kind, 1), "No result")) if data is None else (200, data)

    def study(self, key: str) -> bytes | None:
        for number, one in self.studies.items():
            if key in (str(number), one["alias"]):
                return study_xml(number, one)
        return self.file("studies", key, "study.xml")

    def listed(self) -> bytes | None:
        if not self.studies:
            return None
        rows = "".join(
            f"<oml:study><oml:id>{number}</oml:id><oml:alias>{one['alias']}</oml:alias>"
            f"<oml:main_entity_type>task</oml:main_entity_type><oml:name>{one['name']}</oml:name>"
            f"<oml:status>{one['status']}</oml:status><oml:creation_date>2026-01-01 00:00:00"
            "</oml:creation_date><oml:creator>1</oml:creator></oml:study>"
            for number, one in self.studies.items()
        )
        return f"<oml:study_list {OML}>{rows}</oml:study_list>".encode()

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
            }
            one |= {"status": "in_preparation", "tasks": re.findall(r"task_id>(\d+)<", text)}
            one["upload"] = text
            self.studies[number] = one
            return (
                200,
                f"<oml:study_upload {OML}><oml:id>{number}</oml:id></oml:study_upload>".encode(),
            )
        if parts[:2] == ["flow", "exists"]:
            inner = "<oml:exists>false</oml:exists><oml:id>-1</oml:id>"
            return 200, f"<oml:flow_exists {OML}>{inner}</oml:flow_exists>".encode()
        told = {key: value[0] for key, value in parse_qs(body.decode()).items()}
        if parts[:2] == ["study", "status"]:
            self.studies[int(told["study_id"])]["status"] = told["status"]
            inner = f"<oml:id>{told['study_id']}</oml:id><oml:status>{told['status']}</oml:status>"
            return 200, f"<oml:study_status_update {OML}>{inner}</oml:study_status_update>".encode()
        number, act = int(parts[1]), parts[2]
        ids = told["ids"].split(",")
        tasks = [one for one in self.studies[number]["tasks"] if one not in ids]
        self.studies[number]["tasks"] = tasks + (ids if act == "attach" else [])
        inner = f"<oml:id>{number}</oml:id><oml:main_entity_type>task</oml:main_entity_type>"
        inner += f"<oml:linked_entities>{len(self.studies[number]['tasks'])}</oml:linked_entities>"
        return 200, f"<oml:study_{act} {OML}>{inner}</oml:study_{act}>".encode()


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
    tasks = "".join(f"<oml:task_id>{task}</oml:task_id>" for task in one["tasks"])
    return (
        f"<oml:study {OML}><oml:id>{number}</oml:id><oml:alias>{one['alias']}</oml:alias>"
        f"<oml:main_entity_type>task</oml:main_entity_type><oml:name>{one['name']}</oml:name>"
        f"<oml:description>{one['description']}</oml:description>"
        f"<oml:visibility>public</oml:visibility><oml:status>{one['status']}</oml:status>"
        "<oml:creation_date>2026-01-01T00:00:00</oml:creation_date><oml:creator>1</oml:creator>"
        f"<oml:tasks>{tasks}</oml:tasks></oml:study>"
    ).encode()


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
