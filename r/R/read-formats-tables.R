# Tables of AutoML, forecasting and experiment tracking, known by the names of their columns.

tables_endings <- c("csv", "tsv", "gz", "parquet", "pq", "xlsx", "json")
tables_files <- c("*.csv", "*.csv.gz", "*.parquet", "*.json")

lacking_columns <- function(file, needs) {
  setdiff(needs, if (file$ending %in% tables_endings) file_names(file))
}

stacked_files <- function(files, source) {
  stacked_grid(lapply(files, file_rows), files, source)
}

# A format of tables:
#   needs             the columns that only tables of this format have together
#   dataset, method   the column of the names, and columns that distinguish variants of one name
#   score             the column of the main metric; the others are read if the caller names them
#   metric            the column with the name of the main metric
#   resample          columns that number the repeats; those that the file has are used
#   higher_is_better  the direction of the main metric by the format's definition
#   flag              a column that is true for scores that the tool filled in
# If lower is better, the scores are errors: of a metric such as AUC, the distance to its optimum.
table_format <- function(name, needs, dataset, method, score, metric, resample, higher_is_better,
                         flag = "") {
  board <- function(files, metric_asked, source) {
    named <- joined_names(stacked_files(files, source), dataset[[1L]], dataset[-1L])
    methods <- joined_names(named$grid, method[[1L]], method[-1L])
    grid <- methods$grid
    if (!higher_is_better) {
      grid <- grid_of_errors(grid, metric)
      metric_asked <- error_asked(metric_asked, grid$names)
    }
    texts <- column_texts(grid, metric)
    known <- unique(texts[!is.na(texts)])
    asked <- !is.null(metric_asked) && metric_asked != score
    other <- asked && (!metric_asked %in% known || metric_asked %in% grid$names)
    column <- if (other) metric_asked else score
    tell_filled(grid, flag)
    several <- !other && length(known) > 1L
    if (several && asked) {
      grid <- grid_rows(grid, which(texts == metric_asked))
    }
    list(
      grid = grid,
      roles = board_roles(
        named$name, methods$name, column, used_columns(resample, grid$names),
        if (several) metric else ""
      ),
      metric = if (several) {
        if (asked) metric_asked
      } else {
        c(if (!other) known, column)[[1L]]
      },
      higher_is_better = if (!other) higher_is_better
    )
  }
  list(
    name = name, files = tables_files, needs = needs, board = board,
    lacks = function(file) lacking_columns(file, needs)
  )
}

# The name of the error of a metric: its own, unless higher is better by the name.
error_of <- function(metric) {
  if (isTRUE(metric_direction(metric))) paste(metric, "error") else metric
}

# The metric that is asked for: a column, or the error of a metric.
error_asked <- function(metric, columns) {
  if (is.null(metric) || metric %in% columns) metric else error_of(metric)
}

# The table with the names of errors in its column of metrics.
grid_of_errors <- function(grid, name) {
  at <- match(name, grid$names)
  if (!is.na(at)) {
    texts <- texts_in(grid$columns[[at]])
    known <- unique(texts[!is.na(texts)])
    named <- vapply(known, error_of, "")
    grid$columns[[at]] <- unname(named[match(texts, known)])
  }
  grid
}

# The texts of a column, NA where there is none; NULL if it does not exist.
column_texts <- function(grid, name) {
  at <- match(name, grid$names)
  texts <- if (!is.na(at)) texts_in(grid$columns[[at]])
  ifelse(nzchar(texts), texts, NA_character_)
}

# The columns that number the repeats.
used_columns <- function(resample, columns) {
  numbers <- intersect(resample, columns)
  if (length(numbers) > 0L) numbers else "resample"
}

tell_filled <- function(grid, flag) {
  at <- match(flag, grid$names)
  values <- if (!is.na(at)) as.character(grid$columns[[at]])
  filled <- sum(values %in% c("True", "true", "TRUE", "1", "1.0"))
  if (filled > 0L) {
    what <- counted(filled, "score")
    message(what, " of the file: the tool filled in the results of failed runs")
  }
}

# ---- sktime --------------------------------------------------------------------------------------

fold_column <- "^folds\\.([0-9]+)\\.scores\\.(.+)$"

# sktime's benchmarks: one row per task and estimator, one column per fold and metric.
sktime_lacks <- function(file) {
  lacking <- lacking_columns(file, c("model_id", "validation_id"))
  names <- if (length(lacking) == 0L) file_names(file)
  wide <- any(grepl(fold_column, names)) || "folds" %in% names
  c(lacking, if (!wide) "folds.0.scores.NAME")
}

# The scores of one metric of all files, one row per fold.
sktime_board <- function(files, metric, source) {
  grid <- stacked_files(files, source)
  if ("folds" %in% grid$names) {
    grid <- unnested_folds(grid, files[[1L]])
  }
  at <- grep(fold_column, grid$names)
  metrics <- sub(fold_column, "\\2", grid$names[at])
  if (length(at) == 0L) {
    refuse("at least one score", "none", "Check the file.", file = source)
  }
  # sktime keeps times beside the metrics.
  usual <- setdiff(metrics, c("fit_time", "pred_time"))
  usual <- if (length(usual) > 0L) usual else unique(metrics)
  if (is.null(metric) && length(usual) > 1L) {
    refuse_several_metrics(usual, source)
  }
  chosen <- if (is.null(metric)) usual[[1L]] else metric
  own <- at[metrics == chosen]
  if (length(own) == 0L) {
    refuse_metric(grid, chosen, unique(metrics))
  }
  names <- lapply(c("validation_id", "model_id"), function(key) {
    rep(grid$columns[[match(key, grid$names)]], length(own))
  })
  folds <- sub(fold_column, "\\1", grid$names[own])
  scores <- stacked_column(lapply(own, function(j) {
    list(values = grid$columns[[j]], fields = holds_fields(grid, j))
  }))
  long <- list(
    names = c("validation_id", "model_id", "fold", "score"),
    columns = c(names, list(rep(folds, each = length(names[[1L]]) / length(own)), scores$values)),
    fields = c(FALSE, FALSE, FALSE, scores$fields), file = source,
    where = rep(row_places(grid), length(own))
  )
  roles <- board_roles("validation_id", "model_id", "score", "fold")
  list(grid = long, roles = roles, metric = chosen, higher_is_better = NULL)
}

# The grid with one column per fold and metric, from folds as objects.
unnested_folds <- function(grid, file) {
  at <- match("folds", grid$names)
  values <- grid$columns[[at]]
  flat <- lapply(seq_along(values), function(row) {
    at <- sprintf("[%d]", row - 1L)
    place <- paste0(at, ".folds")
    folds <- file_get(file, list(folds = values[[row]]), "folds", "an object", at)
    scores <- lapply(names(folds), function(fold) {
      within <- paste0(place, ".", fold)
      own <- file_get(file, folds, fold, "an object", place)
      own <- file_get(file, own, "scores", "an object", within)
      keys <- names(own)
      stats::setNames(
        lapply(keys, function(key) {
          score_of(file, key_value(own, key), paste0(within, ".scores.", key))
        }),
        sprintf("folds.%s.scores.%s", fold, keys)
      )
    })
    do.call(c, scores)
  })
  wide <- objects_columns(flat)
  grid$names <- c(grid$names[-at], wide$names)
  grid$columns <- c(grid$columns[-at], wide$columns)
  grid$fields <- NULL
  grid
}

# ---- experiment tracking -------------------------------------------------------------------------

# One row per run: its state, its settings, and one column per metric. The table does not say which
# setting is the dataset and which the method: the first of the names below that it has.
runs_format <- function(name, needs, state, ended, metrics, settings) {
  lacks <- function(file) {
    lacking <- lacking_columns(file, needs)
    names <- if (file$ending %in% tables_endings) file_names(file)
    c(lacking, if (!any(startsWith(as.character(names), metrics))) paste0(metrics, "NAME"))
  }
  board <- function(files, metric, source) {
    grid <- stacked_files(files, source)
    refuse_unfinished(grid, state, ended)
    column <- function(names, ...) runs_column(grid, paste0(settings, names), ...)
    dataset <- column(c("dataset", "task", "data"), "datasets", "dataset")
    method <- column(
      c("method", "model", "estimator", "classifier", "framework"), "methods", "classifier"
    )
    score <- runs_metric(grid, metric, metrics, source)
    numbers <- intersect(paste0(settings, c("fold", "seed")), grid$names)
    list(
      grid = grid, roles = board_roles(dataset, method, score, c(numbers, "resample")[[1L]]),
      metric = if (startsWith(score, metrics)) substring(score, nchar(metrics) + 1L) else score,
      higher_is_better = NULL
    )
  }
  files <- c("*.csv", "*.csv.gz", "*.parquet")
  list(name = name, files = files, needs = needs, lacks = lacks, board = board)
}

refuse_unfinished <- function(grid, state, ended) {
  at <- match(state, grid$names)
  states <- texts_in(grid$columns[[at]])
  row <- if (is.null(states)) 1L else match(FALSE, states %in% ended)
  if (!is.na(row)) {
    found <- if (is.null(states) || is.na(states[row])) "None" else states[row]
    hint <- "Leave the run out, or repeat it."
    refuse_at(grid, shown(ended), shown(found), hint, row, at)
  }
}

# The first of some columns that the grid has.
runs_column <- function(grid, names, holds, argument) {
  present <- intersect(names, grid$names)
  if (length(present) == 0L) {
    refuse_header(
      grid, paste("a column", paste(shown(names), collapse = " or ")),
      shown_names(grid$names),
      sprintf(
        "Say which column holds the %s: %s=\"NAME\", with format=\"table\".", holds, argument
      )
    )
  }
  present[[1L]]
}

runs_metric <- function(grid, metric, metrics, source) {
  if (!is.null(metric) && metric %in% grid$names) {
    return(metric)
  }
  known <- grid$names[startsWith(grid$names, metrics)]
  known <- substring(known, nchar(metrics) + 1L)
  if (is.null(metric)) {
    if (!nzchar(metrics) || length(known) != 1L) {
      refuse_several_metrics(known, source)
    }
    return(paste0(metrics, known))
  }
  if (!metric %in% known) {
    refuse_metric(grid, metric, known)
  }
  paste0(metrics, metric)
}

formats_of_tables <- list(
  table_format(
    "amlb", c("id", "task", "framework", "fold", "result"), "task",
    c("framework", "version", "constraint", "mode"), "result", "metric", "fold", TRUE
  ),
  table_format(
    "tabarena", c("dataset", "fold", "method", "metric_error"), "dataset", "method",
    "metric_error", "metric", c("repeat", "fold"), FALSE, "imputed"
  ),
  table_format(
    "fev", c("model_name", "dataset_path", "test_error"),
    c(
      "dataset_path", "dataset_config", "horizon", "initial_cutoff", "target", "num_windows",
      "seasonality"
    ),
    "model_name", "test_error", "eval_metric", character(), FALSE
  ),
  list(name = "sktime", files = tables_files, lacks = sktime_lacks, board = sktime_board),
  runs_format("mlflow", c("run_id", "status"), "status", "FINISHED", "metrics.", "params."),
  runs_format("wandb", c("Name", "State", "Created", "Runtime"), "State", "finished", "", "")
)
