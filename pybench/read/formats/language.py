"""JSON of evaluations of language models and embeddings: one file a run, many scores a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pybench.base.text import shown
from pybench.read.formats.board import Board, Score, board_of
from pybench.read.formats.file import File

_SPREAD = re.compile(
    r"(_stderr|stderr|stdev|std|var|_std)$"
)  # of the scorers of inspect and lm-eval
_VARIANTS = ("split", "sub_split")


@dataclass(frozen=True, slots=True)
class DocumentFormat:
    """A format of JSON files.

    Attributes
    ----------
    name : str
    files : tuple of str
        Patterns of the names of its files in a folder.
    needs : tuple of str
        The keys of a file; of a list, the keys of each of its objects.
    scores : callable
        Yields all scores of a file.
    main : str
        The metric of which every file has one per dataset, whatever it measures.
    companions : tuple of str
        Names of files of the tool beside its results, which fit ``files``.
    """

    name: str
    files: tuple[str, ...]
    needs: tuple[str, ...]
    scores: Callable[[File], Iterator[Score]]
    is_list: bool = False
    main: str = ""
    companions: tuple[str, ...] = ()

    def lacks(self, file: File) -> list[str]:
        """Return the keys that the file lacks; none if it is of this format."""
        value = file.document if file.ending in (".json", ".eval") else None
        if isinstance(value, list) == self.is_list:
            first = value[0] if isinstance(value, list) and value else value
            if isinstance(first, dict):
                return [key for key in self.needs if key not in first]
        return list(self.needs)

    def board(self, files: Sequence[File], metric: str | None, source: str) -> Board:
        """Return the scores of one metric of all files."""
        scores = [score for file in files for score in self.scores(file)]
        return board_of(scores, metric, source, self.main)


# ---- lm-eval -------------------------------------------------------------------------------------


def lm_eval(file: File) -> Iterator[Score]:
    """Yield the scores of tasks; those of groups are means of tasks, and are left out."""
    document = file.document
    method = lm_eval_model(file)
    groups = document.get("group_subtasks")
    groups = groups if isinstance(groups, dict) else {}
    directions = document.get("higher_is_better")
    directions = directions if isinstance(directions, dict) else {}
    results = file.get(document, "results", dict)
    for task in results:
        if groups.get(task):
            continue
        for key, value in file.get(results, task, dict, "results").items():
            metric, _, filtered = key.partition(",")
            if not filtered or _SPREAD.search(metric):
                continue
            number = file.number(value, f"results.{task}.{key}")
            stated = directions.get(task)
            stated = stated.get(metric) if isinstance(stated, dict) else None
            higher = stated if isinstance(stated, bool) else None
            yield Score(task, method, key, number, file.where, metric, higher)


def lm_eval_model(file: File) -> str:
    """Return the name of the model that a file of results states."""
    document = file.document
    if isinstance(document.get("model_name"), str) and document["model_name"].strip():
        return str(document["model_name"])
    config = file.get(document, "config", dict)
    arguments = config.get("model_args")
    if isinstance(arguments, str):
        arguments = dict(part.partition("=")[::2] for part in arguments.split(","))
    for key in ("pretrained", "model"):
        if isinstance(arguments, dict) and isinstance(arguments.get(key), str):
            return str(arguments[key])
    return file.get(config, "model", str, "config")


# ---- inspect_ai ----------------------------------------------------------------------------------


def inspect_ai(file: File) -> Iterator[Score]:
    """Yield the metrics of the scorers of a log; a log of a run that failed is refused."""
    document = file.document
    status = file.get(document, "status", str)
    if status != "success":
        hint = "Run the evaluation to its end, or leave the log out."
        raise file.refusal('the status "success"', shown(status), hint, "status")
    run = file.get(document, "eval", dict)
    task, model = file.get(run, "task", str, "eval"), file.get(run, "model", str, "eval")
    results = file.get(document, "results", dict)
    for number, scorer in enumerate(file.get(results, "scores", list, "results")):
        at = f"results.scores[{number}]"
        name = file.get(scorer, "name", str, at)
        if isinstance(scorer.get("reducer"), str):
            name += f"[{scorer['reducer']}]"
        for short, value in file.get(scorer, "metrics", dict, at).items():
            if not _SPREAD.search(short):
                place = f"{at}.metrics.{short}"
                if not isinstance(value, dict) or "value" not in value:
                    file.get(value, "value", float, place)
                score = file.number(value["value"], f"{place}.value")
                yield Score(task, model, f"{name}/{short}", score, file.where, short)


# ---- Every Eval Ever -----------------------------------------------------------------------------


def every_eval_ever(file: File) -> Iterator[Score]:
    """Yield the results of one model; the file states the direction of each."""
    model = file.get(file.document, "model_info", dict)
    method = file.get(model, "id" if "id" in model else "name", str, "model_info")
    for number, result in enumerate(file.get(file.document, "evaluation_results", list)):
        at = f"evaluation_results[{number}]"
        dataset = file.get(result, "evaluation_name", str, at)
        config = file.get(result, "metric_config", dict, at)
        lower = file.get(config, "lower_is_better", bool, f"{at}.metric_config")
        names = (config.get(key) for key in ("metric_name", "metric_id", "evaluation_description"))
        metric = next((name for name in names if isinstance(name, str) and name.strip()), "score")
        details = file.get(result, "score_details", dict, at)
        value = details.get("score", "nothing")
        score = file.number(value, f"{at}.score_details.score")
        yield Score(dataset, method, metric, score, file.where, higher_is_better=not lower)


# ---- MTEB ----------------------------------------------------------------------------------------


def mteb(file: File) -> Iterator[Score]:
    """Yield the scores of one task; the folders above the file name the model and its revision."""
    task = file.get(file.document, "task_name", str)
    method = _mteb_model(file)
    splits = file.get(file.document, "scores", dict)
    for split in splits:
        subsets = file.get(splits, split, list, "scores")
        for number, subset in enumerate(subsets):
            at = f"scores.{split}[{number}]"
            name = file.get(subset, "hf_subset", str, at)
            parts = [split] * (len(splits) > 1) + [name] * (len(subsets) > 1)
            dataset = f"{task} ({', '.join(parts)})" if parts else task
            file.number(subset.get("main_score", "nothing"), f"{at}.main_score")
            for metric, value in subset.items():
                if isinstance(value, (int, float)) and not isinstance(value, bool):
                    score = file.number(value, f"{at}.{metric}")
                    yield Score(dataset, method, metric, score, file.where)


def _mteb_model(file: File) -> str:
    about = file.beside("model_meta.json")
    if Path(about.path).is_file():
        return about.get(about.document, "name", str)
    return Path(file.path).absolute().parent.parent.name.replace("__", "/")


# ---- HELM ----------------------------------------------------------------------------------------


def helm(file: File) -> Iterator[Score]:
    """Yield the means of a run's ``stats.json``; ``run_spec.json`` beside it names the run."""
    beside = file.beside("run_spec.json")
    adapter = beside.get(beside.document, "adapter_spec", dict)
    key = "model" if adapter.get("model") else "model_deployment"
    method = beside.get(adapter, key, str, "adapter_spec")
    name = beside.get(beside.document, "name", str)
    dataset = re.sub(r"[:,]model(_deployment)?=[^,]*", "", name).replace(",", ":", 1)
    dataset = dataset if ":" in name else name
    for number, stat in enumerate(file.document):
        at = f"[{number}]"
        about = file.get(stat, "name", dict, at)
        if about.get("perturbation") is not None:
            continue
        short = file.get(about, "name", str, f"{at}.name")
        variants = [part for part in _VARIANTS if about.get(part) is not None]
        metric = "/".join([short, *(file.get(about, p, str, f"{at}.name") for p in variants)])
        if stat.get("count") != 0:
            score = file.number(stat.get("mean"), f"{at}.mean")
            yield Score(dataset, method, metric, score, file.where, short)


FORMATS = (
    DocumentFormat("lm-eval", ("results*.json",), ("results", "versions", "n-shot"), lm_eval),
    DocumentFormat("inspect", ("*.eval", "*.json"), ("version", "status", "eval"), inspect_ai),
    DocumentFormat(
        "every-eval-ever", ("*.json",), ("schema_version", "model_info", "evaluation_results"),
        every_eval_ever,
    ),
    DocumentFormat(
        "mteb", ("*.json",), ("task_name", "scores"), mteb, main="main_score",
        companions=("model_meta.json",),
    ),
    DocumentFormat("helm", ("stats.json",), ("name", "count", "sum"), helm, is_list=True),
)  # fmt: skip
