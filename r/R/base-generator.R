# R's own generator of random numbers, which belongs to the session.

# Runs code and leaves the generator of the session unchanged.
keeping_generator <- function(code) {
  kinds <- RNGkind()
  state <- get0(".Random.seed", globalenv(), inherits = FALSE)
  on.exit({
    # R warns of the "Rounding" of sessions that use the numbers of R 3.5.
    suppressWarnings(RNGkind(kinds[[1L]], kinds[[2L]], kinds[[3L]]))
    if (is.null(state)) {
      rm(list = ".Random.seed", envir = globalenv())
    } else {
      assign(".Random.seed", state, envir = globalenv()) # nolint: object_name_linter.
    }
  })
  code
}

seed_generator <- function(seed) {
  set.seed(seed, "Mersenne-Twister", "Inversion", "Rejection")
}
