# The Bayesian signed-rank and sign tests against brute force and closed forms; the draws are
# Python's (test-certificate-published.R), which tests/comparison/test_dirichlet.py holds against
# scmamp.
regions <- c("better", "equal", "worse")

shares_of <- function(result, i, j) {
  vapply(regions, function(region) result[[region]][[i, j]], 0)
}

error_of <- function(shares, samples) {
  smoothed <- (shares * samples + 0.5) / (samples + 1)
  sqrt(smoothed * (1 - smoothed) / samples)
}

test_that("draws are the double sum of the paper", {
  set.seed(1)
  for (n in c(2, 5, 30)) {
    z <- sample(-4:4, n, replace = TRUE) / 8
    drawn <- pybench:::dirichlet_weights("test", n, 3, 20, 0.5, 1)
    sums <- outer(c(0, z), c(0, z), "+")
    for (rope in c(0, 0.125, 0.3)) {
      stairs <- pybench:::staircase(z, rope)
      thetas <- .Call(
        pybench:::C_pb_signed_rank_thetas, drawn, as.integer(stairs$order),
        as.integer(stairs$below), as.integer(stairs$upto)
      )
      shares <- list(sums > 2 * rope, abs(sums) <= 2 * rope, sums < -2 * rope)
      for (region in 1:3) {
        expected <- colSums(drawn * (shares[[region]] %*% drawn)) / colSums(drawn)^2
        expect_absolute(thetas[region, ], expected, 1e-13, paste(n, rope, region))
      }
    }
  }
})

test_that("means are the moments of the Dirichlet distribution", {
  z <- c(3, -2, 0, 1, 1, -4) / 8
  alpha <- c(0.7, rep(1, 6))
  moments <- (outer(alpha, alpha) + diag(alpha)) / (sum(alpha) * (sum(alpha) + 1))
  sums <- outer(c(0, z), c(0, z), "+")
  found <- pybench:::staircase_means(pybench:::staircase(z, 0.125), 0.7)
  expected <- c(sum(moments[sums > 0.25]), sum(moments[abs(sums) <= 0.25]),
                sum(moments[sums < -0.25]))
  expect_absolute(found, expected, 1e-14, "means")
})

test_that("the sign test is an integral over gamma variables", {
  t <- table_of(rbind(matrix(c(0.3, 0), 4, 2, TRUE), matrix(c(0.1, 0), 3, 2, TRUE),
                      matrix(c(0, 0.4), 2, 2, TRUE)))
  for (place in pybench:::prior_places) {
    shape <- c(4, 3, 2) + 0.5 * (c("better", "rope", "worse") == place)
    exact <- vapply(1:3, function(i) {
      others <- setdiff(1:3, i)
      stats::integrate(function(x) {
        stats::dgamma(x, shape[[i]]) * stats::pgamma(x, shape[[others[[1]]]]) *
          stats::pgamma(x, shape[[others[[2]]]])
      }, 0, Inf)$value
    }, 0)
    result <- pb_bayesian_sign(t, 0.2, place = place)
    ours <- shares_of(result, 1, 2)
    expect_true(all(abs(ours - exact) <= 4.5 * error_of(exact, 50000)), label = place)
    means <- vapply(regions, function(x) result[[paste0("mean_", x)]][[1, 2]], 0)
    expect_absolute(means, shape / sum(shape), 1e-14, place)
  }
})

test_that("mirror, direction, identical methods, the closed rope and its edge", {
  set.seed(2)
  scores <- random_scores(12, 4)
  scores[, 4] <- scores[, 1]
  for (test in list(pb_bayesian_signed_rank, pb_bayesian_sign)) {
    up <- test(table_of(scores), 0.05, 500)
    down <- test(table_of(scores, FALSE), 0.05, 500)
    expect_identical(up$better, t(up$worse))
    expect_identical(up$better, down$worse)
    expect_identical(up$mean_better, down$mean_worse)
    for (rope in c(0, 0.01)) {
      expect_identical(test(table_of(scores), rope, 100)$equal[["c1", "c4"]], 1)
    }
    edge <- test(table_of(rbind(c(0.75, 0.5), c(0.5, 0.75), c(0.5, 0.25))), 0.25, 100)
    expect_identical(edge$equal[["c1", "c2"]], 1)
    expect_false("rope-edge" %in% edge$notes)
    steps <- rbind(c(0.8, 0.7), c(0.9, 0.8)) # as decimals on the edge, as doubles beyond
    expect_false("rope-edge" %in% test(table_of(steps), 0.1, 100)$notes)
    expect_true("rope-edge" %in% test(table_of(steps * 2^-60), 0.1 * 2^-60, 100)$notes)
  }
})

test_that("the unit of the score does not matter, however large or small", {
  set.seed(3)
  scores <- matrix(sample(-8:8, 30, TRUE), 10) / 8
  for (test in list(pb_bayesian_signed_rank, pb_bayesian_sign)) {
    plain <- test(table_of(scores), 0.25, 500)
    for (factor in c(2^-1000, 2^-200, 2^1000)) {
      scaled <- test(table_of(scores * factor), 0.25 * factor, 500)
      expect_identical(scaled$better, plain$better)
      expect_identical(scaled$mean_equal, plain$mean_equal)
    }
  }
})

test_that("a seed gives one answer", {
  set.seed(4)
  t <- table_of(matrix(rnorm(24), 12))
  shares <- lapply(c(1, 1, 2), function(seed) pb_bayesian_sign(t, 0.2, 1000, seed = seed)$better)
  expect_identical(shares[[1]], shares[[2]])
  expect_false(identical(shares[[1]], shares[[3]]))
})

test_that("bad arguments are refused in Python's words", {
  t <- table_of(random_scores(4, 2))
  bad <- list(
    list("rope", -0.1, "a number >= 0"), list("rope", "0", "a number >= 0"),
    list("prior", NA_real_, "a number >= 0"), list("samples", 0, "a whole number >= 1"),
    list("samples", 2.5, "a whole number >= 1"), list("seed", 0.5, "an integer")
  )
  for (test in list(pb_bayesian_signed_rank, pb_bayesian_sign)) {
    for (one in bad) {
      given <- stats::setNames(list(t, one[[2]]), c("t", one[[1]]))
      expect_error(
        do.call(test, given), paste0("`", one[[1]], "` must be ", one[[3]]),
        class = "pybench_error_argument"
      )
    }
  }
  expect_error(pb_bayesian_sign(t, place = "left"), "`place`", class = "pybench_error_argument")
})

test_that("the sign test counts the draws of matrix products, for each place and both orders", {
  set.seed(28)
  t <- table_of(random_scores(9, 4, 5))
  for (place in pybench:::prior_places) {
    for (prior in c(0, 0.5, 3)) {
      found <- pb_bayesian_sign(t, 0.2, 3000, prior, place, 5)
      cells <- expand.grid(1:4, 1:4)
      cells <- cells[cells[[1]] != cells[[2]], ]
      # Differences of multiples of 0.2, compared exactly: in units of 0.2.
      units <- round(t$scores * 5)
      z <- t(unname(units[, cells[[1]]] - units[, cells[[2]]]))
      says <- pybench:::sign_says(z, 1, place)
      counts <- pybench:::over_draws("bayesian-sign", 9, 3000, prior, 5, function(w) {
        pybench:::region_counts(says$better %*% w, says$equal %*% w, says$worse %*% w)
      })
      expect_equal(
        cbind(found$better[as.matrix(cells)], found$equal[as.matrix(cells)],
              found$worse[as.matrix(cells)]),
        Reduce(`+`, counts) / 3000, tolerance = 1e-12, label = paste(place, prior)
      )
    }
  }
})
