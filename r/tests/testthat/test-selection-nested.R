# The parts of the nested search: folds of models, and what choices from results must not know.

test_that("models are dealt evenly, whatever their order in the table", {
  names <- sprintf("m%d", 0:10)
  folds <- dealt_models(names, 4, 3)
  expect_identical(sort(unlist(folds)), seq_along(names))
  expect_identical(sort(lengths(folds)), c(2L, 3L, 3L, 3L))
  turned <- dealt_models(rev(names), 4, 3)
  for (fold in seq_along(folds)) {
    expect_setequal(names[folds[[fold]]], rev(names)[turned[[fold]]])
  }
  expect_false(identical(dealt_models(names, 4, 4), folds))
})

test_that("choices from results are made without each fold and each two of them", {
  expect_identical(
    unseen_folds(3), list(1L, 2L, 3L, c(1L, 2L), c(1L, 3L), c(2L, 3L))
  )
  expect_error(unseen_folds(2), "`folds` must be at least 3", class = "pybench_error_argument")
})
