# The map of an embedding, against stats::prcomp().

embedding <- function(n = 20, p = 6) {
  set.seed(3)
  values <- matrix(stats::rnorm(n * p), n) %*% matrix(stats::rnorm(p * p), p) %*% diag(10^(1:p), p)
  as.data.frame(`rownames<-`(values, paste0("d", seq_len(n))))
}

test_that("prcomp() gives the same up to signs", {
  frame <- embedding()
  for (scale in c("ranks", "variance", "none")) {
    used <- if (scale == "ranks") apply(frame, 2, rank) else as.matrix(frame)
    if (scale != "none") {
      used <- scale(used) * sqrt(20 / 19)
    }
    oracle <- stats::prcomp(used)
    found <- pb_embedding_map(frame, 3, scale)
    signs <- sign(colSums(oracle$x[, 1:3] * found$coordinates))
    expect_equal(
      unname(found$coordinates), unname(sweep(oracle$x[, 1:3], 2, signs, "*")), tolerance = 1e-9
    )
    expect_equal(found$variance, (oracle$sdev^2 / sum(oracle$sdev^2))[1:3], tolerance = 1e-12)
    expect_equal(unname(abs(found$loadings)), unname(abs(oracle$rotation[, 1:3])), tolerance = 1e-9)
    expect_true(all(apply(found$loadings, 2, function(w) w[which.max(abs(w))] > 0)))
  }
})

test_that("features alike but for rounding are named by name", {
  placed <- pb_embedding_map(embedding(p = 2), 1)
  for (noise in c(-1e-13, 1e-13)) {
    placed$loadings[, 1] <- c(0.7 + noise, 0.7)
    expect_match(format(placed)[[2]], "most: \\+V1, \\+V2$")
  }
})

test_that("a huge value moves ranks no farther", {
  frame <- embedding()
  before <- pb_embedding_map(frame)$coordinates
  frame[which.max(frame[[1]]), 1] <- 1e300
  expect_identical(pb_embedding_map(frame)$coordinates, before)
})

test_that("what says nothing is left out with its reason", {
  frame <- cbind(embedding(4, 2), constant = 3, gap = c(1, NaN, 2, Inf))
  found <- pb_embedding_map(frame)
  expect_identical(
    found$left_out, c(constant = "constant", gap = "no finite value on 2 datasets")
  )
  text <- format(found)
  expect_identical(text[[1]], "4 datasets by 2 features, as ranks")
  expect_match(text[[2]], "^PC1: [0-9.]+% of the variance; most: [+-]V")
  expect_identical(names(as.data.frame(found)), c("PC1", "PC2"))
  expect_identical(rownames(as.data.frame(found)), paste0("d", 1:4))
})

test_that("bad arguments are refused", {
  expect_error(pb_embedding_map(1), "`embedding` must be a data frame of numbers, not 1")
  expect_error(pb_embedding_map(data.frame(a = "x")), "`embedding` must be a data frame")
  expect_error(pb_embedding_map(embedding(2, 5)), "`dimensions` must be at most 1, not 2")
  expect_error(pb_embedding_map(embedding(5, 1)), "`dimensions` must be at most 1, not 2")
  expect_error(pb_embedding_map(embedding(), scale = "z"), "`scale` must be one of")
})
