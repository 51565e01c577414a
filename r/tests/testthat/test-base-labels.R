# Names as tables show them; the same cases as in tests/base/test_labels.py.

test_that("what cannot be seen is escaped and nothing else", {
  expect_identical(spelled("plain name-1.0"), "plain name-1.0")
  expect_identical(spelled("a\nb\tc\rd"), "a\\nb\\tc\\rd")
  expect_identical(spelled("\u007f\u202eabc"), "\\x7f\\u202eabc")
  expect_identical(spelled("\U1ffff"), "\\U0001ffff")
  expect_identical(spelled("\U1f468\u200d\U1f469"), "\U1f468\u200d\U1f469")
  expect_identical(spelled(c("", " a")), c("", " a"))
  expect_identical(labels_for(c("", " a")), c("\"\"", "\" a\""))
})

test_that("the middle is cut, and names stay different", {
  expect_identical(label_cut(c("abcdef", "abcdefgh"), 5L, 2L), c("ab\u2026ef", "ab\u2026gh"))
  expect_identical(labels_for("abcdef", 6), "abcdef")
  expect_identical(
    labels_for(c("forest-100-trees", "forest-500-trees", "tree"), 12),
    c("forest-1\u2026ees", "forest-5\u2026ees", "tree")
  )
  apart <- function(names, labels) expect_identical(labels_for(names, 3), labels)
  apart(c("aaaa", "abba", "a\u2026a"), c("a\u2026a", "a\u2026a (2)", "a\u2026a (3)"))
  apart(
    c("abcdx", "abcdy", "vwxyz", "vwx+z"), c("a\u2026x", "a\u2026y", "v\u2026z", "v\u2026z (2)")
  )
  expect_identical(labels_for(c("b", "a", "b"), 3), c("b", "a", "b"))
})
