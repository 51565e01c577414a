selected <- function() {
  results_table(
    scores = matrix(1:6 + 0, 3L), datasets = c("d1", "d2", "d3"), classifiers = c("a", "b"),
    higher_is_better = TRUE, metric = "accuracy", dropped = "x",
    by_repeat = array(1:12 + 0, c(3L, 2L, 2L))
  )
}

test_that("a table is indexed by name, position and condition, and all of it goes along", {
  t <- selected()
  both <- t[c("d3", "d1"), "b"]
  expect_s3_class(both, "pb_results_table")
  expect_identical(both$datasets, c("d3", "d1"))
  expect_identical(both$classifiers, "b")
  expect_identical(both$scores, t$scores[c("d3", "d1"), "b", drop = FALSE])
  expect_identical(both$by_repeat, t$by_repeat[c("d3", "d1"), "b", , drop = FALSE])
  expect_identical(both$metric, "accuracy")
  expect_identical(both$dropped, "x")
  expect_identical(t[c(3, 1), 2], both)
  expect_identical(t[-2, ], t[c(TRUE, FALSE, TRUE), ])
  expect_identical(t[, 2:1, drop = TRUE]$classifiers, c("b", "a"))
  expect_identical(t[factor("d2"), ]$datasets, "d2")
})

test_that("head, tail and dimnames are those of a matrix", {
  t <- selected()
  expect_identical(dimnames(t), list(c("d1", "d2", "d3"), c("a", "b")))
  expect_identical(rownames(t), t$datasets)
  expect_identical(head(t, 2L), t[1:2, ])
  expect_identical(tail(t, 1L), t["d3", ])
  expect_identical(head(t, c(1L, 1L)), t["d1", "a"])
})

test_that("an index that the table has not, or has twice, is refused", {
  t <- selected()
  for (bad in list("d9", 4, NA, c(TRUE, FALSE))) {
    expect_error(t[bad, ], class = "pybench_error_argument")
  }
  expect_error(t["d9", ], "`datasets` must be in the table, not `d9`", fixed = TRUE)
  expect_error(t[, "c"], "`classifiers` must be in the table, not `c`", fixed = TRUE)
  expect_error(t[1], "Write t[i, ] or t[, j].", fixed = TRUE, class = "pybench_error_argument")
  expect_error(t[c("d1", "d1"), ], class = "pybench_error_results_table")
  expect_error(t[0L, ], class = "pybench_error_results_table")
})

test_that("what is assigned to a table is refused, and it cannot be transposed", {
  b <- selected()
  refused <- function(edit) expect_error(edit, class = "pybench_error_argument")
  refused(b$scores <- b$scores[, 2:1])
  refused(b$scores[1, 1] <- 0)
  refused(b[["datasets"]] <- rev(b$datasets))
  refused(b["d1", "a"] <- 0)
  refused(dimnames(b) <- list(letters[1:3], letters[1:2]))
  refused(rownames(b) <- letters[1:3])
  refused(names(b) <- rev(names(b)))
  refused(b$higher_is_better <- FALSE)
  refused(t(b))
  expect_identical(b, selected())
})

# A table edited behind its back: every function that takes one looks.
test_that("every function refuses a table whose scores do not go with its names", {
  edited <- function(edit) {
    fields <- edit(unclass(selected()))
    structure(fields, class = class(selected()))
  }
  cases <- list(
    edited(function(b) within(b, scores <- scores[, 2:1])),
    edited(function(b) within(b, scores <- scores[3:1, ])),
    edited(function(b) within(b, by_repeat <- by_repeat[3:1, , ])),
    edited(function(b) within(b, scores[1L, 1L] <- Inf)),
    edited(function(b) within(b, scores <- unname(scores))),
    edited(function(b) within(b, higher_is_better <- c(TRUE, FALSE)))
  )
  takes_a_table <- Filter(function(name) {
    identical(names(formals(getExportedValue("pybench", name)))[1L], "t")
  }, getNamespaceExports("pybench"))
  expect_gt(length(takes_a_table), 20L)
  for (name in takes_a_table) {
    asked <- intersect(names(formals(getExportedValue("pybench", name))), c("rho", "landscape"))
    others <- list(rho = 0.1, landscape = pb_coverage(c("d1", "d2", "d3"), 1:3))[asked]
    for (b in cases) {
      expect_error(
        do.call(getExportedValue("pybench", name), c(list(b), others)),
        "a table as pb_read_results|`higher_is_better` must be TRUE or FALSE",
        label = name
      )
    }
  }
  expect_error(edited(function(b) within(b, scores <- scores[, 2:1]))[1L, ], "a table as")
})
