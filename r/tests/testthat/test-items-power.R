# Power of the t-test against R's own noncentral t and power.t.test().

test_that("the power is that of the noncentral t", {
  for (df in c(1, 1.7, 5, 30.5, 1000)) {
    critical <- stats::qt(0.975, df)
    for (d in c(0.5, 2.8, 6)) {
      expected <- stats::pt(critical, df, d, lower.tail = FALSE) + stats::pt(-critical, df, d)
      expect_equal(power_of_t(d, df, 0.05), expected, tolerance = 1e-8)
    }
    expect_equal(power_of_t(0, df, 0.05), 0.05, tolerance = 1e-9)
    expect_equal(power_of_t(detectable_t(df, 0.05, 0.8), df, 0.05), 0.8, tolerance = 1e-9)
  }
  expect_identical(detectable_t(9, 0.5, 0.3), 0)
})

test_that("the numbers are those of power.t.test()", {
  for (effect in c(2, 1.5, 1, 0.5, 0.2)) {
    n <- stats::power.t.test(
      delta = effect, sd = 1, power = 0.8, type = "one.sample", strict = TRUE, tol = 1e-8
    )$n
    expect_identical(items_for(effect, 1, 100, 99, 0.05, 0.8), ceiling(n))
  }
  expect_gt(items_for(1e-9, 1, 10, 9, 0.05, 0.8), 1e18)
})
