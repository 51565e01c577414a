# A-optimal designs of more datasets than directions: against direct inverses of M.

trace_of <- function(x, chosen, ridge) {
  sum(diag(solve(crossprod(x[chosen, , drop = FALSE]) + diag(ridge, ncol(x)))))
}

test_that("coordinates have the inner products, and what a dataset takes is what the trace loses", {
  x <- some_numbers("directions", 9, 3)
  gram <- tcrossprod(cbind(x, x))
  expect_identical(design_rank(gram), 3L)
  points <- design_points(gram, 3L)
  expect_equal(tcrossprod(points), gram, tolerance = 1e-13)
  chosen <- c(1L, 5L, 6L, 8L)
  found <- spanned_additions(x, chosen, 1e-4)
  lost <- vapply(1:9, function(j) trace_of(x, c(chosen, j), 1e-4), 0)
  expect_equal(found, trace_of(x, chosen, 1e-4) - lost, tolerance = 1e-9)
})

test_that("no swap improves a design of more datasets than directions", {
  x <- standardized_columns(some_numbers("spanned", 25, 3))
  for (size in c(4L, 12L)) {
    for (ridge in c(1e-3, 1e-5, 1e-7)) {
      place <- data.frame(x, row.names = sprintf("d%02d", 1:25))
      found <- pb_select(place, size, "a-optimal", standardize = FALSE, ridge = ridge)$names
      chosen <- match(found, rownames(place))
      least <- trace_of(x, chosen, ridge)
      swaps <- expand.grid(i = seq_along(chosen), j = setdiff(seq_len(nrow(x)), chosen))
      swapped <- function(i, j) trace_of(x, replace(chosen, i, j), ridge)
      expect_true(all(mapply(swapped, swaps$i, swaps$j) >= least * (1 - 1.001e-6)))
    }
  }
})
