# Run learners on a suite, fold by fold, resumed from the finished folds in the folder.

#' Run learners on a suite
#'
#' Runs R functions, learners of mlr3 and model specifications of parsnip on the tabular tasks of a
#' suite, on the splits that the suite stores. `pb_run()` writes the same files as Python's
#' `pybench.run()`: for each fold, one file of predictions (with OpenML's columns) and one file of
#' measures; for the whole run, the tables `results.csv`, `folds.csv`, `evaluations.csv` and
#' `failures.csv`. The table `folds.csv` has the scores of each fold; [pb_read_results()] with
#' `repeats = "keep"` reads this table and keeps the scores.
#'
#' Python and R may use the same folder, one after the other. Several R processes may use the same
#' folder at the same time, with different learners. A fold whose results are already in the folder
#' is not run again, so a run can be interrupted and resumed. If the folder has results of a learner
#' that has the same name but was changed after its run, an error is raised. A learner counts as
#' unchanged if its code, the values that it uses, and the versions of R and of the packages that it
#' names are unchanged; a learner of mlr3 or parsnip, if its class, its settings and the versions of
#' its packages are unchanged.
#'
#' mlr3 and parsnip could not be installed where pybench is tested. pybench calls them as their
#' documentation says, and is tested with small packages of the same names that do the same.
#'
#' @param suite A suite, for example of [pb_suite_load()].
#' @param learner A named list of learners, or one learner, which is then called `learner`. A
#'   learner is one of the following:
#'
#'   * A function of `train`, a data frame in which the target column is a factor of the classes,
#'     and `test`, a data frame without the target column. It returns the classes of the test rows
#'     as text or factor, or a matrix or data frame of probabilities with one row per test row and
#'     one column per class.
#'   * A classifier of mlr3, such as `mlr3::lrn("classif.rpart")`. It gives probabilities if its
#'     `predict_type` is `"prob"`.
#'   * A classification model of parsnip, such as `parsnip::decision_tree("classification")`. It
#'     gives probabilities if the model has them.
#' @param out Folder of the run.
#' @param tasks Names of the tasks to run; `NULL` for all tabular tasks. If R cannot read the data
#'   of a task, an error is raised before anything is run; see [pb_suite_data()].
#' @param measure Measure of the scores in the results table: one of `accuracy`,
#'   `balanced_accuracy`, `f1`, `f1_weighted`, `kappa`, `mcc`, `auroc`, `nll`, `brier`; `NULL`
#'   for the measure of the tasks.
#' @param seed Seed. The random generator is seeded for each fold from this seed, the names of the
#'   learner and of the task, and the numbers of the repeat and of the fold; afterwards the random
#'   state of the session is restored.
#'
#' @return A results table (see [pb_results_table]) with the tasks as rows and the learners as
#'   columns. Its scores are means over the folds of each repeat, and then over the repeats.
#'   The scores of the folds, repeat after repeat, are kept in `by_repeat`; a task with fewer
#'   folds than another task has `NA` for the missing folds.
#'
#' @section Errors:
#' `pybench_error_argument`: an argument has an invalid value, or a learner uses an object that
#' cannot be identified, such as an environment. `pybench_error_suite`: the suite was changed, R
#' cannot read the data of a task, or the folder holds a run of another suite or seed, or of a
#' learner that has changed. `pybench_error_tasks_failed`: some folds failed; the message and
#' `failures.csv` name them with the reasons, and the results of all other folds are kept.
#' `pybench_error_environment`: the folder cannot be written to, or a Python run is using it.
#' `pybench_error_input`: a file would be written outside the folder, because a link in the folder
#' leads out of the folder. `pybench_error_r_package_missing`: a learner needs mlr3 or parsnip,
#' which is not installed.
#'
#' @seealso [pb_suite_results()]
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' suite <- pb_suite_load(system.file("extdata", "suite", package = "pybench"))
#' majority <- function(train, test) {
#'   rep(names(which.max(table(train$class))), nrow(test))
#' }
#' out <- file.path(tempdir(), "run")
#' pb_run(suite, list(majority = majority), out)
#' head(pb_suite_results(out))
#' @export
pb_run <- function(suite, learner, out, tasks = NULL, measure = NULL, seed = 0) {
  check_suite(suite)
  learners <- check_learners(learner)
  # A learner may change the working directory.
  out <- absolute_path(native_path(check_string("out", out)))
  suite <- with_absolute_paths(suite)
  seed <- check_seed(seed)
  tasks <- chosen_tasks(suite, tasks)
  measure <- chosen_measure(suite, tasks, measure)
  about <- Map(described_learner, names(learners), learners)
  within_folder(out, function() {
    at_work(out, function() {
      at_tables(out, function() begin_run(suite, about, tasks, out, seed))
      failed <- do.call(rbind, lapply(tasks, function(task) {
        run_task(suite, task, learners, out, seed)
      }))
      end_run(suite, tasks, names(learners), out, measure, failed)
    })
  })
}

# Writes the tables; returns the table of the run, or raises an error that says what failed.
end_run <- function(suite, tasks, learners, out, measure, failed) {
  at_tables(out, function() {
    write_tables(out, failed)
    # Remove the tables first: those of an earlier run would be taken for the new ones.
    for (name in c("results.csv", "folds.csv")) {
      unlink(native_path(check_inside(file.path(out, name))))
    }
    if (!is.null(failed)) {
      refuse_failed(failed, file.path(out, "failures.csv"))
    }
    table <- run_table(suite, tasks, learners, out, measure)
    write_results_table(out, table)
    table
  })
}

# ---- arguments -----------------------------------------------------------------------------------

# Refuses names of columns of a results table, whose scores would be read as something else, and
# names that a table cannot show.
check_estimator_names <- function(names) {
  taken <- names[names %in% result_columns]
  if (length(taken) > 0L) {
    stop_argument(
      paste0("no estimator can be called ", shown(taken[[1L]]),
             ": a table of results has a column of that name"),
      expected = paste("a name that is none of", toString(result_columns)), found = taken[[1L]],
      hint = "Rename the estimator."
    )
  }
  odd <- names[!vapply(names, is_name, NA)]
  if (length(odd) > 0L) {
    stop_argument(
      paste0("no estimator can be called ", shown(odd[[1L]]),
             ": a name must be one line, and must not begin like a spreadsheet formula"),
      expected = "one line, and no formula", found = odd[[1L]], hint = "Rename the estimator."
    )
  }
}

result_columns <- c("dataset", "classifier", "resample")

# Refuses names that a file system may treat as one: "A" and "a".
check_no_clash <- function(names) {
  stems <- lower_case(vapply(names, file_stem, ""))
  twice <- names[stems %in% stems[duplicated(stems)]]
  if (length(twice) > 0L) {
    stop_argument(
      paste("learners have names that make the same file name:", shown_names(twice)),
      expected = "names that differ in more than case", found = toString(twice),
      hint = "Rename one of them."
    )
  }
}

chosen_tasks <- function(suite, tasks) {
  all <- pb_suite_tasks(suite)
  if (is.null(tasks)) {
    tasks <- all$task[all$kind == "tabular"]
  }
  tasks <- unique(utf8_text(check_names("tasks", tasks, "names of tasks, at least one")))
  found <- lapply(stats::setNames(tasks, tasks), function(task) unreadable(task_of(suite, task)))
  found <- unlist(found)
  if (length(found) > 0L) {
    refuse_suite(
      "classifications with one file of a table each",
      paste0(shown_names(names(found)), ": ", toString(unique(found))),
      paste("Name the others in `tasks`.", data_remedy)
    )
  }
  tasks
}

chosen_measure <- function(suite, tasks, measure) {
  asked <- if (is.null(measure)) {
    unique(vapply(tasks, function(task) task_of(suite, task)$measure, ""))
  } else {
    measure
  }
  if (length(asked) > 1L) {
    stop_argument(
      paste0("the tasks have different measures (", toString(asked), "): give one `measure`"),
      expected = "one measure", found = toString(asked)
    )
  }
  check_choice("measure", asked, names(suite_measures))
}

# Runs the folds of a task that the folder does not hold; one row per failed fold, or NULL.
run_task <- function(suite, task, learners, out, seed) {
  data <- NULL
  failed <- NULL
  for (fold in splits_folds(pb_suite_splits(suite, task))) {
    for (name in names(learners)) {
      if (is.null(fold_done(out, name, task, fold))) {
        data <- if (is.null(data)) task_data(suite, task) else data
        problem <- run_fold(suite, task, data, fold, name, learners[[name]], out, seed)
        failed <- rbind(failed, problem)
      }
    }
  }
  failed
}

# The data of a task, if its splits have the same number of rows.
task_data <- function(suite, task) {
  data <- pb_suite_data(suite, task)
  place <- suite_place(suite, task_of(suite, task)$splits)
  check_rows(pb_suite_splits(suite, task), length(data$y), place)
  data
}

refuse_failed <- function(failed, file) {
  listed <- sprintf(
    "%s on %s, repeat %d, fold %d (%s)", failed$estimator, failed$task, failed[["repeat"]],
    failed$fold, one_line(failed$reason)
  )
  more <- length(listed) - 5L
  stop_tasks_failed(
    sprintf(
      "%s failed: %s%s", counted(length(listed), "fold"),
      paste(utils::head(listed, 5L), collapse = "; "),
      if (more > 0L) sprintf(" and %d more", more) else ""
    ),
    file = file,
    hint = paste0(
      "The finished folds are kept: fix the learner and run again, or leave out the learner or ",
      "task."
    )
  )
}

# ---- one fold ------------------------------------------------------------------------------------

# Runs one fold and keeps it; if it fails, returns a row with the reason.
run_fold <- function(suite, task, data, fold, name, learner, out, seed) {
  target <- task_of(suite, task)$target
  y <- factor(data$y, levels = data$classes)
  train <- data$x[fold$train, , drop = FALSE]
  train[[target]] <- y[fold$train]
  test <- data$x[fold$test, , drop = FALSE]
  row.names(train) <- row.names(test) <- NULL
  answer <- tryCatch(
    fold_answer(
      keeping_generator({
        seed_generator(fold_seed(seed, name, task, fold))
        learner_answer(learner, train, test, target)
      }),
      data$classes, nrow(test)
    ),
    error = function(error) error
  )
  if (inherits(answer, "error")) {
    return(data.frame(
      estimator = name, task = task, `repeat` = as.integer(fold[["repeat"]]),
      fold = as.integer(fold$fold), reason = kept_text(without_controls(conditionMessage(answer))),
      check.names = FALSE
    ))
  }
  keep_fold(out, name, task, fold, data, as.integer(y[fold$test]), answer, seed)
  NULL
}

# list(said: positions of classes; shares: matrix or NULL), or an error that says what is wrong.
fold_answer <- function(answer, classes, n) {
  if (is.matrix(answer) || is.data.frame(answer)) {
    shares <- checked_shares(as.matrix(answer), classes, n)
    return(list(said = max.col(shares, ties.method = "first"), shares = shares))
  }
  said <- match(utf8_text(answer), classes)
  if (length(said) != n || anyNA(said)) {
    stop("predictions must be ", n, " of the classes ", toString(classes))
  }
  list(said = said, shares = NULL)
}

checked_shares <- function(shares, classes, n) {
  shaped <- is.numeric(shares) && all(classes %in% colnames(shares)) && nrow(shares) == n
  if (!shaped || !are_shares(shares)) {
    stop("probabilities must be a column per class, ", n, " rows, each from 0 to 1 with sum 1")
  }
  shares <- unname(shares[, classes, drop = FALSE])
  storage.mode(shares) <- "double"
  shares
}

are_shares <- function(shares) {
  all(is.finite(shares), shares >= 0, shares <= 1) && all(abs(rowSums(shares) - 1) < 1e-6)
}

# A seed for R's generator, a whole number from 0 to 2^31 - 1.
fold_seed <- function(seed, name, task, fold) {
  key <- json_text(list("fit", name, task, as.integer(fold[["repeat"]]), as.integer(fold$fold)))
  floor(uniforms(seed, key, 0, 1) * 2^31)
}

# Returns the text, shortened to a length that every CSV reader accepts.
kept_text <- function(text, most = 2000L) {
  whole <- nchar(text)
  if (whole <= most) text else paste0(substr(text, 1L, most), "... (", whole, " characters)")
}
