# How well a map holds its data: the measures of aweSOM's wording.

# `second` is the second best unit of each row in the plain order of distances.
map_quality <- function(values, units, distances, second, apart) {
  error <- mean(distances)
  spread <- sum(colMeans(sweep(values, 2L, colMeans(values))^2))
  neighbours <- round(apart[cbind(units, second)], 3L) == 1
  list(
    quantization_error = error,
    root_quantization_error = mean(sqrt(distances)),
    topographic_error = if (nrow(apart) > 1L) mean(!neighbours) else NaN,
    explained_variance = 100 - 100 * error / spread
  )
}
