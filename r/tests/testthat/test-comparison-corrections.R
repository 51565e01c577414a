# Corrections: their laws, Rom's in scmamp; its columns: test-comparison-cases.R.

vector_methods <- setdiff(pybench:::adjustments, pybench:::logical_adjustments)

random_family <- function(largest) {
  round(runif(sample(largest, 1L))^sample(5L, 1L), sample(8L, 1L))
}

test_that("scmamp steps down with Rom's levels, where Rom's test steps up", {
  for (file in c("pairs.csv.xz", "controls.csv.xz")) {
    each_adjusted_by_scmamp(file, "rom", function(raw, theirs, label) {
      if (length(raw) < 3L) {
        # A loop from 3 down to 2: two p-values of k = 3 with a control.
        expect_lt(min(theirs), 0)
        return()
      }
      levels <- kept(paste("Rom", length(raw)), rev(pybench:::rom_levels(length(raw), 0.05)))
      down <- pmin(1, cummax(sort(raw) * 0.05 / levels))
      expect_absolute(theirs[order(raw)], down, 1e-12, label)
      if (length(raw) < 50L) {
        expect_equal(max(pybench:::adjusted(raw, "rom")), max(raw), tolerance = 0)
      }
    })
  }
})

test_that("Li's at its borders", {
  expect_identical(pybench:::adjusted(c(0, 0.5, 1), "li"), c(0, 1, 1))
  expect_equal(pybench:::adjusted(c(0.045, 0.1), "li")[[1L]], 0.045 / 0.945, tolerance = 1e-15)
})

test_that("monotone, not below p, at most 1, blind to order, equal for equal p", {
  set.seed(3)
  for (i in 1:8) {
    p <- random_family(40L)
    moved <- sample.int(length(p))
    for (method in vector_methods) {
      result <- pybench:::adjusted(p, method)
      expect_true(all(result >= p & result <= 1), label = method)
      expect_false(is.unsorted(result[order(p)]), label = method)
      expect_identical(pybench:::adjusted(p[moved], method), result[moved], label = method)
      expect_identical(result, result[match(p, p)], label = method)
    }
  }
  for (p in c(0.44519117, 0.062474402831867337)) { # alone, where 1 - (1 - p)^1 is rounded down
    for (method in vector_methods) expect_gte(pybench:::adjusted(p, method), p, label = method)
  }
})

test_that("small p-values keep their digits", {
  for (method in c("holland", "finner")) {
    expect_equal(pybench:::adjusted(c(1e-30, 1e-20, 0.5), method)[[1L]] / 3e-30, 1)
  }
})
