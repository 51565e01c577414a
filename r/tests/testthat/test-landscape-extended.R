# Sums of 64 significant bits, by hand and against the long double of x86-64.

test_that("sums are rounded to 64 bits after each number, half to even", {
  one <- 2^-63 # the last place of a sum between 1 and 2
  sums <- list(
    list(c(0, -0), 0), list(c(1, one, -1), one), list(c(1, one / 2, -1), 0),
    list(c(1, one, one / 2, -1), 2 * one), list(c(-1, -one, -one / 2, 1), -2 * one),
    list(c(1, one / 2, one / 2, -1), 0), list(c(1, 2^-52, one / 2 + one / 2^40, -1), 2^-52 + one),
    list(c(2, -one / 4, -2), 0), list(c(2, -one, -2), -one), list(c(2^-1074, 2^-1074), 2^-1073),
    list(c(1e16, 1, -1e16), 1)
  )
  for (one in sums) {
    expect_identical(extended_sum(one[[1L]]), one[[2L]])
  }
})

test_that("a mean is rounded to 64 bits and then to a double", {
  # The quotient is a little above 1 + 2^-53; in 64 bits it is that number, half way to the next.
  expect_identical(extended_sum(c(4099, 1025 * 2^-51), 4099), 1)
  expect_identical(extended_sum(c(-4099, -1025 * 2^-51), 4099), -1)
  expect_identical(extended_sum(c(2, -2^-63), 1), 2)
  expect_identical(extended_sum(c(1, 1, 0), 3), 2 / 3)
})

test_that("they are the sums of R where its long double has 64 bits", {
  skip_if_not(identical(.Machine$longdouble.digits, 64L), "another long double")
  for (trial in 1:200) {
    draw <- matrix(uniforms(trial, "extended", 0, 900), 300L)
    size <- 2^floor((draw[, 1L] - 0.5) * c(8, 60, 140, 1500)[[trial %% 4 + 1]])
    x <- if (trial %% 3 == 0) round(draw[, 2L] * 8) * size else (draw[, 2L] - 0.5) * size
    if (trial %% 2 == 1) {
      x <- c(x, -x[draw[, 3L] < 0.5])
    }
    expect_identical(extended_sum(x), sum(x))
    expect_identical(extended_sum(x, length(x)), colMeans(cbind(x))[[1L]])
  }
})
