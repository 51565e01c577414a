# Answers about tables that are nearly the same; against direct calls, see stability.

# c1 beats c2 everywhere, c2 and c3 take turns.
turns <- function() {
  table_of(cbind(rep(0.9, 12), 0.5, rep(c(0.4, 0.6), 6)))
}

test_that("answers of the whole table", {
  study <- pybench:::stability_study(turns(), 0.05, "wilcox")
  full <- vapply(study$full, as.vector, logical(3))
  expect_identical(unname(full[, 1]), c(TRUE, TRUE, FALSE))
  expect_false(any(full[, 2]))
  expect_identical(unname(full[, 3:4]), cbind(c(TRUE, TRUE, FALSE), c(TRUE, TRUE, FALSE)))
  again <- pybench:::answers_over_datasets(study, matrix(1, 1, 12), 200)
  expect_identical(again, study$full)
})

test_that("only the opposite order is a flip", {
  study <- pybench:::stability_study(turns(), 0.05, "wilcox")
  answers <- list(
    ahead = matrix(c(FALSE, FALSE, TRUE), 1), behind = matrix(c(TRUE, FALSE, FALSE), 1),
    nemenyi = matrix(c(TRUE, TRUE, FALSE), 1), "wilcoxon-holm" = matrix(c(TRUE, FALSE, FALSE), 1),
    "nemenyi reversed" = matrix(FALSE, 1, 3), "wilcoxon-holm reversed" = matrix(FALSE, 1, 3)
  )
  flips <- pybench:::flips_of(study, answers)
  expect_identical(as.vector(flips$order), c(TRUE, FALSE, FALSE))
  expect_false(any(flips$nemenyi))
  expect_identical(as.vector(flips[["wilcoxon-holm"]]), c(FALSE, TRUE, FALSE))
})

test_that("nothing flips where one is best by far and the others are even", {
  study <- pybench:::stability_study(turns(), 0.05, "wilcox")
  found <- pybench:::answers_over_sets(study, pybench:::sets_of_sizes(3, 2:3))
  expect_identical(found$tables, c(2, 2, 2))
  expect_true(all(is.na(found$smallest)))
  expect_true(all(is.na(found$nearest)))
})
