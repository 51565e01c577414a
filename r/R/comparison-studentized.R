# The range of k independent standard normals: the studentized range with infinitely many degrees of
# freedom. R's own ptukey() subtracts from 1, which loses all digits of a small tail.

# Nodes and weights of Gauss-Legendre quadrature with n points on [-1, 1]: the eigenvalues of the
# Jacobi matrix (Golub and Welsch 1969), polished by one Newton step on the Legendre polynomial.
gauss_legendre <- function(n) {
  j <- seq_len(n - 1L)
  jacobi <- matrix(0, n, n)
  jacobi[cbind(j, j + 1L)] <- jacobi[cbind(j + 1L, j)] <- j / sqrt(4 * j^2 - 1)
  rough <- sort(eigen(jacobi, symmetric = TRUE)$values)
  at_rough <- legendre(n, rough)
  nodes <- rough - at_rough$value / at_rough$slope
  list(nodes = nodes, weights = 2 / ((1 - nodes^2) * legendre(n, nodes)$slope^2))
}

# Legendre polynomial of degree n and its derivative, by the three-term recurrence.
legendre <- function(n, x) {
  before <- 1
  value <- x
  for (j in 2:n) {
    after <- ((2 * j - 1) * x * value - (j - 1) * before) / j
    before <- value
    value <- after
  }
  list(value = value, slope = n * (x * value - before) / (x^2 - 1))
}

# The largest of the k normals is at z, the smallest below z - q: both integrands below decrease at
# least as fast as a normal density from a peak between q/2 and q/2 + 4 (k <= 500), so this window
# around q/2 misses less than 1e-17 of them. 32 panels of 16 points resolve the steep side for k =
# 500; measured error 3e-15.
range_rule <- function(from = -9.5, to = 12, panels = 32L, points = 16L) {
  rule <- gauss_legendre(points)
  half <- (to - from) / panels / 2
  centre <- from + half * (2 * seq_len(panels) - 1)
  list(
    offsets = as.vector(outer(half * rule$nodes, centre, "+")),
    weights = rep(half * rule$weights, panels)
  )
}

normal_range_rule <- range_rule()

# Upper tail P(range > q) of k standard normals, relative error 3e-15 measured down to 1e-295.
# Vectorised over q; 1 for q <= 0.
#
#   k int phi(z) [Phi(z)^(k-1) - (Phi(z) - Phi(z-q))^(k-1)] dz
#
# (Hartley 1942; Demsar 2006 uses its quantiles, table 5.) The bracket is a difference of nearly
# equal numbers; with r = Phi(z-q)/Phi(z) it is Phi(z)^(k-1) * (1 - (1-r)^(k-1)), without
# cancellation.
range_upper_tail <- function(q, k) {
  tail <- rep(1, length(q))
  positive <- q > 0
  tail[positive] <- integrate_range(q[positive], function(z, q) {
    log_cdf <- stats::pnorm(z, log.p = TRUE)
    log_below <- pmin(0, stats::pnorm(z - q, log.p = TRUE) - log_cdf)
    some_below <- -expm1((k - 1) * log1p(-exp(log_below)))
    k * stats::dnorm(z) * exp((k - 1) * log_cdf) * some_below
  })
  pmin(1, tail)
}

# Upper tail P(range / s > q), where df s^2 is an independent chi-square with df degrees of freedom.
# The mean over log s, whose density is proportional to exp(df (log s - s^2 / 2)); it is below
# exp(-40) of its peak beyond both ends.
studentized_upper_tail <- function(q, k, df) {
  low <- if (df < 72) -(40 / df + 0.5) else -12 / sqrt(2 * df)
  rule <- range_rule(low, sqrt(40 / df), panels = 12L)
  log_s <- rule$offsets
  height <- df * (log_s - exp(2 * log_s) / 2)
  weights <- rule$weights * exp(height - max(height))
  distinct <- unique(q)
  tails <- range_upper_tail(as.vector(outer(distinct, exp(log_s))), k)
  mean_tail <- drop(matrix(tails, length(distinct)) %*% weights) / sum(weights)
  mean_tail[distinct == 0] <- 1
  mean_tail[match(q, distinct)]
}

# Density of the range: k(k-1) int phi(z) phi(z-q) (Phi(z) - Phi(z-q))^(k-2) dz, for q > 0.
range_density <- function(q, k) {
  integrate_range(q, function(z, q) {
    between <- pmax(0, stats::pnorm(z) - stats::pnorm(z - q))
    k * (k - 1) * stats::dnorm(z) * stats::dnorm(z - q) * between^(k - 2)
  })
}

# Integrates f(z, q) over z for every q, a block of q at a time to bound memory.
integrate_range <- function(q, f) {
  blocks <- split(q, (seq_along(q) - 1L) %/% 1000L)
  as.double(unlist(lapply(blocks, function(block) {
    z <- outer(block / 2, normal_range_rule$offsets, "+")
    drop(f(z, block) %*% normal_range_rule$weights)
  })))
}

# The q with P(range > q) = alpha, for one alpha in (0, 1).
#
# Newton's method on the logarithm of the tail. The tail is log-concave and the start, from
# P(range > q) <= k(k-1) P(Z > q/sqrt(2)) (Bonferroni), lies above the root: every step decreases
# towards it and none passes it, so the first step that does not decrease has converged. An alpha
# below the smallest normal double, where the tail vanishes, is replaced by that double.
range_quantile <- function(alpha, k) {
  alpha <- max(alpha, .Machine$double.xmin)
  q <- sqrt(2) * stats::qnorm(alpha / (k * (k - 1)), lower.tail = FALSE)
  for (step in seq_len(most_newton_steps)) {
    tail <- range_upper_tail(q, k)
    fall <- tail / range_density(q, k) * log(alpha / tail)
    q <- q - fall
    if (fall < 4 * .Machine$double.eps * q) {
      break
    }
  }
  q
}

# Twenty are enough for any alpha and k; the bound only prevents an endless loop from rounding.
most_newton_steps <- 100L
