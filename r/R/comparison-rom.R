# Rom's step-up test (1990): its critical values, and the level at which a p-value meets them.

# The levels of Rom's test for the largest p-value, the second largest, ...: under independence the
# chance of rejecting any of k true hypotheses is alpha, for every k, which gives
#   k c_k = alpha + ... + alpha^(k-1) - sum over i = 2, ..., k-1 of choose(k, i) c_i^(k-i+1)
# in the form of Rom's equation, whose i-th critical value enters to the power of those before it.
rom_levels <- function(m, alpha) {
  alpha * exp(rom_shares(m, alpha)[1L, ]) / seq_len(m)
}

# log(k c_k / alpha) for k = 1, ..., m: one row per alpha. choose() and the power are combined on
# the log scale: one is huge, the other tiny.
rom_shares <- function(m, alpha) {
  shares <- matrix(0, length(alpha), m)
  log_alpha <- log(alpha)
  geometric <- power_of_alpha <- rep(1, length(alpha))
  most <- rom_terms(max(alpha))
  for (k in seq_len(m)[-(1:2)]) {
    power_of_alpha <- power_of_alpha * alpha
    geometric <- geometric + power_of_alpha
    taken <- 0
    for (power in 2:min(k - 1, most)) {
      level <- k - power + 1
      taken <- taken + exp(
        lchoose(k, power) + power * (shares[, level] - log(level)) + (power - 1) * log_alpha
      )
    }
    shares[, k] <- log(geometric - taken)
  }
  shares
}

# The number of terms of the recursion that matter up to this alpha: the next is below 1e-17 of the
# sum.
rom_terms <- function(alpha) {
  c(8, 16, 60)[[findInterval(alpha, rom_bounds, left.open = TRUE) + 1L]]
}

rom_bounds <- c(1e-3, 0.06)

# The alpha for which each p-value, ascending, is the critical value of its place; 1 if no alpha < 1
# is large enough.
rom_met <- function(p) {
  place <- rev(seq_along(p))
  product <- p * place
  open <- product > 0 & product < exp(rom_shares(length(p), 1)[1L, place]) & place > 2
  met <- pmin(1, product)
  for (block in split(which(open), findInterval(product[open], rom_bounds, left.open = TRUE))) {
    met[block] <- rom_solved(product[block], place[block])
  }
  met
}

# Solves k c_k(alpha) = product: the root in y = log(alpha / product) of log(k c_k / alpha) + y lies
# between minus its value at the largest y and that y, since k c_k / alpha is at least 1 and grows
# with alpha. It is nearly linear, but for large k it is steep as alpha comes near 1, where secants
# leave the bracket. Illinois regula falsi, all at once: an end that stays twice counts half.
rom_solved <- function(product, place) {
  value <- function(y, at) {
    shares <- rom_shares(max(place[at]), pmin(1, product[at] * exp(y)))
    shares[cbind(seq_along(y), place[at])] + y
  }
  every <- seq_along(product)
  high <- pmin(0, -log(product))
  above <- value(high, every)
  low <- high - above
  below <- value(low, every)
  y <- ifelse(abs(below) < abs(above), low, high)
  open <- which(pmin(abs(below), abs(above)) > 1e-14)
  last <- numeric(length(product))
  for (i in 1:60) {
    if (!length(open)) {
      break
    }
    y[open] <- high[open] - above[open] * (high[open] - low[open]) / (above[open] - below[open])
    found <- value(y[open], open)
    up <- open[found > 0]
    down <- open[found <= 0]
    below[up[last[up] > 0]] <- below[up[last[up] > 0]] / 2
    above[down[last[down] < 0]] <- above[down[last[down] < 0]] / 2
    high[up] <- y[up]
    above[up] <- found[found > 0]
    low[down] <- y[down]
    below[down] <- found[found <= 0]
    last[open] <- sign(found)
    open <- open[abs(found) > 1e-14 & high[open] - low[open] > 1e-15 * abs(y[open])]
  }
  pmin(1, product * exp(y))
}
