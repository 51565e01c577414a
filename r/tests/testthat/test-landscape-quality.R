# Quality of maps; the oracle's figures are checked from Python (tests/landscape/test_quality.py).

test_that("figures are as by hand", {
  found <- pb_map_quality(matrix(c(0, 1, 4)), matrix(c(0, 1, 3, 9)), 4, 1)
  expect_equal(found$quantization_error, 1 / 3)
  expect_equal(found$mean_distance, 1 / 3)
  expect_identical(found$topographic_error, 0)
  expect_equal(found$explained_variance, 100 * (1 - 3 / 26))
  expect_equal(found$explained_variance_rounded, 88.46)
  expect_equal(found$kaski_error, (1 + 1 + 1 + 2) / 3)
  expect_identical(found$empty_units, 1L)
  expect_match(format(found)[[4L]], "explained variance 88.46%", fixed = TRUE)
  expect_identical(as.data.frame(found)$n_rows, 3L)
})

test_that("the two nearest codes are those of brute force, the lower unit on equality", {
  codes <- matrix(floor(3 * uniforms(1, "codes", 0, 120)), 40)
  rows <- matrix(floor(3 * uniforms(1, "rows", 0, 300)), 100)
  expected <- t(apply(rows, 1L, function(row) order(colSums((t(codes) - row)^2))[1:2]))
  expect_equal(unname(nearest_two(rows, codes)), expected)
  expect_equal(unname(nearest_two(rows + 2^30, codes + 2^30)), expected)
})

test_that("odd maps have figures, NaN where there is none", {
  single <- pb_map_quality(matrix(c(1, 3)), matrix(2), 1, 1)
  expect_identical(single$explained_variance, 0)
  expect_identical(single$kaski_error, NaN)
  expect_identical(single$topographic_error, NaN)
  flat <- pb_map_quality(matrix(c(1, 1)), matrix(c(1, 2)), 2, 1)
  expect_identical(flat$explained_variance, NaN)
  ring <- pb_map_quality(matrix(0), matrix(c(0.1, 9, 9, -0.2)), 4, 1, toroidal = TRUE)
  expect_identical(c(ring$topographic_error, ring$topographic_error_torus), c(1, 0))
})

# Every step tried in all directions until no way gets shorter.
slow_paths <- function(codes, grid, start, end) {
  n <- nrow(codes)
  far <- matrix(Inf, n, n)
  diag(far) <- 0
  steps <- pybench:::grid_steps(codes, grid)
  repeat {
    before <- far
    for (step in steps) {
      way <- far[, step$from, drop = FALSE] + rep(step$length, each = n)
      far[, step$to] <- pmin(far[, step$to, drop = FALSE], way)
    }
    if (identical(before, far)) {
      return(far[cbind(start, end)])
    }
  }
}

test_that("ways between codes are the shortest", {
  set.seed(6)
  for (topology in c("hexagonal", "rectangular")) {
    grid <- list(xdim = 7, ydim = 5, topology = topology)
    codes <- matrix(stats::rnorm(35 * 2), 35)
    codes[8, ] <- codes[9, ]
    start <- sample(35, 200, TRUE)
    end <- sample(35, 200, TRUE)
    found <- pybench:::code_paths(codes, grid, start, end)
    expect_equal(found, slow_paths(codes, grid, start, end), tolerance = 1e-14)
  }
})

test_that("what cannot be is refused", {
  refused <- function(...) expect_error(pb_map_quality(...), class = "pybench_error_argument")
  refused(matrix(NaN), matrix(1:2), 2, 1)
  refused(matrix(1, 1, 2), matrix(1:2), 2, 1)
  refused(matrix(1), matrix(1:2), 3, 1)
  refused(matrix(1), matrix(1:2), 2, 1, units = 3)
  refused(matrix(1), matrix(1:2), 2, 1, topology = "round")
  refused(matrix(1), matrix(1:2), 2, 1, toroidal = 1)
})
