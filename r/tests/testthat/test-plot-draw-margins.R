# Margins of a chart: texts have room on devices of any shape.

test_that("notes are broken into lines that have room below the axes", {
  words <- list(across = "A name", up = "Another name", notes = strrep("Some words. ", 20))
  for (size in list(c(3.3, 3), c(7, 3), c(5, 9))) {
    grDevices::pdf(NULL, size[[1]], size[[2]])
    chart <- pybench:::open_chart(words, c(0, 1), c(0, 1000), "A title", above = 1, below = 1)
    pybench:::close_chart(chart)
    wide <- graphics::strwidth(chart$notes, "inches", cex = 0.7)
    expect_true(all(wide <= size[[1]]))
    lines <- 1.5 + 1 + 1.1 * length(chart$across) + 0.9 * length(chart$notes)
    expect_gte(graphics::par("mar")[[1]], lines)
    numbers <- graphics::strwidth("1000", "inches", cex = 0.85)
    expect_gt(graphics::par("mai")[[2]], numbers + graphics::strheight("A", "inches"))
    grDevices::dev.off()
  }
})

test_that("ticks of a logarithmic axis are apart, and at least two", {
  grDevices::pdf(NULL, 4, 3)
  on.exit(grDevices::dev.off())
  graphics::par(mar = c(1, 1, 1, 1))
  graphics::plot.new()
  for (ends in list(c(0.1, 0.9), c(-3, 9), c(2.01, 2.02), c(-0.5, 40))) {
    found <- pybench:::log_ticks(ends)
    expect_gte(length(found$at), 2)
    expect_true(all(found$at >= ends[[1]] & found$at <= ends[[2]]))
    expect_equal(as.double(found$text), 10^found$at, tolerance = 0.01)
    width <- graphics::strwidth(found$text, "inches", cex = 0.85)
    inches <- diff(found$at) / diff(ends) * graphics::par("pin")[[1]]
    if (length(found$at) > 2L) {
      expect_true(all(inches > (width[-1] + width[-length(width)]) / 2))
    }
  }
  expect_identical(pybench:::chart_number(c(0.1 + 0.2, 1e6)), c("0.3", "1000000"))
})
