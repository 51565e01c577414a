# Representatives: at least the threshold is enough.

test_that("thresholds are met exactly, ties stand for both", {
  counts <- list(a = c(9, 1), b = c(8, 2), c = c(1, 9), d = c(10, 0), e = c(5, 5))
  dataset <- rep(names(counts), each = 10)
  region <- unlist(lapply(counts, function(n) rep(1:2, n)))
  t <- pb_coverage(dataset, region, k = 3)
  found <- pb_representatives(t)
  expect_identical(found$members, list(c("a", "d"), "c", character()))
  expect_identical(unname(found$by_threshold["R1", ]), c(4, 3, 2, 1, 2))
  expect_identical(found$omitted, "R3")
  expect_identical(found$notes, c("no-representative", "short-region"))
  expect_identical(c(found$smallest_sample, found$largest_sample), c(5, 1))
  said <- "at least 5 datasets (the Friedman test requires at least 10 in all)"
  expect_match(toString(format(found)), said, fixed = TRUE)
  half <- pb_representatives(t, 50)
  expect_identical(half$shared_by, "e")
  expect_identical(nrow(as.data.frame(half)), 6L)
  expect_match(format(found)[[2L]], "R1: 2: a, d", fixed = TRUE)
  for (n in c(3, 7, 11, 13, 49)) {
    many <- pb_coverage(rep("a", 100 * n), rep(1:2, c(90 * n, 10 * n)))
    expect_identical(pb_representatives(many)$members[[1L]], "a")
  }
  for (threshold in list(0, 101, "90", NULL, NaN)) {
    expect_error(pb_representatives(t, threshold), class = "pybench_error_argument")
  }
})

test_that("decimal thresholds are those of whole numbers", {
  n <- rep(1:300, 2:301)
  count <- sequence(2:301) - 1
  counts <- cbind(count, n - count)
  for (hundredths in c(1, 7, 824, 3310, 5005, 6440, 8240, 9999)) {
    expect_identical(
      unname(standing_for(list(counts = counts), hundredths / 100)),
      unname(10000 * counts >= hundredths * n)
    )
  }
  for (case in list(c(309, 375, 82.4), c(644, 1000, 64.4), c(1, 3, 100 / 3))) {
    coverage <- pb_coverage(rep("a", case[[2L]]), rep(1:2, c(case[[1L]], case[[2L]] - case[[1L]])))
    expect_identical(pb_representatives(coverage, case[[3L]])$members[[1L]], "a")
  }
})

# Datasets a, b, c, d of 10 instances each. R1 has a and b, R2 c, R3 none, and d is in two regions.
dataset <- rep(c("a", "b", "c", "d"), each = 10)
here <- rep(c(1, 2, 1), c(20, 15, 5))
maps <- cbind(
  here, rep(c(1, 2, 1), c(10, 25, 5)), # b with c
  rep(c(1, 2, 1, 2, 1), c(20, 8, 2, 5, 5)), # c in two regions
  rep(c(3, 1), each = 20)
)

test_that("shares of maps are those by hand", {
  coverage <- pb_coverage(dataset, here, 3)
  found <- pb_representatives(coverage, stability = pb_region_stability(maps, dataset))
  expect_identical(found$members, list(c("a", "b"), "c", character()))
  expect_identical(as.data.frame(found), data.frame(
    region = c("R1", "R1", "R2"), dataset = c("a", "b", "c"), consensus = c("C1", "C1", "C2"),
    share = c(1, 0.75, 0.75), maps = c(4, 4, 4)
  ))
  said <- paste(format(found), collapse = "\n")
  expect_match(
    said, "  R1: 2: a (4 of 4 maps), b (3 of 4 maps)\n  R2: 1: c (3 of 4 maps)\n  R3: 0\n",
    fixed = TRUE
  )
  expect_match(said, "represent on most maps: C1 for R1, C2 for R2. The maps of", fixed = TRUE)
  expect_no_match(said, "those of one landscape")
  alone <- pb_representatives(coverage)
  expect_null(alone$shares)
  expect_named(as.data.frame(alone), c("region", "dataset"))
  expect_match(format(alone), "another map may have others; landscape_stability", all = FALSE)
})

test_that("representatives may represent nothing on other maps", {
  names <- rep(c("a", "b"), each = 10)
  shares <- pb_region_stability(cbind(rep(1:2, 10), rep_len(1:3, 20)), names)
  found <- pb_representatives(pb_coverage(names, rep(1:2, each = 10)), stability = shares)
  expect_identical(found$shares$consensus, c("", ""))
  expect_identical(found$shares$share, c(0, 0))
  expect_match(format(found), "maps: none for R1, none for R2.", fixed = TRUE, all = FALSE)
  nobody <- pb_representatives(pb_coverage(names, rep(1:2, 10)), stability = shares)
  expect_identical(nrow(as.data.frame(nobody)), 0L)
  expect_match(format(nobody), "on most maps: none. The", fixed = TRUE, all = FALSE)
})

test_that("shares of something else are refused", {
  coverage <- pb_coverage(dataset, here)
  refused <- function(stability, message) {
    expect_error(
      pb_representatives(coverage, stability = stability), message, fixed = TRUE,
      class = "pybench_error_argument"
    )
  }
  refused("stable", "must be a LandscapeStability, not character")
  refused(
    pb_region_stability(maps, c(dataset[-40], "e")),
    "must have the datasets of the coverage, but only one of the two has `e`"
  )
  refused(pb_region_stability(maps, dataset, threshold = 80), "must have the threshold 90, not 80")
})

test_that("columns are thresholds whatever options(scipen=) says", {
  coverage <- pb_coverage(rep("a", 10), rep(1:2, 5))
  before <- options(scipen = -9)
  found <- pb_representatives(coverage)
  options(before)
  expect_identical(found, pb_representatives(coverage))
  expect_identical(colnames(found$by_threshold), c("50", "80", "90", "100", "threshold"))
})
