# The figure of stability over maps: order, groups, numbers, bars.

firm <- function() {
  maps <- cbind(
    rep(1:3, each = 4), c(4, 4, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3), rep(c(1, 2, 2), each = 4),
    c(1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3)
  )
  pb_region_stability(maps, rep(c("a", "b", "c"), each = 4), NULL, 100)
}

test_that("datasets stand under the region in which they lie on most maps", {
  x <- firm()
  found <- drawn(x, main = "A title")
  expect_identical(found$rows$dataset, c("a", "b", "c"))
  expect_identical(found$rows$region, c("C1", "C2", "C3"))
  expect_identical(unname(found$text), rbind(c("75", "", ""), c("", "50", "25"), c("", "", "100")))
  main <- drawn(x, show = "main")
  expect_identical(as.vector(main$text), c("75", "50", "100"))
  bars <- pybench:::firm_cells(x, "main")$bars
  expect_identical(as.vector(bars[[2]]$share), c(1, 0.5, 1))
  expect_identical(as.vector(bars[[3]]$share), c(0.75, 0.5, 1))
})

test_that("a dataset in no region on half of the maps is unstable", {
  maps <- cbind(rep(1:2, 8), c(1:2, rep(1:2, each = 7)), rep(2:1, 8))
  x <- pb_region_stability(maps, rep(c("mixed", "b"), each = 8), threshold = 90)
  found <- drawn(x)
  expect_identical(unique(found$rows$region), "Unstable")
  said <- pybench:::firm_sentences(x, "all")
  expect_match(paste(said, collapse = " "), "Unstable: in no consensus region on at least half")
})

test_that("a hundred datasets go into blocks, each once", {
  set.seed(1)
  home <- rep(rep(1:6, length.out = 128), each = 5)
  maps <- replicate(4, ifelse(runif(640) < 0.1, sample(6, 640, TRUE), home))
  x <- pb_region_stability(maps, rep(paste("a dataset", 1:128), each = 5))
  found <- expect_silent(drawn(x, 7, 9, show = "main"))
  expect_setequal(found$rows$dataset, paste("a dataset", 1:128))
  expect_gt(found$cex, 0.5)
})

test_that("bad arguments are refused", {
  expect_error(drawn(firm(), show = "some"), "`show` must be")
  expect_error(drawn(firm(), blocks = 0), "`blocks` must be a whole number")
  expect_error(drawn(firm(), main = 3), "`main` must be a string or NULL")
})
