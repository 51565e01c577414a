# Standard errors of weighted means over clustered items, and their degrees of freedom.

item_errors <- c("CR2", "CR1")

# Differences, and errors of them, up to this, relative to the scores, are rounding noise.
item_noise <- 4 * .Machine$double.eps

# What weights and clusters alone decide: list(cluster: of each item, a number by first appearance;
# count: number of clusters; weights; factors: of the residuals; df).
item_design <- function(items, se, clustered = TRUE) {
  n <- length(items$items)
  weights <- item_weights(items)
  cluster <- if (is.null(items$clusters) || !clustered) {
    seq_len(n)
  } else {
    match(items$clusters, unique(items$clusters))
  }
  count <- max(cluster)
  if (se == "CR1") {
    factors <- weights * sqrt(count / (count - 1))
    df <- count - 1
  } else {
    factors <- bell_mccaffrey(weights, cluster)
    df <- satterthwaite_df(weights, factors, cluster)
  }
  list(cluster = cluster, count = count, weights = weights, factors = factors, df = df)
}

# (sum_g s_g)^2 / sum_g s_g^2 / G of the weights s_g of clusters: 1 if all are equal, and if each
# item is a cluster of its own.
even_share <- function(plan) {
  if (plan$count == length(plan$weights)) {
    return(1)
  }
  sizes <- cluster_sums(plan$weights, plan$cluster)
  sum(sizes)^2 / sum(sizes^2) / plan$count
}

# Sums of the rows of a matrix, or of a vector, over clusters.
cluster_sums <- function(values, cluster) {
  sums <- rowsum(values, cluster, reorder = TRUE)
  if (is.matrix(values)) unname(sums) else as.vector(sums)
}

# B_g^(-1/2) w_g for each cluster g, where B_g is the covariance matrix of the residuals of its
# items if all differences are independent with variance 1 (Bell and McCaffrey 2002). B_g differs
# from the identity only in the plane of 1 and w_g: there the root of a 2 x 2 matrix M is
# (M + sqrt(det M) I) / sqrt(tr M + 2 sqrt(det M)).
bell_mccaffrey <- function(weights, cluster) {
  total <- sum(weights)
  share <- sum(weights^2) / total^2
  size <- tabulate(cluster)
  sums <- cluster_sums(weights, cluster)
  centre <- sums / size
  away <- weights - centre[cluster]
  spread <- cluster_sums(away^2, cluster)
  first <- 1 - 2 * sums / total + share * size # the entry of 1, normed; that of w_g, normed, is 1
  root <- sqrt(first - size * spread / total^2) # of the determinant
  norm <- root * sqrt(first + 1 + 2 * root)
  constant <- (centre * (1 + root) + spread / total) / norm
  slope <- (first + root + sums / total) / norm
  constant[cluster] + slope[cluster] * away
}

# Degrees of freedom by Satterthwaite: 2 E^2 / Var of the squared error if all differences are
# independent and have one variance (Pustejovsky and Tipton 2018). The squared error is the sum over
# clusters of (p_g'd)^2 with p_g = a_g - w sum(a_g) / sum(w). Of the matrix of all p_g'p_h the trace
# and the sum of squares are needed; it is diag(own) - (cross ones' + ones cross') + q ones ones'.
satterthwaite_df <- function(weights, factors, cluster) {
  q <- sum(weights^2)
  own <- cluster_sums(factors^2, cluster)
  ones <- cluster_sums(factors, cluster) / sum(weights)
  cross <- cluster_sums(factors * weights, cluster)
  diagonal <- q * ones^2 - 2 * cross * ones
  a <- sum(ones^2)
  b <- sum(ones * cross)
  squares <- sum(own^2) + 2 * sum(own * diagonal) +
    2 * (sum(cross^2) * a + b^2) - 4 * q * a * b + (q * a)^2
  sum(own + diagonal)^2 / squares
}

# Means of the methods, differences of all pairs in favour of the first, and their errors.
item_estimates <- function(items, plan) {
  means <- weighted_means(items)
  total <- sum(plan$weights)
  centred <- items$scores - rep(means, each = nrow(items$scores))
  sums <- cluster_sums(centred * plan$factors, plan$cluster)
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
