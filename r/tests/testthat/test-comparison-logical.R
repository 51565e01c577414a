# Shaffer and Bergmann-Hommel against enumeration of all partitions, Bergmann's in scmamp.

# Every partition of 1, ..., k as a list of lists of members, by joining or opening a group.
all_partitions <- function(k) {
  if (k == 0L) {
    return(list(list()))
  }
  unlist(lapply(all_partitions(k - 1L), function(groups) {
    joined <- lapply(seq_along(groups), function(i) {
      groups[[i]] <- c(groups[[i]], k)
      groups
    })
    c(joined, list(c(groups, list(k))))
  }), recursive = FALSE)
}

square_of <- function(p) {
  k <- (1 + sqrt(1 + 8 * length(p))) / 2
  square <- diag(k)
  square[lower.tri(square)] <- p # column by column: (1, 2), (1, 3), ...
  square[upper.tri(square)] <- t(square)[upper.tri(square)]
  square
}

in_order <- function(square) square[lower.tri(square)]

logic <- function(p, method) in_order(pb_adjust(square_of(p), method))

test_that("scmamp makes Bergmann's monotone, which the definition is not", {
  each_adjusted_by_scmamp("pairs.csv.xz", "bergmann", function(raw, theirs, label) {
    found <- logic(raw, "bergmann")
    expect_true(all(found <= theirs + 1e-12), label = label)
    ascending <- order(raw)
    expect_absolute(cummax(found[ascending]), theirs[ascending], 1e-12, label)
  })
})

test_that("possible numbers of true hypotheses, and the partitions themselves", {
  for (k in 1:9) {
    groups <- all_partitions(k)
    counts <- vapply(groups, function(g) sum(choose(lengths(g), 2)), 0)
    expect_identical(pybench:::numbers_of_true(k), sort(unique(counts)))
    rows <- pybench:::partitions(k)
    expect_identical(dim(rows), c(length(groups), k))
    expect_identical(anyDuplicated(rows), 0L)
  }
})

test_that("Bergmann's is the maximum over the exhaustive sets", {
  set.seed(4)
  for (k in 2:5) {
    pairs <- utils::combn(k, 2L)
    for (i in 1:10) {
      p <- round(runif(ncol(pairs))^3, 2)
      expected <- numeric(ncol(pairs))
      for (groups in all_partitions(k)) {
        group <- rep(seq_along(groups), lengths(groups))[order(unlist(groups))]
        true <- group[pairs[1L, ]] == group[pairs[2L, ]]
        if (any(true)) expected[true] <- pmax(expected[true], sum(true) * min(p[true]))
      }
      expect_equal(logic(p, "bergmann"), pmin(1, expected), tolerance = 1e-15)
    }
  }
})

test_that("Shaffer by hand, and for sixty classifiers", {
  # k = 4: groups of 4, 3 + 1, 2 + 2, 2 + 1 + 1 and of one have 6, 3, 2, 1 and 0 true pairs.
  p <- c(0.01, 0.02, 0.03, 0.04, 0.05, 0.06)
  expect_equal(logic(p, "shaffer"), c(0.06, 0.06, 0.09, 0.12, 0.12, 0.12), tolerance = 1e-15)
  set.seed(5)
  p <- runif(1770)
  found <- logic(p, "shaffer")
  expect_true(all(found >= p & found <= stats::p.adjust(p, "holm")))
  expect_identical(max(pybench:::numbers_of_true(60)), 1770)
})

test_that("permuting the methods permutes the answer", {
  set.seed(6)
  for (k in c(2, 3, 5, 7)) {
    p <- square_of(round(runif(choose(k, 2)), 1))
    moved <- sample.int(k)
    for (method in pybench:::logical_adjustments) {
      answer <- pb_adjust(p, method)
      expect_identical(pb_adjust(p[moved, moved], method), answer[moved, moved])
      expect_true(all(answer >= p & answer <= 1))
    }
  }
})

test_that("ten methods are too many for Bergmann", {
  expect_error(
    pb_siegel(table_of(random_scores(12, 10)), "bergmann"),
    "at most 9 methods, not 10.*Use \"shaffer\"", class = "pybench_error_argument"
  )
})
