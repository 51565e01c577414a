# Kernels, potentials and drifts.

test_that("they are those of the paper", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  wells <- expect_silent(plot(pb_optimal_process("potentials"), limits = c(-2, 2)))
  expect_equal(wells$class_0, (wells$at^2 - 1)^2 / 2 - 0.5, tolerance = 1e-4)
  expect_equal(wells$class_1, wells$at^4 / 4, tolerance = 1e-4)
  kernels <- expect_silent(plot(pb_optimal_process("d-d6"), main = "Kernels"))
  here <- kernels[abs(kernels$at - 2) > 1e-9, ]
  expect_equal(here$class_0, ifelse(here$at < sqrt(2), 0.2, ifelse(here$at < 2, 2, 0)))
  expect_equal(here$class_1, ifelse(here$at < sqrt(2), 2, ifelse(here$at < 2, 0.2, 0)))
  lines <- expect_silent(plot(pb_optimal_process("linear-nonlinear"), time = 0.5))
  expect_equal(lines$class_0, -pi * lines$at + 1)
  expect_equal(lines$class_1, -0.1 * lines$at + cos(pi * lines$at))
  expect_equal(unique(plot(pb_optimal_process("constant"))$class_1), 2)
})

test_that("what makes no sense is refused", {
  one <- pb_optimal_process("constant")
  expect_error(
    plot(one, show = "kernel"), "no interaction kernel",
    class = "pybench_error_argument"
  )
  expect_error(plot(one, limits = c(1, 0)), "the lower one first", class = "pybench_error_argument")
})
