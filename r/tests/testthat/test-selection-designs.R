# A- and D-optimal designs against direct inverses and determinants.

direct <- function(x, chosen, ridge, criterion) {
  information <- crossprod(x[chosen, , drop = FALSE]) + diag(ridge, ncol(x))
  if (criterion == "d") {
    as.double(determinant(information)$modulus)
  } else {
    -sum(diag(solve(information)))
  }
}

# The datasets that direct computation adds, one by one.
direct_order <- function(x, size, ridge, criterion) {
  chosen <- integer()
  while (length(chosen) < size) {
    free <- setdiff(seq_len(nrow(x)), chosen)
    values <- vapply(free, function(j) direct(x, c(chosen, j), ridge, criterion), 0)
    chosen <- c(chosen, free[[which.max(values)]])
  }
  chosen
}

expect_no_better_swap <- function(x, found, ridge, criterion) {
  value <- direct(x, found, ridge, criterion)
  swaps <- expand.grid(i = seq_along(found), j = setdiff(seq_len(nrow(x)), found))
  swapped <- function(i, j) direct(x, replace(found, i, j), ridge, criterion)
  values <- mapply(swapped, swaps$i, swaps$j)
  testthat::expect_true(all(values <= value + 1e-6 * abs(value)))
}

test_that("greedy and swaps are those of direct computation, with p > n too", {
  for (criterion in c("a", "d")) {
    for (p in c(2, 5, 30)) {
      x <- standardized_columns(some_numbers(paste("design", p), 10, p))
      gram <- tcrossprod(x)
      order <- greedy_design(gram, 4, 0.01, criterion)
      expect_identical(order, direct_order(x, 4, 0.01, criterion))
      found <- swapped_design(gram, order, 0.01, criterion)
      least <- direct(x, order, 0.01, criterion)
      expect_gte(direct(x, found, 0.01, criterion), least - 1e-9)
      expect_no_better_swap(x, found, 0.01, criterion)
    }
  }
})

test_that("what datasets in the span of those chosen would add keeps its digits", {
  x <- c(-3, -1, 1, 3) / 2
  for (ridge in c(1e-5, 1e-7)) {
    found <- design_additions(outer(x, x), c(1L, 4L), ridge)$s / ridge
    expect_equal(found, 1 + x^2 / (sum(x[c(1, 4)]^2) + ridge), tolerance = 1e-7)
  }
})

test_that("a ridge that is lost in the lengths of the vectors is refused", {
  place <- some_places("a", grid = TRUE) # two datasets are equal
  for (strategy in c("a-optimal", "d-optimal")) {
    expect_length(pb_select(place, 12, strategy, ridge = 1e-8)$names, 12L)
    for (ridge in c(1e-300, 1e-10)) {
      error <- pybench_error_of(pb_select(place, 12, strategy, ridge = ridge))
      expect_s3_class(error, "pybench_error_argument")
      expect_match(error$message, "`ridge` must be at least")
    }
  }
})

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
