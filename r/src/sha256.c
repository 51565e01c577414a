/* SHA-256 of bytes. Source: FIPS 180-4, Secure Hash Standard (2015), sections 4 to 6. */
#include <R.h>
#include <Rinternals.h>
#include <stdint.h>
#include <string.h>

#include "entries.h"

enum { BLOCK = 64, WORDS = 8, ROUNDS = 64, TAIL = 8 };

static const uint32_t rounds[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turned(uint32_t x, int bits) { return (x >> bits) | (x << (32 - bits)); }

static uint32_t word(const unsigned char *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void expand(const unsigned char *block, uint32_t *w) {
  for (int i = 0; i < 16; i++) {
    w[i] = word(block + 4 * i);
  }
  for (int i = 16; i < ROUNDS; i++) {
    uint32_t low = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >> 3);
    uint32_t high = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + low + w[i - 7] + high;
  }
}

static void compress(uint32_t *state, const unsigned char *block) {
  uint32_t w[ROUNDS];
  uint32_t v[WORDS];
  expand(block, w);
  memcpy(v, state, sizeof v);
  for (int i = 0; i < ROUNDS; i++) {
    uint32_t e = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25);
    uint32_t chosen = (v[4] & v[5]) ^ (~v[4] & v[6]);
    uint32_t first = v[7] + e + chosen + rounds[i] + w[i];
    uint32_t a = turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22);
    uint32_t most = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
    memmove(v + 1, v, (WORDS - 1) * sizeof *v);
    v[4] += first;
    v[0] = first + a + most;
  }
  for (int i = 0; i < WORDS; i++) {
    state[i] += v[i];
  }
}

/* The rest of the message, a bit, zeros and the length of the message in bits. */
static void finish(uint32_t *state, const unsigned char *rest, size_t size, uint64_t length) {
  unsigned char last[2 * BLOCK] = {0};
  size_t whole = size < BLOCK - TAIL ? BLOCK : 2 * BLOCK;
  memcpy(last, rest, size);
  last[size] = 0x80;
  for (size_t i = 0; i < TAIL; i++) {
    last[whole - 1 - i] = (unsigned char)(length * 8 >> (8 * i));
  }
  for (size_t at = 0; at < whole; at += BLOCK) {
    compress(state, last + at);
  }
}

/* The hash of a raw vector, 64 hexadecimal digits. */
SEXP pb_sha256(SEXP bytes) {
  static const char digits[] = "0123456789abcdef";
  uint32_t state[WORDS] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const unsigned char *at = RAW(bytes);
  size_t left = (size_t)XLENGTH(bytes);
  for (; left >= BLOCK; at += BLOCK, left -= BLOCK) {
    compress(state, at);
  }
  finish(state, at, left, (uint64_t)XLENGTH(bytes));
  char text[WORDS * 8 + 1];
  for (int i = 0; i < WORDS * 8; i++) {
    text[i] = digits[state[i / 8] >> (28 - 4 * (i % 8)) & 15];
  }
  text[WORDS * 8] = '\0';
  return Rf_mkString(text);
}
