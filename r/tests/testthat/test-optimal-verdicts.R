# Verdicts: each by the rule that is printed, and the runs that would decide.

gap_between <- function(ends, runs = 10) {
  half <- diff(ends) / 2
  sd <- half * sqrt(runs) / stats::qt(0.975, runs - 1)
  list(mean = mean(ends), sd = sd, runs = runs)
}

judged <- function(auc, hidden, numerical, observed = NULL, runs = 10, margin = 0.02) {
  given <- list(auc = auc, hidden = hidden, numerical = numerical, observed = observed)
  verdict_of(lapply(Filter(Negate(is.null), given), gap_between, runs), margin)
}

far <- c(0.7, 0.75) # an AUC that is not at chance

test_that("verdicts follow the rule", {
  cases <- list(
    list(far, c(-0.019, 0.019), c(0, 0.02), "optimal"),
    list(far, c(-0.019, -0.001), c(-0.019, -0.001), "optimal"),
    list(c(0.481, 0.519), c(-0.4, -0.3), c(-0.3, -0.2), "at chance"),
    list(c(0.49, 0.55), c(-0.4, -0.3), c(-0.3, -0.2), "suboptimal"),
    list(far, c(0.001, 0.03), c(0.01, 0.04), "above"),
    list(far, c(-0.2, -0.1), c(-0.01, -0.001), "suboptimal"),
    list(far, c(-0.03, -0.001), c(-0.03, -0.001), "undecided"),
    list(far, c(-0.2, -0.1), c(-0.019, 0.1), "between the lines"),
    list(far, c(-0.2, -0.1), c(-0.021, 0.1), "undecided")
  )
  for (one in cases) {
    expect_identical(judged(one[[1]], one[[2]], one[[3]]), one[[4]])
    expect_match(verdict_rule, one[[4]], fixed = TRUE)
  }
  near <- c(-0.001, 0.001)
  expect_identical(judged(far, near, near, runs = 4), "undecided")
  expect_identical(judged(far, near, near, runs = 5), "optimal")
  expect_identical(judged(far, c(-0.04, 0.01), near, margin = 0.05), "optimal")
})

test_that("the best is the observed line where it is known", {
  expect_identical(
    judged(far, c(-0.08, -0.06), c(0.02, 0.04), observed = c(-0.01, 0.01)), "optimal"
  )
  expect_identical(
    judged(far, c(-0.06, -0.05), c(0.02, 0.04), observed = c(-0.05, -0.03)), "suboptimal"
  )
  expect_identical(judged(far, c(-0.019, 0), c(0, 0.1), observed = c(0.001, 0.02)), "above")
})

test_that("gaps have Student's interval, one run has none, equal runs have no width", {
  values <- sin(1:7) / 100
  expect_equal(gap_ends(new_gap(values)), as.vector(stats::t.test(values)$conf.int))
  expect_identical(gap_ends(new_gap(0.7)), c(-Inf, Inf))
  expect_identical(gap_ends(new_gap(rep(0.1, 40))), c(0.1, 0.1))
  words <- function(mean, lower, upper) {
    gap_words(list(gap_hidden = mean, gap_hidden_lower = lower, gap_hidden_upper = upper), "hidden")
  }
  expect_identical(words(0, 0, 0), "0")
  expect_identical(words(-0.1, -0.1, -0.1), "-0.100")
  expect_identical(words(0.1, -Inf, Inf), "+0.100 (one run, no interval)")
  expect_identical(words(0.1, 0.05, 0.15), "+0.100 (+0.050 to +0.150)")
})

everywhere <- function(mean, sd, runs = 3) {
  gap <- list(mean = mean, sd = sd, runs = runs)
  list(auc = list(mean = 0.8, sd = sd, runs = runs), hidden = gap, numerical = gap)
}

test_that("so many runs decide with that power, and one less does not", {
  power <- function(runs) { # of one condition alone: suboptimal
    shift <- sqrt(runs) * 0.02 / 0.02
    stats::pt(stats::qt(0.975, runs - 1), runs - 1, shift, lower.tail = FALSE)
  }
  needed <- runs_to_decide(
    list(
      auc = list(mean = 0.8, sd = 0.02, runs = 3), hidden = list(mean = -0.3, sd = 0, runs = 3),
      observed = list(mean = -0.04, sd = 0.02, runs = 3),
      numerical = list(mean = 0, sd = 0.02, runs = 3)
    ),
    0.02, 0.8
  )
  expect_gte(power(needed), 0.8)
  expect_lt(power(needed - 1), 0.8)
})

test_that("runs needed at the ends", {
  expect_identical(runs_to_decide(everywhere(0, 0), 0.02, 0.8), 5)
  expect_identical(runs_to_decide(everywhere(0, Inf, 1), 0.02, 0.8), NaN)
  expect_identical(runs_to_decide(everywhere(-0.02, 0.01), 0.02, 0.8), Inf)
  expect_identical(runs_to_decide(everywhere(0, 0.001, 100), 0.02, 0.8), 101)
})

test_that("more distance never lowers the chance of a verdict", {
  for (runs in c(2, 9, 40)) {
    chance <- vapply(seq(0.01, 40, length.out = 100), function(distance) {
      beyond_chance(list(mean = distance, sd = 1, runs = 3), 0, 1, runs)
    }, 0)
    expect_true(all(diff(chance) > -1e-12))
    expect_true(chance[[1]] > 0 && chance[[1]] < 0.06)
    expect_gt(chance[[100]], 0.97)
  }
})

test_that("verdicts in words", {
  words <- function(said, runs, margin = 0.02) {
    verdict_words(list(verdict = said, runs_needed = runs), margin)
  }
  expect_identical(words("optimal", 5), "optimal within 0.02")
  expect_identical(words("suboptimal", 5), "suboptimal")
  expect_identical(words("undecided", 1234), "undecided (about 1,234 runs would decide)")
  expect_identical(words("undecided", Inf), "undecided (at the margin, however many runs)")
  expect_identical(words("undecided", NaN), "undecided")
  expect_identical(words("near optimal", 5, NULL), "near optimal")
})
