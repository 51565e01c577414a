# pb_select: what it says of its choice, and what it refuses.

test_that("distances, radius and what each stands for", {
  place <- some_places("a", grid = TRUE)
  x <- standardized_columns(place)
  apart <- as.matrix(stats::dist(x))
  for (strategy in setdiff(strategy_names, c("oracle", "landscape"))) {
    found <- pb_select(place[12:1, ], 4, strategy, "euclidean")
    rows <- match(found$names, rownames(place))
    expect_identical(anyDuplicated(rows), 0L)
    expect_equal(found$radius[[4]], max(apply(apart[, rows], 1, min)))
    expect_equal(found$distances[[3]], min(apart[rows[[3]], rows[1:2]]))
    expect_equal(sum(as.data.frame(found)$stands_for), 12)
    expect_match(format(found)[[1]], "4 of 12 datasets by")
  }
})

test_that("of chosen datasets that are as near the first chosen is the nearest", {
  place <- matrix(c(1, 0, 1, 2, 0, 1, 1, 1, 1, 1, 2, 2, 0, 0, 1, 2) / 3, 8)
  rownames(place) <- letters[1:8]
  apart <- as.matrix(stats::dist(standardized_columns(place)))
  for (size in 2:6) {
    found <- pb_select(place, size, metric = "euclidean")
    near <- apart[found$datasets, found$names]
    first <- apply(near <= apply(near, 1L, min) + 1e-9, 1L, function(tied) which(tied)[[1L]])
    expect_identical(found$nearest, found$names[first])
  }
})

test_that("the start is named, and a table of results is its mean ranks", {
  place <- some_places("a")
  expect_identical(pb_select(place, 2)$start, "distance")
  expect_identical(pb_select(place, 2, metric = "euclidean")$start, "mean")
  expect_identical(pb_select(place, 2, "k-means")$start, "")
  expect_equal(pb_select(some_results("t"), 2)$n_features, 5)
})

test_that("what cannot be asked is refused", {
  place <- some_places("a")
  wrong <- list(
    list(k = 0), list(k = 13), list(k = 2.5), list(strategy = "best"), list(metric = "city"),
    list(standardize = 1), list(ridge = 0), list(n_init = 0), list(start = "first"),
    list(missing = "ignore"), list(seed = 0.5), list(strategy = "oracle"),
    list(strategy = "landscape"), list(embedding = list(a = c("d01", "d02")))
  )
  for (arguments in wrong) {
    all <- utils::modifyList(list(embedding = place, k = 2), arguments)
    expect_error(do.call(pb_select, all), class = "pybench_error_argument")
  }
})

test_that("the oracle takes results, and says that it knows them", {
  found <- pb_select(some_results("t"), 4, "oracle")
  expect_identical(anyDuplicated(found$names), 0L)
  expect_true("past-results" %in% found$notes)
})

test_that("regions take turns, the largest first", {
  regions <- list(small = "e", large = c("a", "b", "c"), middle = c("f", "d"))
  found <- pb_select(regions, 5, "landscape", seed = 3)
  home <- rep(names(regions), lengths(regions))[match(found$names, unlist(regions))]
  expect_identical(home, c("large", "middle", "small", "large", "middle"))
  expect_identical(found$nearest[found$datasets == "e"], "e")
  expect_true(all(is.nan(found$radius)))
  expect_no_match(format(found), "farther")
  expect_no_match(format(found)[[1]], "feature")
  expect_error(pb_select(regions, 7, "landscape"), "at most 6, the number of datasets")
})

test_that("names are what they are in the C locale too, and as wide as the widest", {
  place <- matrix(c(1, 5, 9), dimnames = list(c("\u00c1b", "c", "long name"), "x"))
  before <- Sys.getlocale("LC_CTYPE")
  on.exit(Sys.setlocale("LC_CTYPE", before))
  text <- format(pb_select(place, 3))
  Sys.setlocale("LC_CTYPE", "C")
  expect_identical(lapply(format(pb_select(place, 3)), charToRaw), lapply(text, charToRaw))
  Sys.setlocale("LC_CTYPE", before)
  expect_match(text, "\u00c1b         represents", fixed = TRUE, all = FALSE)
})
