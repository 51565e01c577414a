# Spaces: standardisation, distances and what is refused.

test_that("columns are standardised, constant ones become 0", {
  values <- some_places("a", grid = TRUE)
  z <- standardized_columns(values)
  expect_equal(unname(z[, 4]), rep(0, 12))
  expect_equal(unname(colMeans(z)), rep(0, 4))
  expect_equal(unname(colMeans(z[, 1:3]^2)), rep(1, 3))
  expect_equal(standardized_columns(values * 1e200), z)
})

test_that("distances are those of stats and of their definition", {
  x <- some_places("b", p = 6)
  gram <- tcrossprod(x)
  expect_equal(selection_distances(gram, "euclidean"), as.matrix(stats::dist(x)), tolerance = 1e-9,
               ignore_attr = TRUE)
  cosine <- selection_distances(gram, "cosine")
  expect_equal(cosine[2, 5], 1 - sum(x[2, ] * x[5, ]) / sqrt(sum(x[2, ]^2) * sum(x[5, ]^2)))
  zero <- selection_distances(tcrossprod(rbind(c(1, 2), 0, c(0.1, 0.2), c(1, 2))), "cosine")
  expect_identical(zero[2, ], c(1, 0, 1, 1))
  expect_identical(zero[1, 4], 0)
})

test_that("rows are sorted by name, which a column may hold", {
  frame <- as.data.frame(some_places("a"))
  named <- data.frame(dataset = rownames(frame), frame)[12:1, ]
  for (given in list(frame[12:1, ], named, as.matrix(frame)[c(3, 1, 2, 4:12), ])) {
    space <- selection_space(given, "all", "error")
    expect_identical(space$datasets, rownames(frame))
    expect_equal(unname(space$values), unname(as.matrix(frame)))
  }
})

test_that("rows that do not say of which dataset they are are refused, filtered or not", {
  frame <- as.data.frame(some_places("a"))
  bare <- `rownames<-`(frame, NULL)
  t <- pb_read_results(
    matrix(sin(1:36), 12, dimnames = list(rownames(frame), c("u", "v", "w"))), TRUE
  )
  # Datasets whose names are numbers are no places either.
  numbered <- pb_read_results(
    matrix(sin(1:36), 12, dimnames = list(1:12, c("u", "v", "w"))), TRUE
  )
  for (given in list(bare, bare[c(12, 3, 1, 2, 4:11), ], unname(some_places("a")))) {
    calls <- list(
      function() pb_select(given, 3), function() pb_covering(given),
      function() pb_mantel(numbered, list(a = given)),
      function() pb_rank_preservation(t, list(a = given), sizes = 2:3, trials = 2),
      if (is.data.frame(given)) function() pb_embedding_map(given)
    )
    for (call in Filter(Negate(is.null), calls)) {
      error <- pybench_error_of(call())
      expect_s3_class(error, "pybench_error_argument")
      expect_identical(error$found, "rows without names")
    }
  }
  gap <- data.frame(dataset = replace(rownames(frame), 3, NA), bare)
  expect_identical(pybench_error_of(pb_select(gap, 3))$found, "a missing name")
})

test_that("names that bear no mark in the C locale are those of the table", {
  place <- some_places("a")
  bytes <- paste0("\xc3\xa9", rownames(place)) # as read.csv() reads them there
  t <- pb_read_results(
    matrix(sin(1:36), 12, dimnames = list(paste0("\u00e9", rownames(place)), letters[1:3])), TRUE
  )
  in_locale("C", {
    rownames(place) <- bytes
    frame <- data.frame(dataset = bytes, unname(place))
    for (given in list(place, frame)) {
      expect_identical(pb_mantel(t, list(a = given), 9)$n_datasets, 12L)
    }
    expect_identical(pb_subset_quality(t, bytes[1:2], 9)$names, t$datasets[1:2])
    found <- pb_bootstrap(t, list(r = bytes[1:6], s = bytes[7:12]), repeats = 2)
    expect_identical(found$unscored, character())
    expect_identical(rownames(pb_coverage(bytes, rep(1:2, 6))$counts), t$datasets)
    kinds <- stats::setNames(rep(c("f", "g"), 6), bytes)
    families <- pb_leave_one_family_out(t, list(a = place), kinds, "random", 2, 2)
    expect_identical(families$counts, c(6L, 6L))
  })
})

test_that("names in a column count whatever a filter made of the row names", {
  frame <- data.frame(
    dataset = rownames(some_places("a")), some_places("a"), row.names = NULL
  )
  of <- function(rows) pb_select(frame[rows, ], 4)
  expect_identical(of(c(11:12, 3:10, 2, 1)), of(1:12))
  frame$dataset <- factor(frame$dataset, rev(frame$dataset))
  expect_identical(pb_select(frame[c(7, 1, 9), ], 3), {
    kept <- frame[c(1, 7, 9), ]
    rownames(kept) <- c("z", "y", "x")
    pb_select(kept, 3)
  })
})

test_that("what is no embedding is refused", {
  good <- some_places("a")
  refused <- list(
    1:3, unname(good), good[1, , drop = FALSE], good[, 0], good[c(1, 1, 2), ],
    replace(good, 3, Inf), replace(good, 3, NA), data.frame(dataset = c("a", "b"), x = c("u", "v"))
  )
  for (given in refused) {
    expect_error(selection_space(given, "all", "error"), class = "pybench_error_argument")
  }
  expect_error(selection_space(good, "all", "error", c("d01", "zz")), "lacks 1 dataset")
  expect_error(selection_space(good * NA, "all", "drop"), "every column of `embedding`")
  expect_identical(selection_space(replace(good, 3, NA), "all", "drop")$dropped, "x1")
})

test_that("doubts are named", {
  expect_identical(
    space_notes(selection_space(some_places("a", grid = TRUE), "all", "error")),
    c("constant-features", "equal-datasets")
  )
  x <- cbind(a = c(x = -1, y = 0, z = 1), b = c(2, 0, -2))
  expect_identical(space_notes(selection_space(x, "all", "error")), "zero-vectors")
})

test_that("numbers whose squares are lost are refused", {
  place <- some_places("a")
  ask <- function(x, ...) pb_select(x, 3, metric = "euclidean", standardize = FALSE, ...)
  for (scale in c(1e200, 1e-200)) {
    expect_error(ask(place * scale), "products are beyond double precision",
                 class = "pybench_error_argument")
    expect_identical(ask(place * scale^0.3)$names, ask(place)$names)
  }
  expect_identical(selection_space(place * 0, "none", "error")$datasets, rownames(place))
})

test_that("a column far from 0 is standardised to the last digits", {
  values <- matrix(c(0.1, 0.2, 0.4) + 1e6)
  expect_lt(abs(mean(standardized_columns(values))), 1e-15)
})

test_that("a dataset at the mean is the zero vector, whatever rounding says", {
  for (values in list(c(2, 1, 3), c(0.1, 0.2, 0.3), c(1, 3, 2) / 7, c(0.5, 0.7, 0.9, 0.7))) {
    at_mean <- abs(values - mean(values)) < 1e-9
    expect_true(all(standardized_columns(matrix(values))[at_mean, ] == 0))
  }
  place <- matrix(c(2, 1, 3) / 7, dimnames = list(c("m", "a", "z"), "x"))
  expect_true("zero-vectors" %in% pb_select(place, 2)$notes)
})

test_that("an infinite number is named by its column, as a missing one is", {
  place <- some_places("a")
  place[[3, 2]] <- Inf
  expect_identical(pybench_error_of(pb_select(place, 2))$column, "x2")
  expect_identical(pybench_error_of(pb_select(`colnames<-`(place, NULL), 2))$column, "2")
})

test_that("numbers so far from 0 that products lose what sets them apart are refused as they are", {
  place <- some_places("a")
  far <- place + 1.7e9 # seconds since 1970
  error <- pybench_error_of(pb_select(far, 2, metric = "euclidean", standardize = FALSE))
  expect_s3_class(error, "pybench_error_argument")
  expect_match(conditionMessage(error), "numbers up to 1.7e[+]09 that differ by")
  expect_length(pb_select(far, 2, metric = "euclidean")$names, 2)
  expect_length(pb_select(place * 0 + 1.7e9, 2, standardize = FALSE)$names, 2) # all alike
})

test_that("truth values are 0 and 1", {
  truth <- matrix(c(TRUE, FALSE, TRUE, TRUE, FALSE, FALSE), 3, 2, dimnames = list(c("a", "b", "c")))
  for (given in list(truth, as.data.frame(truth))) {
    expect_identical(pb_select(given, 2)$names, pb_select(truth + 0, 2)$names)
  }
})
