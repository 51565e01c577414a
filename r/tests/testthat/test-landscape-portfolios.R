# Portfolios: without replacement, and dependent on nothing that they should not.

test_that("draws are without replacement and every choice is as likely", {
  drawn <- draw_portfolios(4, 2, 12000, 3, "x")
  expect_true(all(drawn %in% 1:4))
  seen <- table(paste(drawn[, 1], drawn[, 2]))
  expect_length(seen, 12)
  expect_lt(max(abs(seen - 1000)), 5 * sqrt(1000 * 11 / 12))
})

test_that("all of a region is a shuffle, and more repeats only add rows", {
  drawn <- draw_portfolios(5, 5, 200, 0, "x")
  expect_true(all(apply(drawn, 1, sort) == 1:5))
  expect_identical(draw_portfolios(9, 3, 500, 7, "x")[1:30, ], draw_portfolios(9, 3, 30, 7, "x"))
})

test_that("the numbers are those of Python", {
  # python -c 'from pybench.landscape.portfolios import draw; print(draw(9, 4, 3, 7, "x") + 1)'
  expect_equal(draw_portfolios(9, 4, 3, 7, "x"), rbind(c(1, 6, 4, 8), c(9, 4, 5, 3), c(9, 2, 8, 3)))
})

test_that("a region hangs on no other", {
  regions <- list(a = letters[1:4], b = letters[10:15])
  both <- region_portfolios(regions, 2, 50, 1)
  expect_identical(colnames(both), c("a", "a", "b", "b"))
  expect_identical(both[, 3:4], region_portfolios(regions["b"], 2, 50, 1))
})

test_that("what is no landscape is refused", {
  refused <- list(
    c(a = "b"), list(), list("a"), list(r = 1), list(r = NA_character_), list(a = "x", a = "y"),
    list(r = "a", s = c("b", "a")), list(r = c("a", "a"))
  )
  for (landscape in refused) {
    expect_error(region_representatives(landscape, 90), class = "pybench_error_argument")
  }
  expect_identical(region_representatives(list(r = c("b", "a"), s = NULL), 90), list(
    r = c("a", "b"), s = character()
  ))
  given <- new_result("pb_representatives", list(
    region_names = c("r", "s"), members = list(c("e", "d"), character())
  ))
  expect_identical(region_representatives(given, 90), list(r = c("d", "e"), s = character()))
  asked <- list(representatives = function(threshold) list(r = paste0("d", threshold)))
  expect_identical(region_representatives(asked, 80), list(r = "d80"))
})

test_that("regions that are too small", {
  regions <- list(a = c("p", "q", "r"), b = c("none", "s"), c = character())
  kept <- usable_regions(regions, c("p", "q", "r", "s", "t"), 2, "skip")
  expect_identical(kept$drawn, regions["a"])
  expect_identical(kept$skipped, c("b", "c"))
  expect_identical(kept$unscored, "none")
  refused <- tryCatch(usable_regions(regions, letters, 2, "refuse"), error = identity)
  expect_s3_class(refused, "pybench_error_argument")
  expect_identical(refused$found, "b: 1, c: 0")
  expect_error(usable_regions(regions, letters, 4, "skip"), class = "pybench_error_argument")
})

test_that("numbers of datasets are whole, sorted, said once", {
  expect_identical(check_per_region(c(4, 2, 2, 3)), c(2, 3, 4))
  for (value in list(0, 1.5, numeric(), "2", NULL, NA_real_)) {
    expect_error(check_per_region(value), class = "pybench_error_argument")
  }
})
