# The content of a folder of a run: one row per fold, and the table of means.

#' The results of a run
#'
#' Reads the measures that [pb_run()] or Python's `pybench.run()` wrote into a folder. (The command
#' `pybench suite results` of the Python package can query the results of many runs with SQL.)
#'
#' @param folder The folder of a run.
#'
#' @return A data frame, one row per fold: `estimator`, `task`, `repeat` and `fold` (from 0),
#'   `status`, `n_train`, `n_test`, and the measures; a measure that is not defined is `NA`.
#'
#' @section Errors:
#' `pybench_error_suite`: the folder contains no run, or a file in it was changed.
#' @seealso [pb_run()]
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' suite <- pb_suite_load(system.file("extdata", "suite", package = "pybench"))
#' guess <- function(train, test) sample(levels(train$class), nrow(test), replace = TRUE)
#' out <- file.path(tempdir(), "guesses")
#' pb_run(suite, list(guess = guess), out)
#' colMeans(pb_suite_results(out)[c("accuracy", "kappa")])
#' @export
pb_suite_results <- function(folder) {
  folder <- native_path(check_string("folder", folder))
  plan <- run_plan(folder)
  if (is.null(plan)) {
    refuse_suite("the folder of a run", shown(folder), "Run a suite first: pb_run().")
  }
  found <- found_evaluations(folder, run_jobs(folder, plan))
  rows <- lapply(Filter(Negate(is.null), found), evaluation_row)
  if (length(rows) > 0L) do.call(rbind, rows) else data.frame()
}

evaluation_row <- function(found) {
  measures <- lapply(names(suite_measures), function(name) {
    or_na(found$measures[[name]], NA_real_)
  })
  row <- c(
    found[c("estimator", "task", "repeat", "fold", "status", "n_train", "n_test")],
    stats::setNames(lapply(measures, as.double), names(suite_measures))
  )
  structure(row, class = "data.frame", row.names = 1L)
}

# The results table of finished folds; a task with fewer folds than another has NA for the rest.
run_table <- function(suite, tasks, learners, out, measure) {
  cells <- lapply(learners, function(name) {
    lapply(tasks, function(task) run_scores(out, name, task, suite, measure))
  })
  cells <- unlist(cells, recursive = FALSE)
  scores <- vapply(cells, function(cell) exact_mean(vapply(cell, exact_mean, 0)), 0)
  counts <- vapply(cells, function(cell) sum(lengths(cell)), 0)
  most <- max(counts)
  folds <- vapply(cells, function(cell) unlist(cell)[seq_len(most)], numeric(most))
  size <- c(length(tasks), length(learners))
  results_table(
    matrix(scores, length(tasks)), tasks, learners, suite_measures[[measure]], measure,
    by_repeat = if (most > 1) aperm(array(folds, c(most, size)), c(2L, 3L, 1L)),
    n_repeats = most, n_available = matrix(counts, length(tasks))
  )
}

# The scores of the folds of each repeat, both in their order.
run_scores <- function(out, name, task, suite, measure) {
  folds <- splits_folds(pb_suite_splits(suite, task))
  values <- vapply(folds, function(fold) {
    value <- fold_done(out, name, task, fold)$measures[[measure]]
    if (is.null(value)) {
      refuse_suite(
        paste(measure, "of every fold"),
        sprintf("none for %s on %s: it is not defined there", name, task),
        "Take another measure, or a learner that gives probabilities."
      )
    }
    as.double(value)
  }, 0)
  repeats <- vapply(folds, function(fold) fold[["repeat"]], 0)
  order <- order(repeats, vapply(folds, function(fold) fold$fold, 0))
  unname(split(values[order], repeats[order]))
}
