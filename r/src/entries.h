/* The C entry points that R can call. */
#ifndef PYBENCH_ENTRIES_H
#define PYBENCH_ENTRIES_H
#include <Rinternals.h>

SEXP pb_read_delimited(SEXP bytes, SEXP delimiter);
SEXP pb_read_features(SEXP bytes, SEXP texts);
SEXP pb_header_delimiters(SEXP bytes, SEXP candidates);
SEXP pb_find_byte(SEXP bytes, SEXP wanted);
SEXP pb_bad_utf8(SEXP bytes);
SEXP pb_sha256(SEXP bytes);
SEXP pb_canonical_json(SEXP bytes, SEXP without);
SEXP pb_crc32(SEXP bytes);
SEXP pb_lock_open(SEXP path);
SEXP pb_lock_take(SEXP handle, SEXP alone);
SEXP pb_lock_close(SEXP handle);
SEXP pb_parse_scores(SEXP text);
SEXP pb_exact_row_sums(SEXP values, SEXP columns);
SEXP pb_extended_sum(SEXP values, SEXP divisor);
SEXP pb_uniforms(SEXP seed, SEXP name, SEXP start, SEXP count);
SEXP pb_permutation(SEXP digits, SEXP count);
SEXP pb_shuffled_sums(SEXP drawn, SEXP present, SEXP ordered);
SEXP pb_walsh_averages(SEXP differences, SEXP places);
SEXP pb_resampled_ranks(SEXP counts, SEXP differences);
SEXP pb_signed_rank_tails(SEXP ranks, SEXP sums);
SEXP pb_rank_difference(SEXP datasets, SEXP classifiers);
SEXP pb_signed_rank_counts(SEXP weights, SEXP order, SEXP below, SEXP upto);
SEXP pb_signed_rank_thetas(SEXP weights, SEXP order, SEXP below, SEXP upto);
SEXP pb_sign_counts(SEXP weights, SEXP said);
SEXP pb_code_paths(SEXP from, SEXP to, SEXP length, SEXP start, SEXP end, SEXP units);
SEXP pb_attraction(SEXP x, SEXP space, SEXP edges, SEXP values);
SEXP pb_som_train(SEXP data, SEXP codes, SEXP apart, SEXP schedule, SEXP axes, SEXP width,
                  SEXP tell, SEXP weights, SEXP warm);
SEXP pb_som_batch(SEXP data, SEXP codes, SEXP apart, SEXP schedule, SEXP axes, SEXP width,
                  SEXP tell);
SEXP pb_som_sums(SEXP data, SEXP codes, SEXP apart, SEXP schedule, SEXP axes, SEXP width,
                 SEXP tell);
SEXP pb_som_partial(SEXP data, SEXP codes, SEXP axes, SEXP width, SEXP likely);
SEXP pb_som_place(SEXP data, SEXP codes, SEXP axes, SEXP width);
SEXP pb_som_nearest_two(SEXP data, SEXP codes, SEXP axes, SEXP width);

SEXP pb_arrow_allocate_stream(void);
SEXP pb_arrow_address(SEXP pointer);
SEXP pb_arrow_live(void);
SEXP pb_arrow_open(SEXP source);
SEXP pb_arrow_describe(SEXP handle);
SEXP pb_arrow_column(SEXP handle, SEXP index, SEXP maps);
SEXP pb_arrow_dictionaries(SEXP handle, SEXP index);
SEXP pb_arrow_matrix(SEXP handle);
SEXP pb_arrow_close(SEXP handle);
SEXP pb_arrow_validity(SEXP vector, SEXP first, SEXP length);
SEXP pb_arrow_bits(SEXP vector);
SEXP pb_arrow_text(SEXP text, SEXP limit);
SEXP pb_arrow_export(SEXP descriptions);
SEXP pb_arrow_next(SEXP stream);
SEXP pb_arrow_fail_at(SEXP site);
SEXP pb_arrow_break(SEXP pointer, SEXP path, SEXP field, SEXP value);

#endif
