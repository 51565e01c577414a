# Leaving a family out: the metric of what is chosen from the others.

test_that("without a family, datasets of the others are chosen", {
  t <- some_results("t")
  place <- some_places("a")
  kinds <- stats::setNames(rep(c("one", "two", "one"), 4), t$datasets)
  found <- pb_leave_one_family_out(
    t, list(x = place), kinds, c("random", "farthest-first"), c(2, 3), trials = 4, seed = 1
  )
  expect_identical(found$families, c("one", "two"))
  expect_identical(found$counts, c(8L, 4L))
  results <- ranked_results(t)
  rows <- which(kinds == "one")
  gram <- tcrossprod(space_coordinates(selection_space(place, "all", "error")))[rows, rows]
  apart <- selection_distances(gram, "cosine")
  first <- farthest_start(gram, apart, "cosine", "mean")$first
  chosen <- rows[farthest_order(apart, first, 3)]
  goal <- matrix(colSums(results$sums), 1)
  score <- ranking_scores(
    matrix(colSums(results$sums[chosen, ]), 1), 3, goal, 12, 3, c("mae", "spearman")
  )
  mine <- found$table[found$table$family == "two" & found$table$size == 3 &
                        found$table$strategy == "farthest-first/cosine", ]
  expect_equal(mine$without, as.vector(score))
  expect_equal(mine$loss, c(1, -1) * (mine$without - mine$whole))
  expect_match(format(found)[[1]], "one of 2 families")
  expect_identical(as.data.frame(found), found$table)
})

test_that("families must be those of all datasets, two or more, and leave enough", {
  t <- some_results("t")
  kinds <- stats::setNames(rep(c("a", "b"), 6), t$datasets)
  ask <- function(families, sizes = 2) {
    pb_leave_one_family_out(t, NULL, families, "random", sizes, trials = 2)
  }
  expect_error(ask(kinds[-1]), "gives no family for 1 dataset", class = "pybench_error_argument")
  expect_error(ask(replace(kinds, 1:12, "a")), "one family only")
  error <- pybench_error_of(ask(kinds, 7))
  expect_match(error$message, "at most 6, the number of datasets in each trial")
  expect_identical(error$hint, "Give sizes up to 6.") # there is no argument `pool`
  expect_error(
    ask(c(kinds, d03 = "c")), "contains a dataset twice", class = "pybench_error_argument"
  )
})

test_that("a family that is missing, or several for one dataset, is refused", {
  t <- some_results("a")
  kinds <- stats::setNames(rep(c("f", "g", "h"), 4), t$datasets)
  for (wrong in list(replace(kinds, 3, NA), replace(as.list(kinds), 3, list(c("f", "g"))))) {
    error <- pybench_error_of(pb_leave_one_family_out(t, list(a = some_places("a")), wrong))
    expect_s3_class(error, "pybench_error_argument")
    expect_identical(error$found, "1 without")
  }
})

test_that("what is left without a family may be one dataset", {
  place <- some_places("a", n = 3, p = 2)
  t <- pb_read_results(matrix(c(3, 2, 1, 6, 5, 4), 3, dimnames = list(rownames(place), 1:2)), TRUE)
  kinds <- stats::setNames(c("f", "f", "g"), rownames(place))
  strategies <- c(
    "farthest-first", "k-means", "a-optimal", "d-optimal", "k-medoids", "facility-location"
  )
  found <- pb_leave_one_family_out(t, list(a = place), kinds, strategies, 1, 2)$table
  # All models are ranked alike on every dataset.
  expect_identical(unique(found$without[found$metric == "mae"]), 0)
  expect_identical(nrow(found), 2L * 6L * 2L)
})
