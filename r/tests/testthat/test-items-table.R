# The table of items: frames, results tables, text.

test_that("a frame is read again as the same table", {
  for (runs in c(1, 3)) {
    items <- made_items(1, runs = runs, clusters = 6, weighted = TRUE, datasets = c("x", "y"))
    expect_identical(pb_read_items(as.data.frame(items), higher_is_better = TRUE), items)
  }
})

test_that("results are means over items and runs", {
  items <- made_items(2, n = 30, runs = 3, answers = FALSE, datasets = c("x", "y"))
  t <- pb_item_results(items)
  expect_identical(t$datasets, c("x", "y"))
  expect_identical(t$n_repeats, 3L)
  expect_equal(unname(t$scores["x", 2L]), mean(items$by_run[items$datasets == "x", 2L, ]))
  expect_equal(unname(t$by_repeat["y", 1L, 3L]), mean(items$by_run[items$datasets == "y", 1L, 3L]))
})

test_that("weights weigh, and equal totals are tied whatever the runs", {
  frame <- data.frame(item = c("a", "b"), dataset = "d", weight = c(3, 1), m = 1:0, n = 0:1)
  t <- pb_item_results(pb_read_items(frame, higher_is_better = TRUE))
  expect_identical(unname(t$scores[1L, ]), c(0.75, 0.25))
  thirds <- data.frame(
    item = rep(letters[1:6], each = 3), run = rep(1:3, 6), dataset = "d",
    p = 0, q = 0
  )
  thirds$p <- c(1, 0, 0, 1, 0, 0, 1, 0, 0, rep(0, 9))
  thirds$q <- c(1, 1, 1, rep(0, 15))
  items <- pb_read_items(thirds, higher_is_better = TRUE)
  expect_identical(pb_item_results(items)$scores[[1L]], pb_item_results(items)$scores[[2L]])
  expect_identical(pb_compare_items(items)$differences, 0)
})

test_that("the text says what the table has", {
  text <- format(made_items(1, k = 25, runs = 3, clusters = 6, weighted = TRUE, datasets = "x"))
  expect_identical(text[[1L]], "Scores of 25 methods on 40 items: scores, higher is better")
  expect_identical(text[[2L]], "  means over 3 runs")
  expect_match(text[[3L]], "^  6 clusters, the smallest of \\d+ items?, the largest of \\d+$")
  expect_match(text[[4L]], "^  weights from ")
  expect_identical(utils::tail(text, 1L), "    and 5 methods more")
})

test_that("what is no item table, or names no dataset, is refused", {
  expect_error(pb_item_results(1), "must be an ItemTable", class = "pybench_error_argument")
  expect_error(pb_item_results(made_items(1)), "no dataset", class = "pybench_error_argument")
})
