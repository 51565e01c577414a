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
