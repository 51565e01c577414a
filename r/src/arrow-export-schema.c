/* Node -> ArrowSchema. A schema copies its texts, so it does not keep the data alive. */
#include <stdlib.h>
#include <string.h>

#include "arrow-export.h"
#include "arrow-faults.h"

/* What a schema owns. Its release reads nothing else: the public fields are the consumer's. */
typedef struct {
  char *text; /* format, NUL, name, NUL */
  int64_t n_children;
  struct ArrowSchema *children;
  struct ArrowSchema **pointers;
  struct ArrowSchema *dictionary;
} Parts;

static void release_part(struct ArrowSchema *part) {
  if (part->release != NULL) {
    part->release(part);
  }
}

static void release_schema(struct ArrowSchema *schema) {
  Parts *parts = schema->private_data;
  for (int64_t i = 0; parts->children != NULL && i < parts->n_children; i++) {
    release_part(&parts->children[i]);
  }
  if (parts->dictionary != NULL) {
    release_part(parts->dictionary);
  }
  free(parts->text);
  free(parts->children);
  free(parts->pointers);
  free(parts->dictionary);
  free(parts);
  schema->release = NULL;
  arrow_count(LIVE_SCHEMAS, -1);
}

static bool copy_texts(const Node *node, Parts *parts, struct ArrowSchema *out) {
  size_t format = strlen(node->format) + 1, name = strlen(node->name) + 1;
  parts->text = arrow_calloc(format + name, 1);
  if (parts->text == NULL) {
    return false;
  }
  memcpy(parts->text, node->format, format);
  memcpy(parts->text + format, node->name, name);
  out->format = parts->text;
  out->name = parts->text + format;
  return true;
}

static bool export_children(const Node *node, Parts *parts, struct ArrowSchema *out) {
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
    if (!arrow_export_schema(&node->children[i], &parts->children[i])) {
      return false;
    }
  }
  out->children = parts->pointers;
  out->n_children = node->n_children;
  return true;
}

static bool export_dictionary(const Node *node, Parts *parts, struct ArrowSchema *out) {
  if (node->dictionary == NULL) {
    return true;
  }
  parts->dictionary = arrow_calloc(1, sizeof *parts->dictionary);
  out->dictionary = parts->dictionary;
  return parts->dictionary != NULL && arrow_export_schema(node->dictionary, parts->dictionary);
}

bool arrow_export_schema(const Node *node, struct ArrowSchema *out) {
  Parts *parts = arrow_calloc(1, sizeof *parts);
  *out = (struct ArrowSchema){.flags = node->flags, .private_data = parts};
  if (parts == NULL) {
    return false;
  }
  out->release = release_schema;
  arrow_count(LIVE_SCHEMAS, 1);
  bool done = copy_texts(node, parts, out) && export_children(node, parts, out) &&
              export_dictionary(node, parts, out);
  if (!done) {
    release_schema(out);
  }
  return done;
}
