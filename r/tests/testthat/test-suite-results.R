# Results of a run: what is whole is there, a row a fold.

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
