/* R tables as the batches of an ArrowArrayStream.
 *
 * The stream's functions may run on any thread: they use the C allocator and the resolved nodes,
 * never R. */
#include "arrow-export.h"

#include <R.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arrow-faults.h"
#include "arrow-pointers.h"
#include "entries.h"

typedef struct {
  Keeper *keeper;
  const Node *const *batches;
  R_xlen_t n_batches, next;
  const char *error;
} Source;

static int out_of_memory(Source *source) {
  source->error = "out of memory";
  return ENOMEM;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  Source *source = stream->private_data;
  return arrow_export_schema(source->batches[0], out) ? 0 : out_of_memory(source);
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  Source *source = stream->private_data;
  if (source->next == source->n_batches) {
    memset(out, 0, sizeof *out); /* a released array ends a stream */
    return 0;
  }
  if (!arrow_export_array(source->batches[source->next], source->keeper, out)) {
    return out_of_memory(source);
  }
  source->next++;
  return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
  return ((Source *)stream->private_data)->error;
}

static void release_stream(struct ArrowArrayStream *stream) {
  Source *source = stream->private_data;
  if (source->keeper != NULL) {
    arrow_keeper_drop(source->keeper);
  }
  free(source);
  stream->release = NULL;
  arrow_count(LIVE_STREAMS, -1);
}

/* Starts a stream that owns an empty source, in `stream`, whose owner exists. */
static Source *start_stream(struct ArrowArrayStream *stream) {
  Source *source = arrow_calloc(1, sizeof *source);
  if (source == NULL) {
    Rf_error("cannot allocate memory for an Arrow stream");
  }
  *stream = (struct ArrowArrayStream){
      .get_schema = get_schema,
      .get_next = get_next,
      .get_last_error = get_last_error,
      .release = release_stream,
      .private_data = source,
  };
  arrow_count(LIVE_STREAMS, 1);
  source->keeper = arrow_keeper_new();
  if (source->keeper == NULL) {
    Rf_error("cannot allocate memory for an Arrow stream");
  }
  return source;
}

/* list(descriptions, resolved blocks, RAWSXP of the addresses of their roots). */
static SEXP resolve_batches(SEXP descriptions) {
  R_xlen_t count = XLENGTH(descriptions);
  SEXP kept = PROTECT(R_SITE(Rf_allocVector(VECSXP, 3)));
  SET_VECTOR_ELT(kept, 0, descriptions);
  SET_VECTOR_ELT(kept, 1, R_SITE(Rf_allocVector(VECSXP, count)));
  SET_VECTOR_ELT(kept, 2, R_SITE(Rf_allocVector(RAWSXP, count * (R_xlen_t)sizeof(const Node *))));
  const Node **roots = (const Node **)(void *)RAW(VECTOR_ELT(kept, 2));
  for (R_xlen_t i = 0; i < count; i++) {
    SEXP block = arrow_resolve(VECTOR_ELT(descriptions, i));
    SET_VECTOR_ELT(VECTOR_ELT(kept, 1), i, block);
    roots[i] = (const Node *)(const void *)RAW(block);
  }
  UNPROTECT(1);
  return kept;
}

/* Descriptions (see arrow_node() in arrow-export.R), at least one and all with the same schema -> a
 * stream with one batch for each. */
SEXP pb_arrow_export(SEXP descriptions) {
  arrow_empty_queue();
  SEXP pointer = PROTECT(arrow_new_stream());
  SEXP kept = PROTECT(resolve_batches(descriptions));
  Source *source = start_stream(R_ExternalPtrAddr(pointer));
  source->batches = (const Node *const *)(const void *)RAW(VECTOR_ELT(kept, 2));
  source->n_batches = XLENGTH(descriptions);
  arrow_keeper_hold(source->keeper, kept);
  UNPROTECT(2);
  return pointer;
}
