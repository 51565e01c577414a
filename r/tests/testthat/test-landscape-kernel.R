# The kernel against kohonen itself: the same bits, and the same state of the generator afterwards.

# 84 cases in each mode. kohonen draws 7,844 numbers for ties online (5,896 of them on 17 x 6 maps)
# and 68,431 in batches (48,782); ours as many, or the state of the generator would differ.
# Cases of one mode; numbers that were drawn for ties, by case.
tie_draws <- function(mode) {
  cases <- expand.grid(
    seed = 1:4, size = c("17 x 6", "4 x 4", "7 x 5"),
    kind = c("plain", "repeated", "constant", "whole", "heavy", "zeros", "wide"),
    stringsAsFactors = FALSE
  )
  drawn <- vapply(seq_len(nrow(cases)), function(i) {
    seed <- cases$seed[[i]]
    size <- as.numeric(strsplit(cases$size[[i]], " x ", fixed = TRUE)[[1L]])
    values <- tied_data(cases$kind[[i]])
    radius <- if (seed %% 2 == 0) c(2.65, -2.65) else c(max(size) / 2, 0)
    plan <- som_plan_of(size[[1]], size[[2]], radius, mode = mode)
    axes <- if (seed > 2) principal_axes(values) else matrix(0, 0, ncol(values))
    expect_kohonen_bits(values, plan, seed, axes, widths = c(2L, 4L, 8L))
  }, 0)
  stats::setNames(drawn, cases$size)
}

test_that("the bits of kohonen on data that tie, by every width, with a filter and without", {
  online <- tie_draws("online")
  expect_length(online, 84)
  expect_gt(sum(online), 7000)
  expect_gt(sum(online[names(online) == "17 x 6"]), 5000)
  batch <- tie_draws("batch")
  expect_gt(sum(batch), 60000)
  expect_gt(sum(batch[names(batch) == "17 x 6"]), 40000)
})

test_that("many updates that wait, other grids, one unit, one column, extreme scales", {
  values <- tied_data("wide")
  long <- som_plan_of(9, 9, c(6, 0), rlen = 40)
  expect_kohonen_bits(values, long, 3)
  expect_kohonen_bits(values * 1e-90, long, 3)
  expect_kohonen_bits(values * 1e90, long, 3)
  expect_kohonen_bits(values * 1e-160, som_plan_of(5, 5, c(3, 0)), 3)
  for (topology in c("hexagonal", "rectangular")) {
    plan <- som_plan_of(6, 6, c(3, 0), topology = topology, toroidal = TRUE)
    expect_kohonen_bits(values, plan, 5)
  }
  expect_kohonen_bits(values, som_plan_of(1, 1, c(0, 0)), 1)
  expect_kohonen_bits(values[, 1, drop = FALSE], som_plan_of(3, 3, c(2, 0)), 1)
  far <- rbind(values, 1e7)
  expect_kohonen_bits(far, long, 2)
  no_step <- utils::modifyList(long, list(alpha = c(1, 0)))
  expect_kohonen_bits(values, no_step, 2)
})

test_that("batches: more rows than a group, units without rows, other grids and scales", {
  set.seed(4)
  values <- matrix(stats::rnorm(700 * 70), 700) %*% diag(exp(-(1:70) / 12))
  batch <- function(...) som_plan_of(..., mode = "batch")
  expect_kohonen_bits(values, batch(9, 9, c(6, 0), rlen = 20), 3, widths = c(2L, 4L, 8L))
  expect_kohonen_bits(values * 1e90, batch(9, 9, c(2.65, -2.65)), 3)
  expect_kohonen_bits(values * 1e-160, batch(5, 5, c(3, 0)), 3)
  for (topology in c("hexagonal", "rectangular")) {
    expect_kohonen_bits(values, batch(6, 6, c(3, 0), topology = topology, toroidal = TRUE), 5)
  }
  expect_kohonen_bits(values, batch(1, 1, c(0, 0)), 1)
  expect_kohonen_bits(values[, 1, drop = FALSE], batch(3, 3, c(2, 0)), 1)
  expect_kohonen_bits(rbind(values, 1e7), batch(20, 20, c(0.5, 0)), 2)
})

test_that("more variables than are rotated are taken in an order of their own", {
  set.seed(6)
  values <- matrix(stats::rnorm(60 * 530), 60) %*% diag(exp(-(530:1) / 90))
  values[31:60, ] <- values[1:30, ] # ties
  expect_identical(sort(pybench:::som_axes(values)), 1:530)
  for (mode in c("online", "batch")) {
    plan <- som_plan_of(5, 4, c(2, 0), mode = mode)
    expect_kohonen_bits(values, plan, 2, widths = c(2L, 4L, 8L))
  }
})

test_that("axes that are not orthonormal are not trusted", {
  values <- tied_data("wide")
  plan <- som_plan_of(6, 6, c(3, 0))
  expect_kohonen_bits(values, plan, 1, axes = 3 * pybench:::som_axes(values))
})

test_that("a self-check that fails hands the map to kohonen", {
  testthat::skip_if_not_installed("kohonen")
  checked <- pybench:::som_check
  sound <- checked$sound
  on.exit(checked$sound <- sound)
  checked$sound <- FALSE
  expect_identical(pb_som(iris[1:4], 3, 3, rlen = 2, seed = 1)$kernel, "kohonen")
  expect_error(
    pb_som(iris[1:4], 3, 3, kernel = "exact", seed = 1), "rounding differs",
    class = "pybench_error_argument"
  )
  checked$sound <- NULL
  expect_true(pybench:::exact_kernel_sound())
})

test_that("the stored answer of the self-check is kohonen's", {
  testthat::skip_if_not_installed("kohonen")
  by_kohonen <- function(case) pybench:::train_kohonen(case$values, case$codes, case$plan)
  answers <- pybench:::keeping_generator(
    lapply(pybench:::self_check_modes, pybench:::self_check_answer, by_kohonen)
  )
  expect_identical(answers, pybench:::self_check_stored)
})

test_that("a session that asks for R 3.5's numbers keeps its generator, without a warning", {
  kinds <- RNGkind()
  on.exit(RNGkind(kinds[[1L]], kinds[[2L]], kinds[[3L]]))
  suppressWarnings(RNGkind("Wichmann-Hill", sample.kind = "Rounding"))
  expect_silent(keeping_generator(seed_generator(1)))
  expect_identical(RNGkind()[c(1L, 3L)], c("Wichmann-Hill", "Rounding"))
})
