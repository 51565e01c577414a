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

test_that("a setting of one's own stands where a name can", {
  pair <- pb_optimal_process("potentials", diffusion = 0.5)
  one <- pb_optimal_own_setting("quiet", pair, c(0, 0.5, 2), substeps = 4, paths = 7)
  seen <- pb_simulate(one)
  expect_identical(dim(seen$paths), c(14L, 1L, 3L))
  expect_identical(seen$substeps, c(4, 4))
  expect_identical(pb_optimal_process(one), pair)
  expect_identical(
    pb_likelihood_ratio(one, seen$paths, method = "exact_chain"),
    pb_likelihood_ratio(pair, seen, method = "exact_chain")
  )
  expect_identical(sum(pb_optimal_lrt(one)$method == "lrt_exact_chain"), 3L)
  expect_output(print(one), "<setting \"quiet\": potentials, d = 1, 3 points from 0 to 2>")
  expect_error(
    pb_simulate(one, substeps = 2), "for the setting quiet", class = "pybench_error_argument"
  )
  expect_identical(pb_simulate(one, 2, times = 0:1)$times, c(0, 1))
  for (wrong in list(
    list(1, pair, 0:1), list("x", "brownian", 0:1), list("x", pair, 0),
    list("x", pair, 0:1, train = 1), list("x", pair, 0:1, substeps = 0)
  )) {
    expect_error(do.call(pb_optimal_own_setting, wrong), class = "pybench_error_argument")
  }
})
