# Random choice: the numbers of Python.

test_that("the draws are those of Python", {
  drawn <- random_selection(9, 3, 4, 7)
  expect_identical(drawn, draw_portfolios(9, 3, 4, 7, "random selection of 3"))
  expect_identical(random_selection(9, 3, 2, 7), drawn[1:2, ])
  expect_true(all(apply(drawn, 1, anyDuplicated) == 0))
})
