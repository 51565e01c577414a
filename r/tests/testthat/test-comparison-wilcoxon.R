# The Wilcoxon test: conventions, laws, edge cases; R's packages: test-comparison-cases.R.

test_that("scmamp's one-sided p follows from our statistic", {
  for (table in available_tables()) {
    theirs <- original_numbers("pairs.csv.xz")[[table]]
    cells <- cbind(theirs$i, theirs$j)
    t <- original_table(table)
    n <- nrow(t$scores)
    w <- pb_wilcoxon(t, "none", "zsplit", "normal", tie_tol = 0)$statistics
    smaller <- pmin(w, t(w))[cells]
    smaller[theirs$n_used == 0] <- n * (n + 1) / 4 # we: 0
    expect_identical(smaller, as.double(theirs$scmamp_T))
    z <- (smaller - n * (n + 1) / 4) / sqrt(n * (n + 1) * (2 * n + 1) / 24)
    expect_relative(stats::pnorm(z), theirs$scmamp_p, 1e-10, table)
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

test_that("identical methods have p = 1 in every convention", {
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
