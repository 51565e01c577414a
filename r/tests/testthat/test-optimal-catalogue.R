# Settings: table 2 and figure 8.

test_that("there are 36, by name", {
  found <- pb_optimal_settings()
  expect_identical(dim(found), c(36L, 15L))
  expect_identical(rownames(found)[c(1, 24, 36)], c("a-T1", "f-L80", "fig8c-m4000"))
  expect_equal(found["e-L40", "delta"], 0.0125)
  expect_equal(found["fig8b-s0.1", "sigma"], "0.1")
})

test_that("variants can be asked for, others not", {
  expect_true(find_setting("e-code-L80")$late)
  expect_equal(setting_process(find_setting("f-code-L10"))$dimension, 48)
  expect_error(find_setting("a-T3"), class = "pybench_error_argument")
})

test_that("grids are checked", {
  expect_equal(check_grid(c(0, 1, 3), 2, "euler")$substeps, c(2, 2))
  for (wrong in list(
    list(c(0, 0), 1), list(0, 1), list(c(0, NaN), 1), list(0:3, 1:2), list(0:1, 0)
  )) {
    expect_error(check_grid(wrong[[1]], wrong[[2]], "euler"), class = "pybench_error_argument")
  }
  expect_error(check_grid(0:1, 1, "heun"), class = "pybench_error_argument")
})
