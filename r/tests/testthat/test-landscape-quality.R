# Measures of a map by their definitions.

test_that("the measures by hand", {
  values <- rbind(c(0, 0), c(2, 0), c(4, 0))
  apart <- pybench:::grid_distances(3, 1, "rectangular", FALSE)
  found <- pybench:::map_quality(values, 1:3, c(1, 0, 1), c(2L, 3L, 1L), apart)
  expect_equal(found$quantization_error, 2 / 3)
  expect_equal(found$root_quantization_error, 2 / 3)
  expect_equal(found$topographic_error, 1 / 3)
  expect_equal(found$explained_variance, 100 - 100 * (2 / 3) / (8 / 3))
})

test_that("a map of one unit has no neighbours, data that never vary no variance", {
  map <- pb_som(cbind(c(1, 1, 1), 2), 1, 1, rlen = 2, seed = 1)
  expect_identical(map$topographic_error, NaN)
  expect_identical(map$explained_variance, NaN)
})
