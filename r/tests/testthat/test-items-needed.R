# Planning: the formula, clusters, runs.

test_that("single items need what the t-test needs", {
  items <- made_items(1, n = 50, k = 2)
  spread <- stats::sd(items$scores[, 1L] - items$scores[, 2L])
  for (effect in c(0.2, 1, 2)) {
    found <- pb_items_needed(items, effect * spread)
    whole <- stats::power.t.test(
      delta = effect, power = 0.8, type = "one.sample", strict = TRUE, tol = 1e-8
    )
    expect_identical(found$needed, ceiling(whole$n))
  }
  expect_equal(found$variances, spread^2, tolerance = 1e-12)
  expect_identical(found$design_effects, 1)
  expect_equal(pb_items_needed(items, found$detectable)$present, 0.8, tolerance = 1e-9)
})

test_that("a difference that does not vary plans nothing", {
  rows <- data.frame(item = c("a", "b"), m = c(1, 0), n = c(1, 0), o = c(0, 1))
  found <- pb_items_needed(pb_read_items(rows, higher_is_better = TRUE), 0.1)
  expect_identical(is.nan(found$needed), c(TRUE, FALSE, FALSE))
  expect_true(all(c("few-in-pilot", "constant-in-pilot") %in% found$notes))
  expect_match(format(found), "m against n: unknown", fixed = TRUE, all = FALSE)
})

test_that("copies in clusters need as many times more", {
  frame <- as.data.frame(made_items(2, n = 30, answers = FALSE))
  copies <- frame[rep(1:30, each = 4), ]
  copies$cluster <- copies$item
  copies$item <- seq_len(120)
  row.names(copies) <- NULL
  one <- pb_items_needed(pb_read_items(frame, higher_is_better = TRUE), 0.1)
  four <- pb_items_needed(pb_read_items(copies, higher_is_better = TRUE), 0.1)
  expect_equal(four$variances, 4 * one$variances, tolerance = 1e-12)
  expect_equal(four$design_effects, rep(4 * 119 / 116, 3), tolerance = 1e-12)
})

test_that("runs count by their share", {
  items <- made_items(3, n = 200, runs = 4)
  now <- pb_items_needed(items, 0.1)
  more <- pb_items_needed(items, 0.1, runs = 8)
  expect_equal(more$variances, now$variances * (1 - now$run_shares / 2), tolerance = 1e-12)
  expect_error(pb_items_needed(made_items(1), 0.1, runs = 2), class = "pybench_error_argument")
  expect_error(pb_items_needed(made_items(1), 0), class = "pybench_error_argument")
  text <- format(pb_items_needed(made_items(1, k = 6, clusters = 8), 0.05))
  expect_identical(text[[2L]], "  planned from 40 items in 8 clusters, 1 run per item; engine r")
  expect_match(text, "and 5 pairs more", all = FALSE)
})
