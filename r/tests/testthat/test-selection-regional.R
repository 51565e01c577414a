# Regions take turns.

test_that("turns, draws within a region, and datasets of no region last", {
  order <- regional_order(1:6, c(0.9, 0.1, 0.5, 0.3, 0.2, 0.7), list(6L, c(1L, 2L, 3L)))
  expect_identical(order, c(2L, 6L, 3L, 1L, 5L, 4L))
})

test_that("a pool has what is left of a region, and the whole region says how large it is", {
  order <- regional_order(c(2L, 5L, 6L), c(0.5, 0.5, 0.1), list(c(5L, 6L), c(1L, 2L, 3L)))
  expect_identical(order, c(1L, 3L, 2L))
})

test_that("landscapes and tables are told apart", {
  coverage <- pb_coverage(c("d", "e"), c(1, 2))
  expect_true(is_regional(coverage))
  expect_true(is_regional(list(a = "d")))
  for (other in list(some_places("a"), as.data.frame(some_places("a")), some_results("t"), 3)) {
    expect_false(is_regional(other))
  }
  expect_identical(regional_rows(coverage, c("a", "d", "e")), list(2L, 3L))
  expect_identical(regional_names(coverage), c("d", "e"))
  expect_error(regional_rows(list(a = "x"), "d"), class = "pybench_error_argument")
  expect_error(regional_rows(list(a = "d", b = "d"), "d"), class = "pybench_error_argument")
})

test_that("names of a region may be a factor, as split() has them", {
  place <- data.frame(dataset = factor(c("a", "b", "c")), region = c("r", "s", "r"))
  found <- pb_select(split(place$dataset, place$region), 2, "landscape")
  expect_identical(found, pb_select(list(r = c("a", "c"), s = "b"), 2, "landscape"))
})
