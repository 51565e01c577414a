# repeats = "available": the mean of the repeats that are there, with counts, against brute force.

uneven <- function() {
  set.seed(7)
  long <- expand.grid(
    resample = 1:5, classifier = c("a", "b", "c"), dataset = paste0("d", 1:20),
    stringsAsFactors = FALSE
  )
  long$score <- runif(300)
  long[runif(300) > 0.04 | seq_len(300) <= 15, ]
}

read_uneven <- function(long, repeats = "available", ...) {
  pb_read_results(long, higher_is_better = TRUE, repeats = repeats, ...)
}

test_that("means are those of the repeats that are there", {
  long <- uneven()
  t <- read_uneven(long)
  expect_identical(dim(t), c(20L, 3L))
  expect_null(t$by_repeat)
  cells <- list(factor(long$dataset, t$datasets), factor(long$classifier, t$classifiers))
  expect_identical(unname(t$n_available), unname(unclass(table(cells))[1:20, 1:3]))
  expect_equal(unname(t$scores), unname(tapply(long$score, cells, mean)), tolerance = 1e-15)
})

test_that("mean and drop lose the datasets that available keeps", {
  kept <- read_uneven(uneven())
  dropped <- read_uneven(uneven(), "mean", missing = "drop")
  expect_gt(length(dropped$dropped), 3L)
  expect_identical(kept$dropped, character())
  expect_identical(kept[dropped$datasets, ]$scores, dropped$scores)
})

test_that("counts are told and go along", {
  t <- read_uneven(uneven())
  fewer <- sum(t$n_available < 5)
  least <- min(t$n_available)
  told <- sprintf("of fewer repeats: %d of 60 scores, the fewest %d of 5", fewer, least)
  expect_true(told %in% format(t))
  expect_identical(t[20:1, c("c", "a")]$n_available, t$n_available[20:1, c("c", "a")])
  expect_null(t["d1", ]$n_available)
  full <- uneven()[1:15, ]
  expect_identical(read_uneven(full), read_uneven(full, "mean"))
})

test_that("a score without any repeat is missing", {
  long <- uneven()
  gap <- long[!(long$dataset == "d3" & long$classifier == "b"), ]
  expect_error(
    read_uneven(gap), "1 missing, the first for dataset `d3` and method `b`", fixed = TRUE
  )
  expect_identical(read_uneven(gap, missing = "drop")$dropped, "d3")
  kept <- read_uneven(gap, missing = "keep")
  expect_identical(which(is.na(kept$scores)), which(kept$n_available == 0))
})
