# Learners of frameworks: which are accepted, and what tells one from another. What they say of test
# rows is tested in tests/suite/sharing/test_r_learners.py, with packages of their own.

test_that("what is no learner is refused", {
  for (wrong in list(1, list(majority), list(a = 1), NULL, list(a = majority, a = majority))) {
    error <- pybench_error_of(check_learners(wrong))
    expect_s3_class(error, "pybench_error_argument")
    expect_match(conditionMessage(error), "a function, a learner of mlr3 or parsnip")
  }
  expect_named(check_learners(majority), "learner")
})

test_that("a learner of a package that is not there says what to install", {
  for (package in c("mlr3", "parsnip")) {
    if (!requireNamespace(package, quietly = TRUE)) {
      class <- if (package == "mlr3") "Learner" else "model_spec"
      error <- pybench_error_of(check_learners(structure(list(), class = class)))
      expect_s3_class(error, "pybench_error_r_package_missing")
      told <- sprintf("install.packages(\"%s\")", package)
      expect_match(conditionMessage(error), told, fixed = TRUE)
    }
  }
})

test_that("classes that the training rows lack have the share 0", {
  shares <- matrix(c(0.25, 0.75), 2, 2, byrow = TRUE, dimnames = list(NULL, c("b", "a")))
  expect_identical(with_all_classes(shares, c("a", "b")), shares)
  expect_identical(unname(with_all_classes(shares, c("a", "b", "c"))[, "c"]), c(0, 0))
})

test_that("a setting is its value", {
  skip_if_not_installed("rlang")
  k <- 3
  expect_identical(settled(structure(~ k + 1, class = c("quosure", "formula"))), 4)
  expect_identical(settled(NULL), NULL)
})

test_that("the real packages run, where they are installed", {
  skip_if_not_installed("mlr3")
  learner <- getExportedValue("mlr3", "lrn")("classif.featureless", predict_type = "prob")
  table <- pb_run(cars_suite(), list(none = learner), tempfile())
  expect_identical(table$scores[[1L]], pb_run(cars_suite(), majority, tempfile())$scores[[1L]])
})
