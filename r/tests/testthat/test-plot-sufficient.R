# The table of sufficient sizes.

test_that("texts of cells", {
  expect_identical(enough_text(c(5, 15, Inf), c(11, Inf, Inf)), c("5 (11)", "15 (-)", "-"))
  expect_identical(enough_shade(c(Inf, 2), 2:9)[[1]], "#EFEFEF")
})

test_that("a cell for every method, on any device", {
  places <- list(x = some_places("a"), `a very long name of a representation` = some_places("b"))
  x <- pb_rank_preservation(
    some_results("t"), places, c("random", "k-medoids"), c(2, 4), trials = 4,
    metrics = c("mae", "mrr")
  )
  for (size in list(c(7, 4), c(2, 1.5))) {
    found <- expect_silent(drawn(x, size[[1]], size[[2]], metric = "mae", show = "sizes"))
    expect_identical(nrow(found), 3L)
    expect_identical(found$by_mean, x$sufficient$by_mean)
  }
  expect_error(drawn(x, metric = "mrr", show = "sizes"), class = "pybench_error_argument")
})
