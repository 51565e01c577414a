# Measures: by hand on few rows, by their laws on many; Python's are compared in test_languages.py.

test_that("a fold counted by hand", {
  found <- measures_of(c(1L, 1L, 2L), c(1L, 2L, 2L), NULL, 2L)
  expect_equal(found$accuracy, 2 / 3)
  expect_equal(found$balanced_accuracy, 0.75)
  expect_equal(found$f1, (2 / 3 + 2 / 3) / 2)
  expect_equal(found$kappa, (2 / 3 - 4 / 9) / (5 / 9))
  expect_equal(found$mcc, (2 * 3 - 4) / sqrt((9 - 5) * (9 - 5)))
  expect_null(found$auroc)
  expect_named(found, names(suite_measures))
})

test_that("probabilities counted by hand", {
  shares <- rbind(c(0.9, 0.1), c(0.4, 0.6), c(0.4, 0.6))
  found <- measures_of(c(1L, 1L, 2L), c(1L, 2L, 2L), shares, 2L)
  expect_equal(found$auroc, (1 + 0.5) / 2)
  expect_equal(found$nll, -(log(0.9) + log(0.4) + log(0.6)) / 3)
  expect_equal(found$brier, (0.02 + 0.72 + 0.32) / 3)
})

test_that("all right is 1, whatever the classes", {
  truth <- rep(1:4, c(3, 1, 5, 2))
  found <- measures_of(truth, truth, diag(4)[truth, ], 4L)
  for (name in names(suite_measures)[suite_measures]) expect_equal(found[[name]], 1)
  expect_equal(c(found$nll, found$brier), c(0, 0))
})

test_that("a constant guess has no skill", {
  found <- measures_of(c(1L, 2L, 2L), c(2L, 2L, 2L), NULL, 2L)
  expect_identical(c(found$kappa, found$mcc), c(0, 0))
  expect_null(measures_of(c(1L, 1L), c(1L, 1L), NULL, 2L)$kappa)
  expect_null(measures_of(c(1L, 1L), c(1L, 1L), cbind(c(1, 1), 0), 2L)$auroc)
})

test_that("names of classes do not matter", {
  set <- uniforms(4, "measures", 0, 300)
  truth <- as.integer(floor(set[1:100] * 3)) + 1L
  said <- as.integer(floor(set[101:200] * 3)) + 1L
  raw <- matrix(set[1:300], 100L)
  shares <- raw / rowSums(raw)
  turned <- c(2L, 3L, 1L)
  one <- measures_of(truth, said, shares, 3L)
  other <- measures_of(turned[truth], turned[said], shares[, order(turned)], 3L)
  expect_equal(one, other, tolerance = 1e-13)
})
