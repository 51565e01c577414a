# The public face of corrections: kinds of input, refusals, corrections of one's own.

square <- matrix(c(1, 0.01, 0.04, 0.01, 1, 0.02, 0.04, 0.02, 1), 3)

# Forgets what a test registers.
forget <- function(names) rm(list = names, envir = pybench:::own_adjustments)

test_that("the kind and the names of the input are those of the answer", {
  expect_equal(pb_adjust(c(0.01, 0.03, 0.04)), c(0.03, 0.06, 0.06), tolerance = 1e-15)
  expect_named(pb_adjust(c(a = 0.01, b = 0.03), "rom"), c("a", "b"))
  named <- square
  dimnames(named) <- list(letters[1:3], letters[1:3])
  expect_identical(dimnames(pb_adjust(named, "BH")), dimnames(named))
  frame <- pb_adjust(as.data.frame(named))
  expect_s3_class(frame, "data.frame")
  expect_identical(dimnames(frame), dimnames(named))
  expect_equal(frame["a", "b"], 0.03, tolerance = 1e-15)
})

test_that("the diagonal does not count, and is 1", {
  other <- square
  diag(other) <- NA
  for (method in pybench:::adjustments) {
    expect_identical(pb_adjust(other, method), pb_adjust(square, method))
    expect_identical(diag(pb_adjust(other, method)), c(1, 1, 1))
  }
})

test_that("nothing to adjust", {
  expect_identical(pb_adjust(numeric()), numeric())
  for (method in c("holm", "shaffer", "bergmann", "rom")) {
    expect_identical(pb_adjust(matrix(1), method), matrix(1))
  }
})

test_that("what is refused, and where it is", {
  refused <- function(p, text, ...) {
    expect_error(pb_adjust(p, ...), text, class = "pybench_error_argument", fixed = TRUE)
  }
  refused(c(0.1, NaN), "not NaN (at 2)")
  refused(c(0.1, NA), "not NaN (at 2)")
  refused(NA, "not NaN (at 1)")
  refused(1.5, "not 1.5 (at 1)")
  refused(c(-0.1, 2), "not -0.1 (at 1)")
  for (bad in list("x", NULL, TRUE, factor("a"), data.frame(a = c("x", "y"), b = 1:2))) {
    refused(bad, "must be numbers from 0 to 1")
  }
  refused(matrix(1, 2, 3), "a vector or a k x k matrix, not 2 x 3")
  refused(matrix(c(1, 0.3, 0.2, 1), 2), "must be symmetric")
  refused(matrix(c(1, NA, NA, 1), 2), "not NaN (at 1, 2)")
  refused(c(0.1, 0.2, 0.3), "needs a k x k matrix of all pairs", "shaffer")
  refused(0.1, "`alpha` must be a number between 0 and 1", "rom", 0)
  refused(0.1, "`method` must be one of \"none\", \"bonferroni\"", "bh")
})

test_that("only Rom's depends on the level", {
  p <- c(0.01, 0.02, 0.03, 0.2)
  for (method in setdiff(pybench:::adjustments, c("rom", "shaffer", "bergmann"))) {
    expect_identical(pb_adjust(p, method, 0.2), pb_adjust(p, method))
  }
  expect_false(identical(pb_adjust(p, "rom", 0.2), pb_adjust(p, "rom", 0.05)))
})

test_that("the logic of pairs needs all pairs, two-sided", {
  t <- table_of(matrix(c(1, 2, 3, 2, 1, 1, 3, 3, 2), 3))
  for (method in pybench:::logical_adjustments) {
    expect_error(
      pb_siegel(t, method, control = "c1"), "all pairs, not to a control",
      class = "pybench_error_argument"
    )
    expect_error(
      pb_siegel(t, method, "less"), "all pairs, not to alternative \"less\"",
      class = "pybench_error_argument"
    )
  }
})

test_that("a correction of one's own", {
  on.exit(forget("sidak"))
  pb_register_adjustment("sidak", function(p) 1 - (1 - p)^length(p))
  expect_identical(pb_adjust(c(0.5, 0.5), "sidak"), c(0.75, 0.75))
  result <- pb_siegel(table_of(random_scores(12, 4)), "sidak")
  expect_identical(result$adjust, "sidak")
  expected <- 1 - (1 - result$pvalues_raw[[1, 2]])^6
  expect_equal(result$pvalues[[1, 2]], expected, tolerance = 1e-12)
  pb_register_adjustment("sidak", function(p) rep(1, length(p)))
  expect_identical(pb_adjust(0.5, "sidak"), 1)
})

test_that("a correction that does not correct, and names that are taken", {
  on.exit(forget("wrong"))
  wrong <- list(
    function(p) p / 2, function(p) p[1], function(p) p + 1, function(p) p * NA,
    function(p) c("a", "b")
  )
  for (correction in wrong) {
    pb_register_adjustment("wrong", correction)
    expect_error(
      pb_adjust(c(0.2, 0.4), "wrong"), "\"wrong\" must return 2 numbers",
      class = "pybench_error_argument"
    )
  }
  for (name in list("holm", "BH", "single-step", "nemenyi", "*", "", NULL, 3)) {
    expect_error(
      pb_register_adjustment(name, identity), "`name` must be a new name",
      class = "pybench_error_argument"
    )
  }
  expect_error(
    pb_register_adjustment("mine", "holm"), "`correction` must be a function",
    class = "pybench_error_argument"
  )
})

test_that("what a correction leaves open is noted", {
  on.exit(forget("mine"))
  pb_register_adjustment("mine", identity)
  controlled <- function(result) grep("-control$", result$notes, value = TRUE)
  t <- table_of(matrix(c(5, 3, 8, 1, 9, 2, 7, 4, 6, 12, 10, 11, 15, 13, 14, 16) / 17, 4))
  left <- c(
    none = "no-control", finner = "weak-control", li = "independent-control",
    BH = "fdr-control", BY = "fdr-control", mine = "unknown-control"
  )
  for (method in c(adjustments, "mine")) {
    expected <- if (method %in% names(left)) left[[method]] else character()
    asked <- if (method == "none") character() else expected
    found <- pb_wilcoxon(t, method)
    expect_identical(controlled(found), expected)
    expect_true(paste0("  adjustment: ", correction_controls(method)$text) %in% format(found))
    expect_identical(controlled(pb_critical_difference(t, found)), expected)
    expect_identical(controlled(pb_critical_difference(t, found, adjust = "holm")), character())
    expect_identical(controlled(pb_multi_comparison(t, adjust = method)), asked)
    expect_identical(
      controlled(pb_critical_difference(t, found$pvalues_raw, adjust = method)), asked
    )
    expect_identical(
      controlled(pb_core_patterns(t, t$classifiers[1:2], 1, adjust = method)), expected
    )
    if (method %in% power_adjustments()) {
      expect_identical(controlled(pb_datasets_needed(t, adjust = method, repeats = 2)), expected)
    }
  }
  for (found in list(pb_miller(t), pb_conover(t, "single-step"), pb_stability(t, resamples = 0))) {
    expect_identical(controlled(found), character())
  }
  two <- table_of(matrix(c(5, 3, 8, 1, 9, 2, 7, 4) / 17, 4))
  expect_identical(controlled(pb_wilcoxon(two, "none")), character())
  expect_identical(controlled(pb_multi_comparison(two, adjust = "BH")), character())
  expect_identical(controlled(pb_wilcoxon(two, "none", alternative = "less")), "no-control")
})

test_that("Finner's correction does not hold the chance of any false rejection", {
  # 50 of 100 are rejected for sure; the first true null meets 1 - 0.95^(51 / 100).
  uniform <- matrix((seq_len(1e5) * 0.6180339887498949) %% 1, ncol = 50)
  first <- apply(uniform, 1, min)
  any_rejected <- apply(uniform, 1, function(p) {
    any(adjusted(c(rep(0, 50), p), "finner")[51:100] <= 0.05)
  })
  expect_identical(any_rejected, first <= 1 - 0.95^(51 / 100))
  expect_equal(1 - 0.95^(51 / 100 * 50), 0.73, tolerance = 0.01)
})

test_that("what others do to mean ranks is noted", {
  t <- table_of(random_scores(12, 4))
  two <- table_of(random_scores(12, 2))
  control <- t$classifiers[[1]]
  for (test in list(
    pb_nemenyi, pb_siegel, pb_conover, pb_eisinga, pb_quade_pairs, pb_aligned_ranks_pairs,
    pb_critical_difference, pb_compare,
    function(t) pb_siegel(t, alternative = "less"),
    function(t) pb_critical_difference(t, "bonferroni-dunn", control = control),
    function(t) pb_critical_difference(t, pb_siegel(t), adjust = "BH"),
    function(t) pb_datasets_needed(t, "nemenyi", repeats = 2)
  )) {
    expect_true("mean-ranks" %in% test(t)$notes)
    expect_false("mean-ranks" %in% test(two)$notes)
  }
  for (test in list(pb_miller, pb_wilcoxon)) {
    expect_false("mean-ranks" %in% test(t)$notes)
  }
})
