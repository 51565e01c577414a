row_sums <- function(...) {
  values <- rbind(...)
  .Call(C_pb_exact_row_sums, values, ncol(values))
}

test_that("sums are rounded once", {
  expect_identical(row_sums(c(1e16, 1, -1e16)), 1)
  expect_identical(row_sums(rep(0.1, 10)), 1)
  # Half way between two doubles; the last summand decides.
  expect_identical(row_sums(c(1, 2^-53, 2^-106)), 1 + 2^-52)
  expect_identical(row_sums(c(1, 2^-53, -2^-106)), 1)
  expect_identical(row_sums(c(1, 2^-53, 0)), 1)
  expect_identical(row_sums(c(-1, -2^-53, -2^-106)), -1 - 2^-52)
  expect_identical(row_sums(c(1, 2, 3), c(4, 5, 6)), c(6, 15))
})

test_that("sums do not depend on the order", {
  set.seed(2)
  for (i in 1:50) {
    values <- stats::rnorm(20) * 10^sample(-20:20, 20, replace = TRUE)
    expect_identical(row_sums(values), row_sums(sample(values)))
  }
})

test_that("an overflow is not finite", {
  expect_false(is.finite(row_sums(c(1e308, 1e308))))
})

test_that("labels are put in numeric order only if all are numbers", {
  expect_identical(ordered_labels(c("10", "9", "1e0")), c("1e0", "9", "10"))
  expect_identical(ordered_labels(c("10", "9", "x")), c("10", "9", "x"))
  pairs <- c("1, 10", "1, 9", "0, 10", "0, 9")
  expect_identical(ordered_labels(pairs), rev(pairs))
  for (other in list(c("1, 2", "1, x"), c("1, 2", "1, "), c("1, 2", ""))) {
    expect_identical(ordered_labels(rev(other)), rev(other))
  }
  expect_identical(ordered_labels(c("1.0", "-1", "1")), c("-1", "1.0", "1"))
})

test_that("a sparse table is refused without room for its cells", {
  n <- 50000L
  sparse <- data.frame(
    dataset = seq_len(n), classifier = seq_len(n), resample = seq_len(n), score = 0.5
  )
  error <- pybench_error_of(pb_read_results(sparse, TRUE, repeats = "keep"))
  expect_identical(
    error$found, "124999999950000 missing, the first for dataset `1` and method `1`"
  )
})

test_that("a table knows of how many repeats its scores are means", {
  frame <- data.frame(dataset = c("d", "d", "d"), a = c(1, 2, 6))
  averaged <- pb_read_results(frame, TRUE, repeats = "mean")
  expect_identical(averaged$n_repeats, 3L)
  expect_null(averaged$by_repeat)
  expect_identical(averaged$scores[[1L]], 3)
  kept <- pb_read_results(frame, TRUE, repeats = "keep")
  expect_identical(kept$n_repeats, 3L)
  expect_identical(pb_read_results(frame[1L, ], TRUE)$n_repeats, 1L)
})
