# The bootstrap against brute force: every portfolio tested by the public functions.

landscape_table <- function(seed, n = 24, k = 4, spread = 0.5) {
  set.seed(seed)
  scores <- round(matrix(stats::rnorm(n * k), n) + rep(spread * seq_len(k), each = n), 1)
  table_of(scores)
}

landscape_regions <- list(
  one = paste0("d", 1:11), two = paste0("d", 12:16), three = paste0("d", 17:22)
)

told_on <- function(t, names, alpha, omnibus) {
  scores <- t$scores[names, , drop = FALSE]
  part <- table_of(scores)
  if (omnibus && pb_friedman(part, reference = "limit")$pvalue > alpha) {
    return(array(FALSE, c(ncol(scores), ncol(scores))))
  }
  unname(pb_nemenyi(part, alpha, reference = "limit")$pvalues <= alpha)
}

test_that("every portfolio by brute force", {
  for (seed in 1:2) for (omnibus in c(TRUE, FALSE)) {
    t <- landscape_table(seed)
    result <- pb_bootstrap(
      t, landscape_regions, c(1, 3), 10, seed = seed, alpha = 0.2, omnibus = omnibus
    )
    for (n in c("1", "3")) {
      rows <- result$portfolios[[n]]
      expect_true(all(apply(rows, 1, anyDuplicated) == 0))
      answers <- apply(rows, 1, function(names) told_on(t, names, 0.2, omnibus), simplify = FALSE)
      same <- 10 - Reduce(`+`, answers)
      expect_equal(unname(result$counts[[n]]), same)
      expect_identical(unname(result$verdicts[[n]]), !(same / 10 > 0.5))
    }
    expect_identical(unname(result$all_datasets), told_on(t, t$datasets, 0.2, omnibus))
    expect_named(result$by_region, "one")
    expect_identical(
      unname(result$by_region$one), told_on(t, landscape_regions$one, 0.2, omnibus)
    )
  }
})

test_that("orders of regions and names do not matter", {
  t <- landscape_table(2)
  turned <- rev(lapply(landscape_regions, rev))
  ours <- pb_bootstrap(t, landscape_regions, seed = 5)
  other <- pb_bootstrap(t, turned, c(4, 3, 2), seed = 5)
  expect_identical(ours$counts, other$counts)
  expect_identical(ours$random_counts, other$random_counts)
})

test_that("Table 1 of the paper", {
  folder <- shared_file("data", "results")
  t <- pb_read_results(
    file.path(folder, "tsc14_ucr109_mean.csv"), higher_is_better = TRUE, missing = "drop"
  )
  whole <- pb_bootstrap(t, list(all = t$datasets), 10, 1)$all_datasets
  cells <- utils::read.csv(file.path(folder, "iclr2022_table1_expected.csv"))
  expect_identical(nrow(cells), 91L)
  expect_identical(whole[cbind(cells$row, cells$column)], cells$not_significant == 0)
})

test_that("what was left out is named; text and table", {
  result <- pb_bootstrap(
    landscape_table(1), c(landscape_regions, list(four = "d23", five = "elsewhere"))
  )
  expect_identical(result$skipped, c("four", "five"))
  expect_identical(result$unscored, "elsewhere")
  expect_true(all(
    c("regions-skipped", "unscored-representatives", "small-portfolios") %in% result$notes
  ))
  expect_match(paste(format(result), collapse = "\n"), "too few datasets: `four`, `five`")
  frame <- as.data.frame(result)
  expect_identical(dim(frame), c(18L, 9L))
  expect_identical(
    frame$contradictions,
    ifelse(frame$different, 1, -1) * unlist(lapply(result$random_counts, function(cells) {
      cells[t(utils::combn(4, 2))]
    }), use.names = FALSE) + ifelse(frame$different, 0, 30)
  )
})

test_that("arguments out of range are refused", {
  t <- landscape_table(1)
  for (options in list(
    list(repeats = 0), list(threshold = 0), list(threshold = 101), list(seed = 0.5),
    list(alpha = 1), list(omnibus = 1), list(small = "drop"), list(per_region = 12),
    list(per_region = 7, small = "refuse")
  )) {
    expect_error(
      do.call(pb_bootstrap, c(list(t, landscape_regions), options)),
      class = "pybench_error_argument"
    )
  }
  expect_error(
    pb_bootstrap(t, landscape_regions["one"], c(1, 2)),
    class = "pybench_error_argument"
  )
  expect_error(
    pb_bootstrap(landscape_table(1, k = 1), landscape_regions),
    class = "pybench_error_results_table"
  )
})

test_that("portfolios of one dataset are refused, with the reason", {
  t <- pb_read_results(
    data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5)),
    higher_is_better = TRUE
  )
  coverage <- pb_coverage(c("a", "b", "c"), c(1, 1, 1))
  error <- pybench_error_of(pb_bootstrap(t, coverage, 1:2))
  expect_match(conditionMessage(error), "not 1: `per_region` 1, and 1 region to draw from")
})

test_that("shares over maps are those of a bootstrap of each map", {
  scores <- matrix(sin(seq_len(96)^2) + rep(seq_len(4) / 2, each = 24), 24)
  colnames(scores) <- paste0("c", 1:4)
  names <- paste0("d", 1:24)
  t <- pb_read_results(data.frame(dataset = names, scores), higher_is_better = TRUE)
  maps <- cbind(rep(1:3, each = 8), rep_len(c(1, 2, 2, 1, 1), 24), 1:24)
  stable <- pb_region_stability(maps, names)
  land <- list(one = names[1:12], two = names[13:24])
  found <- pb_bootstrap(t, land, c(2, 4), 15, alpha = 0.2, stability = stable)
  each <- lapply(stable$members[1:2], function(members) {
    pb_bootstrap(t, members, c(2, 4), 15, alpha = 0.2)
  })
  pairs <- t(utils::combn(4L, 2L))
  for (n in c("2", "4")) {
    some <- found$over_maps[found$over_maps$per_region == as.double(n), ]
    shares <- vapply(each, function(one) 1 - one$counts[[n]][pairs] / 15, numeric(6L))
    expect_equal(some$share, rowMeans(shares))
    expect_equal(some$smallest, apply(shares, 1L, min))
    expect_equal(some$largest, apply(shares, 1L, max))
    expect_identical(unique(some$maps), 2)
    expect_identical(unique(c(some$fewest, some$most)), c(2, 3) * as.double(n))
  }
  expect_true("maps-left-out" %in% found$notes) # no region of the third has two datasets
  line <- "  on 2 maps, 4 per region (8 to 12 datasets): a pair differs on "
  expect_match(format(found), line, fixed = TRUE, all = FALSE)
  expect_false(any(grepl("those of one landscape", format(found))))
  expect_identical(as.data.frame(found)$share, found$over_maps$share)
  expect_null(pb_bootstrap(t, land, 2, 5)$over_maps)
  expect_error(
    pb_bootstrap(t, land, 2, 5, 80, stability = stable), "must have the threshold 80, not 90",
    class = "pybench_error_argument"
  )
  apart <- pb_region_stability(cbind(1:24, rep(1:12, 2)), names)
  expect_error(
    pb_bootstrap(t, land, 4, 5, stability = apart), "needs 4 datasets per region",
    class = "pybench_error_argument"
  )
})
