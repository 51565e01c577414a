# What a map takes and refuses.

test_that("what no map can take is refused by name", {
  refused <- function(text, ..., x = iris[1:4], seed = 1) {
    expect_error(pb_som(x, ..., seed = seed), text, class = "pybench_error_argument", fixed = TRUE)
  }
  gap <- iris[1:4]
  gap[3, 2] <- NA
  refused("row 3, column 'Sepal.Width' is NA (1 such row in all)", 3, 3, x = gap)
  gap[3, 2] <- Inf
  refused("row 3, column 'Sepal.Width' is Inf", 3, 3, x = gap)
  refused("found 169 units (`xdim` x `ydim`) on 150 rows", 13, 13)
  refused("`topology` must be one of", 3, 3, topology = "round")
  refused("`neighbourhood` must be one of", 3, 3, neighbourhood = "cone")
  refused("`xdim` must be a whole number >= 1", 0, 3)
  refused("`rlen` must be a whole number >= 1", 3, 3, rlen = 0)
  refused("`alpha` must be two finite numbers in [0, 1]", 3, 3, alpha = 2)
  refused("`radius` must be two finite numbers", 3, 3, radius = c(1, NA))
  refused("`mode` must be one of", 3, 3, mode = "pbatch")
  refused("`start` must be one of", 3, 3, start = "zero")
  refused("`seed` must be a whole number", 3, 3, seed = 0.5)
  refused("`X` must be a matrix of numbers", 3, 3, x = iris)
  refused(
    "cannot do neighbourhood = \"gaussian\"", 3, 3,
    kernel = "exact", neighbourhood = "gaussian"
  )
  refused("less than 2^31", 3, 3, rlen = 2^30)
  expect_error(pb_som(iris[1:4], 2, 2), "`seed`", class = "pybench_error_argument")
})

test_that("truth values are 0 and 1", {
  set.seed(1)
  truth <- matrix(stats::runif(120) > 0.5, 40, 3, dimnames = list(NULL, c("u", "v", "w")))
  numbers <- truth + 0
  expected <- pb_som(numbers, 2, 2, seed = 1)
  for (given in list(truth, as.data.frame(truth))) {
    expect_identical(pb_som(given, 2, 2, seed = 1)$codes, expected$codes)
    expect_identical(pb_scale_features(given)$values, pb_scale_features(numbers)$values)
  }
  expect_identical(predict(expected, truth)$units, predict(expected, numbers)$units)
  map <- function(x) {
    pb_map_landscape(x, sizes = 2, seeds = 1, k = 2, dataset = rep(c("d", "e"), 20))
  }
  expect_identical(map(truth)$coverage, map(numbers)$coverage)
  codes <- expected$codes > 0.5
  quality <- function(x, codes) pb_map_quality(x, codes, 2, 2)
  expect_identical(quality(truth, codes), quality(numbers, codes + 0))
  truth[1, 1] <- NA
  expect_error(pb_som(truth, 2, 2, seed = 1), "is NA", class = "pybench_error_argument")
})
