# What a map refuses.

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
