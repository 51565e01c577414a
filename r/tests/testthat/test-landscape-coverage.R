# Coverage: instances by dataset and region.

test_that("instances are counted by dataset and region", {
  found <- pb_coverage(c("b", "a", "a", "b", "a", "a"), c(1, 1, 2, 1, 1, 1), k = 3)
  expect_identical(
    found$counts,
    matrix(c(2L, 3L, 0L, 1L, 0L, 0L), 2, dimnames = list(c("b", "a"), c("R1", "R2", "R3")))
  )
  expect_identical(unname(found$percent["a", ]), c(75, 25, 0))
  expect_identical(pb_coverage(factor("a"), 1)$counts[[1, 1]], 1L)
  expect_match(format(found)[[1L]], "3 regions by 2 datasets, 6 instances")
  expect_identical(as.data.frame(found)$R2, c(0, 25))
})

test_that("what cannot be is refused", {
  refused <- function(expr) expect_error(expr, class = "pybench_error_argument")
  refused(pb_coverage(character(), numeric()))
  refused(pb_coverage(1, 1))
  refused(pb_coverage("a", c(1, 2)))
  refused(pb_coverage("a", 0))
  refused(pb_coverage("a", 3, k = 2))
})
