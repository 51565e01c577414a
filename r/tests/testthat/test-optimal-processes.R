# Processes: drifts against their formulas, and what is refused.

states <- matrix(c(-1.5, -0.3, 0, 0.7, 2), 5)

test_that("drifts are those of the paper", {
  drift <- pb_optimal_process("potentials")$drifts(0, states)
  expect_equal(drift[[1]], -2 * states * (states^2 - 1), tolerance = 1e-14)
  expect_equal(drift[[2]], -states^3, tolerance = 1e-14)
  drift <- pb_optimal_process("linear-nonlinear")$drifts(0.3, states)
  expect_equal(drift[[1]], -pi * states + sin(0.3 * pi), tolerance = 1e-14)
  expect_equal(drift[[2]], -0.1 * states + cos(pi * states), tolerance = 1e-14)
  drift <- pb_optimal_process("ornstein-uhlenbeck")$drifts(0, states)
  expect_equal(drift, list(-states, -2 * states))
})

test_that("particles attract as in the double sum", {
  x <- matrix(cos(1:30), 3)
  found <- pb_optimal_process("particles", agents = 5)$drifts(0, x)
  values <- list(c(0.2, 2), c(2, 0.2))
  for (k in 1:2) {
    for (path in 1:3) {
      at <- matrix(x[path, ], 2)
      expected <- sapply(1:5, function(i) {
        apart <- at - at[, i]
        r <- sqrt(colSums(apart^2))
        phi <- ifelse(r < sqrt(2), values[[k]][[1]], ifelse(r < 2, values[[k]][[2]], 0))
        colSums(phi * t(apart)) / 5
      })
      expect_equal(found[[k]][path, ], as.vector(expected), tolerance = 1e-12)
    }
  }
})

test_that("what makes no process is refused", {
  refused <- function(...) {
    expect_error(pb_optimal_process(...), class = "pybench_error_argument")
  }
  refused("brownian")
  refused("constant", theta = 1)
  refused("constant", theta = list(1:2, 3), dimension = 3)
  refused("constant", diffusion = 0)
  refused("constant", diffusion = c(1, 2))
  refused("particles", agents = 0)
  refused("particles", kernels = list(list(edges = 1, values = 1:2), list(edges = 2, values = 1:2)))
  refused("linear-nonlinear", clip = -1)
  refused("linear-nonlinear", diffusion = 1)
  refused(pb_optimal_process("constant"), dimension = 2)
})

test_that("a process says what it is, and is one", {
  pair <- pb_optimal_process("d-d24")
  expect_output(print(pair), "particles.*d = 24")
  expect_identical(pb_optimal_process(pair), pair)
})

test_that("parameters that are no finite numbers are refused", {
  kernel <- function(edges = c(1, 2), values = 1:3) list(edges = edges, values = values)
  wrong <- list(
    list("constant", theta = c("1", "2")), list("constant", diffusion = NULL),
    list("constant", dimension = NA), list("constant", dimension = 1e12),
    list("constant", theta = list(c(1, 2), 3), dimension = "x"),
    list("linear-nonlinear", theta = list(1, 2)),
    list("linear-nonlinear", theta = list(c(1, NA, 2), 1:3)),
    list("potentials", coefficients = list("a", "b")),
    list("potentials", coefficients = list(c(1, NA), 1)),
    list("potentials", coefficients = factor(1:2)), list("particles", kernels = list(1, 2)),
    list("particles", kernels = list(kernel(c(1, NA)), kernel(c(1, NA)))),
    list("particles", kernels = list(kernel(c("1", "2")), kernel(c("1", "2")))),
    list("particles", kernels = list(kernel(values = c(NA, 2, 3)), kernel())),
    list("particles", kernels = list(kernel(values = letters[1:3]), kernel()))
  )
  for (given in wrong) {
    error <- pybench_error_of(do.call(pb_optimal_process, given))
    expect_s3_class(error, "pybench_error_argument")
    expect_match(error$message, paste0("`", names(given)[[length(given)]], "`"))
  }
})

test_that("drifts of one's own make a process of any other name", {
  pair <- pb_optimal_process(
    "mine", drifts = list(function(t, x) -x, function(t, x) t), dimension = 2
  )
  expect_output(print(pair), "<process \"mine\", d = 2>", fixed = TRUE)
  x <- matrix(1:6 / 2, 3)
  expect_identical(pair$drifts(7, x), list(-x, matrix(7, 3, 2)))
  refused <- function(message, ...) {
    expect_error(pb_optimal_process(...), message, class = "pybench_error_argument")
  }
  zero <- function(t, x) 0 * x
  refused("no parameter drifts", "constant", drifts = list(zero, zero))
  refused("no parameter theta", "mine", drifts = list(zero, zero), theta = 1)
  refused("`name` must be one of", "mine")
  refused("`drifts\\[\\[2\\]\\]` must be a function", "mine", drifts = list(zero, 1))
  refused("`drifts` must be a pair", "mine", drifts = list(zero))
  refused("`initial` must be a function", "mine", drifts = list(zero, zero), initial = 1)
  refused("`dimension`", "mine", drifts = list(zero, zero), dimension = 0)
})
