/* Products of 128 bits in the arithmetic of standard C. */
#ifndef PYBENCH_WIDE_PRODUCT_H
#define PYBENCH_WIDE_PRODUCT_H
#include <stdint.h>

/* Upper half of a 128-bit product; uint64_t multiplication gives the lower half. */
static inline uint64_t high_product(uint64_t a, uint64_t b) {
  const uint64_t low = UINT64_C(0xFFFFFFFF);
  const uint64_t a0 = a & low, a1 = a >> 32, b0 = b & low, b1 = b >> 32;
  const uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  const uint64_t other = a0 * b1 + (middle & low);
  return a1 * b1 + (middle >> 32) + (other >> 32);
}

#endif
