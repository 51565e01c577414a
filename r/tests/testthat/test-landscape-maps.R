# Kept maps: every bit comes back, and a file that is not what it says is none.

test_that("values come back to the bit", {
  path <- tempfile()
  on.exit(unlink(path))
  map <- pb_som(datasets::iris[1:4], 3, 2, rlen = 2, preset = "paper", seed = 1)
  cases <- list(
    map, NULL, list(), character(), TRUE, NA, 1:3, c(a = NaN, b = NA, c = -0, d = Inf), 5e-324,
    c("\u00e9", "", "x"), matrix(1:6, 2, dimnames = list(NULL, c("a", "b", "c"))),
    list(a = NULL, b = list(1, "z"))
  )
  for (value in cases) {
    pybench:::to_file(path, function(file) pybench:::write_value(value, file))
    expect_true(identical(pybench:::read_map(path), value, num.eq = FALSE, single.NA = FALSE))
  }
})

test_that("a map is found under its own key only", {
  folder <- temporary_folder()
  map <- pb_som(datasets::iris[1:4], 3, 2, rlen = 2, seed = 1)
  pybench:::keep_map(folder, "key", map)
  expect_identical(pybench:::kept_map(folder, "key"), map)
  expect_null(pybench:::kept_map(folder, "other"))
  expect_null(pybench:::kept_map(NULL, "key"))
  expect_length(list.files(folder, all.files = TRUE, no.. = TRUE), 1L)
})

test_that("a key goes by rows, settings, size and seed", {
  settings <- list(rlen = 5, radius = NULL)
  tasks <- data.frame(xdim = c(2, 3, 2), ydim = c(3, 2, 3), seed = c(1L, 1L, 2L))
  rows <- matrix(1:6 + 0, 3)
  keys <- c(
    pybench:::kept_keys(rows, settings, tasks), pybench:::kept_keys(t(rows), settings, tasks),
    pybench:::kept_keys(rows, list(rlen = 6, radius = NULL), tasks)
  )
  expect_identical(anyDuplicated(keys), 0L)
  expect_identical(keys[1:3], pybench:::kept_keys(rows, settings, tasks))
})
