# Kendall's W.

test_that("W is the mean rank correlation of datasets on another scale", {
  set.seed(9)
  scores <- matrix(stats::rnorm(60), 10)
  correlations <- stats::cor(t(scores), method = "spearman")
  mean <- mean(correlations[lower.tri(correlations)])
  w <- pb_kendall_w(table_of(scores), resamples = 5)$w
  expect_equal(w, (1 + 9 * mean) / 10, tolerance = 1e-12)
})

test_that("a replicate is W of weighted datasets with one more", {
  set.seed(10)
  doubled <- pybench:::doubled_ranks(random_scores(5, 6, 4), TRUE)
  centred <- (doubled - 7) / 2
  longest <- sum((1:6 - 3.5)^2)
  weights <- pybench:::weighted(1, "test", 30, 5, t)
  expect_equal(rowSums(weights), rep(1, 30))
  found <- pybench:::weighted_w(doubled, t(weights))
  along <- vapply(1:5, function(i) {
    direction <- colSums(centred[-i, ])
    sum(centred[i, ] * direction) / sqrt(sum(direction^2))
  }, 0)
  for (r in 1:30) {
    w <- weights[r, ]
    within <- sum(w[1:5] * rowSums(centred^2)) + w[[6]] * longest
    mean <- colSums(w[1:5] * centred)
    more <- mean / sqrt(sum(mean^2)) * sqrt(longest) # a dataset in the order of all
    expect_equal(found[r, 2], sum((mean + w[[6]] * more)^2) / within, ignore_attr = TRUE)
    lower <- max(0, sum(w * c(along, -sqrt(longest))))
    expect_equal(found[r, 1], lower^2 / within, ignore_attr = TRUE)
  }
})

test_that("all agree, nothing varies, and chance", {
  agree <- pb_kendall_w(table_of(matrix(1:3, 12, 3, byrow = TRUE)))
  expect_identical(c(agree$w, agree$high), c(1, 1))
  # 12 of 12 leave a chance of 1 - 0.025^(1/12) for the opposite order.
  expect_absolute(agree$low, (1 - 2 * (1 - 0.025^(1 / 12)))^2, 0.02, "all agree")
  constant <- pb_kendall_w(table_of(matrix(1, 12, 3)), resamples = 50)
  expect_identical(c(constant$w, constant$low), c(0, 0))
  expect_true("degenerate" %in% constant$notes)
  set.seed(11)
  chance <- pb_kendall_w(table_of(matrix(stats::rnorm(280), 20)), resamples = 500)
  expect_true(chance$low <= chance$w && chance$w <= chance$high)
})

test_that("bad arguments are refused by name", {
  t <- table_of(random_scores(4, 3))
  expect_error(pb_kendall_w(t, resamples = 0), "`resamples` must be a whole number >= 1, not 0")
  expect_error(pb_kendall_w(t, resamples = 1.5), "`resamples`", class = "pybench_error_argument")
  expect_error(pb_kendall_w(t, seed = "x"), "`seed` must", class = "pybench_error_argument")
  expect_error(pb_kendall_w(t, confidence = 2), "`confidence`", class = "pybench_error_argument")
})

test_that("text and frame", {
  result <- pb_kendall_w(table_of(matrix(1:3, 12, 3, byrow = TRUE)), resamples = 50)
  head <- "Kendall's W = 1.0000, 95 % interval 0."
  expect_match(format(result)[[1]], head, fixed = TRUE)
  expect_identical(as.data.frame(result)$n_classifiers, 3L)
})
