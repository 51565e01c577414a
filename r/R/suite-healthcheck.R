# The health check of a suite: duplicates, leakage, tasks that everything solves.

# Kinds of findings, in the order in which they are reported.
finding_kinds <- c(
  "solved by all" = "every estimator of the results reaches the level",
  "duplicate dataset" = "two datasets have the same rows and classes",
  "shared rows" = "two datasets have rows in common",
  leakage = "test rows stand among the training rows of their fold",
  contradiction = "equal rows have different classes"
)

#' Check a suite
#'
#' Looks for tasks that are duplicated, leaking or solved. Python's `Suite.check()` finds the same,
#' and also tasks that one attribute or a decision tree of scikit-learn solves, and near duplicates
#' of series.
#'
#' @param suite A suite, for example of [pb_suite_load()].
#' @param results A results table (see [pb_results_table]) of estimators on the tasks, of scores of
#'   at most 1 for which higher is better, or of error rates from 0 to 1 for which lower is better;
#'   or `NULL`. With such results, the check also finds tasks that all estimators solve.
#' @param solved A task counts as solved by all estimators if the worst of them reaches this score.
#'   An error rate counts as the score 1 minus the rate.
#'
#' @return An object of class `pb_suite_check`, a list of `suite` (name), `version`, `hash`,
#'   `findings`, `n_tasks` and `skipped`, the tasks whose data R cannot read or that are not there.
#'   `findings` is a data frame, one row per finding:
#'   \item{kind}{`"solved by all"`, `"duplicate dataset"`, `"shared rows"`, `"leakage"` (test rows
#'   that are also training rows) or `"contradiction"` (equal rows with different classes)}
#'   \item{dataset, other}{the task, and the other task, if there are two}
#'   \item{value}{a score, or the share of the rows}
#'   \item{note}{the number of rows}
#'
#' @section Errors:
#' `pybench_error_suite`: a file of the suite was changed. `pybench_error_argument`: `results` are
#' neither scores nor error rates, or have no task of the suite.
#' @seealso [pb_suite_create()], [pb_suite_freeze()]
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' pb_suite_check(pb_suite_load(system.file("extdata", "suite", package = "pybench")))
#' @export
pb_suite_check <- function(suite, results = NULL, solved = 0.99) {
  check_suite(suite)
  solved <- check_fraction("solved", solved)
  names <- vapply(suite$tasks, function(task) task$name, "")
  if (!is.null(results)) {
    check_solvable(results, names)
  }
  readable <- vapply(suite$tasks, function(task) {
    is.null(unreadable(task)) && suite_has(suite, task$dataset$files[[1L]]$path)
  }, NA)
  data <- lapply(stats::setNames(names[readable], names[readable]), function(task) {
    found <- pb_suite_data(suite, task)
    list(keys = row_keys(found$x), y = found$y)
  })
  findings <- c(
    unlist(lapply(names(data), function(task) {
      c(contradiction_finding(task, data[[task]]), leakage_finding(suite, task, data[[task]]$keys))
    }), recursive = FALSE),
    shared_findings(data),
    if (!is.null(results)) solved_findings(results, solved, names)
  )
  new_result("pb_suite_check", list(
    suite = suite$name, version = suite$version, hash = suite$hash,
    findings = findings_frame(findings), n_tasks = length(names), skipped = names[!readable]
  ))
}

#' @rdname pb_suite_check
#' @param x A check.
#' @param ... Nothing: other arguments are refused.
#' @export
format.pb_suite_check <- function(x, ...) {
  check_dots(...)
  lines <- lapply(names(finding_kinds), function(kind) {
    mine <- x$findings[x$findings$kind == kind, ]
    if (nrow(mine) == 0L) {
      return(NULL)
    }
    where <- ifelse(nzchar(mine$other), paste(mine$dataset, "and", mine$other), mine$dataset)
    c(
      sprintf("  %s: %s", kind, finding_kinds[[kind]]),
      sprintf("    %s: %.4g (%s)", one_line(where), mine$value, mine$note)
    )
  })
  c(
    sprintf(
      "Check of suite %s, version %.0f, %s", one_line(x$suite), x$version,
      counted(x$n_tasks, "task")
    ),
    unlist(lines),
    if (nrow(x$findings) == 0L) {
      "  nothing found; \"solved by all\" is checked only if results are given"
    },
    "  tasks that are too easy are found in Python: Suite.check()",
    if (length(x$skipped) > 0L) {
      paste("  not checked, because their data are not available in R:", toString(x$skipped))
    }
  )
}

#' @rdname pb_suite_check
#' @param row.names,optional Ignored; part of the generic.
#' @export
as.data.frame.pb_suite_check <- function(x, row.names = NULL, # nolint: object_name_linter.
                                         optional = FALSE, ...) {
  check_dots(...)
  x$findings
}

suite_finding <- function(kind, dataset, other, value, note) {
  list(kind = kind, dataset = dataset, other = other, value = as.double(value), note = note)
}

# A data frame of findings in the order of their kinds, and of the names in each.
findings_frame <- function(findings) {
  text <- function(field) vapply(findings, function(one) one[[field]], "")
  frame <- data.frame(
    kind = text("kind"), dataset = text("dataset"), other = text("other"),
    value = vapply(findings, function(one) one$value, 0), note = text("note")
  )
  order <- order(
    match(frame$kind, names(finding_kinds)), frame$dataset, frame$other,
    method = "radix"
  )
  frame <- frame[order, ]
  row.names(frame) <- NULL
  frame
}

# ---- what is looked for --------------------------------------------------------------------------

contradiction_finding <- function(task, data) {
  pairs <- unique(data.frame(key = data$keys, y = data$y))
  torn <- sum(data$keys %in% pairs$key[duplicated(pairs$key)])
  if (torn > 0L) {
    share <- torn / length(data$keys)
    list(suite_finding("contradiction", task, "", share, counted(torn, "row")))
  }
}

leakage_finding <- function(suite, task, keys) {
  if (is.null(task_of(suite, task)[["splits"]])) {
    return(NULL)
  }
  folds <- splits_folds(pb_suite_splits(suite, task))
  tested <- sum(vapply(folds, function(fold) length(fold$test), 0L))
  leaked <- sum(vapply(folds, function(fold) sum(keys[fold$test] %in% keys[fold$train]), 0L))
  if (leaked > 0L) {
    note <- sprintf("%d of %d test rows, all folds", leaked, tested)
    list(suite_finding("leakage", task, "", leaked / tested, note))
  }
}

# Rows that two datasets have in common; `data`: task -> list(keys, y).
shared_findings <- function(data) {
  pairs <- if (length(data) > 1L) utils::combn(names(data), 2L, simplify = FALSE)
  whole <- lapply(data, function(one) sort(paste(one$keys, one$y, sep = "\n"), method = "radix"))
  found <- lapply(pairs, function(pair) {
    one <- pair[[1L]]
    other <- pair[[2L]]
    if (identical(whole[[one]], whole[[other]])) {
      return(suite_finding("duplicate dataset", one, other, 1, "rows and classes"))
    }
    rows <- length(data[[one]]$keys)
    shared <- sum(data[[one]]$keys %in% data[[other]]$keys)
    if (shared > 0L) {
      note <- sprintf("%d of %d rows of the first", shared, rows)
      suite_finding("shared rows", one, other, shared / rows, note)
    }
  })
  Filter(Negate(is.null), found)
}

# The datasets whose worst score reaches the level; an error rate is 1 - score.
solved_findings <- function(results, level, names) {
  scores <- if (results$higher_is_better) results$scores else 1 - results$scores
  worst <- apply(scores, 1L, min)
  solved <- which(worst >= level & results$datasets %in% names)
  note <- paste("worst of", counted(ncol(scores), "estimator"))
  lapply(solved, function(i) {
    suite_finding("solved by all", results$datasets[[i]], "", worst[[i]], note)
  })
}

# Refuses results that are no shares of correct predictions, or are not of tasks of the suite.
check_solvable <- function(results, names) {
  if (!inherits(results, "pb_results_table")) {
    found <- describe_value(results)
    stop_argument(
      paste("`results` must be a results table, not", found),
      expected = "a results table", found = found, hint = "pb_read_results() makes one."
    )
  }
  scores <- results$scores
  lower <- !results$higher_is_better
  outside <- any(scores > 1, na.rm = TRUE) || (lower && any(scores < 0, na.rm = TRUE))
  loss <- lower && isTRUE(results$metric %in% names(suite_measures))
  if (outside || loss) {
    expected <- "scores of at most 1, or error rates in [0, 1] where lower is better"
    found <- if (loss) {
      paste0(results$metric, ", for which 1 - score is not a share of correct predictions")
    } else {
      sprintf("%g to %g", min(scores, na.rm = TRUE), max(scores, na.rm = TRUE))
    }
    stop_argument(
      sprintf("`results` must hold %s, not %s", expected, found),
      expected = expected, found = found, hint = "Give the accuracies of the same runs instead."
    )
  }
  if (!any(results$datasets %in% names)) {
    stop_argument(
      sprintf(
        "`results` must hold results on tasks of the suite: %s, not on %s", shown_names(names),
        shown_names(results$datasets)
      ),
      expected = shown_names(names), found = shown_names(results$datasets),
      hint = "The table must name its datasets as the suite names its tasks."
    )
  }
}
