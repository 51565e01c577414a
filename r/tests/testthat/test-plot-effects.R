# The forest plot of effects.

forest_table <- function(k, n = 20) {
  set.seed(11)
  scores <- matrix(stats::rnorm(n * k), n) + rep(seq(0, 2, length.out = k), each = n)
  colnames(scores) <- paste("method", seq_len(k))
  table_of(scores)
}

test_that("each pair is seen from its better method, the largest effect on top", {
  result <- pb_effects(forest_table(5))
  for (effect in pybench:::effect_names) {
    found <- expect_silent(drawn(result, effect = effect))
    equal <- if (effect == "superiority") 0.5 else 0
    expect_identical(nrow(found), 10L)
    expect_false(is.unsorted(-found$effect))
    expect_true(all(found$effect >= equal & found$low <= found$effect))
    at <- cbind(found$classifier_1, found$classifier_2)
    expect_equal(found$effect, result[[effect]][at])
    expect_equal(found$low, result[[paste0(effect, "_low")]][at])
    expect_equal(found$high, result[[paste0(effect, "_high")]][at])
  }
})

test_that("with a control, rows are the others, and only the largest are kept", {
  t <- forest_table(12)
  result <- pb_effects(t, control = "method 6")
  found <- expect_silent(drawn(result, 3.4, 5, main = "A title"))
  expect_setequal(found$classifier_1, setdiff(t$classifiers, "method 6"))
  expect_true(any(found$effect < 0))
  few <- drawn(result, most = 4)
  sizes <- sort(abs(found$effect), decreasing = TRUE)
  expect_identical(sort(abs(few$effect), decreasing = TRUE), sizes[1:4])
  looks <- pybench:::forest_looks(result, NULL, NULL)
  expect_match(pybench:::forest_note(result, 4, 0, looks), "^The 4 largest of 11 against method 6;")
})

test_that("infinite effects and equal methods are drawn", {
  scores <- cbind(a = 1:4, b = 1:4 + 1, c = 1:4)
  result <- pb_effects(table_of(scores))
  found <- expect_silent(drawn(result, effect = "d_z"))
  expect_true(any(is.infinite(found$effect)))
  expect_silent(drawn(pb_effects(table_of(matrix(1, 3, 2)))))
})

test_that("bad arguments are refused by name", {
  result <- pb_effects(forest_table(3))
  expect_error(drawn(result, effect = "size"), "`effect` must be one of \"hodges_lehmann\"")
  expect_error(drawn(result, most = 0), "`most` must be a whole number >= 1, not 0")
  expect_error(drawn(result, main = 1), "`main`")
})
