# Conover's test against PMCMRplus; PMCMR 4.3, which interchanges N and k, by its variant.
conover_table <- function(case) {
  path <- shared_file("oracle", "stats", case, "input.csv")
  pb_read_results(path, higher_is_better = FALSE, missing = "drop", delimiter = ",")
}

# Missing values: PMCMR ranks them last, PMCMRplus fails, pybench leaves the dataset out. Where
# nothing varies both answer NaN.
conover_cases <- function() setdiff(comparable_cases(), c("na_k4_N20", "all_constant_k4_N10"))

cells_of <- function(matrix, csv) matrix[cbind(csv$i, csv$j)]

test_that("PMCMRplus has the right formula", {
  for (case in conover_cases()) {
    csv <- oracle_csv(case, "conover.csv")
    t <- conover_table(case)
    # Its t is R_i - R_j with rank 1 for the lowest value.
    found <- cells_of(pb_conover(t, reference = "limit")$statistics, csv)
    expect_relative(found, -csv$PMCMRplus_conover_t, 1e-12, case)
    expect_relative(sqrt(2) * found, -csv$PMCMRplus_conover_q, 1e-12, case)
    for (method in c("none", "holm", "bonferroni")) {
      p <- cells_of(pb_conover(t, method, reference = "limit")$pvalues, csv)
      expect_relative(p, csv[[paste0("PMCMRplus_conover_p_", method)]], 1e-11, paste(case, method))
    }
    # ptukey() is off by up to 1e-6.
    theirs <- pb_conover(t, "single-step", variant = "pmcmrplus")
    p <- cells_of(theirs$pvalues, csv)
    expect_absolute(p, csv[["PMCMRplus_conover_p_single-step"]], 2e-6, case)
  }
})

test_that("PMCMR 4.3 interchanges N and k", {
  # PMCMR fails for k = 2: NA in the oracle.
  for (case in setdiff(conover_cases(), c("k2_N20", "k2_N8_ties", "separated_k8_N4"))) {
    csv <- oracle_csv(case, "conover.csv")
    ours <- function(adjust) pb_conover(conover_table(case), adjust, variant = "pmcmr-4.3")
    found <- abs(cells_of(ours("none")$statistics, csv))
    expect_relative(found, csv$PMCMR_conover_t, 1e-12, case)
    for (method in c("none", "holm", "bonferroni")) {
      p <- cells_of(ours(method)$pvalues, csv)
      # p below the smallest normal double have few digits.
      far <- csv[[paste0("PMCMR_conover_p_", method)]] < 1e-300
      expect_relative(
        p[!far], csv[[paste0("PMCMR_conover_p_", method)]][!far], 1e-11, paste(case, method)
      )
      expect_true(all(p[far] < 1e-300))
    }
  }
  expect_error(
    pb_conover(conover_table("separated_k8_N4"), variant = "pmcmr-4.3"),
    "root of a negative number", class = "pybench_error_argument"
  )
})

test_that("separated ranks are infinitely far apart, equal ones are not", {
  for (adjust in c("holm", "single-step", "shaffer")) {
    result <- pb_conover(table_of(matrix(3:1, 5, 3, byrow = TRUE)), adjust, reference = "limit")
    expect_identical(unname(result$statistics["c1", ]), c(0, Inf, Inf))
    expect_identical(unname(result$pvalues["c1", ]), c(1, 0, 0))
  }
  tied <- pb_conover(table_of(matrix(c(3, 1, 1), 5, 3, byrow = TRUE)), reference = "limit")
  expect_identical(tied$statistics[["c2", "c3"]], 0)
  expect_identical(tied$pvalues[["c2", "c3"]], 1)
  for (variant in pybench:::conover_variants) {
    for (adjust in c("holm", "single-step")) {
      constant <- expect_silent(pb_conover(table_of(matrix(1, 4, 3)), adjust, variant = variant))
      expect_true(all(constant$pvalues == 1 & constant$statistics == 0))
    }
  }
})

test_that("single-step is the studentized range", {
  for (size in list(c(4, 3), c(5, 3), c(20, 4), c(9, 6))) {
    t <- table_of(random_scores(size[1], size[2]))
    found <- pb_conover(t, "single-step", reference = "limit")
    q <- sqrt(2) * abs(found$statistics)
    expected <- stats::ptukey(q, size[2], prod(size - 1), lower.tail = FALSE)
    expect_equal(found$pvalues, expected, tolerance = 1e-6, ignore_attr = TRUE)
  }
})

test_that("single-step holds its level where nothing differs", {
  # Four datasets rank three methods in 6^4 ways; by the range of normals 12.5 % reject.
  orders <- rbind(c(1, 2, 3), c(1, 3, 2), c(2, 1, 3), c(2, 3, 1), c(3, 1, 2), c(3, 2, 1))
  ways <- table(apply(expand.grid(1:6, 1:6, 1:6), 1L, function(rows) toString(sort(rows))))
  rejects <- vapply(strsplit(names(ways), ", "), function(rows) {
    scores <- orders[c(1L, as.integer(rows)), ]
    any(pb_conover(table_of(scores), "single-step")$pvalues <= 0.05)
  }, NA)
  expect_lte(sum(ways[rejects]) / 6^3, 0.05)
})

test_that("two classifiers: a t test of signs", {
  set.seed(5)
  scores <- matrix(runif(30), 15)
  expected <- stats::t.test(sign(scores[, 1] - scores[, 2]))
  result <- pb_conover(table_of(scores), reference = "limit")
  expect_equal(result$statistics[["c1", "c2"]], unname(expected$statistic), tolerance = 1e-12)
  expect_equal(result$pvalues[["c1", "c2"]], expected$p.value, tolerance = 1e-12)
  expect_identical(result$df, 14)
})

test_that("control, single-step and bad arguments", {
  t <- table_of(random_scores(12, 4))
  result <- pb_conover(t, "none", control = "c2")
  expect_identical(result$pvalues[["c1", "c2"]], pb_conover(t, "none")$pvalues[["c1", "c2"]])
  expect_error(
    pb_conover(t, "single-step", control = "c2"), "joint distribution of all pairs",
    class = "pybench_error_argument"
  )
  expect_error(pb_conover(t, variant = "x"), "`variant`", class = "pybench_error_argument")
})
