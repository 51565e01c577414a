# Kendall's W.

test_that("W is the mean rank correlation of datasets on another scale", {
  set.seed(9)
  scores <- matrix(stats::rnorm(60), 10)
  correlations <- stats::cor(t(scores), method = "spearman")
  mean <- mean(correlations[lower.tri(correlations)])
  w <- pb_kendall_w(table_of(scores), resamples = 5)$w
  expect_equal(w, (1 + 9 * mean) / 10, tolerance = 1e-12)
})

test_that("a replicate leaves out pairs of copies", {
  set.seed(10)
  doubled <- pybench:::doubled_ranks(random_scores(5, 6, 4), TRUE)
  counts <- stats::rmultinom(30, 5, rep(1, 5))
  storage.mode(counts) <- "double"
  found <- pybench:::resampled_w(doubled, counts)
  centred <- doubled - 7
  for (r in 1:30) {
    drawn <- rep(1:5, counts[, r])
    products <- tcrossprod(centred[drawn, ])
    different <- outer(drawn, drawn, "!=")
    agreement <- if (any(different)) mean(products[different]) / mean(diag(products)) else 1
    expect_equal(found[[r]], min(1, max(0, (1 + 4 * agreement) / 5)), tolerance = 1e-12)
  }
})

test_that("all agree, nothing varies, and chance", {
  agree <- pb_kendall_w(table_of(matrix(1:3, 12, 3, byrow = TRUE)), resamples = 50)
  expect_identical(c(agree$w, agree$low, agree$high), c(1, 1, 1))
  constant <- pb_kendall_w(table_of(matrix(1, 12, 3)), resamples = 50)
  expect_identical(c(constant$w, constant$low, constant$high), c(0, 0, 0))
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
  head <- "Kendall's W = 1.0000, 95 % interval 1.0000 to 1.0000"
  expect_match(format(result)[[1]], head, fixed = TRUE)
  expect_identical(as.data.frame(result)$n_classifiers, 3L)
})

test_that("few datasets to resample are noted", {
  for (n in 19:20) {
    frame <- data.frame(dataset = sprintf("d%d", 1:n), A = sin(1:n), B = cos(1:n))
    t <- pb_read_results(frame, higher_is_better = TRUE)
    expect_identical("few-resampled" %in% pb_kendall_w(t, resamples = 10)$notes, n < 20)
  }
})
