# Train and test rows of a task, as stored: never recomputed from a seed.

#' The stored splits of a task
#'
#' Returns the train and test rows of a task, as stored in the suite.
#'
#' @param suite A suite of [pb_suite_load()].
#' @param task Name of one of its tasks.
#'
#' @return A data frame with OpenML's columns: `type` ("TRAIN" or "TEST"), `rowid` (the row of the
#'   dataset), `repeat` and `fold`. The last three columns are whole numbers from 0. The rows are in
#'   the order in which a learner sees them.
#'
#' @section Errors:
#' `pybench_error_argument`: the suite has no such task. `pybench_error_suite`: the file was
#' changed, is malformed, has other repeats or folds than the suite states, or has a row in
#' both the train and the test part of a fold.
#' @seealso [pb_suite_load()], [pb_run()]
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' suite <- pb_suite_load(system.file("extdata", "suite", package = "pybench"))
#' head(pb_suite_splits(suite, "cars"))
#' @export
pb_suite_splits <- function(suite, task) {
  check_suite(suite)
  task <- task_of(suite, task)
  if (is.null(task[["splits"]])) {
    refuse_suite(
      paste("splits of the task", shown(task$name)), "none",
      "Get the suite with its splits, or import them from OpenML in Python."
    )
  }
  bytes <- suite_read(suite, task$splits, task$splits_sha256)
  path <- file.path(suite$folder, task$splits)
  splits <- splits_of(bytes, path)
  found <- c(max(splits[["repeat"]]), max(splits$fold)) + 1
  told <- c(task$procedure$repeats, task$procedure$folds)
  if (!all(found == told)) {
    refuse_suite(
      paste(sprintf("%.0f x %.0f", told[[1L]], told[[2L]]), "folds of the task", shown(task$name)),
      sprintf("%.0f x %.0f", found[[1L]], found[[2L]]),
      "Restore the suite from where it came from.",
      file = path
    )
  }
  splits
}

splits_of <- function(bytes, path) {
  nul <- match(as.raw(0L), bytes)
  if (!is.na(nul)) {
    refuse_suite(
      "text", "a NUL byte", "Restore the file from where the suite came from.",
      file = path, line = sum(bytes[seq_len(nul)] == as.raw(0x0A)) + 1L
    )
  }
  lines <- strsplit(rawToChar(bytes), "\n", fixed = TRUE, useBytes = TRUE)[[1L]]
  refuse_line <- function(line, expected) {
    refuse_suite(
      expected, shown(utf8_text(lines[line])), "Restore the file from where the suite came from.",
      file = path, line = line
    )
  }
  if (length(lines) < 2L || lines[[1L]] != "type,rowid,repeat,fold") {
    refuse_line(1L, "the header type,rowid,repeat,fold, and rows")
  }
  number <- "(0|[1-9][0-9]{0,8})"
  right <- grepl(
    sprintf("^(TRAIN|TEST),%s,%s,%s$", number, number, number), lines[-1L],
    useBytes = TRUE
  )
  if (!all(right)) {
    refuse_line(which(!right)[[1L]] + 1L, "TRAIN or TEST and three whole numbers")
  }
  cells <- matrix(unlist(strsplit(lines[-1L], ",", fixed = TRUE, useBytes = TRUE)), 4L)
  splits <- data.frame(
    type = cells[1L, ], rowid = as.integer(cells[2L, ]), `repeat` = as.integer(cells[3L, ]),
    fold = as.integer(cells[4L, ]), check.names = FALSE
  )
  twice <- anyDuplicated(splits[c("rowid", "repeat", "fold")])
  if (twice > 0L) {
    refuse_line(twice + 1L, "every row once in a fold")
  }
  splits
}

# list(repeat, fold, train, test) for each split, rows from 1.
splits_folds <- function(splits) {
  place <- interaction(splits[["repeat"]], splits$fold, drop = TRUE, lex.order = TRUE)
  folds <- lapply(split(seq_len(nrow(splits)), place), function(rows) {
    part <- splits[rows, ]
    list(
      `repeat` = part[["repeat"]][[1L]], fold = part$fold[[1L]],
      train = part$rowid[part$type == "TRAIN"] + 1L, test = part$rowid[part$type == "TEST"] + 1L
    )
  })
  places <- vapply(folds, function(fold) c(fold[["repeat"]], fold$fold), c(0, 0))
  unname(folds[order(places[1L, ], places[2L, ])])
}
