/* JSON -> its canonical form, from which a suite's hash is computed: keys sorted by code points, no
   blanks, no unnecessary escapes. Python: pybench/suite/hashing.py, json.dumps(...,
   sort_keys=True, separators=(",", ":"), ensure_ascii=False). Numbers stay as they are written.

   No step makes the text longer, so a buffer of its size holds the output. */
#include <R.h>
#include <Rinternals.h>
#include <stdlib.h>
#include <string.h>

#include "entries.h"

enum { DEEPEST = 100, FIRST_ROOM = 16 };

/* The positions of reading and writing. Malformed input sets `wrong`, and everything stops. */
struct json {
  const char *at;
  const char *end;
  char *out;
  SEXP without; /* keys of the outermost object that are left out */
  int depth;
  int wrong;
};

struct member {
  const char *key; /* as it is written, quotes and all */
  size_t size;     /* of key and value */
};

static void value(struct json *text);

static void put(struct json *text, const char *bytes, size_t size) {
  memcpy(text->out, bytes, size);
  text->out += size;
}

static int blank(char mark) { return mark == ' ' || mark == '\n' || mark == '\t' || mark == '\r'; }

static int next_is(struct json *text, char wanted) {
  while (text->at < text->end && blank(*text->at)) {
    text->at++;
  }
  if (text->at == text->end || *text->at != wanted) {
    return 0;
  }
  text->at++;
  return 1;
}

/* ---- texts ----------------------------------------------------------------------------------- */

static const char escaped[] = "\"\\\b\f\n\r\t";
static const char escapes[] = "\"\\bfnrt";

static void put_code(struct json *text, unsigned code) {
  const char *plain = code > 0 && code < 0x80 ? strchr(escaped, (int)code) : NULL;
  char bytes[8];
  if (plain != NULL) {
    bytes[0] = '\\';
    bytes[1] = escapes[plain - escaped];
    put(text, bytes, 2);
  } else if (code < 0x20) {
    static const char digits[] = "0123456789abcdef";
    memcpy(bytes, "\\u00", 4);
    bytes[4] = digits[code >> 4];
    bytes[5] = digits[code & 15];
    put(text, bytes, 6);
  } else if (code < 0x80) {
    bytes[0] = (char)code;
    put(text, bytes, 1);
  } else {
    static const unsigned char heads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size; i-- > 1; code >>= 6) {
      bytes[i] = (char)(0x80 | (code & 0x3F));
    }
    bytes[0] = (char)(heads[size] | code);
    put(text, bytes, size);
  }
}

/* Four hexadecimal digits after a "\u". */
static unsigned hexadecimal(struct json *text) {
  unsigned code = 0;
  for (int i = 0; i < 4; i++) {
    char digit = text->at < text->end ? *text->at++ : '\0';
    if (digit >= '0' && digit <= '9') {
      code = code * 16 + (unsigned)(digit - '0');
    } else if ((digit | 0x20) >= 'a' && (digit | 0x20) <= 'f') {
      code = code * 16 + (unsigned)((digit | 0x20) - 'a' + 10);
    } else {
      text->wrong = 1;
      return 0;
    }
  }
  return code;
}

/* The code of an escape; the two halves of a surrogate pair make one code. */
static unsigned escape(struct json *text) {
  char mark = text->at < text->end ? *text->at++ : '\0';
  const char *known = mark != '\0' ? strchr(escapes, mark) : NULL;
  if (known != NULL) {
    return (unsigned char)escaped[known - escapes];
  }
  if (mark == '/') {
    return '/';
  }
  if (mark != 'u') {
    text->wrong = 1;
    return 0;
  }
  unsigned code = hexadecimal(text);
  if ((code & 0xFC00) == 0xD800 && text->end - text->at >= 6 && memcmp(text->at, "\\u", 2) == 0) {
    const char *before = text->at;
    text->at += 2;
    unsigned low = hexadecimal(text);
    if ((low & 0xFC00) == 0xDC00) {
      return 0x10000 + ((code & 0x3FF) << 10) + (low & 0x3FF);
    }
    text->at = before;
  }
  return code;
}

/* After the first quote. */
static void string(struct json *text) {
  put(text, "\"", 1);
  while (!text->wrong) {
    if (text->at == text->end || (unsigned char)*text->at < 0x20) {
      text->wrong = 1;
    } else if (*text->at == '"') {
      text->at++;
      break;
    } else if (*text->at == '\\') {
      text->at++;
      put_code(text, escape(text));
    } else {
      put(text, text->at++, 1);
    }
  }
  put(text, "\"", 1);
}

/* ---- objects --------------------------------------------------------------------------------- */

/* The next byte of a key for sorting: codes as UTF-8; the end, its quote, is below all others. */
static int key_byte(const char **at) {
  const char *here = *at;
  if (*here == '"') {
    return -1;
  }
  if (*here != '\\') {
    *at += 1;
    return (unsigned char)*here;
  }
  if (here[1] == 'u') {
    *at += 6;
    return (here[4] - '0') * 16 + (here[5] <= '9' ? here[5] - '0' : here[5] - 'a' + 10);
  }
  *at += 2;
  return (unsigned char)escaped[strchr(escapes, here[1]) - escapes];
}

static int by_key(const void *one, const void *other) {
  const char *a = ((const struct member *)one)->key + 1;
  const char *b = ((const struct member *)other)->key + 1;
  int x, y;
  do {
    x = key_byte(&a);
    y = key_byte(&b);
  } while (x == y && x >= 0);
  return x - y;
}

static int left_out(struct json *text, const char *key, size_t size) {
  for (R_xlen_t i = 0; text->depth == 1 && i < XLENGTH(text->without); i++) {
    const char *name = CHAR(STRING_ELT(text->without, i));
    if (strlen(name) == size - 2 && memcmp(name, key + 1, size - 2) == 0) {
      return 1;
    }
  }
  return 0;
}

/* Writes the members of an object in the order of their keys, commas between. */
static void put_sorted(struct json *text, char *start, struct member *members, size_t count) {
  size_t size = (size_t)(text->out - start);
  char *copy = R_alloc(size + 1, 1);
  memcpy(copy, start, size);
  for (size_t i = 0; i < count; i++) {
    members[i].key = copy + (members[i].key - start);
  }
  qsort(members, count, sizeof *members, by_key);
  text->out = start;
  for (size_t i = 0; i < count; i++) {
    if (i > 0) {
      text->wrong |= by_key(&members[i - 1], &members[i]) == 0; /* a key twice */
      put(text, ",", 1);
    }
    put(text, members[i].key, members[i].size);
  }
}

/* After the first brace. */
static void object(struct json *text) {
  size_t room = FIRST_ROOM, count = 0;
  struct member *members = (struct member *)R_alloc(room, sizeof *members);
  put(text, "{", 1);
  char *start = text->out;
  int more = !next_is(text, '}');
  while (more && !text->wrong) {
    char *key = text->out;
    if (!next_is(text, '"')) {
      text->wrong = 1;
      return;
    }
    string(text);
    size_t size = (size_t)(text->out - key);
    put(text, ":", 1);
    text->wrong |= !next_is(text, ':');
    value(text);
    if (left_out(text, key, size)) {
      text->out = key;
    } else {
      if (count == room) {
        struct member *larger = (struct member *)R_alloc(2 * room, sizeof *members);
        memcpy(larger, members, room * sizeof *members);
        members = larger;
        room *= 2;
      }
      members[count].key = key;
      members[count++].size = (size_t)(text->out - key);
    }
    more = next_is(text, ',');
    text->wrong |= !more && !next_is(text, '}');
  }
  if (!text->wrong) {
    put_sorted(text, start, members, count);
  }
  put(text, "}", 1);
}

/* ---- the rest -------------------------------------------------------------------------------- */

/* After the first bracket. */
static void array(struct json *text) {
  put(text, "[", 1);
  int more = !next_is(text, ']');
  while (more && !text->wrong) {
    value(text);
    more = next_is(text, ',');
    if (more) {
      put(text, ",", 1);
    } else {
      text->wrong |= !next_is(text, ']');
    }
  }
  put(text, "]", 1);
}

/* A number, true, false or null: letters, digits and signs up to what ends it. */
static void word(struct json *text) {
  const char *start = text->at;
  while (text->at < text->end && !blank(*text->at) && strchr(",]}", *text->at) == NULL) {
    text->at++;
  }
  text->wrong |= text->at == start;
  put(text, start, (size_t)(text->at - start));
}

static void value(struct json *text) {
  if (text->wrong || ++text->depth > DEEPEST) {
    text->wrong = 1;
    return;
  }
  if (next_is(text, '"')) {
    text->depth--;
    string(text);
    return;
  }
  if (next_is(text, '{')) {
    object(text);
  } else if (next_is(text, '[')) {
    array(text);
  } else {
    word(text);
  }
  text->depth--;
}

/* The canonical form of a raw vector of JSON as a raw vector, without some keys of its outermost
   object; NULL if it is malformed. */
SEXP pb_canonical_json(SEXP bytes, SEXP without) {
  size_t size = (size_t)XLENGTH(bytes);
  /* Two more bytes: malformed input may lack its closing marks. */
  char *start = R_alloc(size + 2 * DEEPEST + 2, 1);
  const char *given = (const char *)RAW(bytes);
  struct json text = {given, given + size, start, without, 0, 0};
  value(&text);
  next_is(&text, ' ');
  if (text.wrong || text.at != text.end) {
    return R_NilValue;
  }
  SEXP found = Rf_allocVector(RAWSXP, text.out - start);
  memcpy(RAW(found), start, (size_t)(text.out - start));
  return found;
}
