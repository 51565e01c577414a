agreed_table <- function() table_of(matrix(3:1, 12, 3, byrow = TRUE))

test_that("the printed text and the data frame say what was done", {
  result <- pb_quade(agreed_table(), reference = "limit")
  expect_identical(
    format(result),
    c(
      "Test of all methods: quade (F): F = Inf, df = 2, 22, p < 1e-12",
      "  3 methods on 12 datasets; convention standard, engine r",
      "  note floor: A p-value below 1e-12 is shown as a bound: its digits carry no meaning."
    )
  )
  frame <- as.data.frame(result)
  expect_identical(frame$test, "quade")
  expect_identical(c(frame$df1, frame$df2), c(2, 22))
  chi_square <- as.data.frame(pb_aligned_ranks(agreed_table()))
  expect_identical(names(chi_square), names(frame))
  expect_true(is.na(chi_square$df2))
})

test_that("rounding decides where a verdict at 0.05 changes, unless ties are declared", {
  merged <- function(tolerance) {
    expect_identical(tolerance, "auto")
    c(0.06, 0.5)
  }
  expect_true(noise_decides(0, c(0.05, 0.5), merged))
  expect_false(noise_decides("auto", c(0.05, 0.5), merged))
  expect_false(noise_decides(1e-9, c(0.05, 0.5), merged))
  expect_false(noise_decides(0, 0.04, function(tolerance) 0.05))
})

test_that("ranks are chained by a tolerance", {
  expect_identical(chained_ranks(c(3, 1, 2, 2), 0), c(4, 1, 2.5, 2.5))
  expect_identical(chained_ranks(c(0.1, 0.3, 0.2, 0.9), 0.15), c(2, 2, 2, 4))
})

test_that("auto is of the largest score of the table", {
  t <- table_of(rbind(c(1, 2), c(-400, 3)))
  expect_equal(table_tolerance(t$scores, "auto"), 4e-10, tolerance = 1e-14)
  expect_identical(table_tolerance(t$scores, 0.25), 0.25)
})

test_that("tails are the upper ones, and 1 - cdf for scmamp", {
  expect_relative(omnibus_tail(120, 2, "standard"), exp(-60), 1e-12, "chi-square")
  expect_identical(omnibus_tail(120, 2, "scmamp"), 0)
  expect_identical(omnibus_tail(Inf, c(2, 6), "standard"), 0)
  expect_relative(two_sided_normal(-30, "standard"), 2 * stats::pnorm(-30), 1e-12, "normal")
  expect_identical(two_sided_normal(30, "scmamp"), 0)
})
