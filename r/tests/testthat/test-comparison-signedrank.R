# The distribution by going through every choice of signs.
every_sign <- function(gaps, zero_method) {
  ranked <- if (zero_method == "wilcox") gaps[gaps != 0] else gaps
  ranks <- rank(abs(ranked))
  kept <- ranked != 0
  half <- if (zero_method == "zsplit" && any(kept)) sum(ranks[!kept]) / 2 else 0
  signs <- as.matrix(expand.grid(rep(list(0:1), sum(kept))))
  sums <- half + as.vector(signs %*% ranks[kept])
  found <- half + sum(ranks[kept & ranked > 0])
  list(found = found, below = mean(sums <= found), above = mean(sums >= found))
}

test_that("exact p-values count every choice of signs", {
  set.seed(1)
  for (n in c(2, 3, 5, 8, 11, 12)) {
    gaps <- matrix(sample(-4:4, n * 6, replace = TRUE), n)
    for (zero_method in zero_methods) {
      ranks <- signed_ranks(gaps, zero_method)
      expected <- lapply(seq_len(6), function(j) every_sign(gaps[, j], zero_method))
      field <- function(name) vapply(expected, `[[`, 0, name)
      expect_identical(rank_sums(ranks)$there, field("found"))
      label <- paste(n, zero_method)
      expect_relative(signed_exact(ranks, "greater")$there, field("above"), 1e-14, label)
      expect_relative(signed_exact(ranks, "greater")$back, field("below"), 1e-14, label)
      expect_relative(signed_exact(ranks, "less")$there, field("below"), 1e-14, label)
      both <- pmin(1, 2 * pmin(field("below"), field("above")))
      expect_relative(signed_exact(ranks, "two-sided")$there, both, 1e-14, label)
    }
  }
})

test_that("untied tails are those of psignrank(), however far", {
  for (n in c(20, 112, 200)) {
    sizes <- seq_len(n)
    gaps <- sapply(c(0, 1, n %/% 8, n %/% 4), function(lost) ifelse(sizes <= lost, -sizes, sizes))
    ranks <- signed_ranks(gaps, "wilcox")
    expected <- stats::psignrank(ranks$minus / 2, n)
    expect_relative(signed_exact(ranks, "greater")$there, expected, 1e-12, n)
    expect_identical(signed_exact(ranks, "two-sided")$there[[1L]], 2^(1 - n))
  }
})

test_that("tied far tails are right: all sizes equal is the binomial", {
  for (n in c(30, 112, 1000)) {
    lost <- c(0, 1, n %/% 10, n %/% 3)
    gaps <- sapply(lost, function(lost) rep(c(-1, 1), c(lost, n - lost)))
    p <- signed_exact(signed_ranks(gaps, "wilcox"), "greater")$there
    expect_relative(p, stats::pbinom(lost, n, 0.5), 1e-11, n)
  }
})

test_that("pairs with the same ranks share a table and are told apart", {
  set.seed(2)
  sizes <- c(1:18, 18, 20)
  gaps <- sizes * matrix(sample(c(-1, 1), 20 * 50, replace = TRUE), 20)
  gaps[, 5] <- gaps[, 5] + 100 * sign(gaps[, 5]) # without the tie at 18 it would be another table
  together <- signed_exact(signed_ranks(gaps, "wilcox"), "greater")$there
  alone <- apply(gaps, 2L, function(gap) {
    signed_exact(signed_ranks(cbind(gap), "wilcox"), "greater")$there
  })
  expect_identical(together, unname(alone))
})

test_that("ranks with zeros are as Wilcoxon, Pratt and Demsar have them", {
  gaps <- cbind(c(0, -1, 0, 2, -2, 5))
  expect_identical(as.vector(signed_ranks(gaps, "wilcox")$doubled), c(0, 2, 0, 5, 5, 8))
  expect_identical(as.vector(signed_ranks(gaps, "pratt")$doubled), c(0, 6, 0, 9, 9, 12))
  sums <- sapply(zero_methods, function(method) unlist(rank_sums(signed_ranks(gaps, method))))
  expect_identical(unname(sums), rbind(c(6.5, 10.5, 12), c(3.5, 7.5, 9)))
  expect_true(has_ties(signed_ranks(gaps, "wilcox")))
  expect_false(has_ties(signed_ranks(cbind(c(0, 0, 1, 2)), "pratt")))
})

test_that("differences that are all zero have p = 1 and the statistic 0", {
  zeros <- matrix(0, 5, 1)
  for (zero_method in zero_methods) {
    ranks <- signed_ranks(zeros, zero_method)
    expect_identical(unlist(rank_sums(ranks), use.names = FALSE), c(0, 0))
    for (alternative in alternatives) {
      expect_identical(signed_exact(ranks, alternative), list(there = 1, back = 1))
      expect_identical(signed_normal(ranks, alternative, TRUE), list(there = 1, back = 1))
    }
  }
})

test_that("one treatment of zeros is that of each pair", {
  gaps <- cbind(c(0, 1, -2, 3), c(1, -2, 3, 4), c(0, 0, 2, -1))
  for (zeros in c("wilcox", "pratt", "zsplit")) {
    expect_identical(signed_ranks(gaps, zeros)$plus, signed_ranks(gaps, rep(zeros, 3L))$plus)
    expect_true(all(signed_ranks(gaps, zeros)$doubled >= 0))
  }
  expect_equal(signed_ranks(gaps, "wilcox")$doubled[, 3L], c(0, 0, 4, 2))
})
