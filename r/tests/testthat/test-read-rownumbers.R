# Row numbers are no method, wherever a table comes from; rows of names are the datasets.

scored <- function() {
  set.seed(1)
  data.frame(
    dataset = paste0("d", 1:12), a = round(runif(12), 3), b = round(runif(12), 3)
  )
}

written_by_r <- function(frame, ...) {
  file <- tempfile(fileext = ".csv")
  utils::write.csv(frame, file)
  utils::read.csv(file, ...)
}

expect_row_numbers <- function(source, ...) {
  expect_error(
    pb_read_results(source, higher_is_better = TRUE, ...),
    "found row numbers. Remove it, or write the table with", class = "pybench_error_results_table"
  )
}

test_that("row numbers are refused", {
  d <- scored()
  expect_row_numbers(written_by_r(d))
  expect_row_numbers(written_by_r(d[d$a > median(d$a), ]))
  expect_row_numbers(written_by_r(d[order(d$a), ]))
  expect_row_numbers(written_by_r(d[1:3, ]))
  expect_row_numbers(cbind(rowid = 1:12, d))
  expect_row_numbers(cbind(d, anything = 0:11))
  expect_row_numbers(cbind(d, anything = 1:12 + 0))
  matrix <- cbind(row = 0:11, a = d$a, b = d$b)
  expect_row_numbers(matrix, datasets = d$dataset)
})

test_that("what may be scores is read", {
  d <- scored()
  width <- function(...) ncol(pb_read_results(..., higher_is_better = TRUE))
  expect_identical(width(cbind(d[1:9, ], anything = 1:9)), 3L)
  expect_identical(width(cbind(d, X = rep(c(3, 1, 2, 4), 3))), 3L)
  expect_identical(width(cbind(d, id = d$a)), 3L)
  expect_identical(width(cbind(d, anything = 2:13)), 3L)
  expect_identical(width(cbind(d["dataset"], anything = 1:12)), 1L)
  expect_identical(width(cbind(d, anything = c(0, NA, 2:11)), missing = "keep"), 3L)
})

test_that("a first column of names is the datasets, and a message says so", {
  d <- scored()
  file <- tempfile(fileext = ".csv")
  utils::write.csv(data.frame(d[-1L], row.names = d$dataset), file)
  expect_message(
    t <- pb_read_results(file, higher_is_better = TRUE),
    "the first column has no name; it is taken as `dataset`", fixed = TRUE
  )
  expect_identical(t$datasets, d$dataset)
})
