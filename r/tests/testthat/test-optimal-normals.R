# Normal numbers of paths: Python's, whatever the block.

test_that("the numbers are those of Python", {
  # from pybench.optimal.normals import Drawn; Drawn(7, "x", 3, 2).take(3)
  z <- path_normals(7, "x", 3, 2, 3)
  expect_equal(z[, 1], stats::qnorm(uniforms(7, "x", 3 * 2^26, 3)), tolerance = 1e-15)
  expect_identical(dim(z), c(3L, 2L))
})

test_that("a path does not depend on its block", {
  expect_identical(path_normals(1, "x", 0, 9, 20)[, 6], path_normals(1, "x", 5, 1, 20)[, 1])
  expect_identical(path_normals(1, "x", 0, 3, 20)[1:5, ], path_normals(1, "x", 0, 3, 5))
})

test_that("a path too long for its stream is refused", {
  expect_error(path_normals(0, "x", 0, 1, 2^27), class = "pybench_error_argument")
})
