# Figures whose text has the size that was asked for.

test_that("every text of a diagram has the asked size, but for the larger title", {
  set.seed(4)
  shown <- random_diagram(12, name = "method")
  found <- printed(function() plot(shown, main = "A title", font_size = 8), 3.5, 3)
  title <- found$texts == "A title"
  expect_identical(sum(title), 1L)
  expect_equal(found$points[!title], rep(8, sum(!title)), tolerance = 0.01)
  expect_gt(found$points[title], 9)
  expect_gte(length(found$points), 12 + 5)
  # The page of the device does not matter, nor several figures on it.
  grDevices::pdf(NULL, 9, 4, pointsize = 10)
  on.exit(grDevices::dev.off())
  graphics::par(mfrow = c(1, 2), cex = 0.83)
  expect_equal(plot(shown, font_size = 8)$cex * 10 * 0.83, 8)
})

test_that("a device that is too small is refused, and every way that the message names fits", {
  set.seed(4)
  shown <- random_diagram(10, name = "a method with a name")
  refused <- pybench_error_of(drawn(shown, 2, 1.5, font_size = 8))
  expect_s3_class(refused, "pybench_error_argument")
  expect_identical(refused$found, "2 x 1.5")
  numbers <- function(text) {
    as.numeric(regmatches(text, gregexpr("[0-9]+[.]?[0-9]*", text))[[1L]])
  }
  least <- numbers(refused$expected)
  expect_silent(drawn(shown, least[[1L]], least[[2L]], font_size = 8))
  for (less in list(c(0.02, 0), c(0, 0.02))) {
    small <- least - less
    expect_s3_class(
      pybench_error_of(drawn(shown, small[[1L]], small[[2L]], font_size = 8)),
      "pybench_error_argument"
    )
  }
  wide <- pybench_error_of(drawn(shown, 2.3, 1.5, font_size = 8))
  fitting <- numbers(sub(".*font_size = ([0-9.]+) .*", "\\1", wide$hint))
  expect_silent(drawn(shown, 2.3, 1.5, font_size = fitting))
  expect_error(drawn(shown, 2.3, 1.5, font_size = fitting + 1), "needs at least")
  # No unreadable size is proposed.
  tiny <- pybench_error_of(drawn(shown, 0.5, 0.5, font_size = 8))
  expect_false(grepl("font_size", tiny$hint, fixed = TRUE))
})

test_that("a size that is not a positive number is refused", {
  for (wrong in list(0, -1, NA, "8", c(7, 8))) {
    expect_error(drawn(random_diagram(3), font_size = wrong), "`font_size`",
                 class = "pybench_error_argument")
  }
})
