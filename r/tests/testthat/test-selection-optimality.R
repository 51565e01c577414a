# A- and D-optimal designs against direct inverses and determinants.

direct <- function(x, chosen, ridge, criterion) {
  information <- crossprod(x[chosen, , drop = FALSE]) + diag(ridge, ncol(x))
  if (criterion == "d") {
    as.double(determinant(information)$modulus)
  } else {
    -sum(diag(solve(information)))
  }
}

test_that("greedy and swaps are those of direct computation, with p > n too", {
  for (criterion in c("a", "d")) {
    for (p in c(2, 5, 30)) {
      x <- standardized_columns(some_numbers(paste("design", p), 10, p))
      gram <- tcrossprod(x)
      order <- greedy_design(gram, 4, 0.01, criterion)
      expected <- integer()
      for (step in 1:4) {
        free <- setdiff(1:10, expected)
        values <- vapply(free, function(j) direct(x, c(expected, j), 0.01, criterion), 0)
        expected <- c(expected, free[[which.max(values)]])
      }
      expect_identical(order, expected)
      found <- swapped_design(gram, order, 0.01, criterion)
      value <- direct(x, found, 0.01, criterion)
      expect_gte(value, direct(x, order, 0.01, criterion) - 1e-9)
      for (i in 1:4) {
        for (j in setdiff(1:10, found)) {
          expect_lte(direct(x, replace(found, i, j), 0.01, criterion), value + 1e-6 * abs(value))
        }
      }
    }
  }
})
