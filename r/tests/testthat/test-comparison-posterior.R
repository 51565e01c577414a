test_that("shares are those of the test, and the reverse is the mirror", {
  set.seed(3)
  repeats <- array(rnorm(9 * 3 * 4, sd = 0.05), c(9, 3, 4))
  t <- pybench:::results_table(
    apply(repeats, 1:2, mean), paste0("d", 1:9), c("a", "b", "c"), FALSE, "error",
    by_repeat = repeats
  )
  tests <- list(
    bayesian_signed_rank = pb_bayesian_signed_rank, bayesian_sign = pb_bayesian_sign,
    bayesian_hierarchical = pb_bayesian_hierarchical
  )
  for (test in names(tests)) {
    whole <- tests[[test]](t, 0.02, samples = 800)
    found <- pb_posterior(t, "c", "a", test, 0.02, 800)
    for (region in c("better", "equal", "worse")) {
      expect_identical(found[[region]], whole[[region]][["c", "a"]], label = test)
    }
    mirror <- pb_posterior(t, "a", "c", test, 0.02, 800)
    expect_absolute(mirror$draws, found$draws[, 3:1], 1e-12, test)
    expect_absolute(rowSums(found$draws), 1, 1e-12, test)
  }
  expect_identical(dim(as.data.frame(found)), c(800L, 3L))
  first <- if (found$better >= found$worse) "P(c better than a) = " else "P(a better than c) = "
  expect_match(format(found)[[2]], first, fixed = TRUE)
  expect_identical(format(found)[-1L], format(mirror)[-1L])
})

test_that("pairs are checked", {
  t <- table_of(diag(3))
  expect_error(
    pb_posterior(t, "c1", "x"), "`second` must be a method", class = "pybench_error_argument"
  )
  expect_error(
    pb_posterior(t, "c1", "c1"), "two different methods", class = "pybench_error_argument"
  )
  expect_error(
    pb_posterior(t, "c1", "c2", "bayesian_t"), "`test`", class = "pybench_error_argument"
  )
})
