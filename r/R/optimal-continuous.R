# The log likelihood ratio of a process in continuous time: the limit of quadrature of its steps.

quad_limit <- 1e-6 # of a log ratio, relative to its size if that is above 1
quad_doubled <- c(8, 16, 32, 64, 128) # fine steps from which a limit is extrapolated

# Log ratios and estimates of their errors: the limit of more and more fine steps, extrapolated.
continuous_ratios <- function(pair, times, values) {
  known <- list()
  error <- rep(Inf, dim(values)[[1L]])
  for (steps in quad_doubled) {
    grid <- check_grid(times, steps, "euler")
    first <- tryCatch(quadrature_ratios(pair, grid, values)$ratios,
      pybench_quad_too_fine = function(e) if (length(known) == 0L) stop(e)
    )
    if (is.null(first)) {
      break
    }
    row <- list(first)
    for (power in seq_along(known)) {
      last <- row[[power]]
      row[[power + 1L]] <- last + (last - known[[power]]) / (2^power - 1)
    }
    best <- row[[length(row)]]
    if (length(known) > 0L) {
      error <- abs(best - known[[length(known)]])
    }
    known <- row
    above <- error > quad_limit * pmax(1, abs(best))
    if (mean(above %in% TRUE) <= quad_left) {
      break
    }
  }
  list(ratios = best, errors = error)
}
