/* Node -> ArrowArray. Every array, also a moved-out child, shares the keeper of its table. */
#include <stdlib.h>

#include "arrow-export.h"
#include "arrow-faults.h"

/* What an array owns. Its release reads nothing else: the public fields are the consumer's. */
typedef struct {
  Keeper *keeper;
  int64_t n_children;
  struct ArrowArray *children;
  struct ArrowArray **pointers;
  struct ArrowArray *dictionary;
} Parts;

static void release_part(struct ArrowArray *part) {
  if (part->release != NULL) {
    part->release(part);
  }
}

static void release_array(struct ArrowArray *array) {
  Parts *parts = array->private_data;
  for (int64_t i = 0; parts->children != NULL && i < parts->n_children; i++) {
    release_part(&parts->children[i]);
  }
  if (parts->dictionary != NULL) {
    release_part(parts->dictionary);
  }
  arrow_keeper_drop(parts->keeper);
  free(parts->children);
  free(parts->pointers);
  free(parts->dictionary);
  free(parts);
  array->release = NULL;
  arrow_count(LIVE_ARRAYS, -1);
}

static bool export_children(const Node *node, Parts *parts, struct ArrowArray *out) {
  if (node->n_children == 0) {
    return true;
  }
  parts->n_children = node->n_children;
  parts->children = arrow_calloc((size_t)node->n_children, sizeof *parts->children);
  parts->pointers = arrow_calloc((size_t)node->n_children, sizeof *parts->pointers);
  if (parts->children == NULL || parts->pointers == NULL) {
    return false;
  }
  for (int64_t i = 0; i < node->n_children; i++) {
    parts->pointers[i] = &parts->children[i];
    if (!arrow_export_array(&node->children[i], parts->keeper, &parts->children[i])) {
      return false;
    }
  }
  out->children = parts->pointers;
  out->n_children = node->n_children;
  return true;
}

static bool export_dictionary(const Node *node, Parts *parts, struct ArrowArray *out) {
  if (node->dictionary == NULL) {
    return true;
  }
  parts->dictionary = arrow_calloc(1, sizeof *parts->dictionary);
  out->dictionary = parts->dictionary;
  return parts->dictionary != NULL &&
         arrow_export_array(node->dictionary, parts->keeper, parts->dictionary);
}

bool arrow_export_array(const Node *node, Keeper *keeper, struct ArrowArray *out) {
  Parts *parts = arrow_calloc(1, sizeof *parts);
  *out = (struct ArrowArray){
      .length = node->length,
      .null_count = node->null_count,
      .offset = node->offset,
      .n_buffers = node->n_buffers,
      .buffers = node->buffers,
      .private_data = parts,
  };
  if (parts == NULL) {
    return false;
  }
  parts->keeper = arrow_keeper_share(keeper);
  out->release = release_array;
  arrow_count(LIVE_ARRAYS, 1);
  bool done = export_children(node, parts, out) && export_dictionary(node, parts, out);
  if (!done) {
    release_array(out);
  }
  return done;
}
