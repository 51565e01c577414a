# Random numbers: a seed and the name of the quantity drawn determine a stream, the same as in
# Python.

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
    paste0("`seed` must be an integer, not ", found),
    expected = "an integer between -2^53 and 2^53", found = found
  )
}
