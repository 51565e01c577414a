# Every maximal set of two or more, by looking at all subsets at once: `inside` has one row a
# subset, `strangers` counts for each vertex the members to which it is not joined.
brute_force <- function(joined) {
  k <- nrow(joined)
  inside <- as.matrix(expand.grid(rep(list(c(FALSE, TRUE)), k)))
  strangers <- inside %*% (!joined & !diag(k))
  is_clique <- rowSums(inside & strangers > 0) == 0
  can_grow <- rowSums(!inside & strangers == 0) > 0
  maximal <- inside[is_clique & !can_grow & rowSums(inside) > 1, , drop = FALSE]
  lapply(seq_len(nrow(maximal)), function(i) unname(which(maximal[i, ])))
}

as_words <- function(sets) sort(vapply(sets, paste, "", collapse = " "), method = "radix")

random_graph <- function(k, share) {
  joined <- matrix(FALSE, k, k)
  joined[upper.tri(joined)] <- runif(k * (k - 1) / 2) < share
  joined | t(joined)
}

test_that("cliques are exactly the maximal sets: 500 random graphs, k <= 8", {
  set.seed(9)
  equal <- vapply(1:500, function(i) {
    joined <- random_graph(sample(2:8, 1), runif(1))
    identical(as_words(pybench:::maximal_cliques(joined)), as_words(brute_force(joined)))
  }, NA)
  expect_identical(which(!equal), integer())
})

test_that("cliques are exactly the maximal sets: 40 random tables, k <= 8", {
  set.seed(10)
  equal <- vapply(1:40, function(i) {
    scores <- random_scores(sample(10:14, 1), sample(2:8, 1), levels = sample(c(3, 50), 1))
    result <- pb_nemenyi(table_of(scores), alpha = runif(1, 0.01, 0.9))
    joined <- !pybench:::significant_pairs(result)
    diag(joined) <- FALSE
    places <- lapply(result$cliques, function(members) sort(match(members, colnames(joined))))
    identical(as_words(places), as_words(brute_force(joined)))
  }, NA)
  expect_identical(which(!equal), integer())
})

test_that("the fast way for runs of neighbours finds what the general search finds", {
  set.seed(11)
  for (i in 1:100) {
    k <- sample(2:40, 1)
    places <- sort(runif(k))
    joined <- abs(outer(places, places, "-")) < runif(1)
    diag(joined) <- FALSE
    runs <- pybench:::clique_runs(joined)
    searched <- pybench:::grown_cliques(joined)
    searched <- Filter(function(set) length(set) > 1, lapply(searched, sort))
    expect_identical(as_words(runs), as_words(searched))
  }
})

test_that("a graph that is no interval graph is not taken for one", {
  # 1-2, 2-3 and 1-3 are runs; leave 1-2 out and 1-3 is no run.
  joined <- matrix(TRUE, 3, 3)
  joined[1, 2] <- joined[2, 1] <- FALSE
  diag(joined) <- FALSE
  expect_null(pybench:::clique_runs(joined))
  expect_identical(pybench:::maximal_cliques(joined), list(c(1L, 3L), c(2L, 3L)))
})

test_that("members come by (mean rank, name) and sets by their best member", {
  differs <- matrix(FALSE, 4, 4)
  differs[1, 4] <- differs[4, 1] <- TRUE
  found <- pybench:::cliques(c("d", "b", "a", "c"), c(1, 2, 2, 3), differs)
  expect_identical(found, list(c("d", "a", "b"), c("a", "b", "c")))
})

test_that("no pair joined, no clique; all joined, one", {
  expect_identical(pybench:::maximal_cliques(matrix(FALSE, 3, 3)), list())
  expect_identical(pybench:::maximal_cliques(!diag(3)), list(1:3))
})

test_that("a clique of more vertices than R nests calls", {
  before <- options(expressions = 500)
  on.exit(options(before))
  joined <- !diag(400)
  joined[1, 3] <- joined[3, 1] <- FALSE # no runs
  expect_identical(pybench:::maximal_cliques(joined), list(c(1:2, 4:400), 2:400))
})

test_that("of sixty methods two share a set just where they do not differ", {
  set.seed(12)
  scores <- random_scores(100, 60, 1000) + rep(1:60 / 60, each = 100)
  result <- pb_nemenyi(table_of(scores))
  share <- diag(60) == 1
  dimnames(share) <- dimnames(result$pvalues)
  for (members in result$cliques) share[members, members] <- TRUE
  expect_identical(share, result$pvalues > result$alpha)
  expect_gt(length(result$cliques), 10)
})
