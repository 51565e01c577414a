/* The same permutations as NumPy's default_rng(SeedSequence(entropy)).permutation(n).
 *
 * Sources: M. E. O'Neill, PCG: A Family of Simple Fast Space-Efficient Statistically Good
 * Algorithms for Random Number Generation, Harvey Mudd College HMC-CS-2014-0905 (2014), sections
 * 4.3 and 6.3 (XSL RR); her Developing a seed_seq Alternative (2015) for the hash of the seed; the
 * documentation of NumPy's SeedSequence and PCG64; R. A. Fisher and F. Yates for the shuffle. */
#include <R.h>
#include <Rinternals.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "entries.h"
#include "wide-product.h"

enum { POOL = 4, WORDS = 8, DIGITS = 8 };

typedef struct {
  uint64_t high, low;
} Wide;

typedef struct {
  Wide state, increment;
  uint32_t kept; /* the upper half of the last number, if it was not used yet */
  int has_kept;
} Generator;

/* ---- the seed -------------------------------------------------------------------------------- */

static uint32_t hashed(uint32_t value, uint32_t *constant, uint32_t factor) {
  value ^= *constant;
  *constant *= factor;
  value *= *constant;
  return value ^ value >> 16;
}

static uint32_t mixed(uint32_t x, uint32_t y) {
  const uint32_t value = UINT32_C(0xCA01F9DD) * x - UINT32_C(0x4973F715) * y;
  return value ^ value >> 16;
}

/* Words of 32 bits of a number of 64 hexadecimal digits, the lowest first; returns how many there
 * are without leading zeros, at least one. */
static int entropy_words(const char *digits, uint32_t *words) {
  int count = 1;
  for (int i = 0; i < WORDS; i++) {
    char part[DIGITS + 1] = {0};
    memcpy(part, digits + (size_t)DIGITS * (size_t)(WORDS - 1 - i), DIGITS);
    words[i] = (uint32_t)strtoul(part, NULL, 16);
    if (words[i] != 0) {
      count = i + 1;
    }
  }
  return count;
}

static void fill_pool(uint32_t *pool, const uint32_t *words, int count) {
  const uint32_t factor = UINT32_C(0x931E8875);
  uint32_t constant = UINT32_C(0x43B0D7E5);
  for (int i = 0; i < POOL; i++) {
    pool[i] = hashed(i < count ? words[i] : 0, &constant, factor);
  }
  for (int from = 0; from < POOL; from++) {
    for (int to = 0; to < POOL; to++) {
      if (from != to) {
        pool[to] = mixed(pool[to], hashed(pool[from], &constant, factor));
      }
    }
  }
  for (int from = POOL; from < count; from++) {
    for (int to = 0; to < POOL; to++) {
      pool[to] = mixed(pool[to], hashed(words[from], &constant, factor));
    }
  }
}

/* ---- the generator --------------------------------------------------------------------------- */

static Wide sum(Wide a, Wide b) {
  const uint64_t low = a.low + b.low;
  return (Wide){a.high + b.high + (low < a.low), low};
}

static void step(Generator *it) {
  const Wide factor = {UINT64_C(0x2360ED051FC65DA4), UINT64_C(0x4385DF649FCCF645)};
  const Wide state = it->state;
  const Wide product = {high_product(state.low, factor.low) + state.high * factor.low +
                            state.low * factor.high,
                        state.low * factor.low};
  it->state = sum(product, it->increment);
}

static Generator seeded(const char *digits) {
  uint32_t words[WORDS], pool[POOL];
  fill_pool(pool, words, entropy_words(digits, words));
  uint64_t made[4];
  uint32_t constant = UINT32_C(0x8B51F9DD);
  for (int i = 0; i < 4; i++) {
    const uint32_t low = hashed(pool[2 * i % POOL], &constant, UINT32_C(0x58F38DED));
    const uint32_t high = hashed(pool[(2 * i + 1) % POOL], &constant, UINT32_C(0x58F38DED));
    made[i] = (uint64_t)high << 32 | low;
  }
  Generator it = {{0, 0}, {made[2] << 1 | made[3] >> 63, made[3] << 1 | 1}, 0, 0};
  step(&it);
  it.state = sum(it.state, (Wide){made[0], made[1]});
  step(&it);
  return it;
}

static uint32_t next_word(Generator *it) {
  if (it->has_kept) {
    it->has_kept = 0;
    return it->kept;
  }
  step(it);
  const uint64_t folded = it->state.high ^ it->state.low;
  const unsigned turn = (unsigned)(it->state.high >> 58);
  const uint64_t number = folded >> turn | folded << (-turn & 63);
  it->kept = (uint32_t)(number >> 32);
  it->has_kept = 1;
  return (uint32_t)number;
}

/* A whole number from 0 to `most`: the lowest bits that can hold it, drawn again if they exceed. */
static uint32_t up_to(Generator *it, uint32_t most) {
  uint32_t mask = most, drawn;
  for (int shift = 1; shift < 32; shift *= 2) {
    mask |= mask >> shift;
  }
  do {
    drawn = next_word(it) & mask;
  } while (drawn > most);
  return drawn;
}

/* The numbers from 0 to `count` - 1 in random order. `digits`: the entropy, one string of 64
 * hexadecimal digits. */
SEXP pb_permutation(SEXP digits, SEXP count) {
  const int n = Rf_asInteger(count);
  Generator it = seeded(CHAR(STRING_ELT(digits, 0)));
  SEXP order = PROTECT(Rf_allocVector(INTSXP, n));
  int *place = INTEGER(order);
  for (int i = 0; i < n; i++) {
    place[i] = i;
  }
  for (int i = n - 1; i > 0; i--) {
    const uint32_t other = up_to(&it, (uint32_t)i);
    const int held = place[i];
    place[i] = place[other];
    place[other] = held;
  }
  UNPROTECT(1);
  return order;
}
