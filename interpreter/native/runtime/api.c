/* What Python calls. Every call that runs rules returns below 0 where the native form gives up. */
#include "program.h"
#include "players.h"
#include <stdlib.h>
#include <time.h>

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
    free(x->notes);
    free(x->known);
    free(x->entered);
    free(x->before);
    free(x);
}
/* Begin in the other half of the arena: what lies in this one stays until the next time. */
static void turn(X *x) {
    x->at ^= 1;
    x->of = 0;
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
/* What is hidden from a seat, what belongs to it, and the backs of pieces; kept by who calls. */
API void rw_hidden(int seat, const int32_t *hidden, const int32_t *belonging, const int32_t *backs) {
    HIDDEN[seat] = hidden;
    BELONGING[seat] = belonging;
    BACKS = backs;
}
API void rw_seed(X *x, u64 seed, int by_twister) {
    x->by_twister = by_twister;
    if (by_twister) mt_seed(x, seed);
    else x->rng = seed;
}
API u64 rw_rng(X *x) { return x->rng; }
API int rw_draw(X *x, S *s) { turn(x); return entered_safely(x, s, do_draw, 0); }
/* The options of the decision that is due, listed anew: for a position that was not the last to be run. */
static int do_list(S *s, const i64 *c) { (void)c; x_->left = MOST_STEPS; return CODE[top_of(s)[0]](s, top_of(s)); }
API int rw_list(X *x, S *s) { turn(x); return entered_safely(x, s, do_list, 0); }
API void rw_copy(S *to, const S *from) { copy_to(to, from); }

/* Take an option (below 0: run from the start) and go on, chance answered from the generator, until somebody is to
   choose: how many options there are, 0 where the game is over. Where it gives up, all is as before. */
static int do_step(S *s, const i64 *c) {
    int r = c ? apply(s, c) : run(s);
    while (r == CHANCE) {
        if (++x_->taken > MOST_DECISIONS) give_up(TOO_MUCH);
        const cell *f = top_of(s);
        i64 value[WIDTH] = {DRAW[f[0]](s, f)};
        r = apply(s, value);
    }
    return r == OVER ? 0 : x_->options.n;
}
API int rw_step(X *x, S *s, int number, u64 *rng) {
    const i64 *c = 0;
    x->by_twister = x->noting = 0;
    if (number >= 0) {
        if (x->of != s) {
            int r = rw_list(x, s);
            if (r < 0) return r;
        }
        if (number >= x->options.n) return -FAULTY;
        c = x->options.p + number * WIDTH;
    }
    if (!x->before) x->before = malloc(sizeof(S));
    copy_to(x->before, s);
    x->rng = *rng;
    x->taken = 0;
    turn(x);
    int n = entered_safely(x, s, do_step, c);
    x->of = n < 0 ? 0 : s;
    if (n < 0) copy_to(s, x->before);
    else *rng = x->rng;
    return n;
}
API int rw_player(const S *s) { return s->top < 0 ? -1 : top_of(s)[WHO]; }
API void rw_forget(X *x, const S *s) { if (x->of == s) x->of = 0; }

/* ---- whole games: what was chosen is counted in a table of {times asked, times alone, who, label, value …} */
enum { NOTE = 4 + 2 * WIDTH + 24, NOTES = 4096 };
typedef struct Notes { int n; int of[NOTES]; cell note[NOTES / 2][NOTE]; } Notes;
static void note(S *s, const cell *f, const i64 *c, int alone) {
    Notes *notes = x_->notes;
    cell made[NOTE];
    int label = f[0], n = 4, w = KIND_OF[label] == 1 || c[0] >= FREE ? WIDTH : 1;
    made[2] = f[3];
    made[3] = label;
    for (int i = 0; i < w; i++) {
        if (i && boxed(label, c[0], i)) {
            List1 v = unbox1(c[i]);
            if (n + v.n + 2 > NOTE) give_up(TOO_MUCH);
            made[n++] = v.n;
            for (int j = 0; j < v.n; j++) made[n++] = v.p[j];
        } else made[n++] = i == 0 && c[0] >= FREE ? (cell)(FREE_MARK + (c[0] - FREE)) : (cell)c[i];
    }
    if (KIND_OF[label] == 2 && c[0] >= 0 && c[0] < FREE) {
        n = 4 + source_item(f, label, c[0], made + 4, NOTE - 4);
    }
    while (n < NOTE) made[n++] = 0;
    uint32_t h = 2166136261u;
    for (int i = 2; i < NOTE; i++) h = (h ^ (uint32_t)made[i]) * 16777619u;
    for (h &= NOTES - 1;; h = (h + 1) & (NOTES - 1)) {
        if (!notes->of[h]) {
            if (notes->n == NOTES / 2) give_up(TOO_MUCH);
            made[0] = made[1] = 0;
            memcpy(notes->note[notes->n], made, sizeof made);
            notes->of[h] = ++notes->n;
        }
        cell *known = notes->note[notes->of[h] - 1];
        if (!memcmp(known + 2, made + 2, sizeof(cell) * (NOTE - 2))) {
            known[alone]++;
            return;
        }
    }
    (void)s;
}
void note_alone(S *s, const cell *f, const i64 *c) {
    if (KIND_OF[f[0]] == 3 || c[0] >= 0) note(s, f, c, 1);
}
API int rw_note_size(void) { return NOTE; }
API const cell *rw_notes(X *x, int *n) { *n = ((Notes *)x->notes)->n; return ((Notes *)x->notes)->note[0]; }
API const int *rw_entered(X *x) { return x->entered; }
API void rw_begin_game(X *x, S *s, const S *start, u64 chance, int noting) {
    if (!x->notes) {
        x->notes = calloc(1, sizeof(Notes));
        x->entered = calloc(N_LABELS, sizeof(int));
    }
    Notes *notes = x->notes;
    notes->n = 0;
    memset(notes->of, 0, sizeof notes->of);
    memset(x->entered, 0, N_LABELS * sizeof(int));
    x->noting = noting;
    x->taken = x->decided = 0;
    copy_to(s, start);
    rw_seed(x, chance, 1);
}
static i64 now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
/* Go on with a game, from a decision that is due (c: what is chosen) or from its start, until it is over, or somebody
   is to choose who is no player of ours, or some time has gone. */
static int do_play(S *s, const i64 *c) {
    Seat *seats = (Seat *)(intptr_t)c[0];
    i64 number = c[1], until = now() + 100;
    int r = number == -1 ? run(s) : number == -2 ? x_->pending : LIST;
    i64 chosen[WIDTH];
    for (int k = 0; r != OVER; k++) {
        const cell *f = top_of(s);
        if (k || number < 0) {
            if (k && (k & 15) == 0 && now() > until) {
                x_->pending = r;
                return PAUSED;
            }
            if (++x_->taken > MOST_DECISIONS) give_up(TOO_MUCH);
        }
        if (r == CHANCE) chosen[0] = DRAW[f[0]](s, f);
        else {
            i64 i = number;
            if (k || number < 0) i = picks(s, seats + f[WHO]);
            if (i < 0) return LIST;
            memcpy(chosen, x_->options.p + i * WIDTH, sizeof chosen);
            if (x_->noting) note(s, f, chosen, 0);
            x_->decided++;
        }
        turn(x_);
        r = apply(s, chosen);
    }
    return OVER;
}
API int rw_play(X *x, S *s, Seat *seats, i64 number) {
    i64 c[] = {(i64)(intptr_t)seats, number};
    if (number == -1) turn(x);
    return entered_safely(x, s, do_play, c);
}
API int rw_decided(X *x) { return x->decided; }

/* ---- the score sheet: the lines, then the tie-breaks, each by seat; then who is eligible, a number of them first */
static int do_sheet(S *s, const i64 *c) {
    i64 *out = (i64 *)(intptr_t)c[0];
    for (int i = 0; i < N_SCORE; i++) for (int p = 0; p < N_PLAYERS; p++) *out++ = SCORE[i](s, p);
    for (int i = 0; i < N_TIE; i++) for (int p = 0; p < N_PLAYERS; p++) *out++ = TIE[i](s, p);
    List1 found = {0, 0};
    int ending = s->c[1] ? s->c[1] - 1 : 0;
    if (!ALL_LOSE[ending]) found = WINNERS[ending](s);
    *out++ = found.n;
    for (int i = 0; i < found.n && i < N_PLAYERS; i++) *out++ = found.p[i];
    return 0;
}
API int rw_sheet(X *x, S *s, i64 *out) {
    turn(x);
    x->left = MOST_STEPS;
    i64 c[] = {(i64)(intptr_t)out};
    return entered_safely(x, s, do_sheet, c);
}
API i64 rw_cell(const S *s, int slot) { return s->c[slot]; }
