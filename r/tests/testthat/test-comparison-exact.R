# P(S >= s) by going through every order of every dataset.
enumerated <- function(scores) {
  ranks <- matrix(apply(scores, 1, rank), ncol = ncol(scores), byrow = TRUE)
  orders <- as.matrix(expand.grid(rep(list(seq_len(ncol(ranks))), ncol(ranks))))
  orders <- orders[apply(orders, 1, function(order) !anyDuplicated(order)), , drop = FALSE]
  choices <- as.matrix(expand.grid(rep(list(seq_len(nrow(orders))), nrow(ranks))))
  sums <- 0
  for (i in seq_len(nrow(ranks))) {
    shuffled <- matrix(ranks[i, ][orders], nrow(orders))
    sums <- sums + shuffled[choices[, i], , drop = FALSE]
  }
  spread <- function(sums) rowSums((sums - nrow(ranks) * (ncol(ranks) + 1) / 2)^2)
  # Quarter-integers are exact in doubles: no tolerance in the comparison.
  mean(spread(sums) >= spread(t(colSums(ranks))))
}

test_that("the exact p equals full enumeration, with ties", {
  set.seed(4)
  largest <- c("2" = 6, "3" = 6, "4" = 4)
  for (i in 1:30) {
    k <- sample(2:4, 1)
    scores <- random_scores(sample(2:largest[[as.character(k)]], 1), k, levels = sample(2:9, 1))
    exact <- pb_friedman(table_of(scores), "exact")
    # Both are sums of at most 4!^4 probabilities of one sign.
    expect_absolute(exact$pvalue, enumerated(scores), 1e-12, "exact")
    expect_identical(exact$df, numeric())
  }
})

test_that("known values: Friedman's own table of the exact distribution", {
  # Friedman (1937), table V: k = 3, N = 3: P(chi-square >= 6) = 0.028; N = 4: P(>= 8) = .0046.
  always <- function(n, k) table_of(matrix(as.double(seq_len(k)), n, k, byrow = TRUE))
  expect_equal(pb_friedman(always(3, 3), "exact")$pvalue, 1 / 36, tolerance = 1e-14)
  expect_equal(pb_friedman(always(4, 3), "exact")$pvalue, 1 / 216, tolerance = 1e-14)
  expect_equal(pb_friedman(always(4, 4), "exact")$pvalue, 1 / 24^3, tolerance = 1e-14)
})

test_that("two methods: the exact test is the sign test", {
  for (wins in 0:15) {
    scores <- cbind(rep(c(1, 0), c(wins, 15 - wins)), 0.5)
    expect_equal(
      pb_friedman(table_of(scores), "exact")$pvalue, stats::binom.test(wins, 15)$p.value,
      tolerance = 1e-12
    )
  }
})

test_that("for many datasets the exact p approaches chi-square's", {
  set.seed(5)
  t <- table_of(matrix(runif(300), 100, 3))
  expect_equal(
    pb_friedman(t, "exact")$pvalue, pb_friedman(t)$pvalue, tolerance = 0.05
  )
})

test_that("sizes beyond the stated ones are refused and the largest are answered", {
  expect_error(
    pb_friedman(table_of(random_scores(101, 3)), "exact"), "100 for k = 3",
    class = "pybench_error_argument"
  )
  expect_error(
    pb_friedman(table_of(random_scores(2, 7)), "exact"), "2 datasets and 7 methods",
    class = "pybench_error_argument"
  )
  expect_lte(pb_friedman(table_of(random_scores(1000, 2)), "exact")$pvalue, 1)
  expect_lte(pb_friedman(table_of(random_scores(20, 4, 1e6)), "exact")$pvalue, 1)
})

test_that("different states have different keys", {
  states <- as.matrix(expand.grid(rep(list(-6:6), 3)))
  states <- cbind(states, -rowSums(states))
  states <- states[!apply(states, 1, is.unsorted), ]
  for (low in -6:-1) {
    some <- states[states[, 1] >= low, , drop = FALSE]
    key <- pybench:::state_key(asplit(some, 2))
    expect_identical(anyDuplicated(c(key)), 0L)
  }
})

test_that("the largest tables are those that the help page of pb_friedman() names", {
  largest <- c("2" = 1000, "3" = 100, "4" = 20, "5" = 8, "6" = 5)
  expect_identical(pybench:::exact_largest, largest)
  for (k in names(largest)) {
    n <- largest[[k]]
    expect_silent(pybench:::require_exact_size(n, as.integer(k)))
    expect_error(
      pybench:::require_exact_size(n + 1, as.integer(k)), "`method`",
      class = "pybench_error_argument"
    )
  }
})
