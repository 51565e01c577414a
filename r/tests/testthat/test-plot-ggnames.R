# Names beside the dots of a ggplot.

test_that("names cover neither dots nor other names, and a lost one is left out", {
  skip_if_not_installed("ggplot2")
  set.seed(6)
  frame <- data.frame(
    x = stats::runif(30), y = stats::runif(30), label = rep(c("a long name", ""), each = 15)
  )
  plot <- ggplot2::ggplot(frame, ggplot2::aes(x, y)) + gg_names(frame)
  for (size in c(7, 1.5)) {
    page <- printed(function() print(plot), size, size)
    own <- page$texts == "a long name"
    if (size == 7) expect_identical(sum(own), 15L) else expect_lt(sum(own), 15L)
    # In points: at least 40 wide and 8 high.
    apart <- abs(outer(page$x[own], page$x[own], "-")) > 40 |
      abs(outer(page$y[own], page$y[own], "-")) > 8
    expect_true(all(apart[upper.tri(apart)]))
  }
  nameless <- ggplot2::ggplot(frame, ggplot2::aes(x, y)) + gg_names(frame[frame$label == "", ])
  expect_silent(printed(function() print(nameless), 5, 5))
})
