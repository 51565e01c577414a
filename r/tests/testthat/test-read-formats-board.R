score_row <- function(metric, short = "", value = 1, dataset = "d", higher = NA) {
  one_score(dataset, "m", metric, value, "f", short, higher)
}

test_that("a metric is found by its name, its short name, or because it is the only one", {
  scores <- list(score_row("a/x", "a"), score_row("b/x", "b", 2))
  expect_identical(board_of(scores, "a/x", "s")$grid$columns[[3L]], 1)
  expect_identical(board_of(scores, "b", "s")$metric, "b")
  expect_identical(board_of(scores[2L], NULL, "s")$metric, "b/x")
  expect_identical(board_of(scores, NULL, "s", main = "a/x")$metric, "a/x")
  error <- pybench_error_of(board_of(scores, NULL, "s"))
  expect_identical(error$hint, "Give the metric, for example metric=\"a/x\".")
  expect_identical(pybench_error_of(board_of(scores, "c", "s"))$expected, "the metric `c`")
  twice <- list(score_row("a/x", "a"), score_row("a/y", "a"))
  expect_identical(pybench_error_of(board_of(twice, "a", "s"))$found, "`a/x`, `a/y`")
  apart <- list(score_row("a/x", "a"), score_row("a/y", "a", dataset = "e"))
  expect_identical(board_of(apart, "a", "s")$grid$columns[[1L]], c("d", "e"))
  expect_identical(pybench_error_of(board_of(list(), NULL, "s"))$found, "none")
})

test_that("the file decides the direction, unless it contradicts itself or the caller", {
  board <- board_of(list(score_row("a", higher = FALSE), score_row("a")), NULL, "s")
  expect_false(board_direction(board, NULL))
  expect_false(board_direction(board, FALSE))
  error <- pybench_error_of(board_direction(board, TRUE))
  expect_match(error$found, "the file says that lower scores are better")
  expect_s3_class(pybench_error_of(board_direction(board, NA)), "pybench_error_argument")
  board$higher_is_better <- NULL
  expect_null(board_direction(board, NULL))
  expect_true(board_direction(board, TRUE))
  both <- list(score_row("a", higher = FALSE), score_row("a", higher = TRUE))
  expect_identical(pybench_error_of(board_of(both, NULL, "s"))$found, "both")
})

test_that("names of variants are added where they tell rows apart", {
  grid <- list(
    names = c("d", "x", "y", "z"),
    columns = list(c("a", "a", "b"), c("1", "1", "2"), c("u", "v", ""), list(1L, NULL, 1L))
  )
  same <- joined_names(grid, "d", c("x", "absent"))
  expect_identical(same, list(grid = grid, name = "d"))
  found <- joined_names(grid, "d", c("z", "x", "y"))
  expect_identical(found$name, "d with its variant")
  expect_identical(found$grid$columns[[5L]], c("a (1, u)", "a (v)", "b (1)"))
})

test_that("tables of several files are stacked if their columns are the same", {
  grids <- list(
    list(names = c("a", "b"), columns = list(c("x", "y"), c("1", "2")), lines = 2:3),
    list(names = c("b", "a"), columns = list("3", "z"), lines = 2L)
  )
  files <- list(format_file("r/one.csv", NULL), format_file("r/two.csv", NULL))
  grid <- stacked_grid(grids, files, "r")
  expect_identical(grid$columns, list(c("x", "y", "z"), c("1", "2", "3")))
  expect_identical(grid$fields, c(TRUE, TRUE))
  expect_identical(grid$where, c("r/one.csv:2", "r/one.csv:3", "r/two.csv:2"))
  expect_identical(stacked_grid(grids[1L], files[1L], "r"), grids[[1L]])
  grids[[2L]]$lines <- NULL
  grids[[2L]]$columns[[1L]] <- 3
  grid <- stacked_grid(grids, files, "r")
  expect_identical(grid$columns[[2L]], list("1", "2", 3))
  expect_identical(grid$fields, c(FALSE, FALSE))
  grids[[2L]]$names <- c("b", "c")
  error <- pybench_error_of(stacked_grid(grids, files, "r"))
  expect_identical(error$expected, "the columns of `r/one.csv`")
  expect_identical(error$found, "`c` in addition")
})
