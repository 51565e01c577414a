# The matrix of swaps.

test_that("it draws the counts of methods that have any", {
  set.seed(2)
  t <- table_of(matrix(sample(0:9, 96, TRUE), 12))
  totals <- 0
  for (first in 1:3) {
    for (second in (first + 1):8) {
      result <- pb_swaps(
        t, t$classifiers[[first]], t$classifiers[[second]], 2, 0.99, test = "nemenyi"
      )
      found <- expect_silent(drawn(result, main = "A title"))
      expect_identical(sum(found), sum(result$counts))
      expect_true(all(rowSums(found) > 0), all(colSums(found) > 0))
      totals <- totals + result$total
    }
  }
  expect_gt(totals, 0)
})

notes_of <- function(x) {
  pybench:::swap_notes(x, pybench:::method_looks(c(rownames(x$counts), x$pair)))
}

test_that("no swap is a sentence, and many methods fit", {
  result <- pb_swaps(table_of(matrix(4:1, 9, 4, byrow = TRUE)), "c1", "c2")
  expect_identical(length(expect_silent(drawn(result))), 0L)
  expect_match(notes_of(result)[[1]], "^No swap of one method reverses")
  names <- paste("method", 1:30)
  result$counts <- matrix(1:900 + 0, 30, dimnames = list(names, names))
  result$total <- sum(result$counts)
  expect_silent(drawn(result, 3.4, 4))
  expect_match(notes_of(result)[[1]], "in all, 405450 of ")
  expect_error(drawn(result, main = 1), "`main`")
})
