# An interpreted grid: the role of each column and the meaning of each row. The result is called
# records, a list:
#   dataset        the dataset of each row
#   classifier     the method of each row in the long form, NULL in the wide one
#   classifiers    the methods in order
#   label          the resample of each row, or NULL
#   values         the scores, NA where missing: a matrix, one row per row, one column each of
#   score_columns  the columns that hold scores (wide: the methods)
#   metric         in the long form, the metric of each row, NA if missing; NULL if no column has it
#   others         in the long form, the columns without a role
#   lines, file, where    as in the grid

# Other names of the columns of datasets and methods, understood if the usual one does not exist.
synonyms <- list(
  dataset = "task", classifier = c("method", "model", "estimator", "framework")
)

grid_records <- function(grid, layout, roles, metric) {
  roles <- understood_roles(grid, roles)
  grid <- with_named_datasets(grid, roles$dataset)
  check_column_names(grid)
  roles <- c(roles, list(metric = metric))
  records <- if (is_long(grid, layout, roles)) {
    long_records(grid, roles)
  } else {
    wide_records(grid, roles, layout)
  }
  c(records, list(lines = grid$lines, file = grid$file, where = grid$where))
}

# The roles by the names of the columns. A name that was given is not changed, nor one with several
# candidates. A column of numbers is a method of a wide table, not a column of names.
understood_roles <- function(grid, roles) {
  own <- roles
  for (role in names(synonyms)) {
    usual <- own[[role]] == role && !role %in% grid$names
    present <- setdiff(intersect(synonyms[[role]], grid$names), c(own$dataset, own$classifier))
    if (usual && length(present) == 1L) {
      own[[role]] <- present
    }
  }
  if (!own$dataset %in% grid$names) {
    return(roles)
  }
  at <- match(setdiff(own$classifier, roles$classifier), grid$names)
  if (length(at) == 1L && holds_numbers_only(grid, at)) {
    own$classifier <- roles$classifier
  }
  own
}

holds_numbers_only <- function(grid, j) {
  values <- grid$columns[[j]]
  if (is.list(values)) {
    values <- as.character(unlist(Filter(is.character, values)))
  }
  if (!is.character(values) && !is.factor(values)) {
    return(TRUE)
  }
  texts <- unique(as.character(values))
  all(parse_scores(texts[!is.na(texts)])$status == score_status[["finite"]])
}

is_long <- function(grid, layout, roles) {
  layout == "long" || (layout == "auto" && all(c(roles$dataset, roles$classifier) %in% grid$names))
}

wide_records <- function(grid, roles, layout) {
  dataset <- required_column(grid, roles$dataset, "datasets", "dataset")
  label <- label_columns(grid, roles)
  scores <- setdiff(seq_along(grid$names), c(dataset, label))
  if (length(scores) == 0L) {
    refuse(
      "at least one method column", "none",
      paste("Every column but", shown(roles$dataset), "is a method."),
      file = grid$file, line = header_line(grid)
    )
  }
  check_has_rows(length(grid$columns[[dataset]]), grid$file)
  values <- wide_scores(grid, scores, layout)
  refuse_row_numbers(grid, grid$names[scores], values)
  list(
    dataset = grid_names(grid, dataset),
    classifier = NULL,
    classifiers = grid$names[scores],
    label = labels_of(grid, label),
    values = values,
    score_columns = grid$names[scores]
  )
}

# The scores; the error about a column that may name the methods says so.
wide_scores <- function(grid, at, layout) {
  tryCatch(score_values(grid, at), pybench_error_results_table = function(refused) {
    j <- match(refused$column, grid$names)
    if (layout == "auto" && !is.na(j) && holds_names_only(grid$columns[[j]])) {
      refused$hint <- sprintf(
        "Leave the column out, or if it names the methods, say so: classifier=\"%s\".",
        refused$column
      )
    }
    stop(refused)
  })
}

# Whether all values, at least two, are texts, and none is a number or means a missing score.
holds_names_only <- function(values) {
  if (is.list(values)) {
    texts <- vapply(values, function(value) is.character(value) && length(value) == 1L, NA)
    values <- if (all(texts)) as.character(unlist(values))
  }
  if (is.factor(values)) {
    values <- as.character(values)
  }
  is.character(values) && length(values) > 1L && !anyNA(values) &&
    all(parse_scores(unique(values))$status == score_status[["not_number"]])
}

long_records <- function(grid, roles) {
  dataset <- required_column(grid, roles$dataset, "datasets", "dataset")
  classifier <- required_column(grid, roles$classifier, "methods", "classifier")
  score <- score_column(grid, roles)
  label <- label_columns(grid, roles)
  check_has_rows(length(grid$columns[[dataset]]), grid$file)
  metric <- metric_texts(grid, roles, score)
  known <- unique(metric)
  if (!is.null(roles$metric) && length(known) > 1L) {
    kept <- which(metric == roles$metric)
    if (length(kept) == 0L) {
      refuse(
        paste("the metric", shown(roles$metric)), shown_names(known[!is.na(known)], 20L),
        "Give one of these as `metric`.", file = grid$file, column = roles$metric_column
      )
    }
    return(long_records(grid_rows(grid, kept), roles))
  }
  classifiers <- grid_names(grid, classifier)
  others <- setdiff(seq_along(grid$names), c(dataset, classifier, score, label))
  list(
    metric = metric,
    others = stats::setNames(grid$columns[others], grid$names[others]),
    dataset = grid_names(grid, dataset),
    classifier = classifiers,
    classifiers = unique(classifiers),
    label = labels_of(grid, label),
    values = score_values(grid, score),
    score_columns = grid$names[[score]]
  )
}

# The metric of each row by its column, NA if missing; NULL if there is no column of texts of that
# name, or if the scores are in a column named by the metric.
metric_texts <- function(grid, roles, score) {
  given <- c(roles$dataset, roles$classifier, grid$names[[score]], roles$resample)
  by_name <- identical(roles$metric, grid$names[[score]]) && roles$metric != "score"
  at <- match(roles$metric_column, grid$names)
  numbers <- !is.na(at) && is.numeric(grid$columns[[at]])
  if (!by_name && !roles$metric_column %in% given && !is.na(at) && !numbers) {
    found <- column_texts(grid, roles$metric_column)
    if (!grid$names[[score]] %in% found) found # else all scores are of this metric
  }
}

# ---- columns -------------------------------------------------------------------------------------

# The position of a required column; `expected` names all columns that would do.
# `likely`: the name of one that may be it, for the hint; else the nearest name.
required_column <- function(grid, name, holds, argument, expected = name, likely = NULL) {
  at <- match(name, grid$names)
  if (is.na(at)) {
    if (is.null(likely) && length(grid$names) > 1L) {
      likely <- nearest_name(name, grid$names)
    }
    likely <- if (is.null(likely)) "NAME" else one_line(likely)
    refuse(
      paste("a column", paste(shown(expected), collapse = " or ")),
      if (length(grid$names) > 0L) shown_names(grid$names) else "none",
      paste0(
        sprintf("Say which column holds the %s: %s=\"%s\".", holds, argument, likely),
        if (isTRUE(grid$numbered)) " Row names that are whole numbers are only positions."
      ),
      file = grid$file, line = header_line(grid)
    )
  }
  at
}

score_column <- function(grid, roles) {
  named <- if (is.null(roles$score)) unique(c("score", roles$metric)) else roles$score
  present <- named[named %in% grid$names]
  left <- setdiff(grid$names, c(roles$dataset, roles$classifier, roles$resample))
  likely <- if (length(left) == 1L && is.null(roles$score)) left
  required_column(grid, c(present, named)[[1L]], "scores", "score", named, likely)
}

# The positions of the columns of resamples; they are required only if the caller named them.
label_columns <- function(grid, roles) {
  if (identical(roles$resample, "resample") && !"resample" %in% grid$names) {
    return(integer())
  }
  vapply(roles$resample, function(name) {
    required_column(grid, name, "resamples", "resample")
  }, 0L, USE.NAMES = FALSE)
}

# The resample of each row: of several columns, their values with commas between. NULL if there is
# none.
labels_of <- function(grid, at) {
  if (length(at) > 0L) {
    do.call(paste, c(lapply(at, function(j) grid_names(grid, j)), list(sep = ", ")))
  }
}

check_has_rows <- function(n, file = NULL) {
  if (n == 0L) {
    refuse("at least one dataset", "none", "The table has a header but no rows.", file = file)
  }
}
