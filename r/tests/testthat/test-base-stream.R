test_that("uniforms are the upper bits of Philox, as in Python", {
  for (case in golden_json("uniforms.json")$cases) {
    # A word has more digits than a double: split off the lower 11 bits in two parts.
    expected <- vapply(case$words, function(word) {
      digits <- sprintf("%020s", gsub(" ", "0", formatC(word, width = 20L)))
      upper <- as.double(substr(digits, 1L, 10L))
      lower <- as.double(substr(digits, 11L, 20L))
      # (upper 1e10 + lower) / 2^11, floored, without leaving 53 bits.
      whole <- upper %/% 2^11
      rest <- (upper %% 2^11) * 1e10 + lower
      (whole * 1e10 + rest %/% 2^11) * 2^-53
    }, 0, USE.NAMES = FALSE)
    expect_exact(uniforms(case$seed, case$name, 0, 12), expected)
    for (start in 0:8) {
      expect_exact(uniforms(case$seed, case$name, start, 3), expected[start + 1:3])
    }
  }
})

test_that("a seed is a whole number that a double holds", {
  for (seed in list(2^53, -2^53, 0.5, TRUE, "1", NA_real_, Inf, NULL, c(1, 2))) {
    expect_error(check_seed(seed), class = "pybench_error_argument")
  }
  expect_identical(check_seed(-3L), -3)
})

test_that("random orders are NumPy's", {
  for (case in golden_json("suite", "permutations.json")$cases) {
    names <- lapply(case$names, function(one) if (is.numeric(one)) as.integer(one) else one)
    expect_identical(json_ascii(c(list(json_whole(case$seed)), names)), case$key)
    order <- random_order(case$key, case$count) - 1L
    expected <- as.integer(unlist(case$places))
    expect_identical(sort(order), seq_len(case$count) - 1L)
    shown <- if (case$count < 100L) order else order[c(1L, 1000L, length(order))]
    expect_identical(shown, expected)
  }
})
