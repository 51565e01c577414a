# Two methods dataset by dataset.

test_that("wins and ties are those of the ranks of two", {
  set.seed(3)
  t <- table_of(matrix(sample(0:3, 150, TRUE), 50, 3))
  pair <- t$classifiers[c(3, 1)]
  found <- pybench:::duel(t, pair[[1]], pair[[2]], "decimal")
  ranks <- as.matrix(pb_ranks(t[, pair]))
  expected <- ifelse(ranks[, 1] == ranks[, 2], 0L, ifelse(ranks[, 1] < ranks[, 2], 1L, 2L))
  expect_identical(found$better, unname(expected))
  expect_setequal(found$better, 0:2)
  expect_identical(found$first, unname(t$scores[, 3]))
})

test_that("a tolerance makes ties, and missing scores are left out", {
  scores <- rbind(c(1, 2), c(3, 2.9), c(NA, 1))
  dimnames(scores) <- list(c("d", "e", "f"), c("a", "b"))
  t <- pb_read_results(scores, higher_is_better = TRUE, missing = "keep")
  expect_identical(pybench:::duel(t, "a", "b", "decimal")$better, c(2L, 1L))
  expect_identical(pybench:::duel(t, "a", "b", 0.2)$better, c(2L, 0L))
  expect_identical(pybench:::duel(t, "b", "a", "decimal")$dataset, c("d", "e"))
})

test_that("a box has the density of an independent computation", {
  set.seed(5)
  values <- stats::rgamma(80, 2)
  box <- pybench:::box_of(values)
  bandwidth <- stats::bw.nrd0(values)
  own <- vapply(box$x, function(x) mean(stats::dnorm(x, values, bandwidth)), 0)
  expect_equal(box$height, own / max(own))
  expect_identical(range(box$x), range(values))
  expect_identical(box$quartiles, unname(stats::quantile(values, 1:3 / 4)))
  expect_identical(pybench:::box_of(rep(0.3, 5))$x, numeric())
  expect_true(all(is.finite(pybench:::box_of(c(rep(0, 9), 1))$height)))
})
