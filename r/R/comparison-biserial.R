# The matched-pairs rank-biserial correlation and its score interval.

# (W+ - W-) / (W+ + W-) of each column without zeros, and the number of differences that are not 0.
rank_biserial <- function(differences) {
  apart <- colSums(differences != 0)
  signed <- apply(differences, 2L, function(d) {
    d <- d[d != 0]
    sum(sign(d) * rank(abs(d)))
  })
  list(estimate = ifelse(apart == 0, 0, signed / (apart * (apart + 1) / 2)), count = apart)
}

# The coefficients of a population, 2 P(D1 + D2 > 0) - 1, that are compatible with the observed
# ones: |observed - mean| <= z sd plus half a step, where mean and sd are those of the same number
# of normal differences. Returns list(low, high).
rank_biserial_interval <- function(estimate, count, confidence) {
  z <- stats::qnorm((1 - confidence) / 2, lower.tail = FALSE)
  # Few datasets give few distinct coefficients.
  cases <- unique(data.frame(estimate = c(estimate, -estimate), count = c(count, count)))
  limits <- mapply(biserial_limit, cases$estimate, cases$count, MoreArgs = list(z = z))
  limit_of <- function(estimate) {
    limits[match(paste(estimate, count), paste(cases$estimate, cases$count))]
  }
  list(low = limit_of(estimate), high = -limit_of(-estimate))
}

# The lower limit: of the population with the smallest shift whose mean + z sd is the estimate.
biserial_limit <- function(estimate, count, z) {
  if (count == 0 || estimate <= -1) {
    return(-1)
  }
  # At 8 standard deviations all Walsh averages have the same sign, except with probability 1e-15.
  root <- function(z, to) {
    miss <- function(shift) {
      moments <- biserial_moments(shift, count)
      # Half a step of W+ as a continuity correction.
      room <- z * moments[["sd"]] + 2 / (count * (count + 1))
      moments[["mean"]] + (z > 0) * room - estimate
    }
    if (miss(-8) >= 0) {
      -8
    } else if (miss(to) <= 0) {
      to
    } else {
      stats::uniroot(miss, c(-8, to), tol = 1e-14)$root
    }
  }
  min(estimate, 2 * stats::pnorm(sqrt(2) * root(z, root(0, 8))) - 1)
}

# Mean and standard deviation of the coefficient for n normal differences with mean `shift` and
# variance 1. W+ is the number of positive Walsh averages; its variance is the sum of their
# covariances, by how many differences two averages share (Hollander and Wolfe 1973, section 3.1).
biserial_moments <- function(shift, n) {
  # The chances that a difference, and that a Walsh average of two, is positive.
  one <- stats::pnorm(shift)
  two <- stats::pnorm(sqrt(2) * shift)
  # P(D1 + D2 > 0, D1 + D3 > 0), given D1 = shift + x: the trapezoid rule is exact to rounding.
  both <- sum(normal_weights * stats::pnorm(2 * shift + normal_nodes)^2)
  # P(D1 > 0, D1 + D2 > 0): all if D2 > 0 as well, half of the rest by symmetry.
  nested <- (two + one^2) / 2
  pairs <- n * (n - 1) / 2
  variance <- n * one * (1 - one) + pairs * two * (1 - two) +
    2 * pairs * (n - 2) * (both - two^2) + 4 * pairs * (nested - one * two)
  total <- pairs + n
  c(mean = 2 * (n * one + pairs * two) / total - 1, sd = 2 * sqrt(max(0, variance)) / total)
}

normal_nodes <- seq(-9, 9, by = 0.25)
normal_weights <- 0.25 * stats::dnorm(normal_nodes)
