# Paths over time.

test_that("paths are those simulated", {
  seen <- pb_simulate("d-d6", 9, seed = 1)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  drawn <- expect_silent(plot(seen, main = "A title", shown = 4, channel = 3))
  expect_identical(drawn[[1]], seen$paths[1:4, 3, ])
  expect_identical(drawn[[2]], seen$paths[10:13, 3, ])
  expect_identical(nrow(plot(seen, shown = 100)[[1]]), 9L)
  expect_silent(plot(pb_simulate("a-T1", 1)))
})

test_that("a coordinate that is not there is refused", {
  seen <- pb_simulate("a-T1", 2)
  expect_error(plot(seen, channel = 2), "`channel` must", class = "pybench_error_argument")
  expect_error(plot(seen, shown = 0), "`shown` must", class = "pybench_error_argument")
})
