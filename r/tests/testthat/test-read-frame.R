test_that("a wide data frame is read, names unchanged", {
  frame <- data.frame(c("x y", "NA"), 1:2, c(0.5, -0))
  names(frame) <- c("dataset", "a b", "a.b")
  t <- pb_read_results(frame, TRUE)
  expect_identical(t$datasets, c("x y", "NA"))
  expect_identical(t$classifiers, c("a b", "a.b"))
  expect_identical(unname(t$scores), cbind(c(1, 2), c(0.5, 0)))
  expect_null(t$source)
})

test_that("names may be factors or whole numbers", {
  frame <- data.frame(dataset = factor(c("z", "a")), a = 1:2)
  expect_identical(pb_read_results(frame, TRUE)$datasets, c("z", "a"))
  frame$dataset <- c(100000, 2^53)
  expect_identical(pb_read_results(frame, TRUE)$datasets, c("100000", "9007199254740992"))
  for (bad in list(c(0.5, 1), c(TRUE, FALSE), c(Inf, 1), 2^54 + 0:1)) {
    frame$dataset <- bad
    error <- pybench_error_of(pb_read_results(frame, TRUE))
    expect_identical(error$expected, "names as text or integers")
    expect_identical(error$column, "dataset")
  }
  frame$dataset <- c("d", NA)
  expect_identical(
    pybench_error_of(pb_read_results(frame, TRUE))$found, "a missing value in row 2"
  )
})

test_that("row names are datasets where no column is", {
  frame <- data.frame(a = 1:2, b = 3:4, row.names = c("d1", "d2"))
  expect_identical(pb_read_results(frame, TRUE)$datasets, c("d1", "d2"))
  rownames(frame) <- NULL
  error <- pybench_error_of(pb_read_results(frame, TRUE))
  expect_identical(error$found, "`a`, `b`")
  expect_identical(pybench_error_of(pb_read_results(data.frame(), TRUE))$found, "none")
  expect_null(error$line)
  # What a filter leaves are places, not names.
  expect_identical(pybench_error_of(pb_read_results(frame[2:1, ], TRUE))$found, "`a`, `b`")
  named <- data.frame(dataset = c("x", "y", "z"), a = 1:3)
  expect_identical(
    pb_read_results(named[c(3, 1), ], TRUE),
    pb_read_results(data.frame(dataset = c("z", "x"), a = c(3, 1)), TRUE)
  )
})

test_that("rows take the place of lines in messages", {
  frame <- data.frame(dataset = c("d", "e", "d"), a = 1:3)
  error <- pybench_error_of(pb_read_results(frame, TRUE))
  expect_identical(error$found, "several for `d` (rows 1, 3)")
  expect_null(error$line)
  frame <- data.frame(dataset = "d", a = NA)
  error <- pybench_error_of(pb_read_results(frame, TRUE))
  expect_identical(error$found, "1 missing, the first for dataset `d` and method `a`")
  expect_identical(error$column, "a")
})

test_that("columns without a name or with one name are refused", {
  frame <- data.frame("d", 1, 2)
  names(frame) <- c("dataset", "a", "a")
  expect_identical(pybench_error_of(pb_read_results(frame, TRUE))$found, "`a` 2 times")
  names(frame)[3L] <- NA
  expect_identical(pybench_error_of(pb_read_results(frame, TRUE))$found, "column 3 without one")
})

test_that("a matrix is read with its names or with given ones", {
  m <- matrix(1:4, 2L, dimnames = list(c("d1", "d2"), c("dataset", "classifier")))
  t <- pb_read_results(m, FALSE)
  expect_identical(t$classifiers, c("dataset", "classifier"))
  expect_identical(t$scores, m + 0)
  t <- pb_read_results(unname(m), FALSE, datasets = c("x", "y"), classifiers = c("a", "b"))
  expect_identical(t$datasets, c("x", "y"))
  expect_identical(
    pybench_error_of(pb_read_results(unname(m), TRUE))$message,
    "`datasets` must be 2 names for the matrix"
  )
  expect_identical(
    pybench_error_of(pb_read_results(m, TRUE, datasets = "x"))$message,
    "`datasets` must hold 2 names, not 1"
  )
  expect_error(
    pb_read_results(data.frame(dataset = "d", a = 1), TRUE, datasets = "d"),
    class = "pybench_error_argument"
  )
})

test_that("a matrix of anything but numbers, or without cells, is refused", {
  m <- matrix(1, 1L, 1L, dimnames = list("d", "a"))
  expect_identical(pybench_error_of(pb_read_results(m == 1, TRUE))$found, "logical")
  big <- structure(m, class = c("integer64", "matrix"))
  expect_identical(pybench_error_of(pb_read_results(big, TRUE))$found, "integer64")
  error <- pybench_error_of(pb_read_results(m[, 0L, drop = FALSE], TRUE))
  expect_identical(error$expected, "at least one method")
  error <- pybench_error_of(pb_read_results(m[0L, , drop = FALSE], TRUE))
  expect_identical(error$expected, "at least one dataset")
})
