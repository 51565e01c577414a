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

test_that("names keep off dots, and stay near where there is room", {
  at <- as.matrix(expand.grid(x = 1:5, y = 1:5)) + 0
  boxes <- pybench:::place_names(at, matrix(c(0.5, 0.1), 25, 2, TRUE), c(8, 8), 0.06)
  expect_true(all(abs(boxes[, 1] - at[, 1]) < 0.05))
  expect_true(all(abs((boxes[, 2] + boxes[, 4]) / 2 - at[, 2]) < 1e-9))
  crowd <- pybench:::place_names(matrix(1, 9, 2), matrix(c(1.5, 0.6), 9, 2, TRUE), c(3.2, 2), 0.06)
  expect_true(anyNA(crowd))
})

test_that("lines and boxes meet as they should", {
  box <- rbind(c(0, 0, 1, 1))
  expect_true(pybench:::passes(c(-1, 0.5, 2, 0.5), box))
  expect_true(pybench:::passes(c(0.5, -1, 0.5, 2), box))
  expect_false(pybench:::passes(c(-1, 1, 2, 1), box))
  expect_false(pybench:::passes(c(2, 2, 3, 3), box))
  expect_true(pybench:::crosses(c(0, 0, 1, 1), rbind(c(0, 1, 1, 0))))
  expect_false(pybench:::crosses(c(0, 0, 1, 1), rbind(c(0, 0, 1, 0))))
  expect_identical(pybench:::covers(box, rbind(c(1, 0, 2, 1))), FALSE)
  expect_identical(pybench:::covers(box, rbind(c(0.9, 0.9, 2, 2))), TRUE)
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
