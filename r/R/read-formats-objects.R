# Results of R's own frameworks: data frames and objects of mlr3 and tidymodels. They are recognised
# in memory only, so that a file means the same in both languages.

lacking_in_memory <- function(file, needs) {
  if (nzchar(file$path)) needs else setdiff(needs, file_names(file))
}

# The data frame of an object of mlr3; other sources unchanged.
framework_frame <- function(source) {
  if (inherits(source, "BenchmarkResult") && is.function(source$score)) {
    as.data.frame(source$score())
  } else if (inherits(source, "BenchmarkAggr") && is.data.frame(source$data)) {
    as.data.frame(source$data)
  } else {
    source
  }
}

# ---- mlr3 ----------------------------------------------------------------------------------------

# What `score()`, `aggregate()` and BenchmarkAggr have beside the measures.
mlr3_columns <- c("nr", "iteration", "iters", "warnings", "errors", "uhash")

# One row per iteration of a resampling, or per task and learner; one column per measure.
mlr3_board <- function(files, metric, source) {
  grid <- stacked_files(files, source)
  numeric <- vapply(grid$columns, is.numeric, NA)
  measures <- setdiff(grid$names[numeric], mlr3_columns)
  if (is.null(metric) && length(measures) != 1L) {
    if (length(measures) == 0L) {
      refuse_header(
        grid, "a column of a measure, such as `classif.ce`", shown_names(grid$names),
        "Give the result of $score() or $aggregate()."
      )
    }
    refuse_several_metrics(measures, grid$file)
  }
  score <- if (is.null(metric)) measures else metric
  if (!score %in% measures) {
    refuse_metric(grid, score, measures)
  }
  named <- joined_names(grid, "task_id", "resampling_id")
  numbers <- intersect(c("iteration", "resample"), grid$names)
  list(
    grid = named$grid,
    roles = board_roles(named$name, "learner_id", score, c(numbers, "resample")[[1L]]),
    metric = score, higher_is_better = NULL
  )
}

# ---- tidymodels ----------------------------------------------------------------------------------

# One row per resample and metric, as `collect_metrics(summarize = FALSE)` returns. The workflows
# are the methods; the frame does not know its dataset.
tidymodels_board <- function(files, metric, source) {
  grid <- stacked_files(files, source)
  column <- function(names, holds, hint) {
    present <- intersect(names, grid$names)
    if (length(present) == 0L) {
      refuse_header(
        grid, paste("a column", shown(names[[1L]]), "with the names of the", holds),
        shown_names(grid$names), hint
      )
    }
    present[[1L]]
  }
  dataset <- column(
    c("dataset", "task"), "datasets",
    "Put the frames of all datasets into one: dplyr::bind_rows(list(iris = m1), .id = \"dataset\")."
  )
  method <- column(
    c("wflow_id", "method", "model"), "methods",
    "Put the frames of all models into one: dplyr::bind_rows(list(lasso = m1), .id = \"wflow_id\")."
  )
  metrics <- texts_in(grid$columns[[match(".metric", grid$names)]])
  known <- unique(metrics)
  if (is.null(metric) && length(known) > 1L) {
    refuse_several_metrics(known, grid$file)
  }
  chosen <- if (is.null(metric)) known else metric
  if (!all(chosen %in% known)) {
    refuse_metric(grid, chosen, known)
  }
  grid$where <- row_places(grid)[metrics %in% chosen]
  grid$columns <- lapply(grid$columns, function(values) values[metrics %in% chosen])
  named <- joined_names(grid, method, ".config")
  numbers <- intersect(c("id", "id2"), grid$names)
  list(
    grid = named$grid,
    roles = board_roles(
      dataset, named$name, ".estimate", if (length(numbers) > 0L) numbers else "resample"
    ),
    metric = chosen[1L], higher_is_better = NULL
  )
}

formats_of_objects <- list(
  list(
    name = "mlr3", files = character(), needs = c("task_id", "learner_id"), board = mlr3_board,
    lacks = function(file) lacking_in_memory(file, c("task_id", "learner_id"))
  ),
  list(
    name = "tidymodels", files = character(), needs = c(".metric", ".estimate"),
    board = tidymodels_board,
    lacks = function(file) lacking_in_memory(file, c(".metric", ".estimate"))
  )
)
