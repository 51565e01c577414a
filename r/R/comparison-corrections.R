# Corrections that need only the p-values. R's stats has six of them; the other four are here. Each
# takes p-values in ascending order; adjusted() caps at 1 and restores the order of the input.

# Chance of at least one success in `times` independent trials of chance p; keeps digits of small p.
chance_of_any <- function(p, times) {
  -expm1(times * log1p(-p))
}

# Holland and Copenhaver (1987), Finner (1993): step-down, so a running maximum.
adjust_holland <- function(p, alpha) {
  cummax(chance_of_any(p, rev(seq_along(p))))
}

adjust_finner <- function(p, alpha) {
  cummax(chance_of_any(p, length(p) / seq_along(p)))
}

# Rom (1990): step-up, so a running minimum from the largest. With `alpha` the answer is for that
# level alone.
adjust_rom <- function(p, alpha = NULL) {
  met <- if (is.null(alpha)) {
    rom_met(p)
  } else {
    p * rev(alpha / rom_levels(length(p), alpha))
  }
  rev(cummin(rev(met)))
}

# Li (2008): the largest p-value estimates how many hypotheses are true. 0 / 0, where it is 1, is
# the limit 0: such a p is rejected at every level.
adjust_li <- function(p, alpha) {
  largest <- p[[length(p)]]
  ifelse(p == 0, 0, p / (p + (1 - largest)))
}

ascending_corrections <- list(
  holland = adjust_holland, finner = adjust_finner, rom = adjust_rom, li = adjust_li
)
