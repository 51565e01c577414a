# Paired effect sizes.

ends_of <- function(result, name, i, j) {
  fields <- paste0(name, c("", "_low", "_high"))
  vapply(fields, function(field) result[[field]][[i, j]], 0, USE.NAMES = FALSE)
}

test_that("definitions by hand", {
  # Differences 2, 1, -1, 3 eighths; Walsh averages in sixteenths -2 0 1 2 2 3 4 4 5 6.
  t <- table_of(cbind(c(9, 8, 6, 9), c(7, 7, 7, 6)) / 8)
  result <- pb_effects(t)
  expect_identical(ends_of(result, "hodges_lehmann", 1, 2), c(2.5, -2, 6) / 16)
  expect_identical(result$mean_difference[[1, 2]], 5 / 32)
  expect_equal(result$d_z[[1, 2]], 1.25 / sqrt(35 / 12), tolerance = 1e-14)
  expect_equal(result$rank_biserial[[1, 2]], 0.7, tolerance = 1e-14)
  expect_identical(result$superiority[[1, 2]], 0.75)
  expect_identical(result$attained, 0.875)
  expect_identical(result$notes, "confidence-not-attained")
})

test_that("intervals are those of t.test() and binom.test()", {
  set.seed(5)
  scores <- matrix(stats::rnorm(80, rep(c(0, 0.3, 0.6, 2), each = 20)), 20)
  result <- pb_effects(table_of(scores), confidence = 0.9)
  for (pair in list(1:2, c(1, 4), c(3, 2))) {
    d <- scores[, pair[[1]]] - scores[, pair[[2]]]
    theirs <- stats::t.test(d, conf.level = 0.9)$conf.int[1:2]
    found <- ends_of(result, "mean_difference", pair[[1]], pair[[2]])
    expect_equal(found[-1], theirs, tolerance = 1e-12)
    exact <- stats::binom.test(sum(d > 0), 20, conf.level = 0.9)$conf.int[1:2]
    found <- ends_of(result, "superiority", pair[[1]], pair[[2]])
    expect_equal(found[-1], exact, tolerance = 1e-12)
  }
})

test_that("superiority is held as often as stated", {
  # Of 30 datasets Wilson's interval holds 0.7 in 93.0 % of samples.
  ends <- vapply(0:30, function(wins) {
    won <- rep(1:0, c(wins, 30 - wins))
    ends_of(pb_effects(table_of(cbind(a = won, b = 1 - won))), "superiority", "a", "b")[-1]
  }, c(0, 0))
  for (true in c(0.7, 0.9)) {
    inside <- ends[1L, ] <= true & true <= ends[2L, ]
    expect_gte(sum(stats::dbinom(0:30, 30, true)[inside]), 0.95)
  }
})

test_that("row against column: turned round, signs and ends change places", {
  set.seed(6)
  result <- pb_effects(table_of(random_scores(11, 4, 8)))
  for (name in pybench:::effect_names) {
    whole <- if (name == "superiority") 1 else 0
    low <- result[[paste0(name, "_low")]]
    high <- result[[paste0(name, "_high")]]
    expect_equal(t(result[[name]]), whole - result[[name]], tolerance = 1e-14)
    expect_equal(t(low), whole - high, tolerance = 1e-14)
    expect_true(all(low <= result[[name]] & result[[name]] <= high))
  }
})

test_that("direction, order of datasets and other methods do not matter", {
  set.seed(7)
  scores <- random_scores(12, 4, 30)
  colnames(scores) <- c("a", "b", "c", "d")
  result <- pb_effects(table_of(scores))
  turned <- pb_effects(table_of(-scores, FALSE))
  part <- pb_effects(table_of(scores[12:1, c("d", "b")]))
  for (field in pybench:::effect_fields()) {
    expect_identical(turned[[field]], result[[field]])
    found <- part[[field]]
    expect_equal(found, result[[field]][c("d", "b"), c("d", "b")], tolerance = 1e-12)
  }
})

test_that("a control is a column of all pairs", {
  set.seed(8)
  t <- table_of(random_scores(9, 4))
  result <- pb_effects(t)
  column <- pb_effects(t, control = "c2")
  for (field in pybench:::effect_fields()) {
    expect_equal(
      column[[field]], result[[field]][c("c1", "c3", "c4"), "c2", drop = FALSE], tolerance = 1e-12
    )
  }
  expect_identical(as.data.frame(column)$classifier_1, c("c1", "c3", "c4"))
})

test_that("identical methods and the same difference everywhere are defined", {
  same <- pb_effects(table_of(cbind(1:5, 1:5)))
  expect_identical(ends_of(same, "hodges_lehmann", 1, 2), c(0, 0, 0))
  expect_identical(ends_of(same, "rank_biserial", 1, 2), c(0, -1, 1))
  normal <- stats::qnorm(0.975) / sqrt(5)
  expect_equal(ends_of(same, "d_z", 1, 2), c(0, -normal, normal), tolerance = 1e-12)
  expect_identical(same$superiority[[1, 2]], 0.5)
  # 0.9 - 0.8, 0.8 - 0.7 and 0.3 - 0.2 differ in their last digits only.
  shifted <- pb_effects(table_of(cbind(c(0.9, 0.8, 0.3), c(0.8, 0.7, 0.2))))
  expect_identical(ends_of(shifted, "d_z", 1, 2), c(Inf, Inf, Inf))
  expect_true("constant-difference" %in% shifted$notes)
  two <- pb_effects(table_of(rbind(c(1, 0, 3), c(2, 1.5, 1))))
  expect_identical(two$attained, 0.5)
  expect_true(all(is.finite(unlist(as.data.frame(two)[-(1:2)]))))
})

test_that("scores at the end of the double range are no trouble", {
  scores <- rbind(c(1, -1, 0.5), c(0.5, -1, 0.2), c(1, 0.1, -0.7), c(0.9, 0.2, -0.1))
  small <- pb_effects(table_of(scores))
  large <- pb_effects(table_of(scores * 1.7e308))
  for (field in c("d_z", "d_z_low", "rank_biserial_high", "superiority")) {
    expect_equal(large[[field]], small[[field]], tolerance = 1e-12)
  }
  expect_false(anyNA(unlist(as.data.frame(large)[-(1:2)])))
})

test_that("bad arguments are refused by name", {
  t <- table_of(random_scores(4, 3))
  expect_error(
    pb_effects(t, "nobody"), "`control` must be a method", class = "pybench_error_argument"
  )
  expect_error(pb_effects(t, confidence = 1), "`confidence`", class = "pybench_error_argument")
  one <- table_of(matrix(1:2, 1))
  expect_error(pb_effects(one), "2 datasets, found 1", class = "pybench_error_results_table")
})

test_that("the text says what the intervals are", {
  text <- format(pb_effects(table_of(cbind(c(9, 8, 6, 9), c(7, 7, 7, 6)))))
  head <- "Paired effect sizes (all pairs), each with its own 95 % interval"
  expect_identical(text[[1]], head)
  expect_match(text[[3]], "attain 87.5 %; 0 of 1 exclude 0; the largest", fixed = TRUE)
  turned <- format(pb_effects(table_of(cbind(c(7, 7, 7, 6), c(9, 8, 6, 9)))))
  expect_identical(turned[[4L]], "    1.25 (-1 to 3)  c2, c1")
  equal <- format(pb_effects(table_of(cbind(c(1, 2), c(1, 2)))))
  expect_identical(equal[[4L]], "    0 (0 to 0)  c1, c2")
})
