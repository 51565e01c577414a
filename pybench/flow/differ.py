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
        found = work.in_languages(compute)
        return {"comparison": found, "posterior": best_two(found)}

    def rests() -> Rests:
        return {**work.rests("comparison", *others, engine=True), **more}

    return work.kept.part(name, rests, make)


def best_two(comparison: Any) -> Any:
    """Draw from the posterior of the two with the best mean ranks, where Bayes was asked for."""
    from pybench.comparison.posterior import posterior

    test = comparison.bayesian
    if test is None:
        return None
    first, second = comparison.critical_difference.classifiers[:2]
    # These are the draws behind the probabilities, on which both languages have agreed.
    engine = "r" if comparison.engine == "r" else "python"
    names = ("test", "rope", "samples", "prior", "seed")
    said = {name: getattr(test, name) for name in names}
    return posterior(comparison.table, first, second, engine=engine, **said)


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
