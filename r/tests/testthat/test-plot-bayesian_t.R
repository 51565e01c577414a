# The posterior density of a mean difference.

posterior_drawn <- function(t, ..., width = 4, height = 4) {
  grDevices::pdf(NULL, width, height)
  on.exit(grDevices::dev.off())
  expect_silent(pb_plot_bayesian_t(t, ...))
}

three <- function(higher = TRUE) {
  scores <- cbind(a = c(0.9, 0.8, 0.7, 0.9), b = c(0.8, 0.75, 0.65, 0.9), c = 0.5)
  rownames(scores) <- letters[4:7]
  pb_read_results(scores, higher_is_better = higher, metric = "accuracy")
}

test_that("it draws the probabilities of the test, from the distribution that gives them", {
  for (higher in c(TRUE, FALSE)) {
    found <- posterior_drawn(three(higher), "a", "b", rope = 0.02, rho = 0.1, main = "A title")
    own <- pb_bayesian_t(three(higher), 0.02, 0.1)
    expect_equal(found$regions[[1]], own$better["a", "b"])
    above <- stats::pt((0.02 - found$location) / found$scale, found$df, lower.tail = FALSE)
    expect_equal(above, found$regions[[1]])
    below <- stats::pt((-0.02 - found$location) / found$scale, found$df)
    expect_equal(below, found$regions[[3]])
  }
})

test_that("repeats of a dataset, equal differences, narrow devices", {
  rows <- expand.grid(dataset = c("d", "e"), classifier = c("a", "b"), resample = 1:3)
  rows$score <- sin(seq_len(nrow(rows)))
  t <- pb_read_results(rows, higher_is_better = TRUE, score = "score", repeats = "keep")
  found <- posterior_drawn(t, "a", "b", rho = 1 / 3, dataset = "d", width = 2.5)
  expect_identical(found$df, 2L)
  expect_match(pybench:::t_notes(found, 0.01, 0.5, "d"), "3 repeats of d")
  scores <- cbind(a = c(0.5, 0.75), b = c(0.25, 0.5))
  found <- posterior_drawn(table_of(scores), "a", "b", rope = 0)
  expect_identical(found$scale, 0)
  expect_identical(found$regions, c(1, 0, 0))
})

test_that("probabilities are rounded to no certainty", {
  expect_identical(
    pybench:::probability_text(c(0, 0.0001, 0.5, 0.9999, 1)),
    c("0.000", "<0.001", "0.500", ">0.999", "1.000")
  )
})

test_that("bad arguments are refused by name", {
  refused <- function(message, ...) {
    expect_error(pb_plot_bayesian_t(...), message, class = "pybench_error_argument")
  }
  refused("`second` must be a method", three(), "a", "z")
  refused("`rope` must be a number >= 0", three(), "a", "b", rope = -1)
  refused("`rho` must be", three(), "a", "b", rho = 1)
  refused("`main`", three(), "a", "b", main = 1)
})
