/* What Python calls. Every call that runs rules returns below 0 where the native form gives up. */
#include "program.h"
#include <stdlib.h>

#define API __attribute__((visibility("default")))
const u64 *TM;
static List1 *lists;
static List2 *deep;

API int rw_size(void) { return (int)sizeof(S); }

/* Tables: what lists hold, keys of tables, (first, length) of lists and of lists of lists, masks of shapes. */
API void rw_load(const cell *cells, const int32_t *keys, const int32_t *of_lists, int n_lists, const int32_t *of_deep, int n_deep, const u64 *masks) {
    TB = cells;
    TH = keys;
    TM = masks;
    lists = malloc(sizeof(List1) * (size_t)(n_lists + 1));
    for (int i = 0; i < n_lists; i++) lists[i] = (List1){cells + of_lists[2 * i], of_lists[2 * i + 1]};
    deep = malloc(sizeof(List2) * (size_t)(n_deep + 1));
    for (int i = 0; i < n_deep; i++) deep[i] = (List2){lists + of_deep[2 * i], of_deep[2 * i + 1]};
    ROWS = lists;
    DEEP_ROWS = deep;
}
API X *rw_thread(i64 bytes) {
    X *x = calloc(1, sizeof(X));
    x->half = (size_t)bytes / 2;
    x->halves[0] = malloc(x->half);
    x->halves[1] = malloc(x->half);
    x->pos = x->halves[0];
    x->end = x->pos + x->half;
    return x;
}
API void rw_end(X *x) {
    free(x->halves[0]);
    free(x->halves[1]);
    free(x);
}
/* Begin in the other half of the arena: what lies in this one stays until the next time. */
static void turn(X *x) {
    x->at ^= 1;
    x->pos = x->halves[x->at];
    x->end = x->pos + x->half;
}
/* values: of each slot, a list's length; items: what the lists hold one after another; whether a list is one of lists. */
API int rw_put(X *x, S *s, const cell *values, const cell *items, const unsigned char *is_list) {
    jmp_buf entry;
    x_ = x;
    x->entry = &entry;
    x->caught = 0;
    int why = setjmp(entry);
    if (why) return -why;
    memset(s, 0, sizeof(S));
    s->top = -1;
    const cell *q = items;
    for (int i = 0; i < N_SLOTS; i++) {
        if (is_list[i] == 2) {
            List1 *out = take(sizeof(List1) * (size_t)(values[i] + 1));
            for (int j = 0; j < values[i]; j++) out[j] = read1(&q);
            set2(s, i, (List2){out, values[i]});
        } else if (is_list[i]) {
            set1(s, i, (List1){q, values[i]});
            q += values[i];
        } else s->c[i] = values[i];
    }
    return 0;
}
API void rw_begin(S *s) {
    cell *to = s->stack;
    to[0] = START;
    to[1] = -1;
    to[2] = HEAD;
    set_top(s, 0);
}
static int entered_safely(X *x, S *s, int (*what)(S *, const i64 *), const i64 *c) {
    jmp_buf entry;
    x_ = x;
    x->entry = &entry;
    x->caught = 0;
    int why = setjmp(entry);
    return why ? -why : what(s, c);
}
static int do_run(S *s, const i64 *c) { (void)c; return run(s); }
static int do_apply(S *s, const i64 *c) { return apply(s, c); }
API int rw_run(X *x, S *s) { turn(x); return entered_safely(x, s, do_run, 0); }
API int rw_count(X *x) { return x->options.n; }
API const i64 *rw_options(X *x) { return x->options.p; }
API int rw_apply(X *x, S *s, int number) {
    const i64 *c = x->options.p + number * WIDTH;
    turn(x);
    return entered_safely(x, s, do_apply, c);
}
static int do_draw(S *s, const i64 *c) {
    (void)c;
    const cell *f = top_of(s);
    i64 value[WIDTH] = {DRAW[f[0]](s, f)};
    return apply(s, value);
}
API void rw_seed(X *x, u64 seed, int by_twister) {
    x->by_twister = by_twister;
    if (by_twister) mt_seed(x, seed);
    else x->rng = seed;
}
API int rw_draw(X *x, S *s) { turn(x); return entered_safely(x, s, do_draw, 0); }
API void rw_copy(S *to, const S *from) { copy_to(to, from); }

void note_alone(S *s, const cell *f, const i64 *c) { (void)s; (void)f; (void)c; }

/* A game of random players: how many decisions, below 0 where it gives up. chance: its seed; dice: of each seat. */
static int do_random(S *s, const i64 *c) {
    u64 *dice = (u64 *)(intptr_t)c[0];
    int r = run(s), decisions = 0;
    i64 chosen[WIDTH];
    while (r != OVER) {
        const cell *f = top_of(s);
        if (r == CHANCE) chosen[0] = DRAW[f[0]](s, f);
        else {
            decisions++;
            memcpy(chosen, x_->options.p + rng_below(dice + f[3], x_->options.n) * WIDTH, sizeof chosen);
        }
        turn(x_);
        r = apply(s, chosen);
    }
    return decisions;
}
API int rw_random(X *x, S *s, u64 chance, u64 *dice) {
    rw_seed(x, chance, 1);
    turn(x);
    i64 c[] = {(i64)(intptr_t)dice};
    return entered_safely(x, s, do_random, c);
}
