# What to expect: places on the curve, its ends, and what is refused.

test_that("a value is placed between two points of a rising curve", {
  expect_identical(place_on_curve(-1, c(0, 1, 2))$within, "below")
  above <- place_on_curve(3, c(0, 1, 2))
  expect_identical(above, list(at = 3L, share = 0, within = "above"))
  place <- place_on_curve(1.5, c(0, 1, 2))
  expect_identical(place, list(at = 2L, share = 0.5, within = "within"))
  expect_identical(read_curve(c(10, 20, 40), place), 30)
  expect_identical(place_on_curve(1, c(1, 0.5, 2))$at, 2L) # a decrease is noise
  expect_identical(place_on_curve(2, c(0, 1, 2)), list(at = 3L, share = 0, within = "within"))
})

test_that("a Mantel test is placed on the stored curve and on that of a study", {
  made <- pb_synthetic_benchmark(0, datasets = 30, models = 6, repeats = 1, signal = 0.5)
  test <- pb_mantel(made$table, list(half = made$broken, good = made$oracle), 19)
  found <- pb_expected_gain(test)
  expect_identical(found$table$correlation[[1]], test$table$correlation[[1]])
  expect_true(all(found$table$gain[found$table$representation == "good"] > 0))
  expect_match(format(found), "one generator", all = FALSE)
  expect_identical(as.data.frame(found), found$table)
  study <- pb_synthetic_study(
    0, 2, signals = c(0, 1), strategies = c("a-optimal", "k-medoids"), sizes = c(2, 4),
    metrics = "mae", datasets = 26, models = 4, repeats = 1, latent = 2, dimensions = 4
  )
  own <- pb_expected_gain(test, study)
  expect_identical(unique(own$curve$strategy), c("a-optimal", "k-medoids/cosine"))
  expect_identical(unique(own$table$distance), c("cosine", "euclidean"))
  expect_error(pb_expected_gain(study), class = "pybench_error_argument")
  expect_error(pb_expected_gain(test, test), class = "pybench_error_argument")
  test$method <- "pearson"
  expect_error(pb_expected_gain(test), "spearman", class = "pybench_error_argument")
})
