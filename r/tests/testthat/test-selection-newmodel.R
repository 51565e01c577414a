# The place of a new model: brute force, closed forms, limits, refusals.

shrunk_by_hand <- function(x, y, new, strength) {
  apart <- x - rowMeans(x)
  design <- cbind(1, rowMeans(x), apart)
  k <- ncol(x)
  stacked <- rbind(design, cbind(0, 0, sqrt(strength) * diag(k)))
  found <- qr.solve(stacked, c(y, numeric(k)))
  sum(c(1, mean(new), new - mean(new)) * found)
}

test_that("errors are those of models that are left out, with the same penalty", {
  x <- matrix((sin(1:60 * 1.7) + rep(cos(1:12), 5) + 2) / 4, 12)
  y <- rowMeans(x) + sin(1:12) / 20 + x[, 2] / 10
  new <- c(0.4, 0.6, 0.3, 0.7, 0.5)
  found <- predicted_share(x, y, new)
  own <- stats::residuals(stats::lm((x - rowMeans(x)) ~ rowMeans(x)))
  strengths <- shrinkage_strengths * sum(own^2) / 12
  values <- vapply(pmin(strengths, 1e9), function(one) shrunk_by_hand(x, y, new, one), 0)
  at <- which.min(abs(values - found$value))
  expect_equal(values[[at]], found$value, tolerance = 1e-6)
  by_hand <- vapply(1:12, function(i) {
    y[[i]] - shrunk_by_hand(x[-i, ], y[-i], x[i, ], min(strengths[[at]], 1e9))
  }, 0)
  expect_equal(found$errors, by_hand, tolerance = 1e-6)
})

test_that("a model apart leaves no slope, and no error", {
  expect_identical(
    predicted_share(matrix(c(1, 1, 1, 2)), c(0.1, 0.3, 0.5, 0.9), 1)$errors[[4L]], Inf
  )
})

test_that("where all datasets agree the place is certain", {
  scores <- matrix(rep(0:7, each = 20), 20, dimnames = list(sprintf("d%02d", 1:20), letters[1:8]))
  t <- pb_read_results(scores, higher_is_better = TRUE)
  found <- pb_place_model(t, c(d03 = 4.5, d07 = 4.5), "mine")
  expect_identical(c(found$position_low, found$position, found$position_high), c(4, 4, 4))
  expect_equal(found$mean_rank, 4)
  expect_identical(found$table$verdict, rep(c("better", "worse"), c(5, 3)))
  equal <- pb_place_model(t, list(d03 = 4, d07 = 4))
  expect_equal(equal$mean_rank, equal$table$threshold[[5L]])
  expect_identical(equal$table$verdict[[5L]], "open")
  expect_identical(as.data.frame(found), found$table)
  expect_match(format(found)[[3L]], "position 4 of 9 \\(4 to 4\\): better than 5 known models")
})

test_that("wrong scores and names are refused", {
  t <- some_results("t")
  every <- stats::setNames(rep(0.5, 12), t$datasets)
  for (wrong in list(numeric(), c(zz = 1), every, 3, list(d01 = "x"), c(d01 = NaN))) {
    expect_error(pb_place_model(t, wrong), "scores", class = "pybench_error_argument")
  }
  expect_error(pb_place_model(t, c(d01 = 1), t$classifiers[[1L]]), "must not be a method")
  expect_error(pb_place_model(t, t), "one method, of the same direction")
  expect_error(
    pb_place_model(t[, 1:3], c(d01 = 1)), "at least 4 methods, found 3",
    class = "pybench_error_results_table"
  )
})
