# Conover's test: closed forms, edge cases; the numbers of R's packages: test-comparison-cases.R.
test_that("separated ranks are infinitely far apart, equal ones are not", {
  for (adjust in c("holm", "single-step", "shaffer")) {
    result <- pb_conover(table_of(matrix(3:1, 5, 3, byrow = TRUE)), adjust, reference = "limit")
    expect_identical(unname(result$statistics["c1", ]), c(0, Inf, Inf))
    expect_identical(unname(result$pvalues["c1", ]), c(1, 0, 0))
  }
  tied <- pb_conover(table_of(matrix(c(3, 1, 1), 5, 3, byrow = TRUE)), reference = "limit")
  expect_identical(tied$statistics[["c2", "c3"]], 0)
  expect_identical(tied$pvalues[["c2", "c3"]], 1)
  for (variant in pybench:::conover_variants) {
    for (adjust in c("holm", "single-step")) {
      constant <- expect_silent(pb_conover(table_of(matrix(1, 4, 3)), adjust, variant = variant))
      expect_true(all(constant$pvalues == 1 & constant$statistics == 0))
    }
  }
})

test_that("single-step is the studentized range", {
  for (size in list(c(4, 3), c(5, 3), c(20, 4), c(9, 6))) {
    t <- table_of(random_scores(size[1], size[2]))
    found <- pb_conover(t, "single-step", reference = "limit")
    q <- sqrt(2) * abs(found$statistics)
    expected <- stats::ptukey(q, size[2], prod(size - 1), lower.tail = FALSE)
    expect_equal(found$pvalues, expected, tolerance = 1e-6, ignore_attr = TRUE)
  }
})

test_that("single-step holds its level where nothing differs", {
  # Four datasets rank three methods in 6^4 ways; by the range of normals 12.5 % reject.
  orders <- rbind(c(1, 2, 3), c(1, 3, 2), c(2, 1, 3), c(2, 3, 1), c(3, 1, 2), c(3, 2, 1))
  ways <- table(apply(expand.grid(1:6, 1:6, 1:6), 1L, function(rows) toString(sort(rows))))
  rejects <- vapply(strsplit(names(ways), ", "), function(rows) {
    scores <- orders[c(1L, as.integer(rows)), ]
    any(pb_conover(table_of(scores), "single-step")$pvalues <= 0.05)
  }, NA)
  expect_lte(sum(ways[rejects]) / 6^3, 0.05)
})

test_that("two methods: a t test of signs", {
  set.seed(5)
  scores <- matrix(runif(30), 15)
  expected <- stats::t.test(sign(scores[, 1] - scores[, 2]))
  result <- pb_conover(table_of(scores), reference = "limit")
  expect_equal(result$statistics[["c1", "c2"]], unname(expected$statistic), tolerance = 1e-12)
  expect_equal(result$pvalues[["c1", "c2"]], expected$p.value, tolerance = 1e-12)
  expect_identical(result$df, 14)
})

test_that("control, single-step and bad arguments", {
  t <- table_of(random_scores(12, 4))
  result <- pb_conover(t, "none", control = "c2")
  expect_identical(result$pvalues[["c1", "c2"]], pb_conover(t, "none")$pvalues[["c1", "c2"]])
  expect_error(
    pb_conover(t, "single-step", control = "c2"), "joint distribution of all pairs",
    class = "pybench_error_argument"
  )
  expect_error(pb_conover(t, variant = "x"), "`variant`", class = "pybench_error_argument")
})
