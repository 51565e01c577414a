# Train and test rows of a task: how they are made, stored and read; once stored, they are never
# recomputed from a seed.

#' The stored splits of a task
#'
#' Returns the train and test rows of a task, as stored in the suite.
#'
#' @param suite A suite, for example of [pb_suite_load()].
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
  path <- suite_place(suite, task$splits)
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

# Refuses splits with a row that the data lack.
check_rows <- function(splits, n_rows, path) {
  last <- max(splits$rowid)
  if (last >= n_rows) {
    refuse_suite(
      sprintf("rows from 0 to %.0f", n_rows - 1), sprintf("the row %d", last),
      "Restore the suite from where it came from.",
      file = path
    )
  }
}

# Refuses splits that do not fit data of `n_rows` rows or their procedure: a fold without train or
# test rows, or a repeat of a cross-validation whose test parts do not hold every row once.
check_splits <- function(splits, n_rows, type, path) {
  check_rows(splits, n_rows, path)
  folds <- max(splits$fold) + 1L
  repeats <- max(splits[["repeat"]]) + 1L
  place <- factor(splits[["repeat"]] * folds + splits$fold, seq_len(folds * repeats) - 1L)
  sizes <- table(place, factor(splits$type, c("TRAIN", "TEST")))
  empty <- which(rowSums(sizes == 0L) > 0L)
  if (length(empty) > 0L) {
    at <- empty[[1L]] - 1L
    refuse_suite(
      "train and test rows", sprintf("none in repeat %d, fold %d", at %/% folds, at %% folds),
      "Restore the splits from where the suite came from.",
      file = path
    )
  }
  if (type != "crossvalidation") {
    return(invisible())
  }
  tested <- splits[splits$type == "TEST", ]
  whole <- all(rowSums(sizes) == n_rows)
  once <- vapply(split(tested$rowid, tested[["repeat"]]), function(rows) {
    identical(sort(rows), seq_len(n_rows) - 1L)
  }, NA)
  if (!whole || !all(once)) {
    refuse_suite(
      "every row in one test part of a repeat", "a repeat with other rows",
      "Restore the splits from where the suite came from.",
      file = path
    )
  }
}

# ---- making --------------------------------------------------------------------------------------

# Stratified folds of equal size, as OpenML makes them: list(repeat, fold, train, test) each, rows
# from 1. The rows of each class are shuffled and dealt to the folds one after the other.
cross_validation <- function(labels, folds, repeats, seed, name) {
  codes <- match(labels, sort(unique(labels), method = "radix"))
  found <- lapply(seq_len(repeats) - 1L, function(again) {
    order <- random_order(split_key(seed, "suite folds", name, again), length(codes))
    order <- order[order(codes[order], method = "radix")]
    place <- integer(length(codes))
    place[order] <- (seq_along(order) - 1L) %% as.integer(folds)
    lapply(seq_len(folds) - 1L, function(fold) {
      list(`repeat` = again, fold = fold, train = which(place != fold), test = which(place == fold))
    })
  })
  unlist(found, recursive = FALSE)
}

# A share of the rows of each class held out, once per repeat.
holdout <- function(labels, share, repeats, seed, name) {
  codes <- match(labels, sort(unique(labels), method = "radix"))
  held <- held_out(codes, share)
  lapply(seq_len(repeats) - 1L, function(again) {
    order <- random_order(split_key(seed, "suite holdout", name, again), length(codes))
    tested <- lapply(seq_along(held), function(code) {
      utils::head(order[codes[order] == code], held[[code]])
    })
    test <- sort(unlist(tested))
    list(`repeat` = again, fold = 0L, train = setdiff(seq_along(codes), test), test = test)
  })
}

# The number of test rows of each class in a holdout: its share of them, halves rounded up.
held_out <- function(codes, share) {
  floor(tabulate(codes) * share + 0.5)
}

split_key <- function(seed, purpose, name, again) {
  json_ascii(list(json_whole(seed), purpose, name, as.integer(again)))
}

# The content of the stored file.
splits_text <- function(folds) {
  lines <- lapply(folds, function(fold) {
    end <- sprintf(",%d,%d\n", fold[["repeat"]], fold$fold)
    c(sprintf("TRAIN,%d%s", fold$train - 1L, end), sprintf("TEST,%d%s", fold$test - 1L, end))
  })
  paste(c("type,rowid,repeat,fold\n", unlist(lines)), collapse = "")
}
