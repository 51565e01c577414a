# The common result of all Bayesian comparisons: three probabilities for each pair, no p-value.

bayesian_regions <- c("better", "equal", "worse")

# Gaps of this size, relative to the largest score, are rounding noise.
rounding_noise <- 4e-12

# Makes the result. `probabilities` and `means` are k x k x 3 arrays (better, equal, worse; row
# against column), `error` is k x k. `notes` are the keys of the caveats that apply.
new_bayesian_pairs <- function(t, probabilities, means, error, test, rope, prior = NULL,
                               place = NULL, rho = NULL, dataset = NULL, samples = 0, seed = NULL,
                               r_hat = NULL, effective_samples = NULL, notes = character(),
                               means_of_repeats = TRUE) {
  named <- function(values) {
    names <- t$classifiers
    if (!is.null(values)) matrix(values, length(names), dimnames = list(names, names))
  }
  shared <- table_notes(t, doubled_ranks(t$scores, t$higher_is_better), "standard")
  shared <- notes_among(shared, c(about_notes, if (means_of_repeats) "mean-of-repeats"))
  new_result("pb_bayesian_pairs", list(
    better = named(probabilities[, , 1L]),
    equal = named(probabilities[, , 2L]),
    worse = named(probabilities[, , 3L]),
    mean_better = named(means[, , 1L]),
    mean_equal = named(means[, , 2L]),
    mean_worse = named(means[, , 3L]),
    monte_carlo_error = named(error),
    test = test,
    rope = rope,
    prior = prior,
    place = place,
    rho = rho,
    dataset = dataset,
    samples = as.integer(samples),
    seed = seed,
    r_hat = named(r_hat),
    effective_samples = named(effective_samples),
    n_datasets = if (is.null(dataset)) nrow(t$scores) else 1L,
    n_classifiers = ncol(t$scores),
    notes = notes_ordered(c(shared, rope_doubt(t, rope), notes)),
    engine = "r",
    n_common = if (is.null(dataset)) n_common(t)
  ))
}

check_rope <- function(rope) {
  check_not_negative("rope", rope)
}

# Turns the scores so that larger is better, and scales them with the rope. If all are decimals, a
# power of ten makes them whole, so that differences and their sums are exact. A power of two, which
# is exact, gives a unit in which squares of differences neither overflow nor vanish. No answer
# depends on the unit.
in_common_unit <- function(scores, rope, higher_is_better) {
  exact <- whole_scores(scores, rope)
  scores <- exact$scores
  rope <- exact$rope
  scores <- if (higher_is_better) scores else -scores
  largest <- max(abs(scores), na.rm = TRUE)
  if (largest == 0 || (largest > 1e-100 && largest < 1e100)) {
    return(list(scores = scores, rope = rope))
  }
  power <- -floor(log2(largest)) - 1
  # In two steps, since 2^1074 exceeds the range of double.
  scaled <- function(x) x * 2^(power %/% 2) * 2^(power - power %/% 2)
  list(scores = scaled(scores), rope = scaled(rope))
}

# Spreads the three numbers of each pair (m x 3, pairs in reading order) over a k x k x 3 array
# whose lower half swaps better and worse.
mirrored <- function(values, k) {
  pairs <- all_pairs(k)
  spread <- array(0, c(k, k, 3L))
  spread[cbind(seq_len(k), seq_len(k), 2L)] <- 1
  for (region in 1:3) {
    spread[cbind(pairs, region)] <- values[, region]
    spread[cbind(pairs[, 2:1, drop = FALSE], region)] <- values[, 4L - region]
  }
  spread
}

# Spreads one number per pair over a symmetric k x k matrix.
symmetric <- function(values, k, diagonal) {
  spread <- diag(diagonal, k)
  pairs <- all_pairs(k)
  spread[pairs] <- values
  spread[pairs[, 2:1, drop = FALSE]] <- values
  spread
}

# The number of draws in which each region has the largest weight; ties are split. Takes three
# arrays of the same shape, draws in columns; returns a matrix with one column per region.
region_counts <- function(better, equal, worse) {
  largest <- pmax(better, equal, worse)
  wins <- lapply(list(better, equal, worse), function(part) part == largest)
  tied <- wins[[1L]] + wins[[2L]] + wins[[3L]]
  do.call(cbind, lapply(wins, function(part) rowSums(part / tied)))
}

# The largest Monte-Carlo standard error of the three shares of each pair (m x 3, or k x k x 3). It
# uses (count + 1/2) / (samples + 1) as the unknown probability, so that the error is not 0 if all
# draws agree.
standard_error <- function(probabilities, samples) {
  smoothed <- (probabilities * samples + 0.5) / (samples + 1)
  errors <- sqrt(smoothed * (1 - smoothed) / samples)
  apply(errors, seq_len(length(dim(errors)) - 1L), max)
}

# How far rounding may carry a sum of two differences of scores beyond `edge`: 0 if all are whole.
edge_noise <- function(scores, edge) {
  all <- c(scores[!is.na(scores)], edge)
  if (all(all == round(all))) 0 else rounding_noise * max(abs(all))
}

#' @rdname pb_result
#' @export
as.data.frame.pb_bayesian_pairs <- function(x, row.names = NULL, # nolint: object_name_linter.
                                            optional = FALSE, ...) {
  check_dots(...)
  cells <- all_pairs(x$n_classifiers)
  names <- rownames(x$better)
  fields <- c(bayesian_regions, paste0("mean_", bayesian_regions), "monte_carlo_error")
  frame <- data.frame(classifier_1 = names[cells[, 1L]], classifier_2 = names[cells[, 2L]])
  frame$n_common <- x$n_common[cells]
  cbind(frame, lapply(x[fields], function(field) field[cells]))
}

#' @rdname pb_result
#' @export
format.pb_bayesian_pairs <- function(x, ...) {
  check_dots(...)
  draws <- if (x$samples > 0L) sprintf("%d draws, seed %.0f", x$samples, x$seed) else "exact"
  over <- if (is.null(x$dataset)) {
    datasets_text(x$n_datasets, x$n_common, paste(x$n_datasets, "datasets"))
  } else {
    paste("the repeats of", x$dataset)
  }
  c(
    without_controls(c(
      sprintf("Bayesian comparison: %s, rope %g, %s", x$test, x$rope, draws),
      paste0("  ", x$n_classifiers, " methods on ", over, "; engine ", x$engine),
      bayesian_sentences(as.data.frame(x))
    )),
    format_notes(x$notes)
  )
}

# How many pairs are decided, then the most probable region of each pair, undecided ones first.
bayesian_sentences <- function(frame, most = 15L) {
  shares <- as.matrix(frame[bayesian_regions])
  sure <- do.call(pmax, frame[bayesian_regions])
  decided <- colSums(shares > posterior_level)
  apart <- decided[["better"]] + decided[["worse"]]
  # Ordered by the digits that are shown: the others may depend on the engine.
  shown <- utils::head(order(as.double(sprintf("%.4g", sure))), most)
  likely <- max.col(shares[shown, , drop = FALSE], "first")
  pairs <- cbind(frame$classifier_1, frame$classifier_2)[shown, , drop = FALSE]
  pairs[likely == 3L, ] <- pairs[likely == 3L, 2:1] # the better first
  error <- frame$monte_carlo_error[shown]
  c(
    sprintf(
      "  of %s, one is better in %d, both are equivalent in %d (P > %g); undecided: %d",
      counted(length(sure), "pair"), as.integer(apart), as.integer(decided[["equal"]]),
      posterior_level, as.integer(length(sure) - apart - decided[["equal"]])
    ),
    sprintf(
      "  P(%s %s %s) = %.4g%s", pairs[, 1L], ifelse(likely == 2L, "equivalent to", "better than"),
      pairs[, 2L], sure[shown], ifelse(error > 0, sprintf(" +- %.1g", error), "")
    ),
    if (nrow(frame) > most) {
      sprintf("  and %s more, see as.data.frame()", counted(nrow(frame) - most, "pair"))
    }
  )
}
