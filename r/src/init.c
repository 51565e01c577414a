/* Registration of every C entry point; R sees them as C_pb_<name>. */
#include <R.h>
#include <R_ext/Rdynload.h>
#include <Rinternals.h>

#include "arrow-keeper.h"
#include "entries.h"

/* Cast by way of void (*)(void), which compilers accept as a generic function pointer. */
#define ENTRY(name, args)                                                                          \
  { #name, (DL_FUNC)(void (*)(void))name, args }

/* One line per entry. */
/* clang-format off */
static const R_CallMethodDef call_entries[] = {
    ENTRY(pb_read_delimited, 2),
    ENTRY(pb_read_features, 2),
    ENTRY(pb_header_delimiters, 2),
    ENTRY(pb_find_byte, 2),
    ENTRY(pb_bad_utf8, 1),
    ENTRY(pb_sha256, 1),
    ENTRY(pb_canonical_json, 2),
    ENTRY(pb_crc32, 1),
    ENTRY(pb_lock_open, 1),
    ENTRY(pb_lock_take, 2),
    ENTRY(pb_lock_close, 1),
    ENTRY(pb_parse_scores, 1),
    ENTRY(pb_exact_row_sums, 2),
    ENTRY(pb_extended_sum, 2),
    ENTRY(pb_uniforms, 4),
    ENTRY(pb_permutation, 2),
    ENTRY(pb_shuffled_sums, 3),
    ENTRY(pb_walsh_averages, 2),
    ENTRY(pb_resampled_ranks, 2),
    ENTRY(pb_signed_rank_tails, 2),
    ENTRY(pb_rank_difference, 2),
    ENTRY(pb_signed_rank_counts, 4),
    ENTRY(pb_signed_rank_thetas, 4),
    ENTRY(pb_sign_counts, 2),
    ENTRY(pb_code_paths, 6),
    ENTRY(pb_attraction, 4),
    ENTRY(pb_som_train, 9),
    ENTRY(pb_som_batch, 7),
    ENTRY(pb_som_sums, 7),
    ENTRY(pb_som_partial, 5),
    ENTRY(pb_som_place, 4),
    ENTRY(pb_som_nearest_two, 4),
    ENTRY(pb_arrow_allocate_stream, 0),
    ENTRY(pb_arrow_address, 1),
    ENTRY(pb_arrow_live, 0),
    ENTRY(pb_arrow_open, 1),
    ENTRY(pb_arrow_describe, 1),
    ENTRY(pb_arrow_column, 3),
    ENTRY(pb_arrow_dictionaries, 2),
    ENTRY(pb_arrow_matrix, 1),
    ENTRY(pb_arrow_close, 1),
    ENTRY(pb_arrow_validity, 3),
    ENTRY(pb_arrow_bits, 1),
    ENTRY(pb_arrow_text, 2),
    ENTRY(pb_arrow_export, 1),
    ENTRY(pb_arrow_next, 1),
    ENTRY(pb_arrow_fail_at, 1),
    ENTRY(pb_arrow_break, 4),
    {NULL, NULL, 0},
};
/* clang-format on */

void R_init_pybench(DllInfo *info) {
  arrow_adopt_thread();
  R_registerRoutines(info, NULL, call_entries, NULL, NULL);
  R_useDynamicSymbols(info, FALSE);
  R_forceSymbols(info, TRUE);
}
