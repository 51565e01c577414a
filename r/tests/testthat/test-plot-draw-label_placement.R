# Where names go: near their dots, over nothing.

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
