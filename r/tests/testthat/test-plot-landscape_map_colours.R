# Colours of the units: the same as in Python.

test_that("counts are coloured by their logarithm", {
  map <- untrained(3, 2, rep(1:5, c(1, 10, 100, 1, 10)))
  shades <- pybench:::unit_shades(map, "counts", NULL, NULL, FALSE)
  expect_identical(shades$values, c(1, 10, 100, 1, 10, 0))
  expect_identical(shades$colours[c(3, 6)], c("#0072B2", "#FFFFFF"))
  expect_identical(shades$colours[[1]], shades$colours[[4]])
  expect_identical(shades$texts, c("1", "3", "10", "30", "100"))
  expect_identical(shades$key[c(1, 3, 5)], shades$colours[1:3])
})

test_that("codes in standard deviations have two colours", {
  map <- untrained(2, 2, 1:4, codes = cbind(c(-2, 0, 1, 2), 5, 0))
  shades <- pybench:::unit_shades(map, "codes", NULL, "a", TRUE)
  expect_identical(shades$colours, c("#6AA5D8", "#FAFAFA", "#F1BAB2", "#E8796B"))
  expect_identical(shades$texts[c(1, 4, 7)], c("-2", "0", "2"))
  shades <- pybench:::unit_shades(map, "codes", NULL, "a", FALSE)
  expect_identical(shades$colours[c(1, 4)], c("#FFFFFF", "#0072B2"))
  expect_length(pybench:::unit_shades(map, "codes", NULL, "b", FALSE)$key, 1)
})

test_that("one far unit does not hide the rest", {
  set.seed(2)
  codes <- matrix(rnorm(1200), 400)
  codes[1, ] <- 1000
  shades <- pybench:::unit_shades(
    untrained(20, 20, 1:400, codes = codes), "distances", NULL, NULL, FALSE
  )
  expect_match(tail(shades$texts, 1), "^>= ")
  expect_gt(length(unique(shades$colours)), 100)
})

test_that("black is read on every region", {
  expect_identical(pybench:::ink_on(pybench:::region_tint(1:6)), rep("#1A1A1A", 6))
  expect_identical(pybench:::ink_on(c("#000000", "#FFFFFF")), c("#FFFFFF", "#1A1A1A"))
})

test_that("what is missing is refused by name", {
  map <- untrained(2, 2, 1:4)
  shades <- function(...) pybench:::unit_shades(map, ..., standard = FALSE)
  expect_error(shades("regions", NULL, NULL), "`regions` must be given with show")
  expect_error(shades("codes", NULL, "z"), "`feature` must be one of the map's 3 features")
  expect_error(shades("codes", NULL, NULL), "`feature` must be one of .* not NULL")
  expect_error(shades("counts", NULL, "a"), "`feature` must be NULL where counts are shown")
})
