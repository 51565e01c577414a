# The figure of a Pareto front with its certainty.

front_of <- function(of = "scores") {
  scores <- rbind(c(9, 8, 7, 1), c(8, 7, 6, 1), c(9, 6, 7, 1))
  dimnames(scores) <- list(c("x", "y", "z"), c("a", "b", "c", "d"))
  t <- pb_read_results(scores, higher_is_better = TRUE, metric = "points")
  pb_pareto(t, c(a = 60, b = 2, c = 5, d = 9), of, resamples = 200)
}

front_texts <- function(...) printed(function() plot(...), 6, 4)$texts

test_that("texts say verdicts, shares and rules", {
  x <- front_of()
  expect_identical(unname(x$verdicts), c("front", "front", "ambiguous", "dominated"))
  texts <- front_texts(x, cost_name = "Euro", main = "Worth it?")
  # In a PDF file, parentheses of texts are escaped.
  share <- sprintf("c \\(%.0f %%\\)", 100 * x$shares[["c"]])
  expect_true(all(c("a", "b", share, "d") %in% texts))
  whole <- paste(texts, collapse = " ")
  for (part in c(
    "Worth it?", "Euro", "Mean points", "95 % of 200 resamples", "higher scores are better"
  )) {
    expect_true(grepl(part, whole, fixed = TRUE), label = part)
  }
  ranks <- paste(front_texts(front_of("ranks")), collapse = " ")
  expect_true(grepl("Mean rank \\(1 is best", ranks, fixed = TRUE))
  expect_true(grepl("lower ranks are better", ranks, fixed = TRUE))
})

test_that("the figure returns the frame of the result, with the places of the names", {
  x <- front_of()
  for (log in c(TRUE, FALSE)) {
    found <- drawn(x, log = log, highlight = "d")
    expect_identical(found[names(as.data.frame(x))], as.data.frame(x))
    at <- !is.na(found$x0)
    expect_true(any(at))
    expect_true(all(found$x0[at] < found$x1[at] & found$y0[at] < found$y1[at]))
  }
})

test_that("bad arguments are refused", {
  x <- front_of()
  refused <- function(message, ...) {
    expect_error(drawn(x, ...), message, class = "pybench_error_argument")
  }
  refused("`log` must be TRUE or FALSE", log = 1)
  refused("`cost_name` must be a string", cost_name = 3)
  refused("does not have: 'z'", highlight = "z")
  refused("`main` must be", main = 3)
})

test_that("the ggplot shows the marks, names and note of plot()", {
  skip_if_not_installed("ggplot2")
  for (of in c("scores", "ranks")) {
    x <- front_of(of)
    frame <- as.data.frame(x)
    for (log in c(TRUE, FALSE)) {
      plot <- ggplot2::autoplot(x, main = "A title", cost_name = "Euro", log = log)
      layers <- layers_of(plot)
      expect_equal(layers[[2L]]$x, if (log) log10(frame$cost) else frame$cost)
      expect_equal(abs(layers[[2L]]$y), frame$value)
      expect_identical(layers[[2L]]$shape, unname(pybench:::pareto_marks[frame$verdict]))
      expect_identical(nrow(layers[[1L]]), sum(frame$front))
      expect_identical(layers[[3L]]$label, pybench:::pareto_labels(
        frame, pybench:::method_looks(frame$classifier, max_label = 30L)
      ))
      expect_identical(plot$labels$x, if (log) "Euro, logarithmic" else "Euro")
    }
    expect_match(gsub("\n", " ", plot$labels$caption), "95 % of 200 resamples", fixed = TRUE)
  }
  expect_error(ggplot2::autoplot(x, log = 1), "`log`", class = "pybench_error_argument")
})
