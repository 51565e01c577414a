# Noise: moves and ratios against matrix algebra, path by path, and what is refused.

ratio_by_hand <- function(b0, b1, move, dt, square) {
  vapply(seq_len(nrow(move)), function(path) {
    inverse <- solve(square(path))
    away <- b1[path, ] - b0[path, ]
    middle <- move[path, ] - (b0[path, ] + b1[path, ]) * dt / 2
    sum(away * (inverse %*% middle))
  }, 0)
}

states <- matrix(cos(1:8), 4)
drifts <- list(sin(states), states^2)

test_that("a matrix, for all paths or for each, is the multivariate ratio", {
  fixed <- matrix(c(1, 0.3, -0.2, 0.8, 0.1, 0.4), 2)
  each <- aperm(vapply(1:4, function(path) fixed * path, fixed), c(3, 1, 2))
  for (kind in c("fixed", "shared", "each")) {
    given <- switch(kind, fixed = fixed, shared = function(t, x) fixed, each = function(t, x) each)
    noise <- new_noise(given, 2, sources = if (kind != "fixed") 3)
    local <- noise$at(0, states)
    z <- matrix(sin(1:12), 4)
    scale <- if (kind == "each") 1:4 else rep(1, 4)
    move <- local$move(z)
    expect_equal(move, scale * z %*% t(fixed), tolerance = 1e-14)
    expect_equal(
      local$log_ratio(drifts[[1]], drifts[[2]], move, 0.1),
      ratio_by_hand(drifts[[1]], drifts[[2]], move, 0.1, function(path) {
        scale[[path]]^2 * fixed %*% t(fixed)
      }),
      tolerance = 1e-12
    )
  }
})

test_that("a diagonal matrix is a vector, and equal numbers are one", {
  sigma <- c(0.5, 2)
  at <- function(noise) {
    local <- noise$at(0, states)
    list(local$move(states), local$log_ratio(drifts[[1]], drifts[[2]], states, 0.2))
  }
  expect_equal(at(new_noise(sigma, 2)), at(new_noise(diag(sigma), 2)), tolerance = 1e-13)
  by_function <- function(t, x) cbind(rep(0.5, nrow(x)), 2)
  expect_equal(at(new_noise(sigma, 2)), at(new_noise(by_function, 2)), tolerance = 1e-14)
  expect_equal(at(new_noise(0.7, 2)), at(new_noise(c(0.7, 0.7), 2)), tolerance = 1e-14)
  expect_equal(at(new_noise(list(sigma, sigma), 2)), at(new_noise(sigma, 2)))
})

test_that("clip limits the weight in every direction", {
  local <- new_noise(c(1, 1e-3), 2, clip = 100)$at(0, states)
  expect_equal(
    local$log_ratio(0 * states, 1 + 0 * states, states, 0), states[, 1] + 100 * states[, 2]
  )
  thin <- matrix(c(1, 1, 1, -1), 2) %*% diag(c(1, 1e-3)) / sqrt(2) # the same, turned by 45 degrees
  across <- cbind(1, -1)[rep(1, 4), ] / sqrt(2)
  local <- new_noise(thin, 2, clip = 100)$at(0, states)
  expect_equal(local$log_ratio(0 * states, across, across, 0), rep(100, 4), tolerance = 1e-10)
  turned <- matrix(c(1, 1, 1, 1), 2) # singular, in the direction (1, -1)
  local <- new_noise(turned, 2, clip = 100)$at(0, states)
  expect_equal(local$log_ratio(0 * states, across, across, 0), rep(100, 4), tolerance = 1e-8)
  expect_error(new_noise(turned, 2), "no inverse", class = "pybench_error_argument")
})

test_that("noise that is none is refused", {
  refused <- function(diffusion, message, ...) {
    expect_error(new_noise(diffusion, 2, ...), message, class = "pybench_error_argument")
  }
  refused(list(1, 2), "different diffusion coefficients")
  refused(matrix(1, 3, 2), "its size is 3 x 2")
  refused(1:3, "its size is 3")
  refused("a", "no finite number")
  refused(c(1, NA), "no finite number")
  refused(0, "`diffusion` must be a number > 0")
  refused(c(1, 1), "`clip`", clip = -1)
  refused(function(t, x) x, "`sources`", sources = 0)
  near_zero <- new_noise(function(t, x) 0 * x + 1e-6, 2)
  expect_error(near_zero$at(0, states), "sigma is below 1e-5", class = "pybench_error_argument")
})

test_that("a coordinate without noise needs one drift", {
  local <- new_noise(c(0, 1), 2)$at(0, states)
  other <- drifts[[2]]
  expect_error(
    local$log_ratio(drifts[[1]], other, states, 0.1), "differ in a coordinate without noise",
    class = "pybench_error_argument"
  )
  other[, 1] <- drifts[[1]][, 1]
  alone <- new_noise(1, 1)$at(0, states[, 2, drop = FALSE])
  expect_equal(
    local$log_ratio(drifts[[1]], other, states, 0.1),
    alone$log_ratio(
      drifts[[1]][, 2, drop = FALSE], other[, 2, drop = FALSE], states[, 2, drop = FALSE], 0.1
    )
  )
})

test_that("what a user's function returns is one number per path and coordinate", {
  x <- matrix(1:6, 3)
  expect_identical(as_state("drift", 2, x), matrix(2, 3, 2))
  expect_identical(as_state("drift", c(1, 2, 3), x), cbind(c(1, 2, 3), c(1, 2, 3)))
  expect_identical(as_state("drift", cbind(7, 8), x), cbind(rep(7, 3), rep(8, 3)))
  expect_identical(as_state("drift", x, x), x + 0)
  for (wrong in list(1:2, matrix(1, 2, 3), array(1, c(3, 2, 1)))) {
    expect_error(as_state("drift", wrong, x), "drift has size", class = "pybench_error_argument")
  }
  for (wrong in list(NULL, "a", list(1))) {
    expect_error(as_state("drift", wrong, x), "return numbers", class = "pybench_error_argument")
  }
})
