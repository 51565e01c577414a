# Demsar's table 6 and 14 datasets of his; tidy() and its like come from the package generics.
demsar <- function() {
  file <- system.file("extdata", "demsar2006.csv", package = "pybench")
  pb_read_results(file, higher_is_better = TRUE)
}

test_that("pairs have broom's names and the numbers of as.data.frame()", {
  skip_if_not_installed("generics")
  t <- demsar()
  pairs <- pb_wilcoxon(t)
  expect_identical(
    generics::tidy(pairs),
    stats::setNames(
      as.data.frame(pairs),
      c("group1", "group2", "statistic", "p.value", "adj.p.value", "verdict")
    )
  )
  nemenyi <- generics::tidy(pb_nemenyi(t))
  expect_named(
    nemenyi, c("group1", "group2", "estimate", "adj.p.value", "significant", "verdict")
  )
  expect_identical(nrow(generics::tidy(pb_siegel(t, control = "C4.5"))), 3L)
  expect_named(
    generics::tidy(pb_multi_comparison(t))[1:5],
    c("group1", "group2", "estimate1", "estimate2", "estimate")
  )
  stable <- generics::tidy(pb_stability(t, resamples = 10))
  expect_named(stable[1:3], c("group1", "group2", "estimate"))
  bayes <- generics::tidy(pb_bayesian_sign(t, samples = 100))
  expect_named(bayes[1:5], c("group1", "group2", "better", "equal", "worse"))
  expect_named(generics::tidy(pb_contrasts(t)), c("group1", "group2", "estimate"))
})

test_that("a comparison stacks its tests of pairs", {
  skip_if_not_installed("generics")
  whole <- pb_compare(demsar())
  tidied <- generics::tidy(whole)
  expect_identical(tidied$method, rep(c("nemenyi", "wilcoxon"), each = 6L))
  by <- split(tidied, tidied$method)
  expect_identical(by$nemenyi$adj.p.value, as.data.frame(whole$nemenyi)$pvalue)
  expect_identical(by$nemenyi$estimate, as.data.frame(whole$nemenyi)$rank_difference)
  expect_identical(by$wilcoxon$estimate, by$nemenyi$estimate)
  expect_identical(by$wilcoxon$p.value, as.data.frame(whole$wilcoxon)$pvalue_raw)
  expect_true(all(is.na(by$nemenyi$p.value)))
  expect_identical(generics::glance(whole), data.frame(
    statistic = whole$friedman$statistic, p.value = whole$friedman$pvalue, parameter = 3,
    method = "Friedman test (chi-square)", alpha = 0.05, nobs = 14L, n_classifiers = 4L
  ))
  augmented <- generics::augment(whole)
  expect_identical(dim(augmented), c(56L, 4L))
  expect_identical(augmented$classifier[1:4], whole$table$classifiers)
  expect_identical(augmented$score[1:4], unname(whole$table$scores[1L, ]))
  expect_equal(
    tapply(augmented$.rank, augmented$classifier, mean)[whole$table$classifiers],
    whole$nemenyi$mean_ranks, ignore_attr = TRUE
  )
})

test_that("tests of all methods are one row, with degrees of freedom as htest has them", {
  skip_if_not_installed("generics")
  t <- demsar()
  chi <- pb_friedman(t)
  expect_identical(generics::tidy(chi), data.frame(
    statistic = chi$statistic, p.value = chi$pvalue, parameter = 3,
    method = "Friedman test (chi-square)"
  ))
  f <- generics::tidy(pb_friedman(t, "iman-davenport"))
  expect_identical(unlist(f[c("num.df", "den.df")]), c(num.df = 3, den.df = 39))
  expect_named(generics::tidy(pb_quade(t))[1:2], c("statistic", "p.value"))
  page <- pb_page(t, t$classifiers)
  expect_identical(generics::tidy(page)$p.value, page$pvalue)
  w <- pb_kendall_w(t, resamples = 100)
  expect_identical(unlist(generics::tidy(w)[1:3], use.names = FALSE), c(w$w, w$low, w$high))
  glanced <- generics::glance(pb_siegel(t, control = "C4.5"))
  expect_identical(nrow(glanced), 1L)
  expect_identical(glanced$control, "C4.5")
  expect_identical(glanced$nobs, 14L)
  expect_false("statistic" %in% names(glanced))
})

test_that("effects and intervals have an estimate and its interval", {
  skip_if_not_installed("generics")
  t <- demsar()
  found <- pb_effects(t)
  effects <- generics::tidy(found)
  expect_named(effects, c("term", "group1", "group2", "estimate", "conf.low", "conf.high"))
  expect_identical(nrow(effects), 5L * 6L)
  expect_identical(effects$estimate[effects$term == "d_z"], as.data.frame(found)$d_z)
  expect_true(all(effects$conf.low <= effects$estimate & effects$estimate <= effects$conf.high))
  ranks <- generics::tidy(pb_rank_intervals(t, resamples = 100))
  expect_named(ranks[1:4], c("term", "estimate", "conf.low", "conf.high"))
  expect_named(generics::tidy(pb_critical_difference(t))[1:2], c("term", "estimate"))
})

test_that("every result that is one table can be tidied; other arguments are refused", {
  skip_if_not_installed("generics")
  t <- demsar()
  expect_error(generics::tidy(pb_friedman(t), conf.int = TRUE), class = "pybench_error_argument")
  expect_error(generics::glance(pb_friedman(t), 1), class = "pybench_error_argument")
  expect_error(generics::glance(t), "no summary in one row", class = "pybench_error_argument")
  chosen <- pb_select(t, 2)
  expect_identical(nrow(generics::tidy(chosen)), nrow(as.data.frame(chosen)))
})

test_that("a p-value is called adjusted only if it is", {
  skip_if_not_installed("generics")
  t <- demsar()
  plain <- pb_wilcoxon(t, adjust = "none")
  expect_named(
    generics::tidy(plain), c("group1", "group2", "statistic", "p.value", "verdict")
  )
  expect_identical(generics::tidy(plain)$p.value, as.data.frame(plain)$pvalue)
  p_names <- function(x) grep("p.value", names(generics::tidy(x)), value = TRUE)
  expect_identical(p_names(pb_multi_comparison(t)), "p.value")
  expect_identical(p_names(pb_multi_comparison(t, adjust = "holm")), c("p.value", "adj.p.value"))
  expect_identical(p_names(pb_nemenyi(t)), "adj.p.value")
  expect_identical(p_names(pb_miller(t)), c("p.value", "adj.p.value"))
})

test_that("augment() of a table gives its scores and ranks", {
  skip_if_not_installed("generics")
  t <- demsar()
  augmented <- generics::augment(t)
  expect_identical(augmented, generics::augment(pb_compare(t)))
  expect_identical(augmented$.rank[1:4], unname(pb_ranks(t)[1L, ]))
})
