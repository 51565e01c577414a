# A symmetric matrix of random p-values with names.
random_pvalues <- function(classifiers) {
  k <- length(classifiers)
  p <- matrix(runif(k * k)^3, k, dimnames = list(classifiers, classifiers))
  p[lower.tri(p)] <- t(p)[lower.tri(p)]
  diag(p) <- 1
  p
}

some_table <- function(n = 20, k = 6) {
  set.seed(5)
  table_of(matrix(rnorm(n * k), n) + rep(0.3 * seq_len(k), each = n))
}

test_that("bars are exactly the pairs that given p-values do not tell apart", {
  set.seed(54)
  for (k in c(2:12, 2:12)) {
    t <- table_of(random_scores(10, k))
    p <- random_pvalues(t$classifiers)
    alpha <- runif(1, 0.01, 0.9)
    shown <- pb_critical_difference(t, p[sample(k), sample(k)], alpha)
    share <- array(FALSE, dim(p), dimnames(p))
    for (members in shown$cliques) share[members, members] <- TRUE
    diag(share) <- TRUE
    expect_identical(share, p > alpha)
    expect_identical(shown$pvalues, p[shown$classifiers, shown$classifiers])
    hops <- vapply(shown$cliques, function(members) {
      any(diff(match(members, shown$classifiers)) > 1)
    }, NA)
    expect_identical("not-an-interval" %in% shown$notes, any(hops))
  }
})

test_that("Bonferroni-Dunn is scmamp's and PMCMRplus's test against a control", {
  compared <- 0
  for (table in available_tables()) {
    t <- original_table(table)
    if (permuted("siegel", "auto", "standard", t$scores)) next # few datasets: by permutation
    theirs <- original_numbers("controls.csv.xz")[[table]]
    shown <- pb_critical_difference(t, "bonferroni-dunn", control = t$classifiers[[1L]])
    found <- shown$pvalues[t$classifiers[-1L], 1L]
    # 1 - cdf there: right to 1e-12 absolutely.
    expect_absolute(found, theirs$friedman__bonferroni, 1e-12, table)
    upper <- pmin(1, length(found) * theirs[["PMCMRplus_demsar_p_none_two.sided"]])
    expect_relative(found, upper, 1e-9, table)
    compared <- compared + 1
  }
  expect_gte(compared, 15)
})

test_that("Demsar (2006), page 13: critical differences 1.16 and 1.04 from C4.5", {
  scale <- sqrt(4 * 5 / (6 * 14))
  expect_equal(pybench:::dunn_distance(14, 4, 0.05) / scale, 2.394, tolerance = 2e-4)
  expect_equal(pybench:::dunn_distance(14, 4, 0.10) / scale, 2.128, tolerance = 2e-4)
  t <- original_table("demsar2006_ranked")
  apart <- function(alpha) {
    shown <- pb_critical_difference(t, "bonferroni-dunn", alpha, control = "C4.5")
    expect_identical(shown$cliques, list())
    pybench:::apart_from_control(shown)
  }
  expect_identical(apart(0.05), "C4.5+m+cf")
  expect_identical(apart(0.10), c("C4.5+m+cf", "C4.5+m"))
})

test_that("a name gives what the result of the test gives", {
  t <- some_table()
  for (name in pybench:::catalogue_functions("diagram")) {
    home <- get(paste0("pb_", name), envir = asNamespace("pybench"))
    for (control in list(NULL, "c2")) {
      if (name == "miller" && !is.null(control)) {
        expect_error(
          pb_critical_difference(t, name, control = control), "takes no `control`",
          class = "pybench_error_argument"
        )
        next
      }
      options <- if (!is.null(control)) list(control = control)
      done <- do.call(home, c(list(t), options))
      by_name <- do.call(pb_critical_difference, c(list(t, name), options))
      by_result <- pb_critical_difference(t, done)
      expect_identical(by_name, by_result)
      expect_identical(by_name$adjust, done$adjust)
      same <- by_name$pvalues[rownames(done$pvalues), colnames(done$pvalues), drop = FALSE]
      expect_identical(same, done$pvalues)
      expect_true(all(done$notes %in% by_name$notes))
      expect_null(by_name$critical_difference)
    }
  }
})

test_that("raw p-values are adjusted anew, for all pairs or against a control", {
  t <- some_table()
  done <- pb_siegel(t)
  anew <- pb_critical_difference(t, done, adjust = "bonferroni")
  expect_equal(anew$pvalues["c1", "c2"], min(1, 15 * done$pvalues_raw["c1", "c2"]))
  against <- pb_critical_difference(t, done, control = "c3")
  same <- pb_siegel(t, control = "c3")
  expect_equal(against$pvalues[rownames(same$pvalues), 1], same$pvalues[, 1])
  p <- random_pvalues(t$classifiers)
  p["c1", -1] <- p[-1, "c1"] <- 0.012
  expect_identical(unname(pb_critical_difference(t, p, control = "c1")$pvalues[, 1]),
                   rep(0.012, 5))
  expect_equal(unname(pb_critical_difference(t, p, adjust = "holm", control = "c1")$pvalues[, 1]),
               rep(0.06, 5))
})

test_that("p-values that are none, or of others, are refused with their place", {
  t <- some_table(9, 4)
  p <- random_pvalues(t$classifiers)
  refused <- function(p, message) {
    expect_error(
      pb_critical_difference(t, p), message, class = "pybench_error_argument", fixed = TRUE
    )
  }
  outside <- p
  outside["c1", "c3"] <- outside["c3", "c1"] <- 1.5
  refused(outside, "`test` must hold p-values in [0, 1]; row 'c1', column 'c3' has 1.5")
  lone <- p
  lone["c1", "c2"] <- 0.25
  lone["c2", "c1"] <- 0.5
  refused(lone, "row 'c1', column 'c2' has 0.25, the other way round 0.5")
  missing <- p
  missing["c3", "c2"] <- NA
  refused(missing, "row 'c3', column 'c2' has no number")
  renamed <- p
  rownames(renamed)[[4]] <- "x"
  refused(renamed, "once each; missing: c4; not in the table: x")
  refused(unname(p), "missing: c1, c2, c3, c4")
  refused(p > 0.5, "`test` must hold numbers")
  refused(3, "a matrix of p-values, not 3")
})

test_that("what a test does not take is refused", {
  t <- some_table()
  refused <- function(message, ...) {
    expect_error(
      pb_critical_difference(t, ...), message, class = "pybench_error_argument", fixed = TRUE
    )
  }
  refused("`control` must be given", "bonferroni-dunn")
  refused("`adjust` cannot be given", "bonferroni-dunn", adjust = "holm", control = "c1")
  refused("`control` cannot be given", "nemenyi", control = "c1")
  refused("takes no `convention`", "siegel", convention = "scmamp")
  refused("`convention` must be one of", "bonferroni-dunn", control = "c1", convention = "scmamp")
  refused("tests of all pairs, not to a control", "siegel", adjust = "shaffer", control = "c1")
  refused("must be two-sided", pb_siegel(t, alternative = "greater"))
  refused(
    "must be the control of the test, 'c1', not 'c2'", pb_siegel(t, control = "c1"), control = "c2"
  )
  refused("must be a test of the same table", pb_siegel(some_table(19)))
})

test_that("a graph with more cliques than a figure can show is refused", {
  # Moon and Moser: groups of three that differ only among themselves make 3^(k/3) cliques.
  differs <- function(k) outer((seq_len(k) - 1) %/% 3, (seq_len(k) - 1) %/% 3, "==")
  named <- sprintf("c%02d", 1:27)
  expect_length(pybench:::cliques(named[1:18], 1:18 + 0, differs(18)), 3^6)
  expect_error(
    pybench:::cliques(named, 1:27 + 0, differs(27)), "more than 10000 sets",
    class = "pybench_error_argument"
  )
})

test_that("notes of given p-values are about the table and the numbers", {
  t <- table_of(cbind(c(1, 2, 3), 1))
  p <- matrix(c(1, 1e-20, 1e-20, 1), 2, dimnames = list(t$classifiers, t$classifiers))
  notes <- c("ties", "direction-by-mean-ranks", "floor")
  expect_identical(pb_critical_difference(t, p)$notes, notes)
})

test_that("near-ties are asked at the level of the caller", {
  # One of 8 differences in a row is noise: p is 2/256 with it, 2/128 without.
  scores <- cbind(11:18, 10)
  scores[1L, ] <- c(0.1 + 0.2, 0.3)
  cases <- list(
    list(8, TRUE, 0.01), list(8, FALSE, 0.05), list(6, TRUE, 0.05), list(6, FALSE, 0.01)
  )
  for (case in cases) {
    t <- table_of(scores[seq_len(case[[1L]]), ])
    level <- case[[3L]]
    whole <- pb_compare(t, level)
    expect_identical(whole$wilcoxon$alpha, level)
    expect_match(format(whole$wilcoxon)[[3L]], sprintf("(p <= %g)", level), fixed = TRUE)
    results <- list(
      pb_critical_difference(t, "wilcoxon", level),
      pb_critical_differences(list(one = t), "wilcoxon", level),
      pb_multi_comparison(t, alpha = level),
      whole$wilcoxon, whole$signed_rank_diagram, whole$multi_comparison
    )
    for (result in results) {
      expect_identical("near-ties" %in% result$notes, case[[2L]])
    }
  }
})

test_that("near-ties of Friedman's test are at the level of the comparison", {
  # p is 1/128 with 8 wins, 1/64 where one of them is noise.
  scores <- cbind(rep(11, 8), 10)
  scores[1L, ] <- c(0.1 + 0.2, 0.3)
  t <- table_of(scores)
  expect_true("near-ties" %in% pb_compare(t, 0.009)$friedman$notes)
  expect_false("near-ties" %in% pb_compare(t, 0.004)$friedman$notes)
  expect_false("near-ties" %in% pb_compare(t, 0.009, tie_tol = "auto")$friedman$notes)
})
