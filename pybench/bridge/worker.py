"""The program of the child: embedded R, called repeatedly. The only module that uses rpy2.

Started as ``python -m pybench.bridge.worker DESCRIPTOR PARENT FOLDER LIBRARIES``, in an empty
folder. R prints directly from C to the standard output of this process, so text in any encoding is
passed on; messages use only the socket.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import socket
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from pybench.base import system
from pybench.bridge.protocol import LARGE, Block, Channel, Message, Raw

_R_OPTIONS = (
    "pybench", "--quiet", "--no-save", "--no-restore", "--no-site-file", "--no-init-file",
    "--no-environ",
)  # fmt: skip
# expressions: rpy2 turns off R's check of the C stack, so depth must be limited in another way.
# device: an unrequested plot must not leave Rplots.pdf behind.
_SET_UP = """options(
  expressions = 500, warn = 1, menu.graphics = FALSE,
  device = function(...) grDevices::pdf(NULL)
)"""
# R's random draws must not depend on earlier calls to this child.
_BEFORE_CALL = """function() {
  RNGkind("Mersenne-Twister", "Inversion", "Rejection")
  set.seed(0L)
}"""
# enc2utf8() would turn bytes that are not UTF-8 into the four characters "<e9>".
_UTF8 = 'function(x) if (all(validUTF8(x) | Encoding(x) == "latin1")) enc2utf8(x)'
_WATCH_SECONDS = 0.5
_INTEGER_SIZE, _DOUBLE_SIZE = 4, 8


def main() -> None:
    """Answer the parent until it closes the connection or dies."""
    descriptor, parent, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    os.set_inheritable(descriptor, False)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    channel = Channel(socket.socket(fileno=descriptor), folder)
    try:
        session = Session(channel, sys.argv[4].split(os.pathsep))
        channel.send({"kind": "ready"})
        while True:
            session.answer(channel.receive())
    except (EOFError, ConnectionError):
        _end()


def _end_with(parent: int) -> None:
    """End this process when the parent is gone, even in the middle of an R loop.

    Runs in a separate thread: calls into R let other threads run. (The signal available on Linux is
    instead sent when the *thread* that started the child ends.)
    """
    while os.getppid() == parent:
        time.sleep(_WATCH_SECONDS)
    _end()


def _end() -> NoReturn:
    """End this process and those started by R; the scratch folder belongs to this child alone."""
    shutil.rmtree(os.environ["TMPDIR"], ignore_errors=True)
    system.end_group(0)
    raise AssertionError("outlived its own end")


class _Refused(Exception):
    """A value without an exact form on the other side."""


class _Failed(Exception):
    """An R condition, as described by R's ``bridge_call``."""


class Session:
    """The embedded R with the package pybench loaded from one of the given libraries."""

    def __init__(self, channel: Channel, libraries: Sequence[str]) -> None:
        self._channel = channel
        self._r = _start(channel)
        evaluate = self._r.evalr
        evaluate(_SET_UP)
        self._before_call = evaluate(_BEFORE_CALL)
        self._utf8 = evaluate(_UTF8)
        self._attributes = evaluate("base::attributes")
        self._collect = evaluate("base::gc")
        try:
            load = evaluate("function(from) loadNamespace('pybench', lib.loc = from)")
            self._package = load(self._r.StrSexpVector(libraries))
        except self._r.embedded.RRuntimeError as error:
            _fail(channel, "package", error)
        place = str(evaluate("getNamespaceInfo('pybench', 'path')")[0])
        if Path(place).resolve().parent not in [Path(one).resolve() for one in libraries]:
            _fail(channel, "package", f"expected it in {sys.argv[4]}, found it in {place}")
        self._bridge_call = self._package["bridge_call"]
        self._progress_in_r = self._r.rternalize(self._progress)  # R holds a bare pointer
        self._r.baseenv["options"](**{"pybench.progress": self._progress_in_r})

    def answer(self, request: Message) -> None:
        """Run one R function and send the result."""
        blocks: list[Block] = []
        try:
            header = self._answer(request, blocks)
        except _Failed as failure:
            header = {"kind": "answer", **failure.args[0]}
        except _Refused as refusal:
            header = {"kind": "refused", "message": str(refusal)}
        except Exception as error:
            header = {"kind": "broken", "message": repr(error)}
        _flush_c_streams()
        self._channel.send(header, blocks)
        if any(block.nbytes > LARGE for block in (*blocks, *map(Raw, request.blocks))):
            self._collect()

    def _answer(self, request: Message, blocks: list[Block]) -> dict[str, Any]:
        with suppress(OSError):  # the folder may have been removed
            os.chdir(request.header["folder"])
        self._before_call()
        arguments = self._to_r(request.header["arguments"], request.blocks)
        result = self._run(request.header["function"], arguments, blocks)
        return {"kind": "answer", **result, "value": self._from_r(result["value"], blocks, "value")}

    def _run(self, function: str, arguments: Any, blocks: list[Block]) -> dict[str, Any]:
        """Call R; return its value as it is and the rest of the report as nodes."""
        report = self._bridge_call(function, arguments)
        parts = dict(zip(report.names, report, strict=True))
        value = parts.pop("value", self._r.NULL)
        nodes = {name: self._from_r(part, blocks, name) for name, part in parts.items()}
        if nodes["error"]["type"] != "null":
            raise _Failed(nodes)
        return {**nodes, "value": value}

    def _progress(self, done: Any, total: Any, text: Any) -> int:
        """Send an event; called by R. The return value must be representable in R."""
        event = {"done": float(done[0]), "total": float(total[0]), "text": str(text[0])}
        self._channel.send({"kind": "progress", "event": event})
        return 0

    # -- message -> R ----------------------------------------------------------------------------

    def _to_r(self, node: dict[str, Any], blocks: Sequence[memoryview]) -> Any:
        kind = node["type"]
        if kind == "null":
            return self._r.NULL
        if kind == "list":
            items = [self._to_r(item, blocks) for item in node["items"]]
            value = self._r.ListSexpVector.from_iterable(items)
        elif kind == "character":
            value = self._r.StrSexpVector.from_iterable(node["values"])
        elif kind == "frame":
            return self._frame_to_r(blocks[node["data"]], node["to"])
        elif kind == "rebuilt":
            fields = self._to_r(node["fields"], blocks)
            return self._run(node["function"], self._list(fields=fields), [])["value"]
        else:
            value = self._numbers_to_r(kind, blocks[node["data"]])
        self._set_attributes(value, node)
        return value

    def _numbers_to_r(self, kind: str, data: memoryview) -> Any:
        if kind == "double":
            return self._r.FloatSexpVector.from_memoryview(data.cast("d"))
        vector = self._r.BoolSexpVector if kind == "logical" else self._r.IntSexpVector
        return vector.from_memoryview(data.cast("i"))

    def _set_attributes(self, value: Any, node: dict[str, Any]) -> None:
        if names := node.get("names"):
            self._set_attribute(value, b"names", self._r.StrSexpVector.from_iterable(names))
        if dim := node.get("dim"):
            self._set_attribute(value, b"dim", self._r.IntSexpVector.from_iterable(dim))
        if dimnames := node.get("dimnames"):
            self._set_attribute(value, b"dimnames", self._to_r(dimnames, ()))

    def _set_attribute(self, value: Any, name: bytes, attribute: Any) -> None:
        # In C, because R's own assignment copies the vector, which may be a large matrix.
        lib = self._r.openrlib.rlib
        lib.Rf_setAttrib(value.__sexp__._cdata, lib.Rf_install(name), attribute.__sexp__._cdata)

    def _frame_to_r(self, data: memoryview, to: str) -> Any:
        import pyarrow as pa

        stream = self._package["arrow_allocate_stream"]()
        address = int(self._package["arrow_stream_address"](stream)[0])
        pa.ipc.open_stream(pa.py_buffer(data))._export_to_c(address)
        arguments = self._list(x=stream, to=self._r.StrSexpVector([to]))
        return self._run("pb_from_arrow", arguments, [])["value"]

    def _list(self, **items: Any) -> Any:
        value = self._r.ListSexpVector.from_iterable(list(items.values()))
        self._set_attributes(value, {"names": list(items)})
        return value

    # -- R -> message ----------------------------------------------------------------------------

    def _from_r(self, value: Any, blocks: list[Block], path: str) -> dict[str, Any]:
        types = self._r.RTYPES
        kind = value.typeof
        if kind == types.NILSXP:
            return {"type": "null"}
        attributes = self._attributes(value)
        named = {} if attributes is self._r.NULL else dict(
            zip(attributes.names, attributes, strict=True)
        )  # fmt: skip
        classes = self._texts(named["class"], path) if "class" in named else []
        if kind == types.VECSXP:
            return self._list_from_r(value, classes, named, blocks, path)
        if "factor" in classes and kind == types.INTSXP:
            return self._factor_from_r(value, named, path)
        if classes:
            raise _Refused(f"`{path}` is of class {classes[0]}")
        if kind == types.STRSXP:
            node = {"type": "character", "values": self._texts(value, path)}
        else:
            node = self._numbers_from_r(value, blocks, path)
        return {**node, **self._shape(named, path)}

    def _list_from_r(
        self, value: Any, classes: list[Any], named: dict[str, Any], blocks: list[Block], path: str
    ) -> dict[str, Any]:
        if "data.frame" in classes:
            return self._frame_from_r(value, blocks)
        shape = self._shape(named, path)
        places = shape.get("names") or range(1, len(value) + 1)
        items = [
            self._from_r(item, blocks, f"{path}${place}")
            for place, item in zip(places, value, strict=True)
        ]
        return {"type": "list", "items": items, **shape}

    def _factor_from_r(self, value: Any, named: dict[str, Any], path: str) -> dict[str, Any]:
        levels = self._texts(named["levels"], path)
        codes = self._bytes(value, "INTEGER", _INTEGER_SIZE).cast("i")
        return {"type": "character", "values": [levels[c - 1] if c > 0 else None for c in codes]}

    def _numbers_from_r(self, value: Any, blocks: list[Block], path: str) -> dict[str, Any]:
        types = self._r.RTYPES
        known = {
            types.LGLSXP: ("logical", "LOGICAL", _INTEGER_SIZE),
            types.INTSXP: ("integer", "INTEGER", _INTEGER_SIZE),
            types.REALSXP: ("double", "REAL", _DOUBLE_SIZE),
        }
        if value.typeof not in known:
            raise _Refused(f"`{path}` is of type {types(value.typeof).name}")
        kind, pointer, size = known[value.typeof]
        blocks.append(Raw(self._bytes(value, pointer, size), owner=value))
        return {"type": kind, "data": len(blocks) - 1}

    def _bytes(self, value: Any, pointer: str, size: int) -> memoryview:
        lib = self._r.openrlib
        cells = getattr(lib, pointer)(value.__sexp__._cdata)
        return memoryview(lib.ffi.buffer(cells, size * len(value)))

    def _shape(self, named: dict[str, Any], path: str) -> dict[str, Any]:
        shape: dict[str, Any] = {}
        if "names" in named:
            shape["names"] = self._texts(named["names"], path)
        if "dim" in named:
            shape["dim"] = list(named["dim"])
        if "dimnames" in named:
            shape["dimnames"] = [
                None if names is self._r.NULL else self._texts(names, path)
                for names in named["dimnames"]
            ]
        return shape

    def _texts(self, value: Any, path: str) -> list[str | None]:
        try:
            checked = self._utf8(value)
        except self._r.embedded.RRuntimeError:
            checked = self._r.NULL
        if checked is self._r.NULL and len(value):
            raise _Refused(f"`{path}` holds text that is not valid UTF-8")
        missing = self._r.na_values.NA_Character
        return [None if text is missing else text for text in checked]

    def _frame_from_r(self, value: Any, blocks: list[Block]) -> dict[str, Any]:
        import pyarrow as pa

        from pybench.bridge.convert import TableBlock

        stream = self._run("pb_to_arrow", self._list(x=value), [])["value"]
        address = int(self._package["arrow_stream_address"](stream)[0])
        table = pa.RecordBatchReader._import_from_c(address).read_all()
        blocks.append(TableBlock(table))
        return {"type": "frame", "data": len(blocks) - 1}


def _start(channel: Channel) -> Any:
    """Load rpy2 and start R without rpy2's console callbacks."""
    try:
        from rpy2 import rinterface
        from rpy2.rinterface_lib import embedded
    except Exception as error:  # any error of an incompatible pair: ffi.error, OSError ...
        _fail(channel, "import", error)
    options: Any = _R_OPTIONS  # rpy2 declares a tuple of one
    embedded.set_initoptions(options)
    try:
        rinterface.initr(interactive=False, _want_setcallbacks=False)
    except Exception as error:  # StopIteration, if the Rscript that rpy2 starts does not run
        _fail(channel, "start", error)
    return rinterface


def _fail(channel: Channel, stage: str, error: Exception | str) -> NoReturn:
    message = f"{error}".strip() or type(error).__name__
    channel.send({"kind": "failed", "stage": stage, "message": message})
    _end()


def _flush_c_streams() -> None:
    """Flush output that C code printed past R, so that it belongs to this call."""
    ctypes.CDLL(None).fflush(None)


if __name__ == "__main__":
    main()
