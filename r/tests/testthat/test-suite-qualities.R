# Qualities: OpenML's counts; no last bit depends on the order of a sum.

test_that("columns, missing values and classes are counted", {
  columns <- list(
    x = c(1, NA, 3, 4), k = factor(c("a", NA, "b", "b")),
    c = factor(c("p", "p", "q", NA), c("p", "q", "r"))
  )
  found <- table_qualities(columns, "c")
  expect_identical(found$NumberOfInstances, 4)
  expect_identical(found$NumberOfFeatures, 3)
  expect_identical(found$NumberOfNumericFeatures, 1)
  expect_identical(found$NumberOfSymbolicFeatures, 1)
  expect_identical(found$NumberOfMissingValues, 3)
  expect_identical(found$NumberOfInstancesWithMissingValues, 2)
  expect_identical(found$NumberOfClasses, 2)
  expect_identical(found$MinorityClassPercentage, 25)
  expect_identical(found$ClassEntropy, 1)
  expect_identical(found$NumberOfOneHotFeatures, 3)
  expect_identical(table_qualities(columns, "c", classes = "declared")$NumberOfClasses, 3)
  expect_identical(table_qualities(columns, "c", "k")$NumberOfOneHotFeatures, 1)
  columns$text <- letters[1:4]
  expect_null(table_qualities(columns, "c")$NumberOfOneHotFeatures)
})

test_that("without a class there is only their number", {
  expect_identical(class_qualities(c(NA_character_, NA)), list(NumberOfClasses = 0L))
})
