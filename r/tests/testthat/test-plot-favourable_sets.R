# Favourable sets: three axes.

favourable_result <- function() {
  set.seed(4)
  pb_favourable_sets(table_of(random_scores(20, 7)), "c1", "c2", 3, 0.5)
}

test_that("the methods of each case are drawn at their mean ranks", {
  x <- favourable_result()
  for (size in list(c(3.4, 4), c(7, 5), c(2.5, 2))) {
    found <- expect_silent(drawn(x, size[[1L]], size[[2L]], main = "A title"))
    expect_identical(as.vector(table(found$case)[c("first", "all", "second")]), c(5L, 7L, 5L))
    expect_equal(found$mean_rank, x$mean_ranks[!is.na(x$mean_ranks)])
    at <- cbind(found$classifier, found$case)
    expect_equal(found$mean_rank, x$mean_ranks[at])
    expect_identical(found$classifier[found$role == "first"], rep("c1", 3L))
    expect_identical(found$differs[found$role == "second"], x$verdicts != 0)
  }
})

test_that("headings name the verdict and its direction, and sentences count the sets", {
  x <- favourable_result()
  x$verdicts <- c(1, 0, -1)
  looks <- pybench:::method_looks(rownames(x$mean_ranks))
  expect_identical(pybench:::favourable_heads(x, looks), c(
    "Most favourable to c1: c1 is significantly better",
    "All 7 methods: they do not differ significantly",
    "Most favourable to c2: c2 is significantly better"
  ))
  said <- pybench:::favourable_notes(x, looks)
  expect_match(said[[1L]], sprintf("of 10 sets of 3 other methods, .* neither in %d", x$neither))
  ranks <- pybench:::favourable_ranks(x, looks)
  expect_match(ranks[[1L]], sprintf("^c1 %.2f, c2 ", x$mean_ranks["c1", "first"]))
  expect_match(ranks[[1L]], "Others: c[3-7] ")
})

test_that("bad arguments are refused by name", {
  expect_error(drawn(favourable_result(), main = 1), "`main`")
  expect_error(drawn(favourable_result(), most = 1), class = "pybench_error_argument")
})
