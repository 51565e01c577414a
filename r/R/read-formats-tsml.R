# Files of tsml-eval, each of one metric: resamples of one estimator, or means of several.

tsml_resamples <- c("Resamples:", "folds:")
tsml_estimators <- "Estimators:"

# One row per dataset; one column per resample (NAME_METRIC.csv) or estimator (METRIC_mean.csv).
# Names of files alone state the metric and, of resamples, the estimator. Ranks and p-values begin
# as scores do, and are none.
tsml_lacks <- function(file) {
  names <- if (file$ending %in% c("csv", "gz")) file_names(file)
  first <- names[1L]
  rest <- names[-1L]
  resamples <- first %in% tsml_resamples && all(grepl("^[0-9]+$", rest))
  means <- first %in% tsml_estimators && !grepl("_(ranks|p_values)$", tsml_stem(file))
  if (length(rest) == 0L || !(resamples || means)) tsml_resamples[[1L]] else character()
}

tsml_stem <- function(file) sub("\\.csv$", "", sub("\\.gz$", "", basename(file$path)))

# The estimator, NA if the file has several, and the metric, NA if it is unnamed.
tsml_named <- function(file) {
  stem <- tsml_stem(file)
  last <- function(text) sub("^.*_", "", text)
  if (file_names(file)[[1L]] == tsml_estimators) {
    metric <- last(sub("_mean$", "", stem))
    return(c(NA, if (nzchar(metric)) metric else NA))
  }
  estimator <- if (grepl("_", stem)) sub("_[^_]*$", "", stem) else ""
  named <- nzchar(estimator) && last(stem) != "TESTFOLDS" # as older files have it
  c(if (nzchar(estimator)) estimator else stem, if (named) last(stem) else NA)
}

# The scores of one metric of all files.
tsml_board <- function(files, metric, source) {
  named <- vapply(files, tsml_named, c("", ""))
  metrics <- unique(named[2L, !is.na(named[2L, ])])
  if (is.null(metric) && length(metrics) > 1L) {
    refuse_several_metrics(metrics, source)
  }
  chosen <- if (!is.null(metric)) metric else if (length(metrics) > 0L) metrics[[1L]]
  kept <- is.na(named[2L, ]) | named[2L, ] %in% chosen
  if (!any(kept)) {
    refuse_metric(list(file = source), chosen, metrics)
  }
  means <- is.na(named[1L, kept])
  if (any(means) && !all(means)) {
    refuse(
      "files of resamples, or of means", "both", "Read them one by one.", file = source
    )
  }
  parts <- Map(tsml_rows, files[kept], named[1L, kept], sum(kept) > 1L)
  column <- function(name) unlist(lapply(parts, `[[`, name), use.names = FALSE)
  scores <- stacked_column(lapply(parts, `[[`, "score"))
  names <- c("dataset", "method", "score", if (!means[[1L]]) "resample")
  grid <- list(
    names = names,
    columns = c(
      list(column("dataset"), column("method"), scores$values),
      if (!means[[1L]]) list(column("resample"))
    ),
    fields = c(FALSE, FALSE, scores$fields, if (!means[[1L]]) FALSE), file = source,
    where = column("where")
  )
  roles <- board_roles("dataset", "method", "score")
  list(grid = grid, roles = roles, metric = chosen, higher_is_better = NULL)
}

# Dataset, method, resample, score and place of each score.
tsml_rows <- function(file, estimator, several) {
  grid <- file_rows(file)
  rows <- seq_along(grid$columns[[1L]])
  lines <- if (is.null(grid$lines)) rows else grid$lines
  places <- if (several) paste0(file$where, ":", lines) else row_places(grid)
  columns <- seq_along(grid$names)[-1L]
  labels <- rep(grid$names[columns], each = length(rows))
  list(
    dataset = rep(grid$columns[[1L]], length(columns)),
    method = if (is.na(estimator)) labels else rep(estimator, length(labels)),
    resample = labels,
    score = stacked_column(lapply(columns, function(j) {
      list(values = grid$columns[[j]], fields = holds_fields(grid, j))
    })),
    where = rep(places, length(columns))
  )
}

format_of_tsml <- list(
  name = "tsml-eval", files = c("*.csv", "*.csv.gz"), lacks = tsml_lacks, board = tsml_board
)
