# Swaps against brute force: every set, every replacement, by direct calls.

state_of <- function(scores, names, pair, alpha) {
  t <- table_of(scores[, names, drop = FALSE])
  p <- pb_wilcoxon(t)
  list(
    lead = sign(p$mean_ranks[[pair[[2]]]] - p$mean_ranks[[pair[[1]]]]),
    differs = p$pvalues[[pair[[1]], pair[[2]]]] <= alpha
  )
}

test_that("every swap by brute force", {
  set.seed(1)
  turned <- 0
  for (i in 1:10) {
    k <- sample(4:6, 1)
    scores <- random_scores(sample(5:12, 1), k, 12)
    colnames(scores) <- paste0("c", seq_len(k))
    ranks <- sort(pb_wilcoxon(table_of(scores))$mean_ranks)
    at <- which.min(diff(ranks))
    pair <- names(ranks)[at + 0:1]
    size <- sample(k - 3, 1)
    raw <- pb_wilcoxon(table_of(scores), "none")$pvalues[[pair[[1]], pair[[2]]]]
    alpha <- min(0.97, 2 * raw)
    sets <- utils::combn(setdiff(colnames(scores), pair), size, simplify = FALSE)
    states <- lapply(sets, function(set) state_of(scores, c(pair, set), pair, alpha))
    swaps <- expand.grid(one = seq_along(sets), two = seq_along(sets))
    near <- mapply(function(one, two) {
      length(intersect(sets[[one]], sets[[two]])) == size - 1
    }, swaps$one, swaps$two)
    swaps <- swaps[near, ]
    lead <- vapply(states, `[[`, 0, "lead")
    differs <- vapply(states, `[[`, TRUE, "differs")
    order <- lead[swaps$one] * lead[swaps$two] == -1
    both <- swaps[order & !differs[swaps$one] & differs[swaps$two], ]
    result <- pb_swaps(table_of(scores), pair[[1L]], pair[[2L]], size, alpha, show = 1e6)
    expect_equal(2 * result$examined, nrow(swaps))
    expect_equal(2 * result$order_changes, sum(order))
    expect_equal(2 * result$verdict_changes, sum(differs[swaps$one] != differs[swaps$two]))
    expect_equal(result$total, nrow(both))
    expect_length(result$out, nrow(both))
    text <- function(set) paste(sort(set), collapse = "+")
    key <- function(one, two) paste(text(one), text(two))
    found <- mapply(
      function(kept, out, into) key(c(kept, out), c(kept, into)),
      result$kept, result$out, result$into
    )
    expected <- mapply(function(one, two) key(sets[[one]], sets[[two]]), both$one, both$two)
    expect_setequal(as.character(found), as.character(expected))
    expect_equal(sum(result$counts), result$total)
    turned <- turned + result$total
  }
  expect_gt(turned, 0)
})

test_that("a planted swap is found", {
  # With x, a is ahead of b and Holm's p is 0.98; with y, b is ahead and it is 0.33.
  scores <- rbind(
    c(9, 10, 6, 3), c(7, 5, 0, 4), c(0, 2, 6, 3), c(4, 5, 7, 5), c(9, 5, 0, 2),
    c(6, 9, 9, 8), c(8, 2, 3, 0), c(3, 4, 6, 6), c(7, 4, 7, 1), c(9, 5, 9, 4)
  )
  colnames(scores) <- c("a", "b", "x", "y")
  result <- pb_swaps(table_of(scores), "a", "b", 1, 0.4)
  expect_identical(c(result$total, result$examined), c(1, 1))
  expect_identical(c(result$out, result$into), c("x", "y"))
  expect_identical(result$kept, list(character()))
  said <- "x replaced by y: they differ significantly, in the other order"
  expect_match(format(result)[[4]], said)
  expect_equal(as.data.frame(result), data.frame(out = "x", into = "y", sets = 1))
  none <- pb_swaps(table_of(scores), "a", "b", 1, 0.3)
  expect_identical(none$total, 0)
  expect_identical(nrow(as.data.frame(none)), 0L)
  expect_identical(none$out, character())
})

test_that("all but one is the default size", {
  set.seed(2)
  result <- pb_swaps(table_of(random_scores(9, 6)), "c1", "c2")
  expect_equal(c(result$size, result$n_sets, result$examined), c(3, 4, 6))
})

test_that("bad arguments are refused by name", {
  t <- table_of(matrix(1:4, 3, 4, byrow = TRUE))
  refused <- function(first = "c1", second = "c2", ..., message) {
    expect_error(
      pb_swaps(t, first, second, ...), message, fixed = TRUE, class = "pybench_error_argument"
    )
  }
  refused(c("c1", "c2"), message = "`first` must be a method of the table, not")
  refused(second = "c9", message = "`second` must be a method of the table, not 'c9'")
  refused(second = "c1", message = "`first` and `second` must be two different methods")
  refused(size = 0, message = "`size` must be a whole number >= 1, not 0")
  refused(size = 2, message = "`size` must be at most 1, the number of methods minus 3, not 2")
  refused(show = -1, message = "`show` must be a whole number >= 0, not -1")
  refused(limit = 1, message = "there are 2 sets of other methods, more than `limit` = 1")
  expect_error(
    pb_swaps(table_of(matrix(1:9, 3)), "c1", "c2"), "expected at least 4 methods, found 3",
    class = "pybench_error_results_table"
  )
})

test_that("sets of more methods than a double has bits are told apart", {
  set.seed(3)
  result <- pb_swaps(table_of(random_scores(6, 60)), "c1", "c2", 1, 0.9, "nemenyi", show = 0)
  expect_equal(result$examined, choose(58, 2))
  sets <- diag(60)[, 1:55]
  expect_false(anyDuplicated(pybench:::set_keys(sets[1:55, ])) > 0)
  expect_false(anyDuplicated(pybench:::set_keys(sets[1:52, 1:52])) > 0)
})
