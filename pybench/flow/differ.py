"""Which classifiers differ: the comparison of a study, and those of published tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from pybench.flow import sources
from pybench.flow.keep import Rests, digest_of
from pybench.flow.work import Work


def comparison(work: Work) -> dict[str, Any]:
    """Compare the classifiers."""
    from pybench.comparison.summary import compare

    table = work.scores()
    settings = {**work.settings("comparison"), "seed": work.definition.seed}
    return compared(work, "comparison", partial(compare, table, **settings), ("results",))


def compared(
    work: Work, name: str, compute: Callable[..., Any], others: tuple[str, ...], **more: str
) -> dict[str, Any]:
    """Return a comparison and the posterior of the best two, where Bayes was asked for."""

    def make() -> dict[str, Any]:
        from pybench.comparison.posterior import best_two

        found = work.in_languages(compute)
        return {"comparison": found, "posterior": best_two(found)}

    def rests() -> Rests:
        return {**work.rests("comparison", *others, engine=True), **more}

    return work.kept.part(name, rests, make)


def published(work: Work) -> dict[str, Any]:
    """Compare the classifiers of each published table."""
    from pybench.comparison.summary import compare
    from pybench.flow.form import PARTS

    usual = {name: one.default for name, one in PARTS["comparison"].items()}
    settings = work.definition.parts.get("comparison", usual)
    found = {}
    for title, said in work.definition.published.items():
        digest = {"table": sources.file_sha256(said["file"]), "title": title,
                  "reading": digest_of([said["higher_is_better"], said["metric"]])}  # fmt: skip
        # Read after it was hashed: content that comes between is not kept under its own digest.
        table = sources.read_table(said["file"], said["higher_is_better"], said["metric"], "error")
        compute = partial(compare, table, **settings, seed=work.definition.seed)
        made = compared(work, f"published {title}", compute, (), **digest)
        found[title] = made["comparison"]
    return {"published": found}
