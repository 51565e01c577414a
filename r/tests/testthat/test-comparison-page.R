# A table whose ranks are these: lower is better.
ranked_table <- function(ranks) table_of(ranks, higher_is_better = FALSE)

untied_ranks <- function(n, k) t(vapply(seq_len(n), function(i) sample.int(k) + 0, numeric(k)))

# P(L >= observed) over every order of every dataset, each equally likely.
page_by_counting <- function(ranks) {
  k <- ncol(ranks)
  orders <- as.matrix(expand.grid(rep(list(seq_len(k)), k)))
  orders <- orders[apply(orders, 1L, function(row) length(unique(row)) == k), ]
  values <- lapply(seq_len(nrow(ranks)), function(i) {
    as.vector(matrix(ranks[i, orders], nrow(orders)) %*% seq_len(k))
  })
  mean(rowSums(expand.grid(values)) >= sum(ranks %*% seq_len(k)))
}

test_that("exact p-values count every shuffle, ties or not", {
  set.seed(1)
  for (i in 1:10) {
    ranks <- untied_ranks(3, 3)
    expect_equal(
      pb_page(ranked_table(ranks), c("c1", "c2", "c3"))$pvalue, page_by_counting(ranks),
      tolerance = 1e-12
    )
  }
  for (tied in list(rbind(c(1, 2, 3), c(1.5, 1.5, 3)), rbind(c(1, 2.5, 2.5), c(2, 2, 2), 3:1))) {
    found <- pb_page(ranked_table(tied), c("c1", "c2", "c3"), "exact")$pvalue
    expect_equal(found, page_by_counting(tied), tolerance = 1e-12)
  }
})

test_that("published tables of critical values are met", {
  # Page 1963, table 2: the least L, a whole number, whose chance is at most the level.
  beyond <- function(k, n, level) {
    one <- one_dataset(2 * seq_len(k))
    total <- Reduce(add_independent, rep(list(one$chance), n))
    values <- (n * one$least + seq_along(total) - 1) / 2
    min(values[rev(cumsum(rev(total))) <= level & values == round(values)])
  }
  expect_identical(beyond(3, 2, 0.05), 28)
  expect_identical(beyond(4, 2, 0.05), 58)
  expect_identical(beyond(4, 2, 0.01), 60)
  expect_identical(beyond(3, 10, 0.05), 128)
  expect_identical(beyond(3, 10, 0.01), 131)
})

test_that("z has mean 0 and variance 1 over all shuffles, given the ties", {
  rows <- list(c(2, 4, 6), c(3, 3, 6), c(2, 5, 5))
  orders <- rbind(1:3, c(1, 3, 2), c(2, 1, 3), c(2, 3, 1), c(3, 1, 2), 3:1)
  z <- apply(expand.grid(1:6, 1:6, 1:6), 1L, function(at) {
    page_z(do.call(rbind, Map(function(row, i) row[orders[i, ]], rows, at)))
  })
  expect_equal(mean(z), 0, tolerance = 1e-12)
  expect_equal(mean(z^2), 1, tolerance = 1e-12)
})

test_that("without ties the variance is Page's", {
  set.seed(3)
  ranks <- untied_ranks(12, 6)
  result <- pb_page(ranked_table(ranks), paste0("c", 1:6), "normal")
  deviation <- sqrt(12 * 6^2 * 7^2 * 5 / 144)
  expect_equal(result$statistic, sum(ranks %*% 1:6))
  expect_equal(result$z, (result$statistic - 12 * 6 * 7^2 / 4) / deviation, tolerance = 1e-12)
  expect_equal(result$pvalue, stats::pnorm(-result$z), tolerance = 1e-12)
})

test_that("the one most extreme table has the chance (k!)^-N", {
  result <- pb_page(table_of(matrix(4:1, 8, 4, byrow = TRUE)), paste0("c", 1:4))
  expect_relative(result$pvalue, 24^-8, 1e-12, "p")
  expect_identical(result$method, "exact")
  opposite <- pb_page(table_of(matrix(4:1, 8, 4, byrow = TRUE)), paste0("c", 4:1))
  expect_equal(opposite$pvalue, 1, tolerance = 1e-14)
  expect_equal(opposite$z, -result$z, tolerance = 1e-14)
})

test_that("auto is exact up to 8 methods and 100 datasets", {
  set.seed(5)
  ask <- function(n, k, ...) pb_page(ranked_table(untied_ranks(n, k)), paste0("c", 1:k), ...)
  expect_identical(ask(100, 3)$method, "exact")
  expect_identical(ask(2, 8)$method, "exact")
  expect_identical(ask(101, 3)$method, "normal")
  expect_identical(ask(2, 9)$method, "normal")
  expect_error(
    ask(2, 9, "exact"),
    "`method` \"exact\" takes at most 8 methods and 100 datasets, not 9 and 2",
    class = "pybench_error_argument"
  )
})

test_that("nothing varies: z 0, p 1 and the note", {
  for (method in c("exact", "normal")) {
    result <- pb_page(table_of(matrix(1, 3, 3)), c("c2", "c1", "c3"), method)
    expect_identical(c(result$z, result$pvalue), c(0, 1))
    expect_true("degenerate" %in% result$notes)
  }
})

test_that("the order names every method once", {
  t <- table_of(random_scores(3, 3))
  bad <- list(c("c1", "c2"), c("c1", "c2", "c2"), c("c1", "c2", "d"), "c1", NULL, 3, character())
  for (order in bad) {
    expect_error(
      pb_page(t, order), "`order` must name every method of the table once, the best first",
      class = "pybench_error_argument"
    )
  }
  expect_error(pb_page(t), "`order` must name", class = "pybench_error_argument")
})

test_that("few datasets are no doubt about an exact answer", {
  t <- table_of(rbind(1:3, c(1, 3, 2)))
  expect_false("few-datasets" %in% pb_page(t, t$classifiers)$notes)
  expect_true("few-datasets" %in% pb_page(t, t$classifiers, "normal")$notes)
})

test_that("the printed text and the data frame say what was done", {
  result <- pb_page(table_of(matrix(3:1, 4, 3, byrow = TRUE)), c("c1", "c2", "c3"))
  expect_identical(
    format(result),
    c(
      "Test of a predicted order: page (exact): L = 56, z = 2.828, p = 0.0007716",
      "  3 methods on 4 datasets; engine r",
      "  predicted ranks: c1 < c2 < c3"
    )
  )
  expect_identical(as.data.frame(result)$mean_rank, c(1, 2, 3))
})
