# Rows of single items, arranged in any order.

test_that("rows in any order are one table", {
  frame <- expand.grid(
    run = c("2", "10"), method = c("a", "b"), item = c("i", "j"), dataset = c("x", "y"),
    stringsAsFactors = FALSE
  )
  frame$score <- seq_len(16)
  one <- pb_read_items(frame, higher_is_better = TRUE)
  expect_identical(one$by_run[1L, 1L, ], c(1, 2)) # run 2 before run 10
  set.seed(1)
  mixed <- frame[sample(16), ]
  row.names(mixed) <- NULL
  other <- pb_read_items(mixed, higher_is_better = TRUE)
  places <- match(paste(one$datasets, one$items), paste(other$datasets, other$items))
  columns <- match(one$classifiers, other$classifiers)
  expect_identical(other$by_run[places, columns, ], one$by_run)
  expect_identical(pb_item_results(one)$scores["x", "a"], 3.5)
})

test_that("a missing and a repeated row are refused", {
  frame <- data.frame(item = c("i", "i", "j"), method = c("a", "b", "a"), score = 1:3)
  expect_error(pb_read_items(frame, higher_is_better = TRUE), "1 missing.*item `j` and method `b`")
  twice <- frame[c(1, 2, 2), ]
  row.names(twice) <- NULL
  expect_error(
    pb_read_items(twice, higher_is_better = TRUE), "every score once.*method `b` on rows 2, 3",
    class = "pybench_error_results_table"
  )
})
