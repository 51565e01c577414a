from __future__ import annotations

import re

from pybench.plot._critical_differences_tikz import critical_differences_tikz
from pybench.plot.critical_differences_layout import arrange_benchmarks, benchmark_texts
from pybench.plot.draw.paint_tikz import escape, measure
from tests.plot.parts import arcs, marks, strokes

NODE = re.compile(r"\\node\[.*?font=\{.*?\}\] at \((.*?),(.*?)\) \{(.*)\};$", re.MULTILINE)


def test_benchmarks_are_written_like_their_layout(random_benchmarks):
    drawn = random_benchmarks(6, 1)
    source = critical_differences_tikz(drawn, title="Three", document=True)
    diagram = arrange_benchmarks(benchmark_texts(drawn, title="Three"), measure, em=9.0)
    assert source.count("\\draw[") == len(strokes(diagram)) + len(arcs(diagram))
    assert source.count("\\fill") == len(marks(diagram, "member")) + len(marks(diagram, "group"))
    assert [node[2] for node in NODE.findall(source)] == [escape(t.text) for t in diagram.texts]
    assert source.startswith("\\documentclass")
