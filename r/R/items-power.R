# Power of the two-sided t-test of a mean difference, and the number of items that it needs.

# P(|T| > t) of the noncentral t, with t its two-sided critical value; noncentralities from 0 on.
power_of_t <- function(noncentrality, df, alpha) {
  critical <- -stats::qt(alpha / 2, df)
  if (critical <= sqrt(2 * df)) {
    # T = (Z + d) / S is above t where Z is above t S - d; the mean of its chance over S.
    grid <- log_chi_grid(df)
    cuts <- critical * exp(grid$x)
    beyond <- function(d) sum(stats::pnorm(d - cuts) * grid$weight)
  } else {
    beyond <- function(d) noncentral_tail(critical, df, d, TRUE)
  }
  pmin(1, vapply(noncentrality, function(d) beyond(d) + beyond(-d), 0))
}

# The noncentrality at which the test has the power; 0 if it has it without any.
detectable_t <- function(df, alpha, power) {
  short <- function(d) power_of_t(d, df, alpha) - power
  high <- 1
  if (short(0) >= 0) {
    return(0)
  }
  while (short(high) < 0) {
    high <- 2 * high
  }
  stats::uniroot(short, c(0, high), tol = 1e-14)$root
}

# The smallest number of items with which the test has the power, if `variance` is n SE^2 of a pilot
# study of n items with `df` degrees of freedom: df + 1 grows with the number of items.
items_for <- function(difference, variance, n, df, alpha, power) {
  rounding <- 1e-9
  enough <- function(items) {
    own <- max(1, (df + 1) * items / n - 1)
    power_of_t(difference * sqrt(items / variance), own, alpha) >= power * (1 - rounding)
  }
  least <- max(2, ceiling(2 * n / (df + 1) * (1 - rounding)))
  normal <- variance * ((stats::qnorm(power) - stats::qnorm(alpha / 2)) / difference)^2
  high <- max(least, ceiling(normal))
  if (high >= 2^52) { # beyond, the next number of items is the same double
    return(high)
  }
  low <- least - 1
  step <- 1
  while (!enough(high)) {
    low <- high
    high <- high + step
    step <- 2 * step
  }
  while (high - low > 1) {
    middle <- floor((low + high) / 2)
    if (enough(middle)) high <- middle else low <- middle
  }
  high
}
