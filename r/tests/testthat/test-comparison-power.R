# Planning: power curves.

test_that("power of the sign test is binomial", {
  t <- table_of(rbind(matrix(c(1, 0), 15, 2, byrow = TRUE), matrix(c(0, 1), 5, 2, byrow = TRUE)))
  result <- pb_datasets_needed(t, "sign_test", sizes = c(10, 20, 40), repeats = 10000)
  for (i in 1:3) {
    n <- result$sizes[[i]]
    p <- vapply(0:n, function(wins) stats::binom.test(wins, n)$p.value, 0)
    exact <- sum(stats::dbinom(0:n, n, 0.75)[p <= 0.05])
    # Four Monte-Carlo standard errors.
    expect_absolute(result$single[[1, i]], exact, 4 * sqrt(exact * (1 - exact) / 10000), "power")
  }
  expect_identical(result$single, result$family)
})

test_that("power of the t test is power.t.test()'s", {
  z <- stats::qnorm(stats::ppoints(2000))
  t <- table_of(cbind(z / stats::sd(z) + 0.5, 0))
  result <- pb_datasets_needed(t, "paired_t", sizes = c(20, 34), repeats = 2000)
  for (i in 1:2) {
    exact <- stats::power.t.test(result$sizes[[i]], 0.5, type = "one.sample")$power
    expect_absolute(result$single[[1, i]], exact, 0.04, "power")
  }
})

test_that("an independent simulation finds the same power", {
  set.seed(15)
  scores <- round(matrix(stats::rnorm(75, rep(c(0, 0.3, 0.9), each = 25)), 25), 2)
  result <- pb_datasets_needed(table_of(scores), sizes = 30, repeats = 2000)
  hits <- replicate(200, {
    rows <- scores[sample.int(25, 30, replace = TRUE), ]
    p <- vapply(list(1:2, c(1, 3), 2:3), function(pair) {
      suppressWarnings(stats::wilcox.test(rows[, pair[[1]]] - rows[, pair[[2]]])$p.value)
    }, 0)
    c(p <= 0.05, stats::p.adjust(p, "holm") <= 0.05)
  })
  simulated <- rowMeans(hits)
  expect_absolute(c(result$single, result$family), simulated, 0.13, "power") # 3.5 standard errors
})

test_that("a size has the same answer whichever others are asked for", {
  set.seed(16)
  t <- table_of(random_scores(12, 3))
  alone <- pb_datasets_needed(t, sizes = 50, repeats = 100)
  among <- pb_datasets_needed(t, sizes = c(60, 10, 50, 50), repeats = 100)
  expect_identical(among$sizes, c(10L, 50L, 60L))
  expect_identical(among$family[, 2], alone$family[, 1])
})

test_that("default sizes and the first that reaches the power", {
  sizes <- function(n) pybench:::check_sizes(NULL, n)
  expect_identical(sizes(2), c(4L, 6L, 8L))
  expect_identical(sizes(20), c(5L, 10L, 15L, 20L, 30L, 40L, 60L, 80L))
  curves <- rbind(c(0.1, 0.8, 0.7), c(0.1, 0.2, 0.3), c(0.9, 1, 1))
  expect_identical(pybench:::first_reaching(curves, c(5L, 9L, 20L), 0.8), c(9, Inf, 5))
})

test_that("pairs are the family", {
  set.seed(17)
  t <- table_of(random_scores(12, 4))
  whole <- pb_datasets_needed(t, sizes = 30, repeats = 200)
  pairs <- list(c("c1", "c2"), c("c1", "c4"))
  some <- pb_datasets_needed(t, sizes = 30, repeats = 200, pairs = pairs)
  expect_identical(some$single, whole$single[c(1, 3), , drop = FALSE])
  expect_true(all(some$family >= whole$family[c(1, 3), ] & some$family <= some$single))
})

test_that("identical methods are never told apart, separated ones always", {
  t <- table_of(cbind(c(3, 6, 5, 9), c(1, 2, 3, 5), c(1, 2, 3, 5)))
  for (test in pybench:::power_tests) {
    result <- pb_datasets_needed(t, test, sizes = c(12, 24), repeats = 40)
    expect_identical(result$single[3, ], c(0, 0))
    expect_identical(result$needed[[3]], Inf)
    expect_identical(result$family[[1, 2]], 1)
  }
})

test_that("bad arguments are refused by name", {
  t <- table_of(random_scores(4, 3))
  refused <- function(pattern, ...) {
    expect_error(pb_datasets_needed(t, ...), pattern, class = "pybench_error_argument")
  }
  refused("`test` must be one of", test = "anova")
  refused("`power`", power = 1)
  refused("`adjust` must be one of", adjust = "shaffer")
  refused("`sizes` must be a whole number >= 2, not 1", sizes = c(1, 5))
  refused("`sizes` must not be empty", sizes = numeric())
  refused("`repeats`", repeats = 0)
  refused("not \\(c1, x\\)", pairs = list(c("c1", "x")))
  refused("not \\(c1, c1\\)", pairs = list(c("c1", "c1")))
  refused("`pairs` must not be empty", pairs = list())
  refused("in either order, not \\(c1, c2\\) again", pairs = list(c("c1", "c2"), c("c1", "c2")))
  refused("only once.* not \\(c2, c1\\) again", pairs = list(c("c1", "c2"), c("c2", "c1")))
})

test_that("frame and text", {
  set.seed(18)
  result <- pb_datasets_needed(table_of(random_scores(12, 3)), sizes = c(10, 40), repeats = 100)
  frame <- as.data.frame(result)
  expect_identical(frame$size, rep(c(10L, 40L), 3))
  expect_identical(frame$single[3:4], result$single[2, ])
  expect_match(format(result)[[3]], "of 3, with power >= 0.8: with p adjusted", fixed = TRUE)
  expect_true("observed-power" %in% result$notes)
})

test_that("a level that is met but for rounding is met", {
  t <- table_of(cbind(1:4, 0)) # five wins: p = 1/16
  for (alpha in c(1 / 16, (1 - 1e-15) / 16)) {
    result <- pb_datasets_needed(t, "sign_test", alpha = alpha, sizes = 5, repeats = 10)
    expect_identical(c(result$single, result$family), c(1, 1))
  }
})

test_that("a small or one-sided pilot has a note, and ties are never found", {
  set.seed(19)
  scores <- matrix(stats::rnorm(36), 12) + rep(c(0, 0, 40), each = 12)
  notes <- function(scores, ...) {
    pb_datasets_needed(table_of(scores), sizes = 12, repeats = 9, ...)$notes
  }
  two <- list(c("c1", "c2"))
  expect_true("small-pilot" %in% notes(scores))
  expect_false("small-pilot" %in% notes(scores, pairs = two))
  expect_true("small-pilot" %in% notes(scores[1:9, ], pairs = two))
  found <- pb_datasets_needed(
    table_of(rbind(c(2, 1), c(5, 3))), sizes = c(5, 6, 8), repeats = 50
  )
  expect_identical(as.vector(found$single), c(0, 1, 1))
  t <- table_of(cbind(c(3, 6, 5, 9), c(1, 2, 3, 5), c(1, 2, 3, 5)))
  tied <- pb_datasets_needed(t, sizes = c(8, 9), repeats = 50)
  said <- paste(format(tied), collapse = "\n")
  expect_match(said, "   never with p adjusted,  never not adjusted: c2 and c3", fixed = TRUE)
  expect_true("no-difference" %in% tied$notes)
})
