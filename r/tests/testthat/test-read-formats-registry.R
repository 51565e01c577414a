skip_if_not_installed("jsonlite")

test_that("all formats are listed", {
  listed <- pb_formats()
  expect_named(listed, c("format", "tool", "files", "direction", "languages"))
  here <- listed$format[grepl("R", listed$languages)]
  expect_identical(here, c("table", unname(vapply(built_in_formats(), `[[`, "", "name"))))
})

test_that("an unknown layout names the nearest format", {
  path <- text_file("{\"results\": {}, \"versions\": {}}")
  error <- pybench_error_of(pb_read_results(path))
  expect_identical(error$found, "almost `lm-eval`, without `n-shot`")
  expect_match(conditionMessage(error), "See `pb_formats()` for", fixed = TRUE)
  expect_identical(pybench_error_of(pb_read_results(text_file("7")))$found, "another layout")
  error <- pybench_error_of(pb_read_results(path, format = "nonsense"))
  expect_match(error$message, "`format` must be one of \"auto\", \"table\"", fixed = TRUE)
})

test_that("an unknown table names the nearest format, if one is near", {
  hint <- function(text) {
    path <- text_file(text, name = "x.csv")
    pybench_error_of(pb_read_results(path, higher_is_better = TRUE))$hint
  }
  expect_match(
    hint("id,task,framework,fold,score2\na,b,c,0,1\n"),
    " The table is almost `amlb`, without `result`.", fixed = TRUE
  )
  expect_match(
    hint("run_id,status,params.model\na,b,c\n"),
    " The table is almost `mlflow`, without `metrics.NAME`.", fixed = TRUE
  )
  expect_identical(
    hint("a,b\nc,0.5\n"), "Say which column holds the datasets: dataset=\"NAME\"."
  )
})

test_that("a folder, a pattern and paths are the same; a folder of two formats needs a choice", {
  folder <- made_documents("lm-eval")
  files <- list.files(folder, recursive = TRUE, full.names = TRUE)
  patterns <- c("*/*/*.json", "**/*.json", "*/**/results*", "[ab]*/?/*")
  for (source in list(folder, paste0(folder, "/"), files, file.path(folder, patterns[[1L]]))) {
    expect_identical(pb_read_results(source)$scores, format_scores)
  }
  for (pattern in patterns) {
    expect_identical(source_paths(file.path(folder, pattern)), sort(files, method = "radix"))
  }
  error <- pybench_error_of(pb_read_results(file.path(folder, "*.nothing")))
  expect_identical(error$expected, "files that match the pattern")
  text_file("{", folder, "notes.json")
  expect_identical(pb_read_results(folder)$scores, format_scores)
  text_file("{\"results\": {}}", folder, "results_x.json")
  expect_message(pb_read_results(folder), "not of the format lm-eval and left out: `.*/results_x")
  text_file("{", folder, "results_y.json")
  expect_match(pybench_error_of(pb_read_results(folder))$expected, "valid JSON")
  file.copy(made_documents("inspect"), folder, recursive = TRUE)
  unlink(file.path(folder, c("results_y.json", "notes.json")))
  error <- pybench_error_of(pb_read_results(folder, TRUE))
  expect_match(error$found, "`lm-eval`, `inspect`|`inspect`, `lm-eval`")
  t <- suppressMessages(pb_read_results(folder, TRUE, format = "inspect"))
  expect_identical(t$metric, "match/accuracy")
  empty <- tempfile()
  dir.create(empty)
  error <- pybench_error_of(pb_read_results(empty))
  expect_identical(error$expected, "files of one of the formats of `formats()`")
})

test_that("plain tables of several files are stacked; a named column makes a plain table", {
  folder <- tempfile()
  for (name in c("one", "two")) {
    text <- sprintf("task,model,score\n%s,A,1\n%s,B,2\n", name, name)
    text_file(text, folder, paste0(name, ".csv"))
  }
  t <- pb_read_results(file.path(folder, "*.csv"), TRUE)
  expect_identical(unname(t$scores), rbind(c(1, 2), c(1, 2)))
  expect_identical(t$source, file.path(folder, "*.csv"))
  path <- made_table("amlb")
  t <- pb_read_results(path, TRUE, dataset = "task", classifier = "framework", score = "auc")
  expect_identical(t$source, path)
})

test_that("a format of one's own is read, listed and recognised", {
  on.exit(own_formats$list <- NULL)
  read <- function(path) {
    utils::read.table(path, col.names = c("dataset", "method", "score"))
  }
  pb_register_format("mine", read, "*.out", function(path) grepl("out$", path))
  path <- text_file("first A 1\nfirst B 2\n", name = "x.out")
  for (source in c(path, dirname(path))) {
    t <- pb_read_results(source, TRUE)
    expect_identical(t$classifiers, c("A", "B"))
    expect_identical(t$source, paste0(source, " (mine)"))
  }
  expect_identical(utils::tail(pb_formats()$format, 1L), "mine")
  path <- text_file("first A 1\nfirst B Inf\n", name = "x.out")
  expect_identical(pybench_error_of(pb_read_results(path, TRUE))$expected, "a finite number")
  pb_register_format("mine", function(path) 1, "*.out")
  error <- pybench_error_of(pb_read_results(path, TRUE, format = "mine"))
  expect_match(error$message, "must return a data frame")
  for (name in c("auto", "table", "lm-eval", "mlr3")) {
    error <- pybench_error_of(pb_register_format(name, read, "*"))
    expect_match(error$message, "must not be that of a built-in format")
  }
  for (bad in list(list("x", 1, "*"), list(1, read, "*"), list("x", read, 1))) {
    expect_error(do.call(pb_register_format, bad), class = "pybench_error_argument")
  }
})
