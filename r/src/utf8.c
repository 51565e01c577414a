/* Well-formed UTF-8: the one check of all texts from outside. */
#include "utf8.h"

#include <string.h>

static bool between(uint8_t low, uint8_t byte, uint8_t high) { return low <= byte && byte <= high; }

/* The range of a sequence's second byte depends on its first; further bytes are 80..BF. */
int utf8_sequence(const uint8_t *bytes, int64_t left) {
  if (bytes[0] <= 0x7F) {
    return 1;
  }
  int length = between(0xC2, bytes[0], 0xDF) ? 2 : between(0xE0, bytes[0], 0xEF) ? 3 : 4;
  if (!between(0xC2, bytes[0], 0xF4) || left < length) {
    return 0;
  }
  uint8_t low = bytes[0] == 0xE0 ? 0xA0 : bytes[0] == 0xF0 ? 0x90 : 0x80;
  uint8_t high = bytes[0] == 0xED ? 0x9F : bytes[0] == 0xF4 ? 0x8F : 0xBF;
  if (!between(low, bytes[1], high)) {
    return 0;
  }
  for (int i = 2; i < length; i++) {
    if (!between(0x80, bytes[i], 0xBF)) {
      return 0;
    }
  }
  return length;
}

static bool eight_are_ascii(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return (word & UINT64_C(0x8080808080808080)) == 0;
}

int64_t utf8_span(const uint8_t *bytes, int64_t length) {
  for (int64_t i = 0; i < length;) {
    if (length - i >= 8 && eight_are_ascii(bytes + i)) {
      i += 8;
      continue;
    }
    int step = utf8_sequence(bytes + i, length - i);
    if (step == 0) {
      return i;
    }
    i += step;
  }
  return length;
}

bool utf8_is(const char *text, int64_t length) {
  return utf8_span((const uint8_t *)text, length) == length;
}
