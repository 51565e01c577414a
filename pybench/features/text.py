"""Datasets described in words, and the words as vectors.

Source: "Benchmarking on Tasks That Matter" (arXiv 2606.27997), section 5.2, "Natural Language
Processing". The paper lists what its template covers and prints none; the wording is pybench's. It
encodes with bert-base-uncased, whose weights pybench does not include: any function from texts to
vectors can be used, and TF-IDF needs no weights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import shown, shown_names
from pybench.features.components import scores
from pybench.features.representation import Representation

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.float64]

DIMENSIONS = 50
TEMPLATE = {
    "task": "Task family",
    "input_format": "Input format",
    "objective": "Objective",
    "granularity": "Text granularity",
    "languages": "Languages",
    "domain": "Domain",
    "labels": "Labels or relevance",
    "properties": "Special properties",
}


def describe_dataset(
    *,
    task: str | Sequence[str] = "",
    input_format: str | Sequence[str] = "",
    objective: str | Sequence[str] = "",
    granularity: str | Sequence[str] = "",
    languages: str | Sequence[str] = "",
    domain: str | Sequence[str] = "",
    labels: str | Sequence[str] = "",
    properties: str | Sequence[str] = "",
) -> str:
    """Describe a dataset of texts in sentences that follow a fixed template.

    The template has the fields that "Benchmarking on Tasks That Matter" (arXiv 2606.27997, section
    5.2) lists; the paper does not print the template, so pybench has its own sentences. The name of
    the dataset is left out, so that an encoder cannot recognise a benchmark by its name. Any text
    is accepted in each field.

    Parameters
    ----------
    task : str or sequence of str
        Task family, such as "classification" or "retrieval".
    input_format : str or sequence of str
        Form of one input, such as "single text", "pair of texts" or "query and documents".
    objective : str or sequence of str
        What a model has to find, such as "topic" or "relevant passages".
    granularity : str or sequence of str
        Size of the texts, such as "sentence", "paragraph" or "document".
    languages : str or sequence of str
        Language or languages of the texts, such as "English".
    domain : str or sequence of str
        Subject of the texts, such as "news" or "biomedical".
    labels : str or sequence of str
        Structure of labels or relevance, such as "77 classes" or "graded, 0 to 2".
    properties : str or sequence of str
        Special properties of the texts, such as "lexical mismatch" or "noisy text".

    Returns
    -------
    str
        A sentence for each given field, in the order of the arguments.

    Raises
    ------
    ArgumentError
        If a field is not text, or none is given.

    Examples
    --------
    >>> describe_dataset(task="retrieval", domain="science", properties=["short", "noisy"])
    'Task family: retrieval. Domain: science. Special properties: short, noisy.'
    """
    given = (task, input_format, objective, granularity, languages, domain, labels, properties)
    fields = zip(TEMPLATE.values(), map(_field, TEMPLATE, given), strict=True)
    sentences = [f"{title}: {text}." for title, text in fields if text]
    if not sentences:
        raise ArgumentError(
            "expected at least one field, found none", expected=", ".join(TEMPLATE), found="none"
        )
    return " ".join(sentences)


def text_embedding(
    descriptions: Mapping[str, str] | pd.Series[str],
    encoder: Callable[[list[str]], npt.ArrayLike] | None = None,
    dimensions: int | None = None,
) -> pd.DataFrame:
    """Embed datasets by their descriptions.

    Parameters
    ----------
    descriptions : mapping or pandas.Series
        Dataset to text.
    encoder : callable, optional
        A function of a list of n texts that returns (n, d) finite numbers, such as the ``encode``
        method of a model of sentence-transformers. By default, TF-IDF is used, as in scikit-learn's
        ``TfidfVectorizer`` with default settings.
    dimensions : int, optional
        The number of dimensions to which a singular value decomposition (without centring) reduces
        the vectors. By default, the vectors of an encoder are not reduced. The vectors of TF-IDF
        are reduced to 50 dimensions, or to their rank if the rank is lower.

    Returns
    -------
    pandas.DataFrame
        The index ``dataset`` has the order of the descriptions; the columns are "text1", "text2",
        and so on. Each row has Euclidean length 1, or 0 if the text contains no word.

    Raises
    ------
    ArgumentError
        If there is no description, if a description is not text or is blank, if a dataset is named
        twice, or if the encoder does not return one row of finite numbers per text.

    Notes
    -----
    The paper's encoder is mean-pooled bert-base-uncased with 256 tokens, normalised to length 1.
    pybench cannot fetch the weights of this encoder. If you have a copy, use
    ``encoder=SentenceTransformer(path).encode``.

    Examples
    --------
    >>> import pybench as pb
    >>> texts = {"a": "short news", "b": "short news", "c": "long reviews"}
    >>> pb.text_embedding(texts).round(3).abs()
             text1  text2
    dataset
    a          1.0    0.0
    b          1.0    0.0
    c          0.0    1.0
    """
    import numpy as np
    import pandas as pd

    names, texts = _texts(descriptions)
    if dimensions is not None:
        check.count("dimensions", dimensions)
    if encoder is None:
        rows = scores(_tfidf(texts), dimensions)
        rows = rows[:, : DIMENSIONS if dimensions is None else None]
    else:
        rows = _encoded(encoder, texts)
        rows = rows if dimensions is None else scores(rows, dimensions)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    rows = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    columns = [f"text{i + 1}" for i in range(rows.shape[1])]
    return pd.DataFrame(rows, pd.Index(names, name="dataset", dtype="str"), columns)


def texts(
    *, encoder: Callable[[list[str]], npt.ArrayLike] | None = None, dimensions: int | None = None
) -> Representation:
    """Return `text_embedding` as a representation, for `embed_datasets`."""
    return Representation(
        name="text",
        unit="collection",
        names=(),  # the words of all texts determine the columns
        compute=partial(text_embedding, encoder=encoder, dimensions=dimensions),  # type: ignore[arg-type]
        settings={"dimensions": dimensions},
    )


def _tfidf(texts: list[str]) -> Floats:
    from sklearn.feature_extraction.text import TfidfVectorizer

    try:
        weights: Floats = TfidfVectorizer().fit_transform(texts).toarray()
    except ValueError as error:
        raise ArgumentError(
            "expected descriptions that contain words of two letters or more, found none",
            expected="words",
            found="none",
        ) from error
    return weights


def _encoded(encoder: Callable[[list[str]], npt.ArrayLike], texts: list[str]) -> Floats:
    import numpy as np

    rows = np.array(encoder(list(texts)), np.float64)
    if rows.ndim != 2 or len(rows) != len(texts) or rows.shape[1] == 0:
        raise ArgumentError(
            f"`encoder` must return {len(texts)} rows of numbers, one per text, not {rows.shape}",
            expected=f"shape ({len(texts)}, d)",
            found=str(rows.shape),
        )
    if not np.isfinite(rows).all():
        raise ArgumentError(
            "`encoder` must return finite numbers", expected="finite numbers", found="NaN or inf"
        )
    return rows


def _texts(descriptions: Mapping[str, str] | pd.Series[str]) -> tuple[list[str], list[str]]:
    import pandas as pd

    if not isinstance(descriptions, Mapping | pd.Series):
        raise ArgumentError(
            "`descriptions` must be a mapping of dataset to text, "
            f"not {type(descriptions).__name__}",
            expected="a mapping or a pandas Series",
            found=type(descriptions).__name__,
        )
    pairs = list(descriptions.items())
    names = [name for name, _ in pairs]
    if twice := sorted({str(name) for name in names if names.count(name) > 1}):
        raise ArgumentError(
            f"`descriptions` must name every dataset once, not {shown_names(twice)} several times",
            expected="every dataset once",
            found=shown_names(twice),
        )
    if not names:
        raise ArgumentError("`descriptions` must not be empty", expected="a text", found="none")
    for name, text in pairs:
        if not isinstance(text, str) or not text.strip():
            raise ArgumentError(
                f"`descriptions` must hold a text for every dataset, not {text!r} for "
                f"{shown(str(name))}",
                expected="a text that is not blank",
                found=repr(text),
            )
    return [str(name) for name in names], [text for _, text in pairs]


def _field(name: str, value: object) -> str:
    expected = "a string or a list of strings"
    parts = check.listed(name, value, expected)
    if not all(isinstance(part, str) for part in parts):
        raise ArgumentError(
            f"`{name}` must be {expected}, not {value!r}", expected=expected, found=repr(value)
        )
    return ", ".join(" ".join(part.split()).rstrip(".") for part in parts if part.strip())
