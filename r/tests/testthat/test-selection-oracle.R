# The oracle against its definition.

test_that("each brings the mean ranks nearest to the goal", {
  past <- abs(some_numbers("past", 8, 3))
  goal <- colMeans(past)
  order <- oracle_order(past, goal, 4)
  for (size in 1:4) {
    before <- order[seq_len(size - 1)]
    errors <- vapply(seq_len(8), function(new) {
      sum(abs(colMeans(past[c(before, new), , drop = FALSE]) - goal))
    }, 0)
    errors[before] <- Inf
    expect_identical(order[[size]], which.min(errors))
  }
  expect_identical(sort(oracle_order(past, goal, 8)), 1:8)
})
