toy_grid <- function(names, ..., lines = NULL) {
  list(names = names, columns = list(...), lines = lines, file = "f.csv")
}

test_that("column names are there, and differ", {
  expect_silent(check_column_names(toy_grid(c("a", "A", " a"))))
  error <- pybench_error_of(check_column_names(toy_grid(c("a", "", ""), lines = 2L)))
  expect_identical(error[c("line", "column")], list(line = 1L, column = "2"))
  error <- pybench_error_of(check_column_names(toy_grid(c("b", "a", "b", "a", "b"))))
  expect_identical(error$found, "`b` 3 times")
  expect_null(error$line)
})

test_that("names of a file are taken as they are, names in memory are checked", {
  expect_identical(grid_names(toy_grid("d", c("", "NA"), lines = 2:3), 1L), c("", "NA"))
  expect_identical(grid_names(toy_grid("d", factor(c("z", "a"))), 1L), c("z", "a"))
  expect_identical(grid_names(toy_grid("d", c(-1, 1e15)), 1L), c("-1", "1000000000000000"))
  error <- pybench_error_of(grid_names(toy_grid("d", c("a", NA)), 1L))
  expect_identical(
    conditionMessage(error),
    "f.csv: column 'd': expected a name, found a missing value in row 2. Give every row a name."
  )
  error <- pybench_error_of(grid_names(toy_grid("d", Sys.Date()), 1L))
  expect_identical(error$found, "Date")
})

test_that("at most five lines or rows are shown", {
  expect_identical(shown_rows(list(), c(1L, 3L)), "rows 1, 3")
  expect_identical(shown_rows(list(lines = 11:20), 1:6), "lines 11, 12, 13, 14, 15, ...")
  expect_identical(shown_rows(list(where = c("a:1", "b:7")), 2L), "`b:7`")
})

test_that("a column of values of any types may hold names", {
  grid <- list(names = "d", columns = list(list("x", 3L, 4)))
  expect_identical(grid_names(grid, 1L), c("x", "3", "4"))
  for (bad in list(0.5, TRUE, list(), 1:2)) {
    grid$columns[[1L]] <- list("x", bad)
    error <- pybench_error_of(grid_names(grid, 1L))
    expect_identical(error$expected, "names as text or integers")
  }
  grid$columns[[1L]] <- list("x", NULL)
  expect_identical(pybench_error_of(grid_names(grid, 1L))$found, "a missing value in row 2")
})
