# The heat map of coverage: order, blocks, texts and colours of the cells.

coverage_of <- function(rows) {
  total <- vapply(rows, sum, 0)
  region <- unlist(lapply(rows, function(counts) rep(seq_along(counts), counts)))
  pb_coverage(rep(names(rows), total), unname(region), length(rows[[1]]))
}

test_that("datasets stand under their main region, the purest first", {
  x <- coverage_of(list(
    b = c(0, 9, 1), a = c(0, 9, 1), pure = c(0, 5, 0), x = c(2, 2, 0), y = c(0, 0, 7)
  ))
  found <- drawn(x, main = "A title")
  expect_identical(found$rows$dataset, c("x", "pure", "a", "b", "y"))
  expect_identical(found$rows$region, c("R1", "R2", "R2", "R2", "R3"))
  expect_identical(unname(found$text[1, ]), c("50", "50", ""))
})

test_that("rounding hides nothing", {
  expect_identical(
    pybench:::percentage_text(c(0, 0.02, 0.5, 49.5, 99.49, 99.97, 100)),
    c("", "<1", "1", "50", "99", ">99", "100")
  )
  colours <- pybench:::heat_colour(0:100)
  expect_identical(which(colours == "#FFFFFF"), 1L)
  expect_identical(unique(pybench:::ink_on(colours)), "#1A1A1A")
})

test_that("a hundred datasets go into blocks, each once", {
  set.seed(1)
  rows <- lapply(1:113, function(i) as.vector(rmultinom(1, 40, rexp(6)^4)))
  names(rows) <- paste("a dataset", 1:113)
  x <- coverage_of(rows)
  found <- expect_silent(drawn(x, 13, 7))
  expect_setequal(found$rows$dataset, names(rows))
  expect_gt(max(found$rows$block), 1)
  expect_gt(found$cex, 0.5)
  for (blocks in c(1, 2, 7, 113, 500)) {
    expect_identical(nrow(drawn(x, blocks = blocks)$rows), 113L)
  }
  expect_silent(drawn(x, 3, 3))
})

test_that("strange names are text and bad arguments are refused", {
  x <- coverage_of(list("a\nb" = c(1, 2), "$x$" = c(3, 0)))
  expect_silent(drawn(x, main = "a\nb"))
  expect_error(drawn(x, blocks = 0), "`blocks` must be a whole number")
  expect_error(drawn(x, main = 3), "`main` must be a string or NULL")
})
