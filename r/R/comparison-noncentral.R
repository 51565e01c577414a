# Limits of a standardised mean: the noncentral t distribution, inverted in its noncentrality. R's
# own pt() has twelve decimals, so small tails lose their digits, and is limited to 37.62.

# The noncentralities for which an observed t is not extreme: list(low, high). Infinite t are their
# own limits.
noncentrality_limits <- function(t, df, confidence) {
  tail <- (1 - confidence) / 2
  size <- abs(t)
  finite <- is.finite(t)
  near <- far <- size
  near[finite] <- noncentrality_at(size[finite], df, 1 - tail)
  far[finite] <- noncentrality_at(size[finite], df, tail)
  negative <- t < 0
  list(low = ifelse(negative, -far, near), high = ifelse(negative, -near, far))
}

# The noncentrality at which P(T <= t) = chance, for each t >= 0.
noncentrality_at <- function(t, df, chance) {
  # The chance falls from at least 1 - p at the lower end to at most p at the upper one.
  p <- min(chance, 1 - chance)
  low <- rep(stats::qnorm(p), length(t))
  high <- t * sqrt(stats::qchisq(p / 2, df, lower.tail = FALSE) / df) - stats::qnorm(p / 2)
  found <- t
  near <- t <= sqrt(2 * df)
  if (any(near)) {
    found[near] <- newton_noncentrality(t[near], df, chance, low[near], high[near])
  }
  found[!near] <- vapply(which(!near), function(i) {
    # By the smaller of both tails, which keeps the digits, on the log scale.
    miss <- function(noncentrality) {
      log(max(noncentral_tail(t[[i]], df, noncentrality, chance > 0.5), 1e-300) / p)
    }
    stats::uniroot(miss, c(low[[i]], high[[i]]), tol = 1e-14)$root
  }, 0)
  found
}

# If t is small relative to the spread of S in T = (Z + noncentrality) / S, the chance is the mean
# of P(Z <= t S - noncentrality) over S. Its probit is almost linear in the noncentrality.
newton_noncentrality <- function(t, df, chance, low, high) {
  grid <- log_chi_grid(df)
  cuts <- outer(t, exp(grid$x))
  found <- t - stats::qnorm(chance)
  for (step in 1:20) {
    probit <- stats::qnorm(drop(stats::pnorm(cuts - found) %*% grid$weight))
    slope <- -drop(stats::dnorm(cuts - found) %*% grid$weight) / stats::dnorm(probit)
    following <- pmin(high, pmax(low, found - (probit - stats::qnorm(chance)) / slope))
    done <- all(abs(following - found) <= 1e-14 * (1 + abs(found)))
    found <- following
    if (done) {
      break
    }
  }
  found
}

# Points x and weights for means over S = exp(x), S^2 a chi-square over its degrees of freedom. The
# density of log S is analytic and vanishes at both ends: the trapezoid rule is exact to rounding.
log_chi_grid <- function(df) {
  sd <- 1 / sqrt(2 * df)
  x <- seq(-38 / df - 10 * sd, 10 * sd, by = min(0.05, 0.2 * sd))
  weight <- exp(df * (x - expm1(2 * x) / 2)) # with many degrees of freedom, constants cancel
  list(x = x, weight = weight / sum(weight))
}

# P(T > t) or P(T <= t) by integrating over the numerator Z of T = (Z + noncentrality) / S: T is at
# most t where Z + noncentrality is negative or S at least (Z + noncentrality) / t.
noncentral_tail <- function(t, df, noncentrality, upper) {
  part <- function(z) {
    ratio <- (z + noncentrality) / t
    stats::dnorm(z) * stats::pchisq(df * ratio^2, df, lower.tail = upper)
  }
  edge <- 9
  start <- max(-noncentrality, -edge)
  turn <- min(max(t - noncentrality, start), edge)
  area <- function(from, to) {
    if (from < to) stats::integrate(part, from, to, rel.tol = 1e-12, abs.tol = 1e-17)$value else 0
  }
  beside <- if (upper) 0 else stats::pnorm(-noncentrality)
  beside + area(start, turn) + area(turn, edge)
}
