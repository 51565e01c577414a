test_that("p-values are those of binom.test()", {
  for (n in c(1, 7, 50, 112)) {
    wins <- seq(0, n, by = if (n > 10) 7 else 1)
    for (alternative in alternatives) {
      expected <- vapply(wins, function(w) {
        stats::binom.test(w, n, alternative = sub("-", ".", alternative, fixed = TRUE))$p.value
      }, 0)
      p <- sign_pvalues(list(there = wins, back = n - wins), alternative)
      expect_relative(p$there, expected, 1e-11, paste(n, alternative))
    }
  }
})

test_that("zeros are left out", {
  scores <- rbind(c(1, 0), c(2, 0), c(3, 0), c(4, 0), c(5, 5), c(6, 6))
  result <- pb_sign_test(table_of(scores))
  expect_identical(unname(result$statistics), rbind(c(0, 4), c(0, 0)))
  expect_identical(result$pvalues[1, 2], 2 / 2^4)
  expect_identical(result$notes, "zero-differences")
  expect_identical(pb_sign_test(table_of(scores), tie_tol = 2.5)$statistics[1, 2], 2)
})

test_that("direction, control and identical methods", {
  t <- table_of(cbind(a = c(1, 3, 2), b = c(1, 3, 2), c = c(2, 4, 9)))
  result <- pb_sign_test(t, "none", "greater")
  expect_identical(c(result$pvalues["a", "b"], result$pvalues["b", "a"]), c(1, 1))
  expect_relative(c(result$pvalues["c", "a"], result$pvalues["a", "c"]), c(1 / 8, 1), 1e-14, "c")
  expect_true("no-difference" %in% result$notes)
  control <- pb_sign_test(t, "none", "greater", "a")
  expect_identical(control$pvalues, result$pvalues[c("b", "c"), "a", drop = FALSE])
})

test_that("near ties are noted where they decide", {
  scores <- rbind(c(1, 0), c(2, 0), c(3, 0), c(4, 0), c(0.1 + 0.2, 0.3), c(1.1 + 2.2, 3.3))
  expect_true("near-ties" %in% pb_sign_test(table_of(scores))$notes)
  expect_false("near-ties" %in% pb_sign_test(table_of(scores[1:5, ]))$notes)
})

test_that("as many wins as losses but one is p = 1 for every correction", {
  wins <- rep(c(1, -1), length.out = 15) # Li divides by 1 - p, the largest
  t <- table_of(unname(cbind(wins, 0, -2)))
  for (found in list(pb_sign_test(t, "li"), pb_wilcoxon(t, "li"))) {
    expect_identical(found$pvalues_raw[["c1", "c2"]], 1)
    expect_lt(found$pvalues_raw[["c1", "c3"]], 1e-4)
    expect_identical(found$pvalues[["c1", "c3"]], 1)
  }
})
