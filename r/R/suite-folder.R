# The folder of a run: its description, and the files of every fold.

run_schema <- "pybench/suite-run/1"

run_plan <- function(folder) {
  path <- file.path(folder, "run.json")
  if (!file.exists(native_path(path))) {
    return(NULL)
  }
  plan <- read_json(path)
  found <- if (!identical(json_field(plan, "schema"), run_schema)) {
    "another"
  } else if (!is_plan(plan)) {
    "fields of another form"
  }
  if (!is.null(found)) {
    refuse_suite(
      paste("a run of the schema", shown(run_schema)), found, "Use another folder.",
      file = path
    )
  }
  plan
}

# The value of a key, by its whole name: `$` would match the beginning of a name.
json_field <- function(value, name) {
  if (is.list(value)) value[[name]]
}

is_plan <- function(plan) {
  estimators <- json_field(plan, "estimators")
  folds <- json_field(plan, "folds")
  is_string(json_field(json_field(plan, "suite"), "hash")) && is_number(json_field(plan, "seed")) &&
    are_objects(estimators) && all(vapply(estimators, are_objects, NA)) && are_folds(folds)
}

# The repeats and folds of every task.
are_folds <- function(folds) {
  are_objects(folds) &&
    all(vapply(unlist(folds, recursive = FALSE, use.names = FALSE), is_place, NA))
}

# An object of JSON, which may be empty.
are_objects <- function(value) {
  is.list(value) && length(names(value)) == length(value)
}

# Repeat and fold, and the numbers of rows for training and test: counts that R's integers hold.
is_place <- function(place) {
  if (!is.list(place) || length(place) < 2L || !all(vapply(place, is_number, NA))) {
    return(FALSE)
  }
  numbers <- unlist(place)
  all(numbers >= 0, numbers <= .Machine$integer.max, numbers == trunc(numbers))
}

fold_place <- function(out, name, task, fold, what, ending) {
  file <- sprintf("%s-%d-%d.%s", what, as.integer(fold[["repeat"]]), as.integer(fold$fold), ending)
  file.path(out, "runs", file_stem(name), file_stem(task), file)
}

keep_fold <- function(out, name, task, fold, data, truth, answer, seed) {
  shares <- answer$shares
  confidences <- if (is.null(shares)) {
    list()
  } else {
    lapply(seq_len(ncol(shares)), function(j) number_text(shares[, j]))
  }
  head <- c("repeat", "fold", "row_id", "prediction", "correct")
  named <- if (is.null(shares)) character() else paste0("confidence.", data$classes)
  columns <- c(list(
    sprintf("%d", fold[["repeat"]]), sprintf("%d", fold$fold), sprintf("%d", fold$test - 1L),
    csv_fields(data$classes[answer$said]), csv_fields(data$classes[truth])
  ), confidences)
  text <- csv_text(c(head, named), columns)
  evaluation <- list(
    estimator = name, task = task, `repeat` = as.integer(fold[["repeat"]]),
    fold = as.integer(fold$fold), seed = json_whole(seed), status = "ok",
    n_train = length(fold$train), n_test = length(fold$test),
    measures = measures_of(truth, answer$said, shares, length(data$classes)),
    predictions_sha256 = sha256_of(charToRaw(text))
  )
  write_whole(fold_place(out, name, task, fold, "predictions", "csv"), text)
  write_whole(
    fold_place(out, name, task, fold, "evaluation", "json"), paste0(json_text(evaluation), "\n")
  )
}

# The evaluation of a fold, if it and its predictions exist and belong together; else NULL.
fold_done <- function(out, name, task, fold) {
  files <- fold_place(out, name, task, fold, c("evaluation", "predictions"), c("json", "csv"))
  if (!all(file.exists(native_path(files)))) {
    return(NULL)
  }
  found <- tryCatch(read_json(files[[1L]]), pybench_error_input = function(error) NULL)
  same <- is_evaluation(found) && identical(found[["estimator"]], name) &&
    identical(found[["task"]], task) &&
    identical(found[["predictions_sha256"]], sha256_of(read_bytes(files[[2L]])))
  if (same) found
}

is_evaluation <- function(found) {
  measures <- json_field(found, "measures")
  is_string(json_field(found, "status")) && are_objects(measures) &&
    all(vapply(found[c("repeat", "fold", "n_train", "n_test")], is_number, NA)) &&
    all(vapply(measures, function(one) is.null(one) || is_number(one), NA))
}

# Writes run.json and suite.json beside it, or refuses if they differ from those in the folder.
begin_run <- function(suite, about, tasks, out, seed) {
  held <- run_plan(out)
  if (!is.null(held) && !(identical(held$suite$hash, suite$hash) && held$seed == seed)) {
    refuse_suite(
      "a new folder, or that of a run of this suite and seed", "another run",
      "Use another `out`.",
      file = file.path(out, "run.json")
    )
  }
  check_no_clash(union(names(held$estimators), names(about)))
  for (name in names(about)) {
    check_same_learner(name, about[[name]], held$estimators[[name]], out)
  }
  folds <- lapply(stats::setNames(tasks, tasks), function(task) {
    lapply(splits_folds(pb_suite_splits(suite, task)), function(fold) {
      list(
        as.integer(fold[["repeat"]]), as.integer(fold$fold), length(fold$train), length(fold$test)
      )
    })
  })
  plan <- list(
    schema = run_schema,
    suite = list(name = suite$name, version = suite$version, hash = suite$hash),
    seed = json_whole(seed),
    versions = merged(run_versions(), held$versions),
    machine = if (is.null(held)) {
      list(system = R.version$platform, processor = R.version$arch)
    } else {
      held$machine
    },
    estimators = merged(held$estimators, about),
    folds = merged(held$folds, folds)
  )
  write_whole(file.path(out, "suite.json"), suite_text(suite))
  write_whole(file.path(out, "run.json"), paste0(json_text(plan), "\n"))
}

check_same_learner <- function(name, about, held, out) {
  if (is.null(held)) {
    return(invisible())
  }
  found <- if (!identical(held$sha256, about$sha256)) {
    "other code, or other values that it uses"
  } else if (!identical(by_name(held$versions), by_name(about$versions))) {
    "other versions of R or of packages"
  }
  if (!is.null(found)) {
    refuse_suite(
      paste("the learner", shown(name), "as it was run before"), found,
      "Give it another name, or use another `out`.",
      file = file.path(out, "run.json")
    )
  }
}

# Sorted in the same order in every locale.
by_name <- function(x) {
  x[order(as.character(names(x)), method = "radix")]
}

run_versions <- function() {
  list(
    R = as.character(getRversion()), pybench = as.character(utils::packageVersion("pybench"))
  )
}

merged <- function(held, new) {
  held[names(new)] <- new
  held
}
