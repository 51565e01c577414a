# The Friedman test: laws, edge cases; numbers: test-comparison-cases.R, test-certificate-*.R.
test_that("nothing varies: statistic 0, p 1 and the note, by every method and convention", {
  t <- table_of(matrix(c(0.5, 0.7, 0.2), 3, 4))
  for (method in pybench:::friedman_methods) {
    for (convention in pybench:::conventions) {
      result <- expect_silent(pb_friedman(t, method, convention))
      expect_identical(c(result$statistic, result$pvalue), c(0, 1))
      expect_true("degenerate" %in% result$notes)
    }
  }
})

test_that("where all datasets agree F is infinite and p is 0, without a warning", {
  t <- table_of(matrix(1:4, 12, 4, byrow = TRUE))
  result <- expect_silent(pb_friedman(t, "iman-davenport", reference = "limit"))
  expect_identical(c(result$statistic, result$pvalue), c(Inf, 0))
  expect_true("floor" %in% result$notes)
})

test_that("ties are counted as groups", {
  t <- table_of(rbind(c(1, 1, 2, 2, 3), c(1, 1, 1, 2, 3), c(1, 2, 3, 4, 5)))
  expect_identical(pb_friedman(t)$ties, 3L)
})

test_that("order of datasets and methods and increasing transforms change nothing", {
  set.seed(3)
  for (n in c(2, 5, 12, 13, 14, 30)) {
    scores <- random_scores(n, sample(2:8, 1))
    first <- pb_friedman(table_of(scores))
    columns <- sample.int(ncol(scores))
    shuffled <- scores[sample.int(n), columns]
    moved <- pb_friedman(table_of(exp(3 * shuffled) - 5))
    reversed <- pb_friedman(table_of(-scores, higher_is_better = FALSE))
    # The scale is another one: that alone may be noted.
    moved$notes <- setdiff(moved$notes, "mixed-scales")
    for (field in c("statistic", "pvalue", "ties", "df", "notes")) {
      expect_identical(moved[[field]], first[[field]])
      expect_identical(reversed[[field]], first[[field]])
    }
    expect_identical(reversed$mean_ranks, first$mean_ranks)
    expect_identical(unname(moved$mean_ranks), unname(first$mean_ranks[columns]))
  }
})

test_that("too small tables are refused, with what was found", {
  expect_error(
    pb_friedman(table_of(random_scores(1, 3))), "expected at least 2 datasets, found 1",
    class = "pybench_error_results_table"
  )
  expect_error(
    pb_friedman(table_of(random_scores(3, 1))), "expected at least 2 methods, found 1",
    class = "pybench_error_results_table"
  )
})

test_that("bad arguments are refused by name", {
  t <- table_of(random_scores(3, 3))
  expect_error(pb_friedman(t, "anova"), "`method`", class = "pybench_error_argument")
  expect_error(pb_friedman(t, convention = "R"), "`convention`", class = "pybench_error_argument")
})

test_that("notes say what is doubtful, in the order of the list", {
  few <- pb_friedman(table_of(rbind(c(2, 1), c(3, 3), c(2, 1))), reference = "limit")
  expect_identical(few$notes, c("few-datasets", "two-classifiers", "ties"))
  agreed <- table_of(matrix(1:4, 12, 4, byrow = TRUE))
  expect_identical(pb_friedman(agreed, reference = "limit")$notes, character())
  expect_identical(pb_friedman(agreed, convention = "scmamp")$notes, "convention")
  expect_identical(pb_friedman(agreed, "iman-davenport", reference = "limit")$notes, "floor")
})

test_that("notes begin where they say: below 10 datasets, below p = 1e-12", {
  agreed <- function(n) pb_friedman(table_of(matrix(1:2, n, 2, byrow = TRUE)), reference = "limit")
  expect_true("few-datasets" %in% agreed(9)$notes)
  expect_false("few-datasets" %in% agreed(10)$notes)
  # All of n datasets agree: chi-square = n, p = 1.5e-12 for n = 50 and 9.2e-13 for 51.
  expect_false("floor" %in% agreed(50)$notes)
  expect_true("floor" %in% agreed(51)$notes)
})

test_that("a table of means says so", {
  long <- expand.grid(resample = 1:2, classifier = c("A", "B"), dataset = letters[1:10])
  long$score <- seq_len(nrow(long))
  t <- pb_read_results(long, higher_is_better = TRUE, repeats = "mean")
  expect_true("mean-of-repeats" %in% pb_friedman(t)$notes)
  long <- long[long$resample == 1, ]
  t <- pb_read_results(long, higher_is_better = TRUE, repeats = "mean")
  expect_false("mean-of-repeats" %in% pb_friedman(t)$notes)
})

test_that("near-ties is noted where rounding decides the verdict", {
  # Six datasets agree through a difference of one unit in the last place.
  t <- table_of(cbind(rep(0.3, 6), 0.1 + 0.2 + 0 * 1:6))
  expect_true("near-ties" %in% pb_friedman(t, reference = "limit")$notes)
  expect_false("near-ties" %in% pb_friedman(table_of(cbind(rep(0.3, 6), 0.4)))$notes)
  # Who has said what a tie is needs no warning.
  for (tie_tol in list("auto", 1e-300)) {
    expect_false("near-ties" %in% pb_friedman(t, tie_tol = tie_tol, reference = "limit")$notes)
  }
  # From p = 0.56 to 0.16: no other verdict at 0.05.
  t <- table_of(cbind(c(2, 2, 0.3), c(1, 1, 0.1 + 0.2)))
  expect_gt(pb_friedman(t, reference = "limit")$pvalue, 0.5)
  expect_lt(pb_friedman(t, tie_tol = "auto", reference = "limit")$pvalue, 0.2)
  expect_false("near-ties" %in% pb_friedman(t, reference = "limit")$notes)
})

test_that("the printed text and the data frame say what was done", {
  t <- table_of(matrix(1:4, 12, 4, byrow = TRUE))
  result <- pb_friedman(t, "iman-davenport", reference = "limit")
  expect_identical(
    format(result)[1:2],
    c(
      "Friedman test (iman-davenport): F = Inf, df = 3, 33, p < 1e-12",
      "  4 methods on 12 datasets; convention standard, engine r"
    )
  )
  frame <- as.data.frame(result)
  expect_identical(
    names(frame),
    c("method", "statistic", "df1", "df2", "pvalue", "n_datasets", "n_classifiers", "convention")
  )
  expect_output(print(result), "iman-davenport")
})

test_that("sums beyond 2^53: datasets that nearly agree, and that agree", {
  n <- 3000
  k <- 1500
  doubled <- matrix(rep(2 * seq_len(k), each = n), n)
  expect_identical(pybench:::friedman_statistic(doubled, "iman-davenport"), Inf)
  expect_identical(pybench:::conover_t(doubled, "standard")[1L, 2L], Inf)
  doubled[1L, 1:2] <- c(4, 2)
  spread <- sum((colSums(doubled) - n * (k + 1))^2)
  # What is left is N times the squares about the means of the two that change places once.
  found <- pybench:::friedman_statistic(doubled, "iman-davenport")
  expect_equal(found, spread / 8, tolerance = 1e-14)
  t <- (2 * n - 4) * sqrt((k - 1) / 16)
  expect_equal(pybench:::conover_t(doubled, "standard")[1L, 2L], t, tolerance = 1e-14)
})
