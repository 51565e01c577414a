# The chart of mean ranks with intervals.

test_that("it draws every method, best on top, on devices of any shape", {
  set.seed(19)
  scores <- matrix(stats::rnorm(35 * 12), 12)
  colnames(scores) <- paste0(strrep("long name ", c(1, 8)), 1:35)
  result <- pb_rank_intervals(table_of(scores), resamples = 50)
  for (size in list(c(7, 7), c(4, 12), c(10, 5))) {
    grDevices::pdf(NULL, size[[1]], size[[2]])
    drawn <- expect_silent(plot(result, main = "A title"))
    grDevices::dev.off()
    expect_identical(drawn$row, 1:35)
    expect_identical(drawn[-6], as.data.frame(result))
  }
})

test_that("a share that is not 0 or 1 is not shown as such", {
  result <- pb_rank_intervals(table_of(matrix(1:12, 3)), resamples = 10)
  result$best[] <- c(0.9997, 0.0003, 0, 1)
  file <- tempfile(fileext = ".pdf")
  on.exit(unlink(file))
  grDevices::pdf(file, compress = FALSE, useKerning = FALSE)
  plot(result)
  grDevices::dev.off()
  page <- readLines(file, warn = FALSE)
  for (share in c(">99", "<1", "0", "100")) {
    expect_true(any(grepl(paste0("(", share, " %)"), page, fixed = TRUE, useBytes = TRUE)))
  }
})

test_that("two alike methods and line ends are no trouble", {
  scores <- matrix(1, 4, 2, dimnames = list(NULL, c("a\nb", "c")))
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  margins <- graphics::par("mar")
  expect_silent(plot(pb_rank_intervals(table_of(scores), resamples = 5)))
  expect_identical(graphics::par("mar"), margins)
  expect_error(plot(pb_rank_intervals(table_of(scores), resamples = 5), main = 1), "`main`")
})

test_that("names fit into their room", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  graphics::plot.new()
  fitted <- pybench:::chart_labels(c("short", strrep("W", 200)), 1, 1.5)
  expect_identical(fitted[[1]], "short")
  expect_lte(max(graphics::strwidth(fitted, units = "inches")), 1.5)
})
