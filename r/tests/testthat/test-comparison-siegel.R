# The z test of mean ranks against PMCMRplus and scmamp; rank 1 is the lowest value, as there.
lowest_first <- function(case) {
  path <- shared_file("oracle", "stats", case, "input.csv")
  pb_read_results(path, higher_is_better = FALSE, missing = "drop", delimiter = ",")
}

# Missing values: the originals rank them last, pybench leaves the dataset out.
siegel_cases <- function() setdiff(comparable_cases(), "na_k4_N20")

pairs_in <- function(matrix, csv) matrix[cbind(csv$i, csv$j)]

test_that("PMCMRplus, all pairs", {
  for (case in siegel_cases()) {
    csv <- oracle_csv(case, "nemenyi.csv")
    t <- lowest_first(case)
    # Differences of mean ranks lose digits where rank sums do not; tails lose z times as many.
    z <- abs(pairs_in(pb_siegel(t, reference = "limit")$statistics, csv))
    expect_relative(z, csv$PMCMRplus_siegel_z, 1e-12, case)
    for (method in c("none", "holm", "bonferroni", "BH")) {
      p <- pairs_in(pb_siegel(t, method, reference = "limit")$pvalues, csv)
      expect_relative(p, csv[[paste0("PMCMRplus_siegel_p_", method)]], 1e-11, paste(case, method))
    }
  }
})

# scmamp takes 1 - cdf; its Rom and Bergmann: see the tests of corrections and logic.
scmamp_methods <- c(raw = "none", setdiff(pybench:::adjustments, c("none", "rom", "bergmann")))

# The columns friedman__<method> of a file that have an answer: method -> numbers.
scmamp_columns <- function(case, file) {
  csv <- oracle_csv(case, file)
  names(csv) <- sub("friedman__raw", "friedman__none", names(csv), fixed = TRUE)
  wanted <- intersect(paste0("friedman__", scmamp_methods), names(csv))
  columns <- Filter(function(column) !anyNA(column), csv[wanted])
  stats::setNames(columns, sub("friedman__", "", names(columns), fixed = TRUE))
}

test_that("scmamp, all pairs and with a control, all corrections", {
  for (case in siegel_cases()) {
    t <- lowest_first(case)
    cells <- oracle_csv(case, "scmamp_posthoc.csv")
    columns <- scmamp_columns(case, "scmamp_posthoc.csv")
    for (method in names(columns)) {
      p <- pairs_in(pb_siegel(t, method, reference = "limit")$pvalues, cells)
      expect_absolute(p, columns[[method]], 1e-11, paste(case, method))
    }
    columns <- scmamp_columns(case, "many_to_one.csv")
    for (method in setdiff(names(columns), "shaffer")) {
      p <- pb_siegel(t, method, control = t$classifiers[[1L]], reference = "limit")$pvalues[, 1L]
      expect_absolute(unname(p), columns[[method]], 1e-11, paste(case, method, "control"))
    }
  }
})

test_that("PMCMRplus's Demsar test, three alternatives", {
  for (case in siegel_cases()) {
    csv <- oracle_csv(case, "many_to_one.csv")
    t <- lowest_first(case)
    against <- function(...) pb_siegel(t, ..., control = t$classifiers[[1L]], reference = "limit")
    z <- unname(against()$statistics[, 1L])
    expect_relative(z, -csv$PMCMRplus_demsar_z, 1e-12, case)
    # Its "greater": the other has the higher values, which here are the worse.
    theirs <- c("two-sided" = "two.sided", greater = "less", less = "greater")
    for (ours in names(theirs)) {
      expected <- csv[[paste0("PMCMRplus_demsar_p_none_", theirs[[ours]])]]
      expect_relative(unname(against("none", ours)$pvalues[, 1L]), expected, 1e-11, case)
    }
    expected <- csv$PMCMRplus_demsar_p_holm_two.sided
    expect_relative(unname(against("holm")$pvalues[, 1L]), expected, 1e-11, case)
  }
})

test_that("by hand: N = 8, k = 3, all agree, so z = 2 and 4", {
  t <- table_of(matrix(3:1, 8, 3, byrow = TRUE))
  result <- pb_siegel(t, "none")
  expect_equal(unname(result$statistics["c1", ]), c(0, 2, 4), tolerance = 1e-15)
  expect_equal(unname(result$pvalues["c1", -1]), 2 * pnorm(-c(2, 4)), tolerance = 1e-14)
  expect_identical(result$df, numeric())
  greater <- pb_siegel(t, "none", "greater")$pvalues
  expect_lt(greater[["c1", "c3"]], 1e-4)
  expect_equal(greater, t(pb_siegel(t, "none", "less")$pvalues), tolerance = 1e-15)
})

test_that("order, relabelling and direction change what they should, no more", {
  set.seed(8)
  for (i in 1:30) {
    scores <- random_scores(sample(2:15, 1), sample(2:8, 1))
    colnames(scores) <- sample(letters, ncol(scores))
    first <- pb_siegel(table_of(scores), "hommel")$pvalues
    moved <- sample.int(ncol(scores))
    other <- -exp(scores[sample.int(nrow(scores)), moved])
    found <- pb_siegel(table_of(other, FALSE), "hommel")$pvalues
    expect_identical(found, first[moved, moved])
  }
})

test_that("degenerate tables, notes and the far tail", {
  constant <- expect_silent(pb_siegel(table_of(matrix(0.5, 4, 3)), reference = "limit"))
  expect_true(all(constant$pvalues == 1) && "degenerate" %in% constant$notes)
  near <- table_of(matrix(c(0.3, 0.1 + 0.2), 5, 2, byrow = TRUE))
  limit <- pb_siegel(near, reference = "limit")
  expect_true(all(c("near-ties", "two-classifiers") %in% limit$notes))
  expect_false("near-ties" %in% pb_siegel(near, tie_tol = "auto", reference = "limit")$notes)
  far <- pb_siegel(table_of(matrix(3:1, 200, 3, byrow = TRUE)), "none", reference = "limit")
  expect_identical(far$notes, c("floor", "no-control", "mean-ranks"))
  expect_equal(far$pvalues[["c1", "c3"]] / (2 * pnorm(-20)), 1, tolerance = 1e-12)
})

test_that("bad arguments are refused by name", {
  t <- table_of(random_scores(3, 3))
  refused <- function(text, ...) {
    expect_error(pb_siegel(t, ...), text, class = "pybench_error_argument")
  }
  refused("`control` must be a classifier", control = "nobody")
  refused("`alternative` must be one of", alternative = "larger")
  refused("`adjust` must be one of", adjust = "tukey")
  refused("`tie_tol`", tie_tol = -1)
  expect_error(pb_siegel(1), "`t` must be a results table", class = "pybench_error_argument")
})
