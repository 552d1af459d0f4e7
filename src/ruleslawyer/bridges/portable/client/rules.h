/* @TITLE@ as a library; made by ruleslawyer, the build is @BUILD@.
   Link with the object beside it, and read @RULES@.SCOPE.scope into memory: `rules_open` makes a table of it. States
   and choices are bytes (the description that `--to wasm` writes has where each field lies); a state that is not one
   that these functions gave is looked at by nobody: do not make one up. */
#ifndef RULES_@UPPER@_H
#define RULES_@UPPER@_H
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define RULES_BUILD "@BUILD@"
#define RULES_CHOICE @CHOICE@ /* bytes of a choice */
enum { @ACTIONS@ };
static const char *const rules_actions[] = { @NAMES@ };

/* A context is what the code works in; all of it belongs to the table. */
@CALLED@

enum { @PLACES@, RULES_PLACES };
typedef struct {
  unsigned char *memory;
  uint32_t place[RULES_PLACES], size[RULES_PLACES]; /* where things lie in it, and how many bytes they have */
  uint32_t state, packed;                           /* bytes of a state, and of one that is packed */
  uint32_t starts;                                  /* ways to begin */
  const unsigned char *start;                       /* the first of their states; the others lie behind it */
} rules_table;

static inline unsigned char *rules_at(rules_table *t, int place) { return t->memory + t->place[place]; }
static inline int64_t *rules_word(rules_table *t, int place, int word) { return (int64_t *)rules_at(t, place) + word; }

/* A table from the bytes of a scope's file, which stay where they are; 0: it is not one of this build. */
static inline int rules_open(rules_table *t, const unsigned char *file, size_t length) {
  uint32_t head[8], at, size, i;
  if (length < 80 || memcmp(file, "@MAGIC@", 8)) return 0;
  memcpy(head, file + 8, sizeof head); /* build, memory, pointers, pieces, state, packed, starts, places */
  if (head[0] != @SHORT@u || head[7] != RULES_PLACES) return 0;
  const unsigned char *p = file + 40, *end = file + length;
  if (!(t->memory = aligned_alloc(64, (head[1] + 63) & ~63u))) return 0;
  memset(t->memory, 0, head[1]);
  for (i = 0; i < RULES_PLACES; i++, p += 8) memcpy(&t->place[i], p, 4), memcpy(&t->size[i], p + 4, 4);
  const unsigned char *pointers = p;
  p += 4 * (size_t)head[2];
  for (i = 0; i < head[3]; i++) {
    if (p + 8 > end) return 0;
    memcpy(&at, p, 4), memcpy(&size, p + 4, 4), p += 8;
    if (p + size > end || (uint64_t)at + size > head[1]) return 0;
    memcpy(t->memory + at, p, size), p += size;
  }
  for (i = 0; i < head[2]; i++) {
    int64_t word;
    memcpy(&at, pointers + 4 * (size_t)i, 4);
    if ((uint64_t)at + 8 > head[1]) return 0;
    memcpy(&word, t->memory + at, 8), word += (int64_t)(intptr_t)t->memory, memcpy(t->memory + at, &word, 8);
  }
  t->state = head[4], t->packed = head[5], t->starts = head[6], t->start = p;
  return p + (size_t)head[6] * head[4] == end;
}
static inline void rules_close(rules_table *t) { free(t->memory); }

static inline void rules_fresh(rules_table *t, const unsigned char *state) {
  memset(rules_at(t, RULES_KNOWN), 0, t->size[RULES_KNOWN]), memset(rules_at(t, RULES_LAST), 0, t->size[RULES_LAST]);
  *rules_word(t, RULES_CONTEXT, @LOGGED@) = 0;
  memcpy(rules_at(t, RULES_HISTORY), state, t->state);
}
/* How many choices there are, and where they lie until the next call (`most`: how many of them); -1: the game is over. */
static inline int64_t rules_list(rules_table *t, const unsigned char *state, const unsigned char **choices, int64_t *most) {
  unsigned char *listed = rules_at(t, RULES_LISTED);
  memset(listed, 0, t->size[RULES_LISTED]), rules_fresh(t, state);
  int64_t room = t->size[RULES_LISTED] / RULES_CHOICE;
  *rules_word(t, RULES_GAME, @LISTED@) = (int64_t)(intptr_t)listed, *rules_word(t, RULES_GAME, @MOST_LISTED@) = room;
  @RULES@_list(rules_at(t, RULES_CONTEXT));
  *rules_word(t, RULES_GAME, @LISTED@) = 0;
  int64_t found = *rules_word(t, RULES_GAME, @ALLOWED@);
  *choices = listed, *most = found < room ? found : room;
  return found;
}
/* Where a choice leads, until the next call; null: it may not be made, or has no result. */
static inline const unsigned char *rules_step(rules_table *t, const unsigned char *state, const unsigned char *choice) {
  rules_fresh(t, state), memcpy(rules_at(t, RULES_SCRIPT), choice, RULES_CHOICE);
  @RULES@_step(rules_at(t, RULES_CONTEXT));
  int went = *rules_word(t, RULES_GAME, @ALLOWED@) && *rules_word(t, RULES_GAME, @ARRIVED@);
  return went ? rules_at(t, RULES_HISTORY) + t->state : NULL;
}
/* Whether the game is over; -1: a rule fails where that is asked. `rules_awaited` has who won, a bit for each player. */
static inline int64_t rules_ended(rules_table *t, const unsigned char *state) {
  rules_fresh(t, state);
  return @RULES@_ended(rules_at(t, RULES_CONTEXT));
}
/* Who is awaited, behind `rules_list`, or who won, behind `rules_ended`. */
static inline uint64_t rules_awaited(rules_table *t) { return (uint64_t)*rules_word(t, RULES_AWAITED, 0); }
static inline int64_t rules_hash(rules_table *t, const unsigned char *state) {
  rules_fresh(t, state);
  @RULES@_hashed(rules_at(t, RULES_CONTEXT), rules_at(t, RULES_HISTORY), rules_at(t, RULES_SCRIPT));
  return *rules_word(t, RULES_SCRIPT, 0);
}
#endif
