# The result of a comparison item by item: text, data frame, table.

test_that("the text names test, level and direction", {
  frame <- data.frame(item = 1:60, bad = rep(0:1, c(50, 10)), good = rep(1:0, c(50, 10)))
  text <- format(pb_compare_items(pb_read_items(frame, higher_is_better = TRUE), "mcnemar"))
  expect_true("  exact McNemar test, alpha = 0.05, adjustment holm" %in% text)
  expect_match(text, "good is better than bad: 0.6667", all = FALSE)
  text <- format(pb_compare_items(made_items(1, clusters = 8), rope = 0.1))
  expect_match(text, "^  clustered paired t-test, CR2, df = ", all = FALSE)
  expect_match(text, "this is no proof", all = FALSE)
  few <- data.frame(item = 1:4, m = c(1, 1, 1, 0), n = 0)
  text <- format(pb_compare_items(pb_read_items(few, higher_is_better = TRUE), "mcnemar"))
  expect_match(text, "no p can be below 0.25", all = FALSE)
  expect_match(pb_table(pb_compare_items(made_items(1)))$notes, "paired t-test", all = FALSE)
})

test_that("the data frame has one row per pair", {
  result <- pb_compare_items(made_items(1), rope = 0)
  frame <- as.data.frame(result)
  expect_identical(frame$pvalue, result$pvalues)
  expect_identical(utils::tail(names(frame), 3L), c("better", "equal", "worse"))
  expect_false("better" %in% names(as.data.frame(pb_compare_items(made_items(1)))))
})
