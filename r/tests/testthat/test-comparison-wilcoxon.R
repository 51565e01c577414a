# Cases that R answers as we do: with missing scores R drops them pair by pair.
wilcoxon_cases <- function() setdiff(comparable_cases(), "na_k4_N20")

cells_of <- function(csv) cbind(csv$i, csv$j)

test_that("every p-value of wilcox.test() is reproduced", {
  for (case in wilcoxon_cases()) {
    csv <- oracle_csv(case, "wilcoxon.csv")
    t <- oracle_table(case)
    ask <- function(...) pb_wilcoxon(t, "none", ..., tie_tol = 0) # R subtracts doubles
    p_of <- function(...) ask(...)$pvalues[cells_of(csv)]
    same <- csv$n_used == 0
    # R has no p-value where all differences are zero; here it is 1.
    agree <- function(found, column) {
      expect_true(all(found[same] == 1), label = paste(case, column))
      expect_relative(found[!same], csv[[column]][!same], 1e-11, paste(case, column))
    }
    expect_identical(ask(convention = "r-4.2")$statistics[cells_of(csv)], as.double(csv$V))
    agree(p_of(convention = "r-4.2"), "p_default")
    agree(p_of(convention = "r-4.2", alternative = "greater"), "p_greater")
    agree(p_of(convention = "r-4.2", alternative = "less"), "p_less")
    corrected <- p_of(method = "normal", correction = TRUE)
    agree(corrected, "p_normal_cc")
    agree(p_of(method = "normal"), "p_normal_nocc")
    exact <- p_of(method = "exact")
    # exact = TRUE falls back to the normal distribution with zeros or ties.
    clean <- csv$n_zero == 0 & !csv$ties_in_absdiff
    agree(ifelse(clean, exact, corrected), "p_exact")
    if ("exactRankTests_p" %in% names(csv)) agree(exact, "exactRankTests_p")
    if ("coin_pratt_p" %in% names(csv)) {
      pratt <- p_of(method = "normal", zero_method = "pratt")[!same]
      # coin takes 1 - cdf: noise of 1e-16, and 0 below it.
      expect_absolute(pratt, csv$coin_pratt_p[!same], 1e-15, case)
      upper <- 2 * stats::pnorm(-abs(csv$coin_pratt_z[!same]))
      expect_relative(pratt, upper, 1e-9, paste(case, "coin z"))
    }
  }
})

test_that("adjusted p-values are those of p.adjust()", {
  # R counts pairs without differences out of the family: two cases have them.
  for (case in setdiff(wilcoxon_cases(), c("dupcol_k4_N20", "all_constant_k4_N10"))) {
    csv <- oracle_csv(case, "wilcoxon.csv")
    t <- oracle_table(case)
    for (adjust in c("holm", "bonferroni", "hochberg", "BH")) {
      found <- pb_wilcoxon(t, adjust, convention = "r-4.2")$pvalues[cells_of(csv)]
      expect_relative(found, csv[[paste0("p_default_", adjust)]], 1e-11, paste(case, adjust))
    }
    found <- pb_wilcoxon(t, method = "normal", tie_tol = 0)$pvalues[cells_of(csv)]
    expect_relative(found, csv$p_normal_nocc_holm, 1e-11, case)
    found <- pb_wilcoxon(t, method = "normal", correction = TRUE, tie_tol = 0)
    found <- found$pvalues[cells_of(csv)]
    expect_relative(found, csv$p_normal_cc_holm, 1e-11, case)
  }
})

test_that("scmamp's one-sided p follows from our statistic", {
  for (case in wilcoxon_cases()) {
    csv <- oracle_csv(case, "wilcoxon.csv")
    t <- oracle_table(case)
    n <- nrow(t$scores)
    w <- pb_wilcoxon(t, "none", "zsplit", "normal", tie_tol = 0)$statistics
    smaller <- pmin(w, t(w))[cells_of(csv)]
    smaller[csv$n_used == 0] <- n * (n + 1) / 4 # we: 0
    expect_identical(smaller, as.double(csv$scmamp_T))
    z <- (smaller - n * (n + 1) / 4) / sqrt(n * (n + 1) * (2 * n + 1) / 24)
    expect_relative(stats::pnorm(z), csv$scmamp_p, 1e-10, case)
  }
})

test_that("R's own wilcox.test() agrees, convention by version", {
  set.seed(4)
  version <- if (getRversion() >= "4.6.0") "r-4.6" else "r-4.2"
  for (n in c(12, 49, 50)) {
    t <- table_of(random_scores(n, 3, levels = 30))
    for (alternative in alternatives) {
      found <- pb_wilcoxon(t, "none", alternative = alternative, convention = version)$pvalues
      expected <- suppressWarnings(stats::wilcox.test(
        t$scores[, 1], t$scores[, 2], paired = TRUE,
        alternative = sub("-", ".", alternative, fixed = TRUE)
      ))$p.value
      expect_relative(found[1, 2], expected, 1e-12, paste(n, alternative))
    }
  }
})

test_that("convention r-4.6 gives what R 4.6.1 was seen to give", {
  # Observed by the authors of the Perl module Stats::LikeR 0.298.
  two <- function(x, y) table_of(cbind(x, y))
  result <- pb_wilcoxon(two(c(-1, 0, 1, 0, 2), 0), convention = "r-4.6")
  expect_identical(c(result$statistics[1, 2], result$pvalues[1, 2]), c(8.5, 0.75))
  b <- c(-0.25, -1, 0, 0, 0.25, -1, 0, 0.25, 0.75)
  c <- c(1, -1, 0, -1, -1, -2, 2, -1, 2)
  result <- pb_wilcoxon(two(b, c), convention = "r-4.6")
  expect_identical(c(result$statistics[1, 2], result$pvalues[1, 2]), c(20, 1))
  normal <- pb_wilcoxon(two(c(-1, 0, 1, 0, 2), 0), method = "normal", correction = TRUE)
  expect_relative(normal$pvalues[1, 2], 0.58621368107313998, 1e-13, "R 4.6.1, exact = FALSE")
})

test_that("convention scipy switches at 50 datasets, and at 13 with ties or zeros", {
  set.seed(5)
  method <- function(n, levels) {
    pb_wilcoxon(table_of(random_scores(n, 2, levels)), convention = "scipy")$method
  }
  expect_identical(method(13, 3), "exact")
  expect_identical(method(14, 3), "normal")
  expect_identical(method(50, 1e9), "exact")
  expect_identical(method(51, 1e9), "normal")
})

test_that("auto is exact up to 200 differences", {
  set.seed(6)
  scores <- matrix(stats::rnorm(202 * 3), 202)
  scores[1:2, 2] <- scores[1:2, 1] # 200 differences in one pair, 202 in two
  t <- table_of(scores)
  expect_identical(pb_wilcoxon(t)$method, "exact for 1 pair, normal for 2")
  expect_identical(
    pb_wilcoxon(t, correction = TRUE)$method,
    "exact for 1 pair, normal with continuity correction for 2"
  )
  expect_identical(pb_wilcoxon(t, method = "normal")$method, "normal")
  large <- table_of(matrix(stats::rnorm(2002), 1001))
  error <- pybench_error_of(pb_wilcoxon(large, method = "exact"))
  expect_match(conditionMessage(error), "at most 1000 datasets .* has 1001")
})

test_that("rows are better in either direction, and less is greater turned round", {
  scores <- rbind(c(3, 1), c(5, 2), c(9, 4), c(2, 1))
  result <- pb_wilcoxon(table_of(scores), "none", alternative = "greater")
  expect_identical(unname(result$pvalues), rbind(c(1, 1 / 16), c(1, 1)))
  expect_identical(unname(result$statistics), rbind(c(0, 10), c(0, 0)))
  lower <- pb_wilcoxon(table_of(scores, FALSE), "none", alternative = "greater")
  expect_identical(unname(lower$pvalues), rbind(c(1, 1), c(1 / 16, 1)))
  less <- pb_wilcoxon(table_of(scores), "none", alternative = "less")
  expect_identical(less$pvalues, t(result$pvalues))
})

test_that("a control is compared with all others", {
  set.seed(7)
  t <- table_of(random_scores(15, 4))
  whole <- pb_wilcoxon(t, "none", alternative = "less")
  part <- pb_wilcoxon(t, "none", alternative = "less", control = "c2")
  others <- c("c1", "c3", "c4")
  expect_identical(part$pvalues, whole$pvalues[others, "c2", drop = FALSE])
  expect_identical(part$statistics, whole$statistics[others, "c2", drop = FALSE])
})

test_that("sizes that differ by rounding are tied on request, and noted where they decide", {
  scores <- rbind(c(0.9, 0.8), c(0.7, 0.8), c(0.5, 0.3), c(0.1 + 0.2, 0.3))
  merged <- pb_wilcoxon(table_of(scores), tie_tol = "auto")
  expect_identical(merged$statistics[1, 2], 4.5)
  expect_identical(pb_wilcoxon(table_of(scores), tie_tol = 0.15)$statistics[1, 2], 1)
  noise <- rbind(c(1, 0), c(2, 0), c(3, 0), c(4, 0), c(0.1 + 0.2, 0.3), c(1.1 + 2.2, 3.3))
  expect_true("near-ties" %in% pb_wilcoxon(table_of(noise))$notes)
  expect_false("near-ties" %in% pb_wilcoxon(table_of(noise), tie_tol = "auto")$notes)
  expect_false("near-ties" %in% pb_wilcoxon(table_of(noise[1:4, ]))$notes)
})

test_that("identical classifiers have p = 1 in every convention", {
  t <- table_of(cbind(a = c(1, 3, 2), b = c(1, 3, 2), c = c(2, 2, 9)))
  for (convention in wilcoxon_conventions) {
    for (alternative in alternatives) {
      result <- pb_wilcoxon(t, alternative = alternative, convention = convention)
      expect_identical(c(result$pvalues["a", "b"], result$pvalues["b", "a"]), c(1, 1))
      expect_identical(result$statistics["a", "b"], 0)
      expect_true("no-difference" %in% result$notes)
      expect_false(anyNA(result$pvalues))
    }
  }
  constant <- pb_wilcoxon(table_of(matrix(1, 4, 3)))
  expect_identical(constant$notes, c("degenerate", "no-difference", "zero-differences"))
})

test_that("bad arguments are refused in the words of the Python side", {
  t <- table_of(rbind(1:2, 2:1))
  message_of <- function(...) conditionMessage(pybench_error_of(pb_wilcoxon(t, ...)))
  expect_match(message_of(convention = "scipy", method = "exact"),
               "`method` is fixed by `convention` \"scipy\"", fixed = TRUE)
  expect_match(message_of(convention = "r-4.2", correction = TRUE),
               "`correction` is fixed by `convention` \"r-4.2\"", fixed = TRUE)
  expect_match(message_of(convention = "r-4.6", zero_method = "pratt"),
               "`zero_method` is fixed by `convention` \"r-4.6\"", fixed = TRUE)
  expect_match(message_of(zero_method = "drop"), "`zero_method` must be one of")
  expect_match(message_of(method = "asymptotic"), "`method` must be one of")
  expect_match(message_of(correction = 1), "`correction` must be TRUE or FALSE")
  expect_match(message_of(convention = "r-4.5"), "`convention` must be one of")
  expect_match(message_of(tie_tol = -1), "`tie_tol` must be \"decimal\", \"auto\" or a number >= 0")
})
