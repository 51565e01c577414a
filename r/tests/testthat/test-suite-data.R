# Data of tasks: exact, or refused.

test_that("the cars are R's own", {
  data <- pb_suite_data(cars_suite(), "cars")
  expect_identical(
    as.list(data$x), as.list(datasets::mtcars[setdiff(names(datasets::mtcars), "am")])
  )
  expect_identical(data$y, ifelse(datasets::mtcars$am == 1, "manual", "automatic"))
  expect_identical(data$classes, c("automatic", "manual"))
})

test_that("columns of CSV are numbers, or factors with sorted levels; what is missing is NA", {
  path <- file_of("a b,k,n\n0.1,b,1\n?,B,2\n1e-3,,NA\n-5,\u00e9,2\n")
  columns <- csv_columns(path, "n")
  expect_named(columns, c("a b", "k", "n"))
  expect_identical(columns[["a b"]], c(0.1, NA, 1e-3, -5))
  expect_identical(columns$k, factor(c("b", "B", NA, "\u00e9"), levels = c("B", "b", "\u00e9")))
  expect_identical(columns$n, factor(c("1", "2", NA, "2")))
})

test_that("an infinite number makes a column of names, as in Python", {
  expect_s3_class(csv_columns(file_of("x,y\ninf,1\n2,3\n"), NULL)$x, "factor")
})

test_that("data that are not here say what to do", {
  folder <- suite_copy()
  unlink(file.path(folder, "data"), recursive = TRUE)
  error <- pybench_error_of(pb_suite_data(pb_suite_load(folder), "cars"))
  expect_s3_class(error, "pybench_error_suite")
  expect_match(error$hint, "put the file there")
  suite <- cars_suite()
  suite$tasks[[1L]]$kind <- "series"
  expect_match(conditionMessage(pybench_error_of(pb_suite_data(suite, "cars"))), "found series")
  suite <- cars_suite()
  suite$tasks[[1L]]$type <- "regression"
  error <- pybench_error_of(pb_suite_data(suite, "cars"))
  expect_match(conditionMessage(error), "found a regression")
  error <- pybench_error_of(pb_run(suite, identity, tempfile()))
  expect_match(conditionMessage(error), "cars.: a regression")
  suite <- cars_suite()
  suite$tasks[[1L]]$target <- "wings"
  error <- pybench_error_of(pb_suite_data(suite, "cars"))
  expect_s3_class(error, "pybench_error_dataset")
})

test_that("numbers are classes where they are whole and few, or declared", {
  found <- function(target, nominal = NULL) {
    suite <- cars_suite()
    suite$tasks[[1L]]$target <- target
    suite$tasks[[1L]]$dataset$nominal <- nominal
    pb_suite_data(suite, "cars")
  }
  error <- pybench_error_of(found("wt"))
  expect_s3_class(error, "pybench_error_dataset")
  expect_identical(error$column, "wt")
  expect_identical(
    error$expected,
    paste(
      "classes to predict: names, or at most 20 different whole numbers (the larger of 20 and a",
      "tenth of the rows)"
    )
  )
  expect_identical(error$found, "29 different numbers in 32 rows, 29 of them with a fraction")
  expect_identical(pybench_error_of(found("hp"))$found, "22 different numbers in 32 rows")
  expect_length(found("hp", list("hp"))$classes, 22L)
  expect_identical(found("cyl")$classes, c("4", "6", "8"))
  whole <- function(n, k) refuse_regression(seq_len(n) %% k, "y", "csv", "f.csv")
  expect_silent(whole(210, 21))
  expect_match(pybench_error_of(whole(209, 21))$hint, "nominal = \"y\"", fixed = TRUE)
  arff <- pybench_error_of(refuse_regression(c(0.5, NA), "y", "arff", "f.arff"))
  expect_match(arff$hint, "list them in the ARFF header", fixed = TRUE)
})

test_that("a file changed after loading is found out", {
  folder <- suite_copy()
  suite <- pb_suite_load(folder)
  rewrite(file.path(folder, "data", "cars.csv"), "21", "22")
  expect_s3_class(pybench_error_of(pb_suite_data(suite, "cars")), "pybench_error_suite")
})

test_that("columns of Parquet and Arrow are typed as in Python", {
  frame <- data.frame(
    x = c(1, NaN, NA), n = c(2L, NA, 1L), k = c("b", NA, "B"), f = factor(c("u", "v", NA))
  )
  columns <- arrow_columns(frame, "n", "f.parquet")
  expect_identical(columns$x, c(1, NA, NA))
  expect_false(any(is.nan(columns$x)))
  expect_identical(columns$n, factor(c("2", NA, "1")))
  expect_identical(columns$k, factor(c("b", NA, "B"), levels = c("B", "b")))
  expect_identical(columns$f, factor(c("u", "v", NA)))
  expect_identical(arrow_columns(data.frame(n = 1:2), NULL, "f")$n, c(1, 2))
  for (wrong in list(c(TRUE, FALSE), Sys.Date(), c(1, Inf))) {
    error <- pybench_error_of(arrow_columns(data.frame(w = wrong), NULL, "f.parquet"))
    expect_s3_class(error, "pybench_error_dataset")
    expect_match(conditionMessage(error), "in the column `w`")
  }
})

test_that("a task whose data need a package, or Python, says so before anything is run", {
  suite <- cars_suite()
  suite$tasks[[1L]]$dataset$format <- "parquet"
  out <- tempfile()
  if (!requireNamespace("arrow", quietly = TRUE)) {
    error <- pybench_error_of(pb_suite_data(suite, "cars"))
    expect_s3_class(error, "pybench_error_r_package_missing")
    expect_match(error$hint, "install.packages(\"arrow\")", fixed = TRUE)
  }
  suite$tasks[[2L]] <- suite$tasks[[1L]]
  suite$tasks[[2L]]$name <- "inside"
  suite$tasks[[2L]]$dataset$source <- "bundled"
  for (call in list(
    function() pb_suite_data(suite, "inside"),
    function() pb_run(suite, majority, out, tasks = "inside"),
    function() pb_run(suite, majority, out)
  )) {
    error <- pybench_error_of(call())
    expect_s3_class(error, "pybench_error_suite")
    expect_match(conditionMessage(error), "`inside`")
    expect_match(conditionMessage(error), "data inside a Python package")
    expect_match(error$hint, "Run the task in Python, or write .* as ARFF")
  }
  expect_false(file.exists(out))
})
