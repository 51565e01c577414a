# What a folder of a run holds: a row a fold, and the table of means.

#' The results of a run
#'
#' Reads the measures that [pb_run()] or Python's `pybench.run()` wrote into a folder. (In SQL, and
#' over many runs, Python's `pybench suite results` asks for them.)
#'
#' @param folder The folder of a run.
#'
#' @return A data frame, one row a fold: `estimator`, `task`, `repeat` and `fold` (from 0),
#'   `status`, `n_train`, `n_test`, and the measures, `NA` where one is not defined.
#'
#' @section Errors:
#' `pybench_error_suite`: the folder holds no run, or a file of it was changed.
#' @seealso [pb_run()]
#' @examples
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

# The results table of finished folds.
run_table <- function(suite, tasks, learners, out, measure) {
  cells <- lapply(learners, function(name) {
    lapply(tasks, function(task) run_means(out, name, task, suite, measure))
  })
  counts <- unique(unlist(lapply(cells, lengths)))
  scores <- vapply(cells, function(column) vapply(column, exact_mean, 0), numeric(length(tasks)))
  by_repeat <- if (length(counts) == 1L && counts > 1L) {
    aperm(array(unlist(cells), c(counts, length(tasks), length(learners))), c(2L, 3L, 1L))
  }
  results_table(
    matrix(scores, length(tasks)), tasks, learners, suite_measures[[measure]], measure,
    by_repeat = by_repeat
  )
}

run_means <- function(out, name, task, suite, measure) {
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
  vapply(split(values, repeats), exact_mean, 0, USE.NAMES = FALSE)
}
