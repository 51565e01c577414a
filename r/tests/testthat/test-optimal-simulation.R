# Simulation: numbers that depend on the seed alone, and the scheme by hand.

test_that("more paths leave the first as they are, and workers change nothing", {
  few <- pb_simulate("c-d2", 3)
  many <- pb_simulate("c-d2", 20)
  expect_identical(few$paths[1:3, , ], many$paths[1:3, , ])
  expect_identical(few$hidden[4:6], many$hidden[21:23])
  skip_on_os("windows")
  expect_identical(pb_simulate("c-d2", 20, workers = 2), many)
})

test_that("blocks make one array", {
  whole <- pb_simulate("d-d6", 9)
  parts <- lapply(list(1:4, 5:9), function(rows) whole$paths[rows, , , drop = FALSE])
  expect_identical(bound_paths(parts), whole$paths[1:9, , ])
})

test_that("paths follow the scheme", {
  pair <- pb_optimal_process("linear-nonlinear")
  grid <- list(times = c(0, 0.2, 0.3), substeps = c(2, 1), scheme = "euler", late = FALSE)
  z <- matrix(c(0.5, 1, -2, 0.3))
  made <- simulated_block(pair, grid, 0, z, TRUE, list())
  x <- 0.5
  for (step in 1:3) {
    t <- c(0, 0.1, 0.2)[[step]]
    x <- x + (-pi * x + sin(pi * t)) * 0.1 + x * sqrt(0.1) * z[[step + 1]]
  }
  expect_equal(made$paths[1, 1, 3], x, tolerance = 1e-13)
})

test_that("text and table", {
  seen <- pb_simulate("c-d2", 3)
  expect_match(format(seen), "6 paths of ornstein-uhlenbeck: d = 2, 21 points")
  frame <- as.data.frame(seen)
  expect_identical(dim(frame), c(6L * 2L * 21L, 5L))
  expect_identical(frame$value[2 * 21 + 21 + 5], seen$paths[2, 2, 5])
})

test_that("what cannot be simulated is refused", {
  for (wrong in list(
    list("constant"), list("constant", times = c(1, 0)), list("a-T1", paths = 0),
    list("a-T1", seed = 0.5), list("a-T1", workers = 0), list("a-T9")
  )) {
    expect_error(do.call(pb_simulate, wrong), class = "pybench_error_argument")
  }
})

test_that("paths of a worker that died are told, not left out", {
  skip_on_os("windows")
  parts <- suppressWarnings(parallel::mclapply(1:2, function(job) {
    if (job == 2L) tools::pskill(Sys.getpid(), 9L) else list(paths = array(0, c(2, 1, 3)))
  }, mc.cores = 2L))
  error <- pybench_error_of(require_parts(parts))
  expect_s3_class(error, "pybench_error_environment")
  expect_match(error$message, "before 1 block of paths")
})

test_that("paths that leave the numbers are refused and counted, in Python's words", {
  pair <- pb_optimal_process("potentials")
  for (workers in 1:2) {
    error <- pybench_error_of(
      pb_simulate(pair, 100, times = 0:8, substeps = 1, workers = workers)
    )
    expect_s3_class(error, "pybench_error_argument")
    expect_identical(conditionMessage(error), paste(
      "97 of 200 paths are not finite (they or their likelihood ratios are infinite or NaN):",
      "the Euler steps are too coarse. Increase `substeps` if drift and noise are finite in",
      "every state."
    ))
  }
  expect_true(all(is.finite(pb_simulate(pair, 100, times = 0:8, substeps = 100)$paths)))
  # Finite paths whose ratio is not.
  expect_error(
    pb_simulate(pb_optimal_process("constant", theta = list(1e200, 2e200)), 3, times = 0:1),
    "6 of 6 paths are not finite", class = "pybench_error_argument"
  )
})

test_that("a scheme is checked where a setting has its own", {
  expect_error(
    pb_simulate("a-T1", 2, scheme = "foo"), "`scheme` must be one of",
    class = "pybench_error_argument"
  )
  for (given in list(list(substeps = 5), list(scheme = "milstein"), list(scheme = "euler"))) {
    expect_error(
      do.call(pb_simulate, c("a-T1", 2, given)), "` cannot be given without `times`",
      class = "pybench_error_argument"
    )
  }
  expect_identical(pb_simulate("a-T1", 2, times = c(0, 1), substeps = 5)$substeps, 5)
  expect_identical(pb_simulate("a-T1", 2, times = c(0, 1))$substeps, 10)
})

test_that("a process of one's own is the named one, path by path", {
  times <- c(0, 0.1, 0.4)
  wells <- pb_optimal_process(
    "potentials", dimension = 2, diffusion = c(0.5, 2)
  )
  own <- pb_optimal_process(
    "own", dimension = 2, diffusion = diag(c(0.5, 2)),
    drifts = list(function(t, x) -2 * x * (x^2 - 1), function(t, x) -x^3)
  )
  own$name <- "potentials" # the name determines the random numbers
  expect_equal(
    pb_simulate(own, 5, times)[c("paths", "hidden")],
    pb_simulate(wells, 5, times)[c("paths", "hidden")], tolerance = 1e-12
  )
  linear <- pb_optimal_process("linear-nonlinear")
  own <- pb_optimal_process(
    "own", diffusion = function(t, x) x, clip = 1e10, drifts = list(
      function(t, x) -pi * x + sin(pi * t), function(t, x) -0.1 * x + cos(pi * x)
    )
  )
  own$name <- "linear-nonlinear"
  for (scheme in c("euler", "milstein")) {
    expect_equal(
      pb_simulate(own, 5, times, scheme = scheme)[c("paths", "hidden")],
      pb_simulate(linear, 5, times, scheme = scheme)[c("paths", "hidden")], tolerance = 1e-12
    )
  }
})

test_that("initial states, sources and coordinates without noise", {
  still <- list(function(t, x) 0 * x, function(t, x) 0 * x)
  pair <- pb_optimal_process("own", drifts = still, initial = function(z) 5 + 0 * z)
  expect_identical(unique(pb_simulate(pair, 4, times = 0:1)$paths[, 1, 1]), 5)
  wide <- matrix(c(1, 0, 0.5, 1, 0.2, 0.1), 2)
  pair <- pb_optimal_process("own", drifts = still, dimension = 2, diffusion = wide)
  seen <- pb_simulate(pair, 6, times = 0:1, substeps = 1)
  z <- path_normals(0, "own, class 0", 0, 6, 5)
  moved <- seen$paths[1:6, , 2] - seen$paths[1:6, , 1]
  expect_equal(moved, t(wide %*% z[3:5, ]), tolerance = 1e-13)
  swing <- function(pull) function(t, x) cbind(x[, 2], -pull * x[, 1])
  pair <- pb_optimal_process(
    "own", drifts = list(swing(1), swing(2)), dimension = 2, diffusion = c(0, 1)
  )
  expect_true(all(is.finite(pb_simulate(pair, 4, times = 0:1)$hidden)))
  apart <- pb_optimal_process("own", drifts = list(function(t, x) x, function(t, x) -x),
    dimension = 2, diffusion = c(0, 1)
  )
  expect_error(
    pb_simulate(apart, 4, times = 0:1), "differ in a coordinate without noise",
    class = "pybench_error_argument"
  )
  expect_error(
    pb_simulate(pb_optimal_process("own", drifts = still, dimension = 2, diffusion = wide), 2,
      times = 0:1, scheme = "milstein"
    ),
    "needs noise that is diagonal", class = "pybench_error_argument"
  )
})

test_that("Milstein's scheme adds its term", {
  drifts <- list(function(t, x) 0 * x, function(t, x) 0 * x)
  grid <- list(times = c(0, 0.2), substeps = 1, scheme = "milstein", late = FALSE)
  end <- function(sigma) {
    pair <- pb_optimal_process("own", drifts = drifts, diffusion = sigma)
    simulated_block(pair, grid, 0, matrix(c(1.3, 0.7)), TRUE, list())$paths[1, 1, 2]
  }
  # dX = 2 X dB, and dX = sin(X) dB, whose term has the derivative cos(X).
  expect_equal(end(function(t, x) 2 * x), 1.3 * (1 + 2 * sqrt(0.2) * 0.7 + 2 * 0.2 * (0.49 - 1)))
  expect_equal(
    end(function(t, x) sin(x)),
    1.3 + sin(1.3) * sqrt(0.2) * 0.7 + 0.5 * sin(1.3) * cos(1.3) * 0.2 * (0.49 - 1),
    tolerance = 1e-9
  )
  expect_equal(end(1.5), 1.3 + 1.5 * sqrt(0.2) * 0.7)
})
