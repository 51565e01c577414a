# Datasets a, b, c of 4 instances each. The second map splits a; the third joins b and c.
dataset <- rep(c("a", "b", "c"), each = 4)
maps <- cbind(
  rep(1:3, each = 4), c(4, 4, 1, 1, rep(2:3, each = 4)), rep(c(1, 2, 2), each = 4),
  rep(c(1, 2, 3), c(4, 3, 5))
)
settings <- list(seed = c("0", "1", "0", "1"), size = c("4", "4", "5", "4"))
found <- pb_region_stability(maps, dataset, settings, 100)

test_that("shares of maps are those by hand", {
  expect_equal(found$labels, rep(c(1, 2, 3), each = 4))
  expect_equal(found$agreement, c(rep(1, 4), rep(0.75, 3), 0.5, rep(1, 4)))
  shares <- function(x) unname(t(x))
  expect_equal(shares(found$lies), cbind(c(1, 0, 0), c(0, 0.5, 0.25), c(0, 0, 1)))
  expect_equal(shares(found$represents), cbind(c(0.75, 0, 0), c(0, 0.5, 0.25), c(0, 0, 1)))
  expect_equal(
    found$members$M2, list(R1 = character(), R2 = "b", R3 = "c", R4 = character())
  )
  expect_equal(found$pairs$varied, c("seed", "size", "seed", "several", "none", "several"))
  expect_equal(found$by_setting$pairs, c(2, 1, 2, 1, 6))
})

test_that("co-assignment is that of counting pairs", {
  same <- Reduce(`+`, lapply(1:4, function(j) outer(maps[, j], maps[, j], "=="))) / 4
  diag(same) <- NA
  for (region in 1:3) {
    inside <- found$labels == region
    expect_equal(found$regions[[region, "together"]], mean(same[inside, inside], na.rm = TRUE))
    expect_equal(found$regions[[region, "mixed"]], mean(same[inside, !inside]))
  }
})

test_that("measures of agreement are those of closed forms", {
  of <- function(a, b) pb_region_stability(cbind(a, b), rep("a", length(a)))$pairs
  crossed <- of(c(1, 1, 2, 2), c(1, 2, 1, 2))
  expect_equal(crossed$adjusted_rand, -0.5)
  expect_equal(crossed$variation, 2 * log(2))
  expect_equal(of(rep(1, 8), 1:8)$adjusted_rand, 0)
  expect_equal(of(rep(1, 8), 1:8)$variation, log(8))
  same <- of(c(1, 1, 2, 3), c(9, 9, 4, 2))
  expect_identical(c(same$adjusted_rand, same$variation), c(1, 0))
})

test_that("text and frame say what a share is a share of", {
  said <- format(found)
  expect_match(
    said, "C3 on 100.0% of maps on average; represented by c (4 of 4 maps), b (1 of 4 maps)",
    fixed = TRUE, all = FALSE
  )
  expect_match(said, "Shares are of these 4 maps, which are no random sample", all = FALSE)
  frame <- as.data.frame(found)
  expect_equal(frame[frame$dataset == "b", "coverage"], c(68.75, 31.25))
})

test_that("wrong arguments are refused", {
  expect_error(pb_region_stability(maps[, 1], dataset), "a matrix with a row per instance")
  expect_error(pb_region_stability(maps - 1, dataset), "12 whole numbers from 1")
  expect_error(pb_region_stability(maps, dataset, list(all = 1:4)), "4 texts, one per map")
  expect_error(
    pb_region_stability(maps, dataset, list(all = letters[1:4])), "must not have the name"
  )
  expect_error(
    pb_region_stability(cbind(1:600, 1:600), rep("a", 600)), "at most 1000 regions", fixed = TRUE
  )
})

test_that("each map is that of pb_map_landscape()", {
  species <- as.character(iris$Species)
  varied <- pb_landscape_stability(
    iris[1:4], 1:2, 4:5, "random", dataset = species, k = 3, rlen = 10
  )
  one <- function(size, seed) {
    pb_map_landscape(
      iris[1:4], size, seed, dataset = species, k = 3, rlen = 10, start = "random"
    )$region
  }
  alone <- pb_region_stability(cbind(one(4, 1), one(4, 2), one(5, 1)), species)
  expect_equal(varied$pairs$adjusted_rand, alone$pairs$adjusted_rand)
  expect_equal(varied$maps$size, c("4 x 4", "4 x 4", "5 x 5"))
  expect_error(
    pb_landscape_stability(iris[1:4], 1, 4, "random", dataset = species), "at least 2 maps"
  )
  expect_error(
    pb_landscape_stability(
      pb_scale_features(iris[1:4], dataset = species),
      representations = list(o = pb_scale_features(iris[1:4], dataset = rev(species)))
    ),
    "in the same order"
  )
})
