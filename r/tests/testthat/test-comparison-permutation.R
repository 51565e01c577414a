# p-values by rearranging, against plain enumeration.

every <- function(choices) as.matrix(expand.grid(choices, KEEP.OUT.ATTRS = FALSE))

test_that("rows are rearranged as enumeration has them", {
  set.seed(1)
  for (i in 1:30) {
    n <- sample(2:3, 1)
    k <- sample(2:3, 1)
    scores <- matrix(sample(0:3, n * k, TRUE), n)
    orders <- as.matrix(expand.grid(rep(list(seq_len(k)), k)))
    orders <- orders[apply(orders, 1L, anyDuplicated) == 0L, , drop = FALSE]
    found <- apply(every(rep(list(seq_len(nrow(orders))), n)), 1L, function(chosen) {
      rows <- vapply(seq_len(n), function(i) scores[i, orders[chosen[[i]], ]], numeric(k))
      sum(rowSums(rows)^2)
    })
    answer <- pybench:::rearrange_rows(scores)
    expect_equal(answer$pvalue, mean(found >= sum(colSums(scores)^2)), tolerance = 1e-12)
    expect_equal(answer$least, mean(found == max(found)), tolerance = 1e-12)
  }
})

test_that("pairs are exchanged as enumeration has them", {
  set.seed(2)
  for (i in 1:30) {
    scores <- matrix(sample(0:4, 12, TRUE), 4)
    signs <- every(rep(list(c(-1, 1)), 4L))
    answer <- pybench:::exchange_pairs(scores)
    greater <- pybench:::exchange_pairs(scores, "greater")
    gaps <- scores[, 3L] - scores[, 1L]
    sums <- signs %*% gaps
    expect_equal(answer$pvalues[1L, 3L], mean(abs(sums) >= abs(sum(gaps))), tolerance = 1e-12)
    expect_equal(answer$least[1L, 3L], mean(abs(sums) == max(sums)), tolerance = 1e-12)
    expect_equal(greater$pvalues[1L, 3L], mean(sums >= sum(gaps)), tolerance = 1e-12)
    expect_equal(greater$pvalues[3L, 1L], mean(sums <= sum(gaps)), tolerance = 1e-12)
  }
})

test_that("perfect agreement on few datasets has its chance", {
  two <- table_of(cbind(c(3, 6, 9), c(2, 5, 7)))
  three <- table_of(cbind(c(3, 6, 9), c(2, 5, 8), c(1, 4, 7)))
  pair <- table_of(cbind(c(3, 6), c(2, 5), c(1, 4)))
  for (method in c("chi-square", "iman-davenport")) {
    expect_identical(pb_friedman(two, method)$pvalue, 0.25)
    expect_equal(pb_friedman(three, method)$pvalue, 1 / 36, tolerance = 1e-12)
    expect_equal(pb_friedman(pair, method)$pvalue, 1 / 6, tolerance = 1e-12)
  }
  expect_equal(pb_quade(three)$pvalue, 1 / 36, tolerance = 1e-12)
  expect_identical(pb_conover(three)$pvalues_raw[["c1", "c2"]], 0.25)
  expect_identical(pb_quade_pairs(three)$least_pvalue, 0.75)
  expect_identical(pb_nemenyi(two)$pvalues[["c1", "c2"]], 0.25)
  whole <- pb_compare(two)
  expect_false(any(grepl("1e-12", whole$conclusions)))
  expect_false("floor" %in% whole$notes)
})

test_that("what cannot be shown is said", {
  set.seed(3)
  t <- table_of(matrix(runif(35), 7))
  found <- pb_wilcoxon(t)
  expect_identical(found$least_pvalue, 10 * 2 / 128)
  said <- "With 7 datasets no p can be below 0.1562: this test cannot reject at 0.05."
  expect_match(format(found), said, fixed = TRUE, all = FALSE)
  expect_identical(pb_wilcoxon(t, control = "c1")$least_pvalue, 4 * 2 / 128)
  expect_identical(pb_wilcoxon(t, alternative = "greater")$least_pvalue, 20 / 128)
  expect_identical(pb_siegel(t)$least_pvalue, 0)
})

test_that("bad references are refused", {
  t <- table_of(cbind(c(1, 2, 3), c(2, 1, 1)))
  expect_error(pb_siegel(t, reference = "exact"), "`reference`", class = "pybench_error_argument")
  expect_error(
    pb_friedman(t, convention = "scmamp", reference = "permutation"), "requires `convention`",
    class = "pybench_error_argument"
  )
})
