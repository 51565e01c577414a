# The covering radius as lines.

test_that("the bound is drawn where it says something", {
  place <- some_places("a")
  expect_identical(drawn(pb_covering(place)), c("radius", "least"))
  line <- matrix((1:60)^1.5, dimnames = list(sprintf("d%02d", 1:60), "x"))
  found <- drawn(pb_covering(line, "euclidean"), main = "A title")
  expect_identical(found, c("radius", "least", "bound"))
  same <- pb_covering(place * 0 + 1, "euclidean")
  expect_silent(drawn(same, 4, 3))
  expect_error(drawn(same, main = 1), class = "pybench_error_argument")
})
