# Random numbers: a seed and the name of the quantity drawn determine a stream, the same as in
# Python. R's own generator serves only kohonen's maps and the learners of users.

# The places 1 to `count` in the random order that a key determines, as in Python:
# stream(...).permutation(count) + 1. `key`: the JSON text of the seed and the names, in ASCII.
random_order <- function(key, count) {
  .Call(C_pb_permutation, .Call(C_pb_sha256, charToRaw(key)), count) + 1L
}

# Numbers `start` (from 0) to `start + count` of a stream, in [0, 1). Any part can be computed
# alone.
uniforms <- function(seed, name, start, count) {
  .Call(C_pb_uniforms, as.double(seed), enc2utf8(name), as.double(start), as.double(count))
}

# A seed: a whole number that a double holds exactly.
check_seed <- function(value) {
  if (is_number(value) && is.finite(value) && value == trunc(value) && abs(value) < 2^53) {
    return(as.double(value))
  }
  found <- describe_value(value)
  stop_argument(
    paste0("`seed` must be an integer between -2^53 and 2^53, not ", found),
    expected = "an integer between -2^53 and 2^53", found = found
  )
}

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
