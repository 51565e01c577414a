# Rules: ranges with open and strict ends, what people declare, what is unknown.

test_that("constraints are ranges", {
  expect_identical(
    check_constraints(list(a = c(1, NA), b = c(-Inf, 2))),
    list(list(rule = "a", quality = "a", low = 1), list(rule = "b", quality = "b", high = 2))
  )
  expect_identical(check_constraints(NULL), list())
  verdict <- function(value, constraint) {
    range_verdict(constraint, "d", list(MinorityToMajority = value))
  }
  balance <- cc18_constraints[[5L]]
  expect_identical(verdict(0.05, balance)$verdict, "fail")
  expect_identical(verdict(0.06, balance)$verdict, "pass")
  expect_identical(verdict(NULL, balance)$verdict, "unknown")
  expect_identical(threshold_text(cc18_constraints[[1L]]), ">= 500 and <= 100000")
  expect_identical(threshold_text(balance), "> 0.05")
  wrong <- list(
    "cc19", list(1), list(a = 1), list(a = c(NA, NA)), list(a = c(2, 1)), list(a = c("1", "2")),
    list(a = c(1, NaN)), list(a = c(Inf, 1)), list(a = c(0, 1), a = c(0, 1))
  )
  for (asked in wrong) {
    expect_s3_class(pybench_error_of(check_constraints(asked)), "pybench_error_argument")
  }
})

test_that("exclusions are known names", {
  expect_length(check_exclude("cc18"), 9L)
  expect_identical(check_exclude(NULL), character())
  expect_s3_class(pybench_error_of(check_exclude("ugly")), "pybench_error_argument")
})

test_that("flags say why and from where, of a candidate", {
  flag <- data.frame(
    dataset = "d", flag = "subset", reason = "a half", source = "here", holds = c(TRUE, FALSE)
  )
  found <- check_flags(flag, "d")
  expect_identical(vapply(found, function(one) is.null(one$holds), NA), c(TRUE, FALSE))
  expect_identical(declared_verdict("d", "subset", found)$verdict, "fail")
  expect_identical(declared_verdict("d", "subset", found[2L])$note, "a half (here)")
  expect_identical(declared_verdict("d", "grouped", found)$verdict, "unknown")
  for (change in list(list(flag = "odd"), list(dataset = "e"), list(reason = " "))) {
    wrong <- utils::modifyList(as.list(flag[1L, ]), change)
    expect_s3_class(pybench_error_of(check_flags(list(wrong), "d")), "pybench_error_argument")
  }
  expect_s3_class(pybench_error_of(check_flags(list("x"), "d")), "pybench_error_argument")
})

test_that("what needs decision trees is unknown, and says so", {
  verdict <- computed_verdict("d", "decision tree", list(), TRUE)
  expect_identical(verdict$verdict, "unknown")
  expect_match(verdict$note, "Python computes it")
  wide <- computed_verdict("d", "one-hot", list(NumberOfOneHotFeatures = 5001), TRUE)
  expect_identical(wide$verdict, "fail")
  expect_identical(computed_verdict("d", "one-hot", list(), TRUE)$note, "not measured")
})
