# Strategies by name.

test_that("a name says the metric", {
  expect_identical(strategy_plan("farthest-first", "euclidean")$label, "farthest-first/euclidean")
  expect_identical(strategy_plan("farthest-first/cosine", "euclidean")$metric, "cosine")
  expect_identical(strategy_plan("k-means", "cosine")$label, "k-means")
  wrong <- list(
    "best", "k-means/cosine", "farthest-first/city", 3, NULL, "",
    "random/", "farthest-first/", "farthest-first/cosine/x", c("farthest-first", "euclidean")
  )
  for (name in wrong) {
    expect_error(strategy_plan(name, "cosine"), class = "pybench_error_argument")
  }
})

test_that("rules are checked", {
  wrong <- list(list("middle", 1, 1, 0), list("mean", 0, 1, 0), list("mean", 1, 0, 0),
                list("mean", 1, 1, 0.5))
  for (arguments in wrong) {
    expect_error(do.call(check_selection_rules, arguments), class = "pybench_error_argument")
  }
})

# All that any strategy may ask of a pool of twelve.
a_pool <- function() {
  ranks <- abs(some_numbers("ranks", 12, 4))
  list(
    rows = 1:12, gram = tcrossprod(standardized_columns(some_places("a"))), past = ranks,
    goal = colMeans(ranks), regions = list(c(1L, 4L, 7L), 2:3)
  )
}

test_that("choices of several sizes are those of one size at a time", {
  rules <- check_selection_rules("mean", 0.001, 2, 5)
  for (name in strategy_names) {
    plan <- strategy_plan(name, "cosine")
    together <- chosen_places(plan, a_pool(), c(2, 5), rules, 3)
    alone <- chosen_places(plan, a_pool(), 5, rules, 3)[[1]]
    expect_equal(together[[2]], alone)
    expect_identical(anyDuplicated(alone), 0L)
    expect_true(all(alone %in% 1:12))
  }
})
