/* A table prepared for export: a tree of C structures over buffers that are R vectors.
 *
 * R code describes the tree by lists (see arrow_node() in arrow-export.R). The tree is resolved on
 * R's thread, once, into memory that is an R vector too; afterwards other threads can read it
 * without touching R. */
#ifndef PYBENCH_ARROW_NODE_H
#define PYBENCH_ARROW_NODE_H
#include <Rinternals.h>
#include <stdint.h>

typedef struct Node {
  const char *name, *format;
  int64_t flags, length, null_count, offset;
  int64_t n_buffers, n_children;
  const void **buffers;
  struct Node *children;
  struct Node *dictionary; /* or NULL */
} Node;

/* Resolves the description into an RAWSXP that starts with the root's Node. The pointers in it live
 * as long as `description` does. */
SEXP arrow_resolve(SEXP description);

#endif
