# The map of datasets: names that cover nothing.

placed <- function(n = 60) {
  set.seed(5)
  frame <- as.data.frame(matrix(stats::rnorm(n * 6), n))
  rownames(frame) <- paste0("Dataset", strrep("Name", seq_len(n) %% 3), seq_len(n))
  pb_embedding_map(frame, 3)
}

expect_apart <- function(boxes) {
  over <- outer(boxes$x0, boxes$x1, `<`) & outer(boxes$x1, boxes$x0, `>`) &
    outer(boxes$y0, boxes$y1, `<`) & outer(boxes$y1, boxes$y0, `>`)
  testthat::expect_identical(sum(over), nrow(boxes))
}

test_that("names cover neither names nor the edge", {
  for (n in c(4, 60)) {
    result <- placed(n)
    found <- expect_silent(drawn(result, 9, 7, main = "A title"))
    expect_setequal(found$dataset, result$datasets)
    expect_apart(found)
    expect_true(all(found$x0 >= 0 & found$y0 >= 0))
  }
})

test_that("groups, other axes, no names, little room", {
  result <- placed(12)
  groups <- stats::setNames(rep(c("x", "y"), 6), result$datasets)
  expect_silent(drawn(result, groups = groups, axes = c(3, 1)))
  expect_identical(nrow(expect_silent(drawn(result, labels = FALSE))), 0L)
  small <- expect_silent(drawn(placed(60), 2.5, 2.5))
  expect_lt(nrow(small), 60)
  expect_apart(small)
})

test_that("bad arguments are refused by name", {
  result <- placed(5)
  expect_error(
    drawn(result, axes = c(1, 4)), "`axes` must be two components of the map, which has 3"
  )
  expect_error(drawn(result, groups = c(x = "y")), "`groups` must name the group of every dataset")
  expect_error(drawn(result, labels = 1), "`labels` must be TRUE or FALSE")
})
