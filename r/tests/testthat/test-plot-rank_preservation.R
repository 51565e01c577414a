# Curves of rank preservation: what is named, in which order, and on any device.

a_protocol <- function() {
  pb_rank_preservation(
    some_results("t"), list(x = some_places("a"), y = some_places("b")),
    c("random", "farthest-first", "k-medoids"), c(2, 4, 5), trials = 6,
    metrics = c("mae", "spearman")
  )
}

test_that("the best are named, and the random choice", {
  x <- a_protocol()
  for (metric in c("mae", "spearman")) {
    found <- drawn(x, metric = metric, labelled = 2, main = "A title")
    rows <- x$auc[x$auc$metric == metric, ]
    best <- rows[order((if (metric == "mae") 1 else -1) * rows$mean), ]
    expect_identical(found$strategy[1:2], best$strategy[1:2])
    expect_true("random" %in% found$strategy)
    ends <- x$curves[x$curves$metric == metric & x$curves$size == 5, ]
    label <- function(rows) paste(rows$strategy, rows$representation)
    mine <- match(label(found), label(ends))
    expect_equal(found$end, ends$mean[mine])
  }
  expect_identical(drawn(x, labelled = 0)$label, "random")
  expect_true("farthest-first/cosine, x" %in% drawn(x)$label)
})

test_that("one method on a small device, and what is refused", {
  one <- pb_rank_preservation(some_results("t"), NULL, "random", 2:3, trials = 3, metrics = "mae")
  expect_identical(nrow(expect_silent(drawn(one, 4, 3, metric = "mae"))), 1L)
  wrongs <- list(
    list(metric = "mrr"), list(show = "all"), list(labelled = -1), list(main = 3)
  )
  for (wrong in wrongs) {
    expect_error(do.call(drawn, c(list(a_protocol()), wrong)), class = "pybench_error_argument")
  }
})

test_that("a strategy has one colour in all metrics", {
  x <- a_protocol()
  colours <- list()
  for (metric in c("mae", "spearman")) {
    rows <- kept_methods(x, metric)
    groups <- kept_groups(x, rows, seq_len(nrow(rows)))
    colours[[metric]] <- stats::setNames(groups, rows$label)[rows$strategy != "random"]
  }
  expect_setequal(colours$mae, 1:4)
  expect_identical(colours$mae[names(colours$spearman)], colours$spearman)
  expect_false(identical(names(colours$mae), names(colours$spearman)))
})
