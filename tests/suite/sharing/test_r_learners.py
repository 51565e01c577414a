"""Learners of mlr3 and parsnip in R's runs, by packages of their names that keep their protocol.

Neither can be installed where pybench is tested. The packages below do what the documentation of
mlr3 1.0 and of parsnip 1.2 says of the functions that pybench calls: `as_task_classif`, the methods
and fields of a `Learner` and of a `Prediction`; `fit`, `predict` and the parts of a `model_spec`.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

import pybench as pb

pytestmark = pytest.mark.r

MLR3 = """
as_task_classif <- function(x, target, id) {
  stopifnot(is.data.frame(x), is.factor(x[[target]]), is.character(id))
  x[[target]] <- droplevels(x[[target]])
  structure(list(data = x, target = target), class = c("TaskClassif", "Task"))
}
# A learner of R6 is an environment that training changes.
lrn_majority <- function(predict_type = "response", task_type = "classif", k = 1) {
  self <- new.env()
  self$id <- "classif.majority"
  self$task_type <- task_type
  self$predict_type <- predict_type
  self$packages <- c("mlr3", "stats")
  self$param_set <- list(values = list(k = k))
  self$clone <- function(deep = FALSE) {
    lrn_majority(self$predict_type, self$task_type, self$param_set$values$k)
  }
  self$train <- function(task, row_ids = NULL) {
    stopifnot(inherits(task, "TaskClassif"), is.null(self$state))
    self$state <- list(counts = table(task$data[[task$target]]), target = task$target)
    invisible(self)
  }
  self$predict_newdata <- function(newdata, task = NULL) {
    stopifnot(!self$state$target %in% names(newdata))
    shares <- self$state$counts / sum(self$state$counts)
    prob <- matrix(shares, nrow(newdata), length(shares), byrow = TRUE,
                   dimnames = list(NULL, names(shares)))
    said <- factor(rep(names(which.max(shares)), nrow(newdata)), names(shares))
    list(response = said, prob = if (self$predict_type == "prob") prob)
  }
  class(self) <- c("LearnerClassifMajority", "LearnerClassif", "Learner", "R6")
  self
}
"""
PARSNIP = """
fit <- function(object, ...) UseMethod("fit")
required_pkgs <- function(x, ...) "stats"
majority_model <- function(mode = "classification", k = 1, shares = TRUE) {
  caller <- parent.frame()
  k <- structure(as.formula(substitute(~ k), caller), class = c("quosure", "formula"))
  structure(
    list(args = list(k = k), eng_args = NULL, mode = mode, engine = "own", shares = shares),
    class = c("majority_model", "model_spec")
  )
}
fit.majority_model <- function(object, formula, data, ...) {
  frame <- stats::model.frame(formula, data, na.action = stats::na.pass)
  structure(list(counts = table(droplevels(stats::model.response(frame))), spec = object),
            class = c("model_fit"))
}
predict.model_fit <- function(object, new_data, type = NULL, opts = list(), ...) {
  shares <- object$counts / sum(object$counts)
  if (type == "prob") {
    if (!object$spec$shares) stop("no prob prediction method available for this model")
    return(as.data.frame(matrix(shares, nrow(new_data), length(shares), byrow = TRUE,
                                dimnames = list(NULL, paste0(".pred_", names(shares))))))
  }
  stopifnot(type == "class")
  data.frame(.pred_class = factor(rep(names(which.max(shares)), nrow(new_data)), names(shares)))
}
"""
EXPORTS = {
    "mlr3": "export(as_task_classif, lrn_majority)",
    "parsnip": "export(fit, required_pkgs, majority_model)\nS3method(fit, majority_model)\n"
    "S3method(predict, model_fit)\nimportFrom(stats, as.formula)",
}
PLAIN = "most <- function(train, test) rep(names(which.max(table(train$class))), nrow(test))\n"


@pytest.fixture(scope="module")
def library(tmp_path_factory) -> Path:
    """Return a library of R with both packages."""
    place = tmp_path_factory.mktemp("library")
    for name, code in (("mlr3", MLR3), ("parsnip", PARSNIP)):
        package = tmp_path_factory.mktemp("source") / name
        (package / "R").mkdir(parents=True)
        (package / "DESCRIPTION").write_text(f"Package: {name}\nVersion: 1.2.3\n")
        (package / "NAMESPACE").write_text(EXPORTS[name] + "\n")
        (package / "R" / "all.R").write_text(code)
        options = ["--no-docs", "--no-byte-compile", "--no-test-load", f"--library={place}"]
        subprocess.run(["R", "CMD", "INSTALL", *options, package], check=True, capture_output=True)
    return place


@pytest.fixture(scope="module")
def suite(tmp_path_factory) -> pb.Suite:
    """Return a suite of which a fold has no row of a class to train on."""
    folder = tmp_path_factory.mktemp("suite")
    rows = "".join(f"{i},{'abb'[i % 3]}\n" for i in range(20)) + "20,rare\n"
    (folder / "t.csv").write_text("x,class\n" + rows)
    return pb.Suite.create("s", folder, target="class", folds=3).save(folder / "suite")


@pytest.fixture
def r(library, suite):
    """Return a function: code of R -> what it prints, with the packages at hand."""

    def run(code: str, *arguments: object) -> str:
        head = "library(pybench); given <- commandArgs(TRUE); suite <- pb_suite_load(given[[1]])\n"
        libraries = os.pathsep.join([str(library), os.environ.get("R_LIBS", "")])
        done = subprocess.run(
            ["Rscript", "--vanilla", "-e", head + PLAIN + code, suite.folder, *map(str, arguments)],
            capture_output=True, text=True, check=False, timeout=300,
            env={**os.environ, "R_LIBS": libraries},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


LEARNERS = """
learners <- list(
  plain = most, mlr3 = mlr3::lrn_majority(), "mlr3 shares" = mlr3::lrn_majority("prob"),
  parsnip = parsnip::majority_model(shares = FALSE), "parsnip shares" = parsnip::majority_model()
)
"""


def test_learners_of_frameworks_run_beside_functions(r, suite, tmp_path):
    code = """t <- pb_run(suite, learners, given[[2]])
    x <- pb_suite_results(given[[2]])
    cat(t$scores == t$scores[[1]], all(is.na(x$auroc[x$estimator %in% c("mlr3", "parsnip")])),
        anyNA(x$nll[grepl("shares", x$estimator)]), identical(
          x$brier[x$estimator == "mlr3 shares"], x$brier[x$estimator == "parsnip shares"]))"""
    out = tmp_path / "run"
    assert r(LEARNERS + code, out).split() == [*["TRUE"] * 6, "FALSE", "TRUE"]
    plan = json.loads((out / "run.json").read_text())["estimators"]
    assert plan["mlr3"]["pipeline"]["tabular"]["code"] == "mlr3 classif.majority, response"
    assert {"mlr3", "stats", "R"} == {*plan["mlr3"]["versions"]}
    assert plan["parsnip"]["versions"]["parsnip"] == "1.2.3"
    from pybench.suite.store.database import suite_results

    count = suite_results([out], "select count(*) as n from evaluations")
    assert count["n"].tolist() == [5 * 3]


def test_a_learner_is_told_from_another_by_its_settings(r, tmp_path):
    code = """tell <- function(e) cat(class(e)[1], "")
    again <- function(...) tryCatch({pb_run(suite, list(...), given[[2]]); cat("kept ")},
                                    error = tell)
    k <- 2
    again(a = mlr3::lrn_majority(k = 1), b = parsnip::majority_model(k = k))
    again(a = mlr3::lrn_majority(k = 1), b = parsnip::majority_model(k = 2))
    again(a = mlr3::lrn_majority(k = 2))
    again(b = parsnip::majority_model(k = 3))
    again(b = mlr3::lrn_majority())"""
    said = r(code, tmp_path / "run").split()
    # `k` is the value 2, under whatever name.
    assert said == ["kept", "kept", *["pybench_error_suite"] * 3]


def test_what_predicts_no_classes_is_refused(r, tmp_path):
    code = """tell <- function(e) cat(class(e)[1], conditionMessage(e), "\\n")
    wrong <- list(mlr3::lrn_majority(task_type = "regr"), parsnip::majority_model("regression"))
    for (one in wrong) tryCatch(pb_run(suite, list(w = one), given[[2]]), error = tell)"""
    lines = r(code, tmp_path / "run").splitlines()
    assert len(lines) == 2
    for line in lines:
        assert line.startswith("pybench_error_argument the learner `w` must be a classifier")
        assert "R runs classification tasks only" in line
