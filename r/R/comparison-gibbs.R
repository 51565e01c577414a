# The Gibbs sampler of the hierarchical model, one pair at a time: a state is a list of a q x chains
# matrix `delta` and of vectors over chains. One sweep always takes 3q + 7 numbers of the shared
# stream for each chain, so that Python's chains are the same.

gibbs_chain <- 2^40 # numbers of the stream that belong to one chain
gibbs_widest <- 1000 # bound of standard deviations, in units of the observed ones
gibbs_step <- 2.5 # of the random walk of log(nu - 1)
gibbs_few <- 3L # repeats up to which a mean may be known so well that others must not follow it
gibbs_chunk <- 256L # sweeps whose numbers are drawn at once

# Runs the chains. `evidence`: means, squares (each of q datasets), spread, bound, repeats, rho.
# Returns arrays centre, width, nu of length x chains.
gibbs_sample <- function(evidence, seed, chains, warmup, length) {
  state <- gibbs_start(evidence, chains)
  prior <- nu_prior()
  need <- 3 * length(evidence$means) + 7
  kept <- list(
    centre = matrix(0, length, chains), width = matrix(0, length, chains),
    nu = matrix(0, length, chains)
  )
  for (sweep in seq_len(warmup + length) - 1L) {
    within <- sweep %% gibbs_chunk
    if (within == 0L) {
      drawn <- vapply(seq_len(chains) - 1, function(chain) {
        start <- chain * gibbs_chain + sweep * need
        uniforms(seed, "bayesian-hierarchical", start, gibbs_chunk * need)
      }, numeric(gibbs_chunk * need))
    }
    rows <- within * need + seq_len(need)
    # A uniform of 0 has no normal quantile.
    state <- gibbs_sweep(state, evidence, pmax(drawn[rows, , drop = FALSE], 2^-54), prior)
    if (sweep >= warmup) {
      for (unknown in names(kept)) kept[[unknown]][sweep - warmup + 1L, ] <- state[[unknown]]
    }
  }
  kept
}

# Chains start far apart.
gibbs_start <- function(evidence, chains) {
  away <- stats::qnorm((seq_len(chains) - 0.5) / chains)
  centre <- mean(evidence$means) + away * evidence$spread
  list(
    delta = matrix(evidence$means, length(evidence$means), chains),
    centre = pmin(pmax(centre, -evidence$bound), evidence$bound),
    width = evidence$spread * 2^away,
    nu = 1 + 15 * 2^away
  )
}

# Updates every unknown of every chain once; `u` is (3q + 7) x chains.
gibbs_sweep <- function(state, evidence, u, prior) {
  q <- nrow(state$delta)
  by_chain <- function(x) rep(x, each = q)
  part <- function(i) u[2L + (i - 1L) * q + seq_len(q), , drop = FALSE]
  single <- function(i) u[2L + 3L * q + i, ]
  n <- evidence$repeats
  variance <- (1 + (n - 1) * evidence$rho) / n # of a mean of n, in units of sigma_i^2
  widest <- gibbs_widest * evidence$spread

  state <- walk_nu(state, widest, u[1L, ], u[2L, ], prior)
  # Student's law as a mixture: delta_i ~ N(delta_0, sigma_0^2 / lambda_i).
  eta <- (state$delta - by_chain(state$centre)) / by_chain(state$width)
  nu <- by_chain(state$nu)
  lambda <- stats::qgamma(part(1L), (nu + 1) / 2) * 2 / (nu + eta^2)
  # The precision of each dataset's mean, tau_i = 1 / (sigma_i^2 variance).
  rate <- ((evidence$means - state$delta)^2 / variance + evidence$squares / (1 - evidence$rho)) / 2
  tau <- precision_within(part(2L), (n - 1) / 2, rate, gibbs_widest) / variance
  # delta_i, between the estimate of its own dataset and that of all datasets.
  pull <- lambda / by_chain(state$width)^2
  delta <- (evidence$means * tau + by_chain(state$centre) * pull) / (tau + pull) +
    stats::qnorm(part(3L)) / sqrt(tau + pull)
  # delta_0 and sigma_0, given the delta_i.
  weight <- colSums(lambda)
  centre <- normal_within(
    single(1L), colSums(lambda * delta) / weight, state$width / sqrt(weight),
    -evidence$bound, evidence$bound
  )
  rate <- colSums(lambda * (delta - by_chain(centre))^2) / 2
  width <- 1 / sqrt(precision_within(single(2L), (q - 1) / 2, rate, widest))
  state$delta <- delta
  state$centre <- centre
  state$width <- width
  interweave(state, evidence, lambda, tau, u[2L + 3L * q + 3:5, , drop = FALSE])
}

# Draws delta_0 and sigma_0 again, given the positions of the delta_i between them: otherwise a
# small sigma_0 would keep the delta_i together, and they would keep it small (Yu and Meng 2011).
# With few repeats the delta_i of datasets whose own means are precise are held fixed: all others
# would follow them, and rounding errors would grow from sweep to sweep. What a draw holds fixed
# does not depend on its result.
interweave <- function(state, evidence, lambda, tau, u) {
  q <- nrow(tau)
  by_chain <- function(x) rep(x, each = q)
  few <- evidence$repeats <= gibbs_few
  widest <- gibbs_widest * evidence$spread
  eta <- (state$delta - by_chain(state$centre)) / by_chain(state$width)
  pull <- lambda / by_chain(state$width)^2
  held <- few & tau > pull
  weights <- ifelse(held, pull, tau)
  middles <- ifelse(held, state$delta, evidence$means - by_chain(state$width) * eta)
  weight <- colSums(weights)
  state$centre <- normal_within(
    u[1L, ], colSums(weights * middles) / weight, 1 / sqrt(weight),
    -evidence$bound, evidence$bound
  )
  moved <- by_chain(state$centre) + by_chain(state$width) * eta
  state$delta[!held] <- moved[!held]

  apart <- state$delta - by_chain(state$centre)
  eta <- apart / by_chain(state$width)
  off <- evidence$means - by_chain(state$centre)
  held <- few & tau * off^2 > 1
  free <- tau * !held
  weight <- pmax(colSums(free * eta^2), 2^-54) # 0 where all are held
  width <- normal_within(
    u[2L, ], colSums(free * eta * off) / weight, 1 / sqrt(weight), 0, widest
  )
  width <- pmax(width, 1e-9 * widest) # never 0, where eta has no meaning
  # A proposal for the delta_i that move along; Metropolis' rule accepts it given those that are
  # held.
  stay <- colSums(held)
  gain <- stay * log(state$width / width) +
    colSums(lambda * apart^2 * held) / 2 * (1 / state$width^2 - 1 / width^2)
  moves <- stay == 0 | (stay < q & log(u[3L, ]) < gain)
  state$width[moves] <- width[moves]
  moved <- by_chain(state$centre) + by_chain(state$width) * eta
  state$delta[!held] <- moved[!held]
  state
}

# One Metropolis step for log(nu - 1), with the mixture integrated out. The scale moves along, so
# that the quartiles of Student's distribution, near sigma_0 (1 + 0.48 / nu), stay fixed.
walk_nu <- function(state, widest, proposal, acceptance, prior) {
  nu <- 1 + (state$nu - 1) * exp(gibbs_step * stats::qnorm(proposal))
  width <- state$width * (1 + 0.48 / state$nu) / (1 + 0.48 / nu)
  density <- function(nu, width) {
    # R's dt() of the scaled deviations, one column per chain.
    z <- t(t(state$delta) - state$centre) / rep(width, each = nrow(state$delta))
    tails <- colSums(log1p(t(t(z^2) / nu)))
    nrow(z) * (lgamma((nu + 1) / 2) - lgamma(nu / 2) - log(nu) / 2 - log(width)) -
      (nu + 1) / 2 * tails + log((nu - 1) * nu_density(nu - 1, prior)) + log(width)
  }
  gain <- density(nu, width) - density(state$nu, state$width)
  accepted <- log1p(-acceptance) < gain & width <= widest
  state$nu[accepted] <- nu[accepted]
  state$width[accepted] <- width[accepted]
  state
}

# The prior of nu - 1: a mixture of Gamma(shape, rate), uniform on midpoints of (0.5, 5) x (0.05,
# 0.15).
nu_prior <- function(nodes = 20L) {
  place <- (seq_len(nodes) - 0.5) / nodes
  expand.grid(shape = 0.5 + 4.5 * place, rate = 0.05 + 0.1 * place)
}

nu_density <- function(x, prior) {
  vapply(x, function(one) mean(stats::dgamma(one, prior$shape, prior$rate)), 0)
}

# Gamma(shape, rate) above 1 / widest^2: the precision of a standard deviation up to `widest`.
precision_within <- function(u, shape, rate, widest) {
  room <- stats::pgamma(rate / widest^2, shape, lower.tail = FALSE)
  stats::qgamma((1 - u) * room, shape, lower.tail = FALSE) / rate
}

# A normal between two bounds, from the tail that has more digits.
normal_within <- function(u, mean, sd, low, high) {
  mirror <- mean < (low + high) / 2
  first <- ifelse(mirror, mean - high, low - mean) / sd
  second <- ifelse(mirror, mean - low, high - mean) / sd
  start <- stats::pnorm(first)
  end <- stats::pnorm(second)
  z <- stats::qnorm(start + ifelse(mirror, 1 - u, u) * (end - start))
  z <- ifelse(end == 0, second, z) # so far off that only the nearer bound is left
  pmin(pmax(mean + ifelse(mirror, -z, z) * sd, low), high)
}
