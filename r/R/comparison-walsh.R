# Walsh averages: the Hodges-Lehmann estimate and its distribution-free interval.

# Up to this many datasets the signed-rank distribution is exact; beyond, normal.
largest_exact <- 200L
# With more datasets the averages of one pair take more than 4 GiB.
most_averaged <- 32767L

# Median of the Walsh averages of each column of an N x m matrix, and the two that bound the
# interval: list(estimate, low, high), m entries each.
hodges_lehmann <- function(differences, confidence) {
  n <- nrow(differences)
  if (n > most_averaged) {
    expected <- sprintf("at most %d datasets for the Hodges-Lehmann estimate", most_averaged)
    stop_results_table(
      expected_found(expected, n), expected = expected, found = as.character(n),
      hint = "Use a random sample of the datasets."
    )
  }
  total <- n * (n + 1) / 2
  place <- interval_place(n, confidence)$place
  wanted <- c(floor((total + 1) / 2), floor(total / 2) + 1, place, total + 1 - place)
  found <- .Call(C_pb_walsh_averages, differences, as.double(wanted))
  list(estimate = found[1L, ] / 2 + found[2L, ] / 2, low = found[3L, ], high = found[4L, ])
}

# The interval runs from the place-th smallest to the place-th largest Walsh average; `attained` is
# its confidence without ties.
interval_place <- function(n, confidence) {
  tail <- (1 - confidence) / 2
  if (n <= largest_exact) {
    # The smallest w with P(T <= w) >= tail; if they are equal it may be one place further.
    place <- stats::qsignrank(tail, n)
    met <- stats::psignrank(place, n) <= tail * (1 + 1e-12)
    place <- max(1, place + met)
    return(list(place = place, attained = 1 - 2 * stats::psignrank(place - 1, n)))
  }
  # Normal with continuity correction: P(T <= w) is the chance of at most w + 1/2.
  mean <- n * (n + 1) / 4
  sd <- sqrt(n * (n + 1) * (2 * n + 1) / 24)
  place <- max(1, ceiling(stats::qnorm(tail, mean - 0.5, sd)))
  list(place = place, attained = 1 - 2 * stats::pnorm(place - 1, mean - 0.5, sd))
}
