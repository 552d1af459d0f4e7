/* Ruleset t34_duty, scope tiny: an instance of the rules, written by ruleslawyer.
   Reading: the default option of every question.
   Numbers in comments are those of the rulebook's clauses.
   spin -a FILE && gcc -O2 -DNOREDUCE -DSAFETY -DMEMLIM=8000 -o pan pan.c && ./pan -m1000000
   A larger -m where SPIN says that the search is too deep. States stored are the states of rest.
   Of transitions SPIN counts one more, its initial step. */

unsigned v_count : 2 = 0;  /* count: 0..2 */
unsigned v_tired : 1 = 0;  /* tired */

c_code {
extern unsigned long vsize;
static State after;  /* where a step leads */
static int ready;    /* whether `after` is the result of the step that is being asked about */

static void begin(void) { memcpy((char *) &after, (char *) &now, vsize); }
static void take(void) { memcpy((char *) &now, (char *) &after, vsize); ready = 0; }
}

c_code {
/* rest(): 4 */
static int duty_0(void) {
  if (after.v_tired && !(after.v_count == 2)) {
    after.v_tired = 0;
    return 1;
  }
  return 0;
}
}

c_code {
/* what follows a step on its own */
static int settle(void) {
  int going = 1, alive = 1, ran = 0, last = -1, how;
  while (going) {
    if ((last == 0)) {
      if (after.v_tired) {
        alive = 0;
      }
    }
    if (alive) {
      going = !((after.v_count == 2) || !after.v_tired);
      if (!going) {
      }
      if (going) {
        last = -1;
        if ((ran < 1000)) {
          ran = ran + 1;
          /* rest(): 4 */
          if ((last == -1)) {
            how = duty_0();
            if ((how != 0)) {
              last = 0;
            }
            alive = (how != 2);
          }
        }
        if ((last == -1)) {
          alive = 0;
        }
      }
    }
    if (!alive) {
      going = 0;
    }
  }
  ready = alive;
  return alive;
}
}

c_code {
/* work(Player0): 2 */
static int act_0(void) {
  if (ready) return 1;
  if (!(now.v_count == 2)) {
    if (((0 <= (now.v_count + 1)) && (now.v_count <= 1))) {
      begin();
      after.v_count = (now.v_count + 1);
      after.v_tired = 1;
      return settle();
    }
  }
  return 0;
}
}

active proctype game() {
end:
  do
  :: d_step { c_expr { (act_0()) } -> c_code { take(); } }
  od
}
