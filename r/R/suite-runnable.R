# Whether a candidate can be a task at all: a readable file, a class for every row, splits.

# list(qualities, data, type, problem): `type` is the verdict on numbers that were read as classes,
# `problem` is list(verdict, error) if it cannot be a task.
opened_candidate <- function(candidate, asked) {
  form <- candidate$dataset$format
  refuse_nominal_arff(candidate, form)
  columns <- tryCatch(
    read_columns(candidate$place, form, candidate$nominal),
    pybench_error_dataset = identity
  )
  if (inherits(columns, "error")) {
    return(list(qualities = no_qualities(), problem = unread_problem(candidate, columns)))
  }
  refuse_strange_nominal(candidate, names(columns))
  if (!candidate$target %in% names(columns)) {
    expected <- paste("a column", shown(candidate$target))
    problem <- split_problem(candidate, expected, shown_names(names(columns), 20L))
    return(list(qualities = no_qualities(), problem = problem))
  }
  qualities <- table_qualities(columns, candidate$target, candidate$ignore, asked$classes)
  problem <- unusable_target(candidate, class_texts(columns[[candidate$target]]), asked)
  if (!is.null(problem)) {
    return(list(qualities = qualities, problem = problem))
  }
  data <- tryCatch(
    columns_data(columns, candidate$target, candidate$ignore, form, candidate$place),
    pybench_error_dataset = identity
  )
  if (inherits(data, "error")) {
    return(list(qualities = no_qualities(), problem = unread_problem(candidate, data)))
  }
  type <- type_verdict(candidate$name, columns[[candidate$target]])
  list(qualities = qualities, data = data, type = type)
}

# The verdict that tells that numbers were read as classes; NULL if they are names.
type_verdict <- function(name, column) {
  if (is.numeric(column)) {
    present <- column[!is.na(column)]
    found <- sprintf("classes: %d different whole numbers", length(unique(present)))
    threshold <- sprintf("at most %.0f different whole numbers", most_classes(length(present)))
    note <- "nobody declared the type; numbers to predict are declared by type = \"regression\""
    suite_verdict(name, "type", found, threshold, "pass", note)
  }
}

no_qualities <- function() {
  stats::setNames(list(), character())
}

# The problem of a target that cannot be split as asked; NULL if it can.
unusable_target <- function(candidate, labels, asked) {
  absent <- which(is.na(labels)) - 1L
  if (length(absent) > 0L) {
    rows <- paste0(toString(utils::head(absent, 5L)), if (length(absent) > 5L) ", ...")
    found <- sprintf("none in rows %s (from 0)", rows)
    return(split_problem(candidate, "a class for every row", found))
  }
  classes <- length(unique(labels))
  if (classes < 2L) {
    return(split_problem(candidate, "two classes or more", counted(classes, "class")))
  }
  rows <- counted(length(labels), "row")
  if (asked$procedure == "crossvalidation" && length(labels) < asked$folds) {
    found <- sprintf("%s for %.0f folds", rows, asked$folds)
    return(split_problem(candidate, "a row for every fold", found))
  }
  if (asked$procedure == "holdout") {
    held <- sum(held_out(match(labels, unique(labels)), asked$share))
    if (held == 0 || held == length(labels)) {
      found <- sprintf("%.0f of %s to test on", held, rows)
      return(split_problem(candidate, "rows to train and to test on", found))
    }
  }
  NULL
}

split_problem <- function(candidate, expected, found) {
  error <- tryCatch(
    refuse_dataset(
      expected, found,
      "Remove these rows, choose another target, fewer folds or another procedure.",
      file = candidate$place
    ),
    pybench_error_dataset = identity
  )
  list(verdict = run_verdict(candidate$name, found, expected), error = error)
}

# The problem of a file that cannot be read; the verdict does not name its path.
unread_problem <- function(candidate, error) {
  place <- c(
    if (!is.null(error$line)) paste("line", error$line),
    if (!is.null(error$column)) paste("column", error$column)
  )
  found <- one_line(toString(c(or_na(error$found, conditionMessage(error)), place)))
  expected <- or_na(error$expected, "data that read")
  list(verdict = run_verdict(candidate$name, found, expected), error = error)
}

run_verdict <- function(name, value, threshold) {
  suite_verdict(name, "can be run", value, threshold, "fail")
}

refuse_nominal_arff <- function(candidate, format) {
  if (format == "arff" && length(candidate$nominal) > 0L) {
    stop_argument(
      paste(
        "`nominal` must be empty for an ARFF file, whose header says which columns are nominal"
      ),
      file = candidate$place, expected = "none", found = shown_names(candidate$nominal)
    )
  }
}

refuse_strange_nominal <- function(candidate, columns) {
  strange <- setdiff(candidate$nominal, columns)
  if (length(strange) > 0L) {
    stop_argument(
      paste("`nominal` must name columns of the file, not", shown_names(strange)),
      file = candidate$place, expected = shown_names(columns, 20L), found = shown_names(strange)
    )
  }
}
