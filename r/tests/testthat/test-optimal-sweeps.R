# Sweeps: what raises the optimum, where that is known.

test_that("rows are exact scores within their errors", {
  found <- pb_optimal_sweep("constant", list(end = c(1, 4)), paths = 1000)
  table <- as.data.frame(found)
  for (line in sweep_lines) {
    exact <- stats::pnorm(sqrt(table$value / 2))
    expect_true(all(abs(table[[line]] - exact) < 4 * table[[paste0(line, "_se")]]))
  }
  expect_identical(table$L, c(10L, 40L))
  expect_match(found$conclusions, "^end from 1 to 4 raises the best AUC of what is observed: 0.7")
  expect_identical(nrow(found$learners), 0L)
})

test_that("longer adds more than denser over equal factors", {
  over <- list(end = c(1, 2), dt = c(0.2, 0.1))
  found <- pb_optimal_sweep("ornstein-uhlenbeck", over, end = 1, dt = 0.2, paths = 500)
  last <- found$conclusions[[3]]
  expect_match(last, "^From end 1 and dt 0.2, 2 times the time adds \\+0\\.")
  expect_match(last, "longer adds more \\(standard error of the difference 0\\.0")
  rows <- found$table$observed
  expect_identical(rows[[1]], rows[[3]])
  expect_match(last, sprintf("adds %+.3f to", rows[[2]] - rows[[1]]), fixed = TRUE)
  expect_match(last, sprintf("points add %+.3f:", rows[[4]] - rows[[3]]), fixed = TRUE)
})

test_that("nothing is said of longer and denser where no exact ratio is known", {
  over <- list(end = c(1, 2), dt = c(0.2, 0.1), agents = c(2, 4))
  found <- pb_optimal_sweep("particles", over, end = 1, dt = 0.2, paths = 100)
  expect_length(found$conclusions, 3L)
  said <- "includes Euler's error: the best AUC of what is observed is not computed"
  expect_identical(grepl(said, format(found)), c(FALSE, TRUE, TRUE, TRUE))
  expect_match(found$conclusions[[2]], "dt from 0.1 to 0.2 does not move the best AUC of the whole")
  expect_true(all(is.nan(found$table$observed)))
  over <- list(end = c(1, 4), dt = c(0.1, 0.05)) # other factors
  longer <- pb_optimal_sweep("constant", over, end = 1, paths = 50)
  expect_length(longer$conclusions, 2L)
})

test_that("a process of one's own, with classifiers", {
  drifts <- list(function(t, x) -x, function(t, x) -x - x^3)
  found <- pb_optimal_sweep(
    "cubic", list(diffusion = c(0.5, 1), train = c(20, 40)), end = 1, dt = 0.5, paths = 50,
    classifiers = list(LRT = "LRT numerical"), runs = 2, drifts = drifts
  )
  expect_identical(found$process, "cubic")
  expect_identical(found$learners$factor, rep(c("diffusion", "train"), each = 2L))
  expect_length(found$conclusions, 3L)
  expect_match(found$conclusions[[3]], paste0(
    "^train from 20 to 40 is not shown to change the AUC of LRT: 0\\.\\d{3}, "
  ))
  expect_false(anyNA(found$table$observed))
})

test_that("what cannot be swept is refused", {
  refused <- function(message, ...) {
    expect_error(pb_optimal_sweep(...), message, class = "pybench_error_argument")
  }
  refused("`name`", "brownian")
  refused("two values", "constant", list(end = 1))
  refused("multiple", "constant", list(end = 1:2), dt = 0.3)
  refused("named list", over = 3)
  refused("finite numbers", over = list(end = c("a", "b")))
  refused("finite numbers", over = list(end = c(1, Inf)))
  refused("`dt` must be a number > 0", dt = "a")
  refused("`dt` must be a number > 0", over = list(dt = 0:1))
  refused("no parameter diffusion, but theta, dimension, clip", "linear-nonlinear")
  refused("likelihood ratios are not trained", over = list(train = c(10, 20)))
})
