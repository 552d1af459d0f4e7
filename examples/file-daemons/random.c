/* Random games of Daemons by its rulebook as a library. Build and run:
     ruleslawyer build daemons --scope duel --to c -o built
     cc -Ibuilt random.c built/daemons.o -o random && ./random built/daemons.duel.scope 7 */
#include <stdio.h>
#include "daemons.h"

int main(int count, char **words) {
  static unsigned char file[1 << 20];
  rules_table table;
  FILE *from = count > 1 ? fopen(words[1], "rb") : NULL;
  if (!from) return fprintf(stderr, "random SCOPE-FILE [SEED]\n"), 2;
  size_t length = fread(file, 1, sizeof file, from);
  if (!rules_open(&table, file, length)) return fprintf(stderr, "%s is no scope of this build\n", words[1]), 2;
  uint64_t dice = count > 2 ? strtoull(words[2], NULL, 10) : 1;
  unsigned char *state = malloc(table.state);
  memcpy(state, table.start, table.state);
  for (int steps = 0; steps < 1000; steps++) {
    const unsigned char *choices, *after;
    int64_t most, found = rules_list(&table, state, &choices, &most);
    if (found <= 0) {
      int over = rules_ended(&table, state) == 1;
      printf("%s after %d steps, winners %llu\n", over ? "over" : "stuck", steps, over ? (unsigned long long)rules_awaited(&table) : 0);
      free(state), rules_close(&table);
      return 0;
    }
    dice = dice * 6364136223846793005u + 1442695040888963407u;
    unsigned char choice[RULES_CHOICE];
    memcpy(choice, choices + (dice >> 33) % (uint64_t)most * RULES_CHOICE, RULES_CHOICE);
    int64_t action;
    memcpy(&action, choice, 8);
    if (!(after = rules_step(&table, state, choice))) return fprintf(stderr, "%s has no result\n", rules_actions[action]), 1;
    printf("%s of %lld\n", rules_actions[action], (long long)found);
    memcpy(state, after, table.state);
  }
  return printf("no end\n"), 1;
}
