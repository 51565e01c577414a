/* R lists -> a tree of nodes, in one block of memory. */
#include "arrow-node.h"

#include <R.h>
#include <stdbool.h>

#include "arrow-faults.h"

/* The fields of a description, in the order of arrow_node() in arrow-export.R. */
enum {
  AT_NAME,
  AT_FORMAT,
  AT_FLAGS,
  AT_LENGTH,
  AT_NULL_COUNT,
  AT_OFFSET,
  AT_BUFFERS,
  AT_CHILDREN,
  AT_DICTIONARY
};

typedef struct {
  size_t nodes, buffers;
} Sizes;

static void add_sizes(SEXP description, Sizes *sizes) {
  SEXP children = VECTOR_ELT(description, AT_CHILDREN);
  SEXP dictionary = VECTOR_ELT(description, AT_DICTIONARY);
  sizes->nodes++;
  sizes->buffers += (size_t)XLENGTH(VECTOR_ELT(description, AT_BUFFERS));
  for (R_xlen_t i = 0; i < XLENGTH(children); i++) {
    add_sizes(VECTOR_ELT(children, i), sizes);
  }
  if (dictionary != R_NilValue) {
    add_sizes(dictionary, sizes);
  }
}

/* The free part of the block. */
typedef struct {
  Node *nodes;
  const void **buffers;
} Arena;

static const void *vector_address(SEXP vector, R_xlen_t first) {
  switch (TYPEOF(vector)) {
  case REALSXP:
    return REAL_RO(vector) + first;
  case INTSXP:
    return INTEGER_RO(vector) + first;
  default:
    return RAW_RO(vector) + first;
  }
}

/* A buffer is NULL, a vector, or list(vector, first): from the 0-based element `first` on. An empty
 * buffer differs from a missing one, and R has no address for an empty vector. */
static const void *buffer_address(SEXP buffer) {
  static const int64_t nothing[1];
  bool is_part = TYPEOF(buffer) == VECSXP;
  SEXP vector = is_part ? VECTOR_ELT(buffer, 0) : buffer;
  if (vector == R_NilValue) {
    return NULL;
  }
  if (XLENGTH(vector) == 0) {
    return nothing;
  }
  return vector_address(vector, is_part ? (R_xlen_t)Rf_asReal(VECTOR_ELT(buffer, 1)) : 0);
}

static void resolve(SEXP description, Node *node, Arena *arena);

static void resolve_buffers(SEXP buffers, Node *node, Arena *arena) {
  node->n_buffers = XLENGTH(buffers);
  node->buffers = arena->buffers;
  arena->buffers += node->n_buffers;
  for (int64_t i = 0; i < node->n_buffers; i++) {
    node->buffers[i] = buffer_address(VECTOR_ELT(buffers, i));
  }
}

static void resolve_children(SEXP children, Node *node, Arena *arena) {
  node->n_children = XLENGTH(children);
  node->children = arena->nodes;
  arena->nodes += node->n_children;
  for (int64_t i = 0; i < node->n_children; i++) {
    resolve(VECTOR_ELT(children, i), &node->children[i], arena);
  }
}

static int64_t number(SEXP description, int field) {
  return (int64_t)Rf_asReal(VECTOR_ELT(description, field));
}

static void resolve(SEXP description, Node *node, Arena *arena) {
  SEXP dictionary = VECTOR_ELT(description, AT_DICTIONARY);
  *node = (Node){
      .name = CHAR(STRING_ELT(VECTOR_ELT(description, AT_NAME), 0)),
      .format = CHAR(STRING_ELT(VECTOR_ELT(description, AT_FORMAT), 0)),
      .flags = number(description, AT_FLAGS),
      .length = number(description, AT_LENGTH),
      .null_count = number(description, AT_NULL_COUNT),
      .offset = number(description, AT_OFFSET),
  };
  resolve_buffers(VECTOR_ELT(description, AT_BUFFERS), node, arena);
  resolve_children(VECTOR_ELT(description, AT_CHILDREN), node, arena);
  if (dictionary != R_NilValue) {
    node->dictionary = arena->nodes++;
    resolve(dictionary, node->dictionary, arena);
  }
}

SEXP arrow_resolve(SEXP description) {
  Sizes sizes = {0, 0};
  add_sizes(description, &sizes);
  size_t bytes = sizes.nodes * sizeof(Node) + sizes.buffers * sizeof(void *);
  SEXP block = PROTECT(R_SITE(Rf_allocVector(RAWSXP, (R_xlen_t)bytes)));
  Node *root = (Node *)(void *)RAW(block);
  Arena arena = {root + 1, (const void **)(void *)(root + sizes.nodes)};
  resolve(description, root, &arena);
  UNPROTECT(1);
  return block;
}
