# The normal numbers of paths: number i of path m is number m * 2^26 + i of the stream.

path_stride <- 2^26

# Numbers of paths `first` (from 0) to `first + paths`: `count` x paths.
path_normals <- function(seed, name, first, paths, count) {
  if (count > path_stride) {
    stop_argument(
      sprintf("a path takes more than %.0f normal random numbers", path_stride),
      expected = "(number of steps) times (number of noise sources) of at most 2^26",
      found = format(count),
      hint = "Take fewer fine steps: give a smaller `substeps`."
    )
  }
  u <- vapply(
    first + seq_len(paths) - 1, function(path) uniforms(seed, name, path * path_stride, count),
    numeric(count)
  )
  # A uniform of 0 has no normal quantile; the smallest uniform above it is 2^-53.
  matrix(stats::qnorm(pmax(u, 2^-54)), nrow = count)
}
