skip_if_not_installed("jsonlite")

test_that("tables of every tool are recognised, from files and data frames", {
  for (name in names(table_templates)) {
    path <- made_table(name)
    for (source in list(path, utils::read.csv(path, check.names = FALSE))) {
      t <- read_format(name, source, repeats = "mean")
      expect_identical(t$scores, format_scores, info = name)
      about <- if (is.character(source)) path else "data frame"
      expect_identical(t$source, paste0(about, " (", name, ")"))
    }
    expect_identical(t$higher_is_better, !name %in% c("tabarena", "fev"))
  }
})

test_that("a spoilt table is refused", {
  changes <- list(
    c("0.25", "abc"), c("0.25", "inf"), c("0.25", "True"), c("0.25", ""), c("0.25", "0,25"),
    c("0.25", "0x1"), c("first", ""), c("a/small", ""), c("first", "\"first"),
    c("a/small", "b/large"), c("\n", "\n\n"), c("\n", "\r"), c("first", "second"),
    c(",", ";"), c(",", ",,"), c("first", "first\xff"), c("0.25", "'0.25'"), c("0.25", "1e999"),
    c("first", "\"f\"irst"), c("first", "first,x")
  )
  for (name in names(table_templates)) {
    text <- readChar(made_table(name), 1e5, useBytes = TRUE)
    for (change in changes) {
      spoilt <- sub(change[[1L]], change[[2L]], text, fixed = TRUE, useBytes = TRUE)
      Encoding(spoilt) <- "bytes"
      path <- text_file(charToRaw(spoilt), name = "t.csv")
      error <- pybench_error_of(read_format(name, path, format = name))
      expect_s3_class(error, "pybench_error_input")
    }
  }
})

test_that("a table without one of its columns is of another format", {
  for (name in c("amlb", "tabarena", "fev", "mlflow", "wandb")) {
    one <- known_formats()[[name]]
    for (column in one$needs) {
      template <- format_template(name)
      template[[1L]] <- sub(paste0("\\b", column, "\\b"), "other", template[[1L]])
      error <- pybench_error_of(read_format(name, made_table(name, template), format = name))
      expect_identical(error$expected, paste0("a file of the format `", name, "`"))
      expect_match(error$found, paste0("no `", column, "`"), fixed = TRUE)
    }
  }
})

test_that("the main metric states its direction, others do not", {
  path <- made_table("amlb")
  error <- pybench_error_of(pb_read_results(path, FALSE))
  expect_identical(
    error$found, "`higher_is_better` FALSE, but the file says that higher scores are better"
  )
  other <- sub("1.0", "0.5", sub("version", "logloss", format_template("amlb")), fixed = TRUE)
  t <- pb_read_results(made_table("amlb", other), FALSE, metric = "logloss")
  expect_identical(unname(t$scores), matrix(0.5, 2L, 2L))
  error <- pybench_error_of(pb_read_results(made_table("amlb", other), metric = "logloss"))
  expect_match(error$message, "`higher_is_better` must be given", fixed = TRUE)
  error <- pybench_error_of(pb_read_results(path, TRUE, metric = "absent"))
  expect_identical(error$expected, "a column `absent`")
})

test_that("variants of a name are told apart", {
  frame <- utils::read.csv(made_table("amlb"))
  slow <- transform(frame, constraint = "4h8c", result = 0)
  t <- pb_read_results(rbind(frame, slow))
  expect_identical(
    t$classifiers, paste0(rep(c("a/small", "b/large"), 2L), rep(c(" (1h8c)", " (4h8c)"), each = 2L))
  )
  expect_identical(unname(t$scores[, 3:4]), matrix(0, 2L, 2L))
})

test_that("scores that the tool filled in are told", {
  frame <- utils::read.csv(made_table("tabarena"))
  frame$imputed <- c(TRUE, FALSE, FALSE, TRUE)
  expect_message(pb_read_results(frame), "2 scores of the file: the tool filled in the results")
})

test_that("runs that did not end are refused, and their columns are found or asked for", {
  for (name in c("mlflow", "wandb")) {
    template <- sub("FINISHED|finished", "FAILED", format_template(name))
    error <- pybench_error_of(read_format(name, made_table(name, template)))
    expect_identical(error$found, "`FAILED`")
    expect_identical(error$line, 2L)
    template <- sub("dataset", "data set", format_template(name), fixed = TRUE)
    error <- pybench_error_of(read_format(name, made_table(name, template)))
    hint <- "dataset = \"NAME\", with format = \"table\""
    expect_match(conditionMessage(error), hint, fixed = TRUE)
  }
  error <- pybench_error_of(pb_read_results(made_table("wandb"), TRUE))
  expect_match(error$found, "`Name`, `State`", fixed = TRUE)
  error <- pybench_error_of(pb_read_results(made_table("mlflow"), TRUE, metric = "auc"))
  expect_identical(c(error$expected, error$found), c("the metric `auc`", "`acc`"))
})

test_that("folds of sktime as columns and as objects are the same", {
  rows <- vapply(1:4, function(n) {
    filled(
      "{\"validation_id\": \"{d}\", \"model_id\": \"{m}\", \"folds\": {\"0\": {\"scores\":
        {\"MSE\": {s}, \"MAE\": null}}, \"1\": {\"scores\": {\"MSE\": {s}, \"MAE\": 1}}}}",
      (n - 1L) %/% 2L + 1L, 2L - n %% 2L
    )
  }, "")
  path <- text_file(paste0("[", toString(rows), "]"))
  t <- pb_read_results(path, FALSE, metric = "MSE", repeats = "keep")
  expect_identical(t$scores, format_scores)
  wide <- pb_read_results(made_table("sktime"), FALSE, repeats = "keep")
  expect_identical(t$by_repeat, wide$by_repeat)
  error <- pybench_error_of(pb_read_results(path, FALSE))
  expect_identical(error$found, "`MSE`, `MAE`")
  template <- sub("1.scores.MSE", "0.scores.fit_time", format_template("sktime"), fixed = TRUE)
  expect_identical(pb_read_results(made_table("sktime", template), FALSE)$metric, "MSE")
  error <- pybench_error_of(pb_read_results(path, FALSE, metric = "R2"))
  expect_identical(error$expected, "the metric `R2`")
  error <- pybench_error_of(pb_read_results(path, FALSE, metric = "MAE", repeats = "mean"))
  expect_match(error$found, "4 missing", fixed = TRUE)
  for (folds in c("{}", "[]", "7", "{\"0\": 1}", "{\"0\": {\"scores\": [1]}}")) {
    text <- "[{\"validation_id\": \"d\", \"model_id\": \"m\", \"folds\": %s}]"
    expect_s3_class(
      pybench_error_of(pb_read_results(text_file(sprintf(text, folds)), FALSE)),
      "pybench_error_results_table"
    )
  }
})

test_that("the error of a metric of which higher is better is named so", {
  frame <- utils::read.csv(made_table("tabarena"))
  frame$metric <- "roc_auc"
  for (metric in list(NULL, "roc_auc", "roc_auc error")) {
    t <- pb_read_results(frame, metric = metric)
    expect_identical(t$metric, "roc_auc error")
    expect_false("suspicious-direction" %in% pb_nemenyi(t)$notes)
  }
  plain <- pb_read_results(as.matrix(t), higher_is_better = FALSE, metric = "roc_auc")
  expect_true("suspicious-direction" %in% pb_nemenyi(plain)$notes)
})
