# Sums of 64 significant bits: those of sum() and colMeans() on x86-64, on every processor. Python:
# landscape/extended.py, written by itself.

extended_sum <- function(x, divisor = 1) {
  .Call(C_pb_extended_sum, x, as.double(divisor))
}
