# A block of trials against pb_select(), one choice at a time.

test_that("choices are those of pb_select on the pool", {
  t <- some_results("t")
  place <- some_places("a")
  names <- c("farthest-first/cosine", "a-optimal")
  found <- pb_rank_preservation(t, list(x = place), names, c(2, 4), 5, seed = 5, metrics = "mae",
                                standardize = "pool")
  sums <- ranked_results(t)$sums / 6
  pools <- drawn_pools(12, 0.8, 5, 5, "datasets")
  for (trial in 1:5) {
    for (at in 1:2) {
      errors <- vapply(c(2, 4), function(k) {
        chosen <- pb_select(place[pools[trial, ], ], k, names[[at]])$names
        mean(abs(colMeans(sums[match(chosen, t$datasets), ]) - colMeans(sums)))
      }, 0)
      expect_equal(found$by_trial[[at, trial]], sum(errors))
    }
  }
})
