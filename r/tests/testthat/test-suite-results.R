# Results of a run: what is whole is there, a row per fold.

test_that("a fold whose files do not belong together does not count", {
  out <- tempfile()
  pb_run(cars_suite(), list(majority = majority), out)
  whole <- pb_suite_results(out)
  expect_identical(nrow(whole), 8L)
  expect_identical(unique(whole$status), "ok")
  expect_identical(unique(whole$n_train + whole$n_test), 32L)
  place <- file.path(out, "runs", "majority", "cars")
  cat("x", file = file.path(place, "predictions-0-0.csv"), append = TRUE)
  cat("{", file = file.path(place, "evaluation-0-1.json"))
  unlink(file.path(place, "predictions-0-2.csv"))
  rest <- pb_suite_results(out)
  expect_identical(nrow(rest), 5L)
  expect_identical(rest$accuracy, whole$accuracy[-(1:3)])
})

test_that("a folder that holds no run, or another form, is refused", {
  expect_s3_class(pybench_error_of(pb_suite_results(tempfile())), "pybench_error_suite")
  out <- tempfile()
  dir.create(out)
  cat("{\"schema\": \"pybench/suite-run/9\"}", file = file.path(out, "run.json"))
  expect_match(conditionMessage(pybench_error_of(pb_suite_results(out))), "a run of the schema")
})

test_that("JSON of another form is refused, or does not count, and never an error of R's", {
  skip_if_not_installed("jsonlite")
  out <- tempfile()
  pb_run(cars_suite(), list(majority = majority), out)
  whole <- pb_suite_results(out)
  damaged <- function(file, field, value) {
    path <- file.path(out, file)
    text <- readLines(path)
    on.exit(writeLines(text, path))
    plain <- jsonlite::fromJSON(text, simplifyVector = FALSE)
    plain[[field]] <- value
    writeLines(jsonlite::toJSON(plain, auto_unbox = TRUE, null = "null", digits = NA), path)
    tryCatch(nrow(pb_suite_results(out)), pybench_error_suite = function(error) error$found)
  }
  values <- list(1, "x", list(), list("x"), list(a = 1), TRUE)
  for (field in c("suite", "folds", "estimators", "seed")) {
    for (value in values) {
      # An object with other keys may be one of no folds, or of a learner that was never run.
      expect_true(damaged("run.json", field, value) %in% c("fields of another form", 0L, 8L))
    }
    expect_identical(damaged("run.json", field, NULL), "fields of another form")
  }
  fold <- file.path("runs", "majority", "cars", "evaluation-0-1.json")
  for (field in c("measures", "status", "n_train", "repeat")) {
    expect_identical(damaged(fold, field, list("x")), 7L)
    expect_identical(damaged(fold, field, NULL), 7L)
  }
  for (value in values) {
    expect_true(damaged("suite.json", "tasks", value) == 8L)
  }
  expect_identical(pb_suite_results(out), whole)
})
