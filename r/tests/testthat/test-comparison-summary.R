test_that("the parts are the results of the single functions", {
  set.seed(14)
  t <- table_of(random_scores(12, 5))
  # Scores are multiples of 0.05, so that this tolerance ties what was not tied.
  tol <- 0.06
  expect_false(identical(pb_friedman(t)$statistic, pb_friedman(t, tie_tol = tol)$statistic))
  for (convention in pybench:::conventions) {
    result <- pb_compare(t, 0.1, convention = convention, tie_tol = tol)
    expect_identical(result$friedman, pb_friedman(t, "chi-square", convention, tol))
    expect_identical(result$iman_davenport, pb_friedman(t, "iman-davenport", convention, tol))
    expect_identical(result$nemenyi, pb_nemenyi(t, 0.1, convention, tol))
    expect_identical(
      result$critical_difference,
      pb_critical_difference(t, "nemenyi", 0.1, convention = convention, tie_tol = tol)
    )
    expect_identical(result[c("alpha", "convention", "tie_tol")], list(
      alpha = 0.1, convention = convention, tie_tol = tol
    ))
    expect_identical(result$scores$mean_rank, sort(unname(result$nemenyi$mean_ranks)))
  }
})

test_that("scores are summarised by rank", {
  scores <- cbind(y = c(1, 0, 3), x = c(1, 2, 6))
  summary <- pb_compare(table_of(scores))$scores
  expect_identical(summary$classifier, c("x", "y"))
  expect_equal(summary$mean, c(3, 4 / 3))
  expect_equal(summary$sd, c(sqrt(7), sqrt(7 / 3)))
  expect_equal(summary$median, c(2, 1))
  expect_identical(summary$best, c(3L, 1L))
  expect_equal(summary$mean_rank, c(3.5, 5.5) / 3)
  expect_identical(as.data.frame(pb_compare(table_of(scores))), summary)
})

test_that("notes of all parts are gathered, versions are told", {
  result <- pb_compare(table_of(random_scores(3, 3, 3)))
  expect_true(all(c(result$friedman$notes, result$nemenyi$notes) %in% result$notes))
  # F is infinite where all datasets agree: no sentence shows its p as a bound.
  agreed <- pb_compare(table_of(matrix(1:4, 12, 4, byrow = TRUE)))
  expect_identical(agreed$nemenyi$notes, "mean-ranks")
  expect_identical(agreed$notes, "mean-ranks")
  # Too few for a significant test at alpha: a doubt of the Nemenyi test alone.
  few <- pb_compare(table_of(matrix(1:2, 3, 2, byrow = TRUE)))
  expect_identical(setdiff(few$notes, few$nemenyi$notes), character())
  expect_true("omnibus-not-significant" %in% few$notes)
  expect_identical(anyDuplicated(result$notes), 0L)
  expect_identical(result$versions$R, as.character(getRversion()))
  expect_true("differences" %in% names(result))
})

test_that("the text starts with the size and holds the conclusions", {
  t <- pb_read_results(
    matrix(c(1, 2, 3, 6, 5, 4), 3, dimnames = list(letters[1:3], c("A", "B"))),
    higher_is_better = FALSE, metric = "error"
  )
  text <- format(pb_compare(t))
  expect_identical(text[[1]], "Comparison of 2 methods on 3 datasets (error, lower is better)")
  expect_true("  A has the best mean rank (1.00)." %in% text)
})

test_that("every line of a text is one line, whatever a name holds", {
  scores <- matrix(1:6, 3, dimnames = list(NULL, c("two\nlines", "A\tB")))
  t <- pb_read_results(
    scores, higher_is_better = TRUE, metric = "a\nmetric", datasets = c("d1", "d2", "d3")
  )
  comparison <- pb_compare(t)
  for (result in list(comparison, comparison$nemenyi, comparison$critical_difference)) {
    expect_false(any(grepl("[\n\t]", format(result))))
    expect_true(any(grepl("two lines", format(result), fixed = TRUE)))
  }
  expect_identical(comparison$scores$classifier, c("A\tB", "two\nlines"))
})

test_that("the parts of a comparison are drawn", {
  t <- table_of(random_scores(8, 3))
  whole <- pb_compare(t, stability = TRUE)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_identical(plot(whole, "Title"), plot(whole$critical_difference, "Title"))
  for (part in c("critical_difference", "multi_comparison", "stability")) {
    expect_identical(plot(whole, part = part), plot(whole[[part]]))
  }
  for (part in c("critical_difference", "multi_comparison")) {
    expect_identical(toLatex(whole, part = part), toLatex(whole[[part]]))
  }
  wide <- toLatex(whole, columns = c("classifier", "mean_rank"), width = "ieee-column")
  made <- pb_table(whole, columns = c("classifier", "mean_rank"))
  expect_identical(wide, toLatex(made, width = "ieee-column"))
  bare <- pb_compare(t, mcm = FALSE)
  for (part in c("multi_comparison", "stability")) {
    expect_error(plot(bare, part = part), "this one does not", class = "pybench_error_argument")
  }
  expect_error(
    toLatex(bare, part = "multi_comparison"), "this one does not", class = "pybench_error_argument"
  )
  expect_error(plot(bare, part = "all"), "`part` must be one of", class = "pybench_error_argument")
})

test_that("a matrix or data frame and its direction are a table", {
  scores <- cbind(A = c(0.1, 0.2, 0.4), B = c(0.2, 0.4, 0.3), C = c(0.3, 0.1, 0.2))
  rownames(scores) <- c("x", "y", "z")
  for (higher in c(TRUE, FALSE)) {
    expected <- pb_compare(pb_read_results(scores, higher))
    named <- data.frame(task = rownames(scores), scores, row.names = NULL)
    forms <- list(
      scores, as.data.frame(scores), named, data.frame(task = factor(named$task), named[-1]),
      stats::setNames(named, c("dataset", "A", "B", "C")),
      data.frame(
        dataset = rep(rownames(scores), 3), classifier = rep(colnames(scores), each = 3),
        score = c(scores)
      )
    )
    for (form in forms) {
      expect_identical(pb_compare(form, higher_is_better = higher), expected)
    }
  }
  t <- pb_read_results(scores, TRUE)
  expect_identical(pb_compare(t, higher_is_better = TRUE), pb_compare(t))
  expect_error(
    pb_compare(t, higher_is_better = FALSE), "must be TRUE, as in the table, not FALSE",
    class = "pybench_error_argument"
  )
  expect_error(
    pb_compare(scores), "Also give higher_is_better = TRUE", class = "pybench_error_argument"
  )
  expect_error(pb_compare(scores, higher_is_better = 1), class = "pybench_error_argument")
  expect_error(pb_compare(), "`t` must be given", class = "pybench_error_argument")
  expect_error(pb_compare(1:3), "Make one with", class = "pybench_error_argument")
  expect_error(
    pb_friedman(scores), "Make one: t <- pb_read_results(x, higher_is_better = TRUE)",
    class = "pybench_error_argument", fixed = TRUE
  )
})
