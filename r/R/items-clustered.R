# Standard errors of weighted means over clustered items, and their degrees of freedom.

item_errors <- c("auto", "CR2", "CR3", "CR1")

# Below this effective share of clusters, CR2 rejects too often; "auto" then is "CR3".
even_clusters <- 0.6

# Differences, and errors of them, up to this, relative to the scores, are rounding noise.
item_noise <- 4 * .Machine$double.eps

# What weights and clusters alone decide: list(cluster: of each item, a number by first appearance;
# count: number of clusters; weights; level, slope: of the multipliers level + slope w of the
# residuals of each cluster; df; se: "auto" resolved; even: (sum_g s_g)^2 / sum_g s_g^2 / G of the
# weights s_g of clusters, which is 1 if all are equal).
item_design <- function(items, se, clustered = TRUE) {
  n <- length(items$items)
  weights <- item_weights(items)
  cluster <- if (is.null(items$clusters) || !clustered) {
    seq_len(n)
  } else {
    match(items$clusters, unique(items$clusters))
  }
  count <- max(cluster)
  sizes <- cluster_sums(weights, cluster)
  even <- sum(sizes)^2 / sum(sizes^2) / count
  if (se == "auto") {
    se <- if (!is.na(even) && even < even_clusters) "CR3" else "CR2"
  }
  found <- if (se == "CR1") {
    list(level = numeric(count), slope = rep(sqrt(count / (count - 1)), count), df = count - 1)
  } else if (se == "CR3") {
    jackknife(weights, cluster)
  } else {
    bell_mccaffrey(weights, cluster)
  }
  if (!all(is.finite(c(sum(weights^2) * sum(weights), unlist(found))))) {
    refuse(
      "weights that are less uneven",
      sprintf("weights from %g to %g", min(weights), max(weights)),
      "Leave out items that must not count, and choose a smaller unit of the weights.",
      file = items$source
    )
  }
  c(list(cluster = cluster, count = count, weights = weights, se = se, even = even), found)
}

# Sums of the rows of a matrix, or of a vector, over clusters.
cluster_sums <- function(values, cluster) {
  sums <- rowsum(values, cluster, reorder = TRUE)
  if (is.matrix(values)) unname(sums) else as.vector(sums)
}

# list(level, slope, df) of B_g^(-1/2) w_g = level + slope w_g for each cluster g, where B_g is the
# covariance matrix of the residuals of its items if all differences are independent with variance
# 1 (Bell and McCaffrey 2002). B_g differs from the identity only in the plane of 1 and w_g: there
# the root of a 2 x 2 matrix M is (M + sqrt(det M) I) / sqrt(tr M + 2 sqrt(det M)). No difference of
# a cluster's weight and the total is taken: for a heavy cluster it has no digits.
bell_mccaffrey <- function(weights, cluster) {
  total <- sum(weights)
  size <- tabulate(cluster)
  sums <- cluster_sums(weights, cluster)
  own <- cluster_sums(weights^2, cluster)
  spread <- cluster_sums((weights - (sums / size)[cluster])^2, cluster)
  rest <- sums_of_others(sums)
  other <- sums_of_others(own)
  root <- sqrt((rest / total)^2 + size * other / total^2) # of the determinant
  first <- root^2 + size * spread / total^2 # the entry of 1, normed; that of w_g, normed, is 1
  norm <- root * sqrt(first + 1 + 2 * root)
  slope <- (first + root + sums / total) / norm
  level <- (rest * (own / total) - sums * (other / total)) / (total * norm)
  ones <- (level * size + slope * sums) / total
  cross <- level * sums + slope * own
  heavy <- which.max(sums)
  row <- (sum(own) * ones[[heavy]] - cross[[heavy]]) * ones - ones[[heavy]] * cross
  df <- satterthwaite_df(sum(own), own, ones, cross, heavy, row)
  list(level = level, slope = slope, df = df)
}

# list(level, slope, df) of CR3: a_g = w_g / (1 - s_g / S), so that p_g is w_g on the items of g and
# -w s_g / (S - s_g) on all others. The square of the error is the sum of squares of the changes of
# the mean if a cluster is left out.
jackknife <- function(weights, cluster) {
  sums <- cluster_sums(weights, cluster)
  own <- cluster_sums(weights^2, cluster)
  odds <- sums / sums_of_others(sums)
  other <- sums_of_others(own)
  heavy <- which.max(sums)
  h <- odds[[heavy]]
  row <- h * odds * (other[[heavy]] - own) - h * own - own[[heavy]] * odds
  df <- satterthwaite_df(sum(own), own + odds^2 * other, odds, (1 + odds) * own, heavy, row)
  list(level = numeric(length(sums)), slope = 1 + odds, df = if (all(other > 0)) df else NaN)
}

# The sum of all other values for each, which keeps its digits beside a large one.
sums_of_others <- function(values) {
  rest <- sum(values) - values
  large <- which.max(values)
  rest[large] <- sum(values[-large])
  rest
}

# Degrees of freedom by Satterthwaite: 2 E^2 / Var of the squared error if all differences are
# independent and have one variance (Pustejovsky and Tipton 2018). The squared error is the sum over
# clusters of (p_g'd)^2 with p_g = a_g - w sum(a_g) / sum(w). Of the matrix of all p_g'p_h the trace
# and the sum of squares are needed: of its diagonal (for CR2, w_g'w_g) and, off it, of
# -(cross ones' + ones cross') + q ones ones'. The row of the heaviest cluster is summed apart.
satterthwaite_df <- function(q, diagonal, ones, cross, heavy, row) {
  ones <- ones[-heavy]
  cross <- cross[-heavy]
  a <- sum(ones^2)
  b <- sum(ones * cross)
  light <- 2 * (sum(cross^2) * a + b^2) - 4 * q * a * b + (q * a)^2 -
    sum((q * ones^2 - 2 * cross * ones)^2)
  max(1, sum(diagonal)^2 / (sum(diagonal^2) + light + 2 * sum(row[-heavy]^2)))
}

# Sums of (level + slope w) e over clusters, of residuals e (a matrix) with the weighted sum 0. That
# of the heaviest cluster is minus the sum of the others: its own residuals may have no digits.
residual_sums <- function(residuals, plan) {
  weighted <- cluster_sums(residuals * plan$weights, plan$cluster)
  heavy <- which.max(cluster_sums(plan$weights, plan$cluster))
  weighted[heavy, ] <- -colSums(weighted[-heavy, , drop = FALSE])
  plan$slope * weighted + plan$level * cluster_sums(residuals, plan$cluster)
}

# Means of the methods, differences of all pairs in favour of the first, and their errors.
item_estimates <- function(items, plan) {
  means <- weighted_means(items)
  total <- sum(plan$weights)
  centred <- items$scores - rep(means, each = nrow(items$scores))
  sums <- residual_sums(centred, plan)
  products <- crossprod(sums)
  own <- diag(products)
  pairs <- all_pairs(length(means))
  both <- own[pairs[, 1L]] + own[pairs[, 2L]]
  squares <- both - 2 * products[pairs]
  # Where the products almost cancel, the differences are squared themselves.
  for (pair in which(squares < 1e-4 * both)) {
    squares[[pair]] <- sum((sums[, pairs[pair, 1L]] - sums[, pairs[pair, 2L]])^2)
  }
  sizes <- apply(abs(items$scores), 2L, max)
  noise <- item_noise * pmax(sizes[pairs[, 1L]], sizes[pairs[, 2L]])
  gaps <- means[pairs[, 1L]] - means[pairs[, 2L]]
  list(
    means = means,
    mean_errors = but_noise(sqrt(own) / total, item_noise * sizes),
    gaps = but_noise(if (items$higher_is_better) gaps else -gaps, noise),
    errors = but_noise(sqrt(squares) / total, noise)
  )
}

but_noise <- function(values, noise) {
  ifelse(abs(values) <= noise, 0, values)
}

# The mean score of each method: the exact sum over items and runs, divided once.
weighted_means <- function(items) {
  weights <- item_weights(items)
  cells <- matrix(aperm(item_cube(items) * weights, c(2L, 1L, 3L)), length(items$classifiers))
  sums <- .Call(C_pb_exact_row_sums, cells, ncol(cells))
  sums / (exact_sum(weights) * item_runs(items))
}
