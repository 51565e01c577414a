/* The same random numbers as in Python: Philox4x64 with 10 rounds, random access by counter.
 *
 * Source: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, Parallel Random Numbers: As Easy as
 * 1, 2, 3, SC11 (2011), section 3.3. NumPy's Philox counts from 1, and so does this one. */
#include <R.h>
#include <Rinternals.h>
#include <stdint.h>
#include <string.h>

#include "entries.h"
#include "wide-product.h"

typedef struct {
  uint64_t word[4];
} Block;

static Block philox(uint64_t counter, uint64_t key0, uint64_t key1) {
  const uint64_t m0 = UINT64_C(0xD2E7470EE14C6C93), m1 = UINT64_C(0xCA5A826395121157);
  Block x = {{counter, 0, 0, 0}};
  for (int round = 0; round < 10; round++) {
    const uint64_t high0 = high_product(m0, x.word[0]), low0 = m0 * x.word[0];
    const uint64_t high1 = high_product(m1, x.word[2]), low1 = m1 * x.word[2];
    x = (Block){{high1 ^ x.word[1] ^ key0, low1, high0 ^ x.word[3] ^ key1, low0}};
    key0 += UINT64_C(0x9E3779B97F4A7C15);
    key1 += UINT64_C(0xBB67AE8584CAA73B);
  }
  return x;
}

static uint64_t fnv1a(const char *text) {
  uint64_t value = UINT64_C(0xCBF29CE484222325);
  for (; *text != '\0'; text++) {
    value = (value ^ (uint64_t)(unsigned char)*text) * UINT64_C(0x100000001B3);
  }
  return value;
}

/* Numbers start to start + count of the stream of a seed and a name, in [0, 1); `seed`, `start` and
 * `count` are whole doubles of at most 53 bits, `name` is one string of UTF-8. */
SEXP pb_uniforms(SEXP seed, SEXP name, SEXP start, SEXP count) {
  const uint64_t key0 = (uint64_t)(int64_t)Rf_asReal(seed);
  const uint64_t key1 = fnv1a(Rf_translateCharUTF8(STRING_ELT(name, 0)));
  const uint64_t first = (uint64_t)Rf_asReal(start);
  const R_xlen_t n = (R_xlen_t)Rf_asReal(count);
  SEXP drawn = PROTECT(Rf_allocVector(REALSXP, n));
  double *value = REAL(drawn);
  Block block = {{0, 0, 0, 0}};
  for (R_xlen_t i = 0; i < n; i++) {
    const uint64_t place = first + (uint64_t)i;
    if (i == 0 || place % 4 == 0) {
      block = philox(place / 4 + 1, key0, key1);
    }
    value[i] = (double)(block.word[place % 4] >> 11) * 0x1p-53;
  }
  UNPROTECT(1);
  return drawn;
}
