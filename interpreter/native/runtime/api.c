/* What Python calls. Every call that runs rules returns below 0 where the native form gives up. */
#include "notes.h"
#include "players.h"
#include <stdlib.h>

#define API __attribute__((visibility("default")))
enum { ASKED_AFTER = 100 }; /* milliseconds after which a caller may be interrupted */
enum { LEFT_TO_PYTHON = MOST_OPTIONS + 1, AGAIN_PLEASE = MOST_OPTIONS + 2 }; /* more than there are options */

API int rw_size(void) { return (int)sizeof(S); }

API X *rw_thread(i64 bytes) {
    X *x = calloc(1, sizeof(X));
    x->half = (size_t)bytes / 2;
    x->halves[0] = malloc(x->half);
    x->halves[1] = malloc(x->half);
    x->entered = calloc(N_LABELS, sizeof(int));
    x->pos = x->halves[0];
    x->end = x->pos + x->half;
    return x;
}
/* Tables: what lists hold, keys of tables, (first, length) of lists and of lists of lists, masks of shapes. */
API void rw_load(X *x, const cell *cells, const int32_t *keys, const int32_t *of_lists, int n_lists, const int32_t *of_deep, int n_deep, const u64 *masks) {
    List1 *lists = malloc(sizeof(List1) * (size_t)(n_lists + 1));
    List2 *deep = malloc(sizeof(List2) * (size_t)(n_deep + 1));
    for (int i = 0; i < n_lists; i++) lists[i] = (List1){cells + of_lists[2 * i], of_lists[2 * i + 1]};
    for (int i = 0; i < n_deep; i++) deep[i] = (List2){lists + of_deep[2 * i], of_deep[2 * i + 1]};
    x->data = (Data){.cells = cells, .keys = keys, .rows = lists, .deep_rows = deep, .masks = masks};
}
API void rw_end(X *x) {
    rw_notes_end(x);
    forget_search(x);
    forget_ways(x);
    free((void *)x->data.rows);
    free((void *)x->data.deep_rows);
    free(x->halves[0]);
    free(x->halves[1]);
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
/* Put frames on the stack; top: where the topmost lies. */
API void rw_stack(S *s, const cell *cells, int n, int top) {
    memcpy(s->stack, cells, sizeof(cell) * (size_t)n);
    set_top(s, top);
}
static int entered_safely(X *x, S *s, int (*what)(S *, const i64 *), const i64 *c) {
    jmp_buf entry;
    x_ = x;
    x->entry = &entry;
    x->caught = 0;
    int why = setjmp(entry);
    if (why) x->search = 0;
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
/* What is hidden from a seat, what belongs to it, what names may stand for, and the backs of pieces; kept by who calls. */
API void rw_hidden(X *x, int seat, const int32_t *hidden, const int32_t *belonging, const int32_t *known, const int32_t *backs) {
    x->data.hidden[seat] = hidden;
    x->data.belonging[seat] = belonging;
    x->data.known = known;
    x->data.backs = backs;
}
API void rw_seed(X *x, u64 seed, int by_twister) {
    x->twister = by_twister ? &x->of_game : 0;
    if (by_twister) mt_seed(x->twister, seed);
    else x->rng = seed;
}
API u64 rw_rng(X *x) { return x->rng; }
API int rw_draw(X *x, S *s) { turn(x); return entered_safely(x, s, do_draw, 0); }
/* The options of the decision that is due, listed anew: for a position that was not the last to be run. */
static int do_list(S *s, const i64 *c) { (void)c; return list_anew(s); }
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
    x->twister = 0;
    x->noting = 0;
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

/* ---- whole games */
API const int *rw_entered(X *x) { return x->entered; }
API void rw_begin_game(X *x, S *s, const S *start, u64 chance, int noting) {
    memset(x->entered, 0, N_LABELS * sizeof(int));
    x->noting = noting;
    x->taken = x->decided = 0;
    x->search = 0;
    copy_to(s, start);
    rw_seed(x, chance, 1);
}
/* Go on with a game, from a decision that is due (c: what is chosen) or from its start, until it is over, or somebody
   is to choose who is no player of ours, or some time has gone. */
static int do_play(S *s, const i64 *c) {
    Seat *seats = (Seat *)(intptr_t)c[0];
    i64 number = c[1];
    x_->until = now() + ASKED_AFTER;
    int r = number == -1 ? run(s) : number == -2 ? x_->pending : LIST;
    i64 chosen[WIDTH];
    for (int k = 0; r != OVER; k++) {
        const cell *f = top_of(s);
        if (k || number < 0) {
            if (k && (k & 15) == 0 && now() > x_->until) {
                x_->pending = r;
                return PAUSED;
            }
            if (++x_->taken > MOST_DECISIONS) give_up(TOO_MUCH);
        }
        if (r == CHANCE) chosen[0] = DRAW[f[0]](s, f);
        else {
            i64 i = number;
            if (k || number < 0) i = picks(s, seats + f[WHO]);
            if (i == LATER) {
                x_->pending = r;
                x_->taken--;
                return PAUSED;
            }
            if (i < 0) return LIST;
            memcpy(chosen, x_->options.p + i * WIDTH, sizeof chosen);
            if (x_->noting) note(f, chosen, 0);
            x_->decided++;
        }
        turn(x_);
        r = apply(s, chosen);
    }
    return OVER;
}
/* What a seat picks at a position that is dealt anew for it: the number of an option, or IN_PYTHON; LATER, when it is to
   be called again with 1. `rw_list` comes before. */
static int do_pick(S *s, const i64 *c) {
    Seat *seat = (Seat *)(intptr_t)c[0];
    x_->until = now() + ASKED_AFTER;
    x_->noting = 0;
    x_->twister = 0;
    if (!c[1]) x_->search = 0;
    i64 i = c[1] || !is_unknown(s) ? picks_of_view(c[1] ? 0 : s, seat) : IN_PYTHON;
    return i == IN_PYTHON ? LEFT_TO_PYTHON : i == LATER ? AGAIN_PLEASE : (int)i;
}
API int rw_pick(X *x, S *s, Seat *seat, int goes_on) {
    i64 c[] = {(i64)(intptr_t)seat, goes_on};
    return entered_safely(x, s, do_pick, c);
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
