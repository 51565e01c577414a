/* CRC-32 of bytes, as in zip files: ISO/IEC 13239 (polynomial 0x04C11DB7), bits reversed. */
#include <R.h>
#include <Rinternals.h>
#include <stdint.h>

#include "entries.h"

/* The checksum of a raw vector as a double, which holds 32 bits exactly. */
SEXP pb_crc32(SEXP bytes) {
  uint32_t table[256];
  for (uint32_t i = 0; i < 256; i++) {
    table[i] = i;
    for (int bit = 0; bit < 8; bit++) {
      table[i] = table[i] >> 1 ^ (table[i] & 1 ? UINT32_C(0xEDB88320) : 0);
    }
  }
  uint32_t sum = UINT32_C(0xFFFFFFFF);
  for (R_xlen_t i = 0; i < XLENGTH(bytes); i++) {
    sum = sum >> 8 ^ table[(sum ^ RAW(bytes)[i]) & 0xFF];
  }
  return Rf_ScalarReal((double)(sum ^ UINT32_C(0xFFFFFFFF)));
}
