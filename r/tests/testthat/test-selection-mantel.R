# The Mantel test by brute force.

test_that("correlation and p are those of the definition", {
  t <- some_results("t", repeats = 1)
  place <- some_places("a")
  ranks <- pb_ranks(t)
  theirs <- as.matrix(stats::dist(ranks, "manhattan")) / ncol(ranks)
  ours <- as.matrix(stats::dist(standardized_columns(place)))
  upper <- upper.tri(ours)
  orders <- rbind(1:12, draw_portfolios(12, 12, 40, 2, "mantel"))
  for (method in c("spearman", "pearson")) {
    found <- pb_mantel(t, list(x = place), 40, 2, method)
    values <- apply(orders, 1, function(rows) {
      stats::cor(ours[rows, rows][upper], theirs[upper], method = method)
    })
    row <- found$table[found$table$metric == "euclidean", ]
    expect_equal(row$correlation, values[[1]])
    expect_equal(row$pvalue_raw, mean(values >= values[[1]] - 1e-9))
    expect_equal(found$table$pvalue, stats::p.adjust(found$table$pvalue_raw, "holm"))
    expect_match(format(found)[[1]], method)
  }
})

test_that("every pair is in one tenth, near ones first", {
  found <- pb_mantel(some_results("t"), list(x = some_places("a", grid = TRUE)), 9)$profile
  for (metric in selection_metrics) {
    rows <- found[found$metric == metric, ]
    expect_equal(sum(rows$pairs), 66)
    expect_false(is.unsorted(rows$distance, strictly = TRUE))
    expect_true(all(rows$low <= rows$high))
  }
  line <- as.matrix(stats::dist(0:2))
  expect_equal(mantel_profile(line, 2 * line)$part, c(4, 9))
})

test_that("where nothing differs nothing goes with anything", {
  same <- some_places("a") * 0 + 1
  found <- pb_mantel(some_results("t"), list(x = same), 9)
  expect_equal(found$table$correlation, c(0, 0))
  expect_equal(found$table$pvalue, c(1, 1))
  expect_error(pb_mantel(some_results("t"), list()), class = "pybench_error_argument")
  expect_error(
    pb_mantel(some_results("t"), list(x = same), method = "kendall"),
    class = "pybench_error_argument"
  )
})
