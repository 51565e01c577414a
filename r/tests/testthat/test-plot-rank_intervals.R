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

test_that("captions and titles break into lines that fit into the figure", {
  result <- pb_rank_intervals(table_of(matrix(1:12, 3)), resamples = 10)
  main <- "A title that is too long for a figure of only three inches"
  for (width in c(2.5, 3.5, 7)) {
    found <- printed(function() plot(result, main = main), width, 4)
    caption <- which(found$points < 9)
    expect_true(all(found$x[caption] >= 0))
    grDevices::pdf(NULL, width, 4)
    inches <- mapply(function(text, points) {
      graphics::strwidth(text, "inches", cex = points / 12, font = if (points == 12) 2L else 1L)
    }, found$texts, found$points)
    grDevices::dev.off()
    expect_true(all(found$x / 72 + inches <= width + 0.01))
    expect_true(all(found$y > 0 & found$y < 4 * 72))
    expect_match(paste(found$texts, collapse = " "), "in how many of 10 resamples the method is")
    expect_match(paste(found$texts, collapse = " "), main)
  }
})

test_that("every text has the asked size, in a device of the least size", {
  set.seed(9)
  result <- pb_rank_intervals(table_of(random_scores(15, 12)), resamples = 20)
  show <- function(width, height) {
    printed(function() {
      plot(result, main = "T", font_size = 8, labels = c(c1 = "Ours"), highlight = "c2")
    }, width, height)
  }
  refused <- pybench_error_of(show(1.5, 1))
  least <- as.numeric(strsplit(gsub("[^0-9. ]", "", refused$expected), " +")[[1L]][-1L])
  expect_error(show(least[[1L]], least[[2L]] - 0.02), "least", class = "pybench_error_argument")
  for (size in list(least, c(3.5, 4), c(7, 6))) {
    found <- show(size[[1L]], size[[2L]])
    expect_equal(found$points[found$texts != "T"], rep(8, length(found$points) - 1),
                 tolerance = 0.01)
    expect_true("Ours" %in% found$texts)
    expect_true(all(found$y > 0 & found$y < 72 * size[[2L]]))
  }
})
