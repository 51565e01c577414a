# Comparison item by item: laws, corrections, notes, texts, refusals.

test_that("the opposite direction of opposite scores is the same", {
  items <- made_items(3, clusters = 8, runs = 2)
  frame <- as.data.frame(items)
  frame[c("m1", "m2", "m3")] <- 1 - frame[c("m1", "m2", "m3")]
  turned <- pb_read_items(frame, higher_is_better = FALSE)
  for (test in c("clustered_t", "sign_flip")) {
    one <- pb_compare_items(items, test, rope = 0.1)
    other <- pb_compare_items(turned, test, rope = 0.1)
    for (field in c("differences", "standard_errors", "pvalues", "better", "worse")) {
      expect_equal(one[[field]], other[[field]], tolerance = 1e-12)
    }
  }
})

test_that("p-values are adjusted for all pairs, and intervals agree with p for one", {
  result <- pb_compare_items(made_items(7, k = 4))
  expect_identical(result$pvalues, pb_adjust(result$pvalues_raw))
  none <- pb_compare_items(made_items(7, k = 4), adjust = "none")
  expect_identical(none$pvalues, none$pvalues_raw)
  expect_true("no-control" %in% none$notes)
  for (seed in 1:10) {
    one <- pb_compare_items(made_items(seed, k = 2, answers = FALSE))
    expect_identical(one$lower > 0 || one$upper < 0, one$pvalues < 0.05)
  }
})

test_that("a dataset is compared alone, and notes say what limits a result", {
  items <- made_items(8, datasets = c("x", "x", "y"))
  alone <- pb_compare_items(items, dataset = "y")
  expect_identical(alone$n_items, 13L)
  expect_false("several-datasets" %in% alone$notes)
  expect_true("several-datasets" %in% pb_compare_items(items)$notes)
  expect_true("few-clusters" %in% pb_compare_items(made_items(1, n = 80, clusters = 19))$notes)
  expect_false("few-clusters" %in% pb_compare_items(made_items(1, n = 80, clusters = 20))$notes)
  frame <- as.data.frame(made_items(1, n = 78))
  frame$cluster <- c(1:29, rep(1, 20), 1:29)
  expect_true("unequal-clusters" %in% pb_compare_items(pb_read_items(frame, "auto", TRUE))$notes)
  expect_error(pb_compare_items(items, dataset = "z"), "`z`", class = "pybench_error_argument")
})

test_that("what cannot be compared is refused", {
  expect_error(pb_compare_items(1), "must be an ItemTable", class = "pybench_error_argument")
  expect_error(pb_compare_items(made_items(1, k = 1)), "at least 2 methods")
  expect_error(pb_compare_items(made_items(1, n = 1)), "at least 2 items")
  expect_error(pb_compare_items(made_items(1, clusters = 1)), "at least 2 clusters")
  for (items in list(
    made_items(1, clusters = 5), made_items(1, runs = 2), made_items(1, weighted = TRUE),
    made_items(1, answers = FALSE)
  )) {
    expect_error(
      pb_compare_items(items, "mcnemar"), "scores of 0 and 1", class = "pybench_error_argument"
    )
  }
  expect_error(pb_compare_items(made_items(1), rope = -1), class = "pybench_error_argument")
})
