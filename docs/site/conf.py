"""How the site is made: tools/site.py lays the sources out and calls Sphinx with this."""

import re
from importlib.metadata import version as installed

from docutils.nodes import SkipNode
from docutils.utils.math import latex2mathml

project = "pybench"
copyright = "The pybench authors"
version = release = installed("pybench-stats")
extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "myst_nb",
]
html_theme = "furo"
html_title = f"pybench {version}"
html_static_path = ["static"]
html_js_files = [("search.js", {"defer": "defer"})]  # after the search that it changes
templates_path: list[str] = []
exclude_patterns = [
    *("README.md", "paper/**", "tests/**", "bench/*.py", "docs/site/**"),
    *("**/*.Rmd", "**/*.ipynb"),
]
suppress_warnings = ["misc.copy_overwrite"]

# Stories are scripts in cells; each is run from top to bottom, and an error ends the build.
nb_custom_formats = {".py": ["jupytext.reads", {"fmt": "py:percent"}]}
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 600
nb_merge_streams = True

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3

default_role = "literal"
autodoc_typehints = "none"  # docstrings have the types
autosummary_generate = True
napoleon_use_rtype = False

html_math_renderer = "mathml"  # formulas without a network, and without LaTeX


def formula(text, *, block):
    r"""Return MathML; docutils knows neither \dots nor brackets of a size without a side."""
    text = re.sub(r"\\[bB]ig(?![a-zA-Z])", "", text).replace(r"\dots", r"\ldots")
    found = latex2mathml.tex2mathml(text, as_block=block)
    return f"<div>{found}</div>" if block else found


def setup(app):
    """Let Sphinx write formulas as MathML."""

    def inline(writer, node):
        writer.body.append(formula(node.astext(), block=False))
        raise SkipNode

    def block(writer, node):
        writer.body.append(formula(node.astext(), block=True))
        raise SkipNode

    app.add_html_math_renderer("mathml", (inline, None), (block, None))
