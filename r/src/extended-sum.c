/* Sums of 64 significant bits, the long double of x86-64, on every processor. Python:
 * landscape/extended.py.
 *
 * R's sum() and colMeans() have these bits on x86-64 alone: elsewhere (ARM) a long double has more
 * or fewer bits. Here a number of 64 bits is kept as two doubles, the nearest double and the rest.
 */
#include <R.h>
#include <Rinternals.h>
#include <math.h>
#include <stdint.h>

#include "entries.h"

typedef struct {
  double high, low;
} Extended;

/* Rounded sum and the exact error of that rounding (Knuth). */
static double two_sum(double x, double y, double *error) {
  const double sum = x + y;
  const double part = sum - x;
  *error = (x - (sum - part)) + (y - part);
  return sum;
}

/* The exponent of high + low, as frexp() has it: just below a power of two it is smaller. */
static int exponent_of(double high, double low) {
  int exponent;
  const double fraction = frexp(high, &exponent);
  return fabs(fraction) == 0.5 && fraction * low < 0.0 ? exponent - 1 : exponent;
}

/* x + y + z rounded to 64 bits, half to even; x is not the smallest by far. */
static Extended rounded(double x, double y, double z) {
  double rest;
  y = two_sum(y, z, &z);
  const double high = two_sum(x, y, &rest);
  rest = two_sum(rest, z, &z);
  if (rest == 0.0) {
    return (Extended){high, 0.0};
  }
  const int exponent = exponent_of(high, rest);
  const double places = ldexp(rest, 64 - exponent); /* of the last of 64 bits */
  double whole = nearbyint(places);
  if (fabs(places - trunc(places)) == 0.5 && z != 0.0) {
    whole = z > 0.0 ? ceil(places) : floor(places);
  }
  return (Extended){high, ldexp(whole, exponent - 64)};
}

/* A number of 64 bits divided by a whole number: 64 bits again, half to even, and then a double. */
static double divided(Extended number, uint64_t by) {
  const double sign = number.high < 0.0 ? -1.0 : 1.0;
  const double high = sign * number.high, low = sign * number.low;
  int exponent = exponent_of(high, low);
  const double top = ldexp(high, 64 - exponent);
  /* The bits as a whole number, in which 2^64 is 0. */
  const uint64_t bits =
      (top < 0x1p64 ? (uint64_t)top : 0) + (uint64_t)(int64_t)ldexp(low, 64 - exponent);
  uint64_t quotient = bits / by, rest = bits % by;
  while (quotient < UINT64_C(1) << 63) {
    rest *= 2;
    quotient = 2 * quotient + (rest >= by);
    rest -= rest >= by ? by : 0;
    exponent--;
  }
  if (2 * rest > by || (2 * rest == by && quotient % 2 == 1)) {
    quotient++;
  }
  const double whole = quotient == 0 ? 0x1p64 : (double)quotient;
  return sign * ldexp(whole, exponent - 64);
}

/* Finite doubles -> their sum, one after the other, divided by a whole number; as a double. */
SEXP pb_extended_sum(SEXP values, SEXP divisor) {
  Extended sum = {0.0, 0.0};
  for (R_xlen_t i = 0; i < XLENGTH(values); i++) {
    double error;
    const double high = two_sum(sum.high, REAL(values)[i], &error);
    sum = rounded(high, error, sum.low);
  }
  const double by = Rf_asReal(divisor);
  return Rf_ScalarReal(sum.high == 0.0 ? 0.0 : divided(sum, (uint64_t)by));
}
