/* Runs a program from decision to decision, as interpreter/runtime/machine.py does. */
#include "notes.h"
#include <stdlib.h>

#define NODE_BUDGET 20000
#define MOST_FREE 1000

/* ---- trials */
static int try_apply(int label, S *s, const cell *f, const i64 *c) {
    jmp_buf here, *outer = x_->caught;
    if (_setjmp(here)) {
        x_->caught = outer;
        return FAIL;
    }
    x_->caught = &here;
    int r = label == FREE ? FREE_APPLY(s, f, c) : APPLY[label](s, f, c);
    x_->caught = outer;
    return r;
}
static int try_step(Step *step, S *s, const cell *f) {
    jmp_buf here, *outer = x_->caught;
    if (_setjmp(here)) {
        x_->caught = outer;
        return FAIL;
    }
    x_->caught = &here;
    int r = step(s, f);
    x_->caught = outer;
    return r;
}
/* -1 options: listing them fails. */
static Opts try_list(Listing *listing, S *s, const cell *f) {
    jmp_buf here, *outer = x_->caught;
    if (_setjmp(here)) {
        x_->caught = outer;
        return (Opts){0, -1, 0};
    }
    x_->caught = &here;
    Opts o = listing(s, f);
    x_->caught = outer;
    return o;
}
int can_fail_above(const S *s, int at) {
    while (at >= 0 && s->stack[at]) {
        if (CAN_FAIL[s->stack[at]]) return 1;
        at = s->stack[at + 1];
    }
    return 0;
}
static void spend_trial(S *s) {
    spend(WEIGHT[top_of(s)[0]]);
    if (--x_->nodes < 0) give_up(TOO_MUCH);
    if (x_->stop && *x_->stop) give_up(STOPPED);
}
enum { NOT_BACK = 0, STILL_ASKED = 1, GOES_ON = 2 };
static int asked_again(S *s, int at, int back);
static int taken_at(const S *s, int at);

/* Depth first over raw options until an end mark or a stop. s: a copy made for this, which is spoilt. back: a free action
   is under way, and what is asked once it is done. */
int survive(S *s, i64 who, int back) {
    char *mark = x_->pos;
    for (;;) {
        x_->pos = mark;
        const cell *f = top_of(s);
        int label = f[0];
        if (back && label == END_MARK) {
            int up = f[1], is_free = f[3];
            set_top(s, up);
            if (is_free) return asked_again(s, up, back);
            continue;
        }
        int stop = STOPS[label];
        if (stop == 2 || (stop == 1 && f[WHO] != who)) return 1;
        if (stop == 0) {
            if (!back && !can_fail_above(s, s->top)) return 1;
            int r = try_step(CODE[label], s, f);
            if (r == NONE || (back && r == LIST)) continue;
            return r != FAIL;
        }
        Opts o = try_list(RAW[label], s, f);
        if (o.n < 0) return 0;
        if (!o.n) {
            int r = LEAVE[label] ? try_step(LEAVE[label], s, f) : FAIL;
            if (r == NONE || r == LIST) continue;
            return r != FAIL;
        }
        if (!back && EASY[label] && !can_fail_above(s, f[1])) return 1;
        for (int i = 0; i < o.n - 1; i++) {
            char *here = x_->pos;
            spend_trial(s);
            S *t = new_copy(s);
            int r = try_apply(label, t, f, o.p + i * WIDTH);
            if (r == NONE || (back && r == LIST) ? survive(t, who, back) : r != FAIL) return 1;
            x_->pos = here;
        }
        spend_trial(s);
        int r = try_apply(label, s, f, o.p + (o.n - 1) * WIDTH);
        if (r != NONE && !(back && r == LIST)) return r != FAIL;
    }
}
int trial(S *s, const cell *f, int label, const i64 *c) {
    char *mark = x_->pos;
    spend(WEIGHT[label]);
    if (x_->stop && *x_->stop) give_up(STOPPED);
    S *t = new_copy(s);
    x_->nodes = NODE_BUDGET;
    int r = try_apply(label, t, f, c);
    int out = r == NONE ? survive(t, f[WHO], NOT_BACK) : r != FAIL;
    x_->pos = mark;
    return out;
}

/* ---- free actions */
static int has(S *s, const cell *f, int label, int number) {
    return AS_MANY[label] ? AS_MANY[label](s, f, number) != 0 : LISTS[label](s, f).n >= number;
}
static int taken_at(const S *s, int at) {
    for (; at >= 0; at = s->stack[at + 1])
        if (s->stack[at] == END_MARK && s->stack[at + 3]) return s->stack[at + 1];
    return -1;
}
static int goes_back(S *s, const cell *f, int label, const i64 *c) {
    char *mark = x_->pos;
    S *t = new_copy(s);
    int r = try_apply(label, t, f, c);
    int out = r == NONE || r == LIST ? survive(t, f[WHO], GOES_ON) : r != FAIL;
    x_->pos = mark;
    return out;
}
static int still_asked(S *s, int at) {
    const cell *f = s->stack + at;
    int label = f[0];
    jmp_buf here, *outer = x_->caught;
    Opts o;
    if (_setjmp(here)) {
        x_->caught = outer;
        return 0;
    }
    x_->caught = &here;
    if (taken_at(s, at) < 0) {
        int found = has(s, f, label, 1);
        x_->caught = outer;
        return found;
    }
    o = LISTS[label](s, f);
    x_->caught = outer;
    for (int i = 0; i < o.n; i++)
        if (goes_back(s, f, label, o.p + i * WIDTH)) return 1;
    return 0;
}
static int goes_on(S *s, int at) {
    if (still_asked(s, at)) return 1;
    const cell *f = s->stack + at;
    i64 who = f[WHO];
    int inside = taken_at(s, at) >= 0;
    int r = LEAVE[f[0]] ? try_step(LEAVE[f[0]], s, f) : FAIL;
    return r == NONE || r == LIST ? survive(s, who, inside ? GOES_ON : NOT_BACK) : r != FAIL;
}
/* Come back to the decision at which a free action was taken, and ask there what is asked once it is done. */
static int asked_again(S *s, int at, int back) {
    const cell *f = s->stack + at;
    int label = f[0], who = f[WHO];
    int r = AGAIN[label] ? try_step(AGAIN[label], s, f) : NONE;
    if (r != NONE && r != LIST) return r != FAIL;
    if (top_of(s)[0] == label) return back == STILL_ASKED ? still_asked(s, s->top) : goes_on(s, s->top);
    return survive(s, who, taken_at(s, s->top) < 0 ? NOT_BACK : GOES_ON);
}
static int free_survives(S *s, const cell *f, const i64 *c) {
    char *mark = x_->pos;
    S *t = new_copy(s);
    x_->nodes = NODE_BUDGET;
    jmp_buf here, *outer = x_->caught;
    if (_setjmp(here)) {
        x_->caught = outer;
        x_->pos = mark;
        return 0;
    }
    x_->caught = &here;
    int r = FREE_APPLY(t, f, c);
    int out = r == NONE || r == LIST ? survive(t, f[WHO], STILL_ASKED) : r != FAIL;
    x_->caught = outer;
    x_->pos = mark;
    return out;
}
/* Whether a frame stands in a free action that was taken at a decision which may then have no way on. */
static int can_break(S *s, int up) {
    int at = taken_at(s, up);
    while (at >= 0) {
        const cell *f = s->stack + at;
        if (!LEAVE[f[0]]) return 1;
        char *mark = x_->pos;
        S *t = new_copy(s);
        int fails = LEAVE[f[0]](t, f) == FAIL || can_fail_above(t, t->top);
        x_->pos = mark;
        if (fails) return 1;
        at = taken_at(s, f[1]);
    }
    return 0;
}
Opts with_free(S *s, const cell *f, int label, Opts o) {
    S *t = s;
    const cell *at = f;
    if (SETTLE[label]) {
        t = new_copy(s);
        SETTLE[label](t, f);
        at = top_of(t);
    }
    Opts found = FREE_LIST(t, f[WHO], label), out = no_options();
    int breaks = can_break(s, f[1]);
    for (int i = 0; i < o.n; i++) {
        const i64 *c = o.p + i * WIDTH;
        if (breaks) {
            x_->nodes = NODE_BUDGET;
            if (!goes_back(s, f, label, c)) continue;
        }
        memcpy(option(&out), c, sizeof(i64) * WIDTH);
    }
    for (int i = 0; i < found.n; i++)
        if (free_survives(t, at, found.p + i * WIDTH)) memcpy(option(&out), found.p + i * WIDTH, sizeof(i64) * WIDTH);
    return out;
}

/* ---- running */
static int answer(S *s, const cell *f, int label, const i64 *c) {
    if (HAS_FREE && c[0] >= FREE) {
        if (SETTLE[label]) {
            int r = SETTLE[label](s, f);
            if (r != NONE) return r;
        }
        if (IN_A_ROW && ++s->c[IN_A_ROW] > MOST_FREE) give_up(FAULTY);
        return FREE_APPLY(s, top_of(s), c);
    }
    if (IN_A_ROW && s->c[IN_A_ROW] && taken_at(s, (int)(f - s->stack)) < 0) s->c[IN_A_ROW] = 0;
    return APPLY[label](s, f, c);
}
static int unasked(S *s) {
    const cell *f = top_of(s);
    Opts o = x_->options;
    if (o.n) {
        if (x_->noting && !SILENT[f[0]]) note_alone(f, o.p);
        return answer(s, f, f[0], o.p);
    }
    return LEAVE[f[0]] ? LEAVE[f[0]](s, f) : FAIL;
}
/* Go on from what a piece of the program gave; where one option is left it is carried out, where none is, it is passed
   over. What a step makes is gone after it; the options of the decision it ends at are not. */
int further(S *s, int r) {
    char *mark = x_->pos;
    for (;;) {
        if (r == NONE) {
            if (x_->stop && *x_->stop) give_up(STOPPED);
            x_->pos = mark;
            const cell *f = top_of(s);
            r = CODE[f[0]] ? CODE[f[0]](s, f) : (set_top(s, f[1]), f[3] && AGAIN[top_of(s)[0]] ? AGAIN[top_of(s)[0]](s, top_of(s)) : NONE);
        } else if (r != LIST) break;
        else if (x_->options.n > 1) return LIST;
        else r = unasked(s);
    }
    if (r == FAIL) give_up(FAULTY);
    return r;
}
int run(S *s) {
    x_->left = MOST_STEPS;
    return further(s, NONE);
}
static int applied(S *s, const i64 *c) {
    const cell *f = top_of(s);
    if (f[WHO] != -1) x_->left = MOST_STEPS;
    int r = answer(s, f, f[0], c);
    if (r == FAIL) give_up(FAULTY);
    return r;
}
int list_anew(S *s) { x_->left = MOST_STEPS; return CODE[top_of(s)[0]](s, top_of(s)); }
int apply(S *s, const i64 *c) { return further(s, applied(s, c)); }
int look(S *s, const i64 *c, i64 seat) {
    char *mark = x_->pos;
    int r = applied(s, c);
    for (;;) {
        if (r == LIST) {
            if (x_->options.n > 1) return LIST;
            r = unasked(s);
        } else if (r != NONE) break;
        else {
            x_->pos = mark;
            const cell *f = top_of(s);
            int label = f[0];
            if (COSTLY[label] && f[WHO] != seat && has(s, f, label, 2)) return WAITING;
            x_->pos = mark;
            r = CODE[label] ? CODE[label](s, f) : (set_top(s, f[1]), f[3] && AGAIN[top_of(s)[0]] ? AGAIN[top_of(s)[0]](s, top_of(s)) : NONE);
        }
    }
    if (r == FAIL) give_up(FAULTY);
    return r;
}
int look_on(S *t, const i64 *c, i64 seat, u64 *rng) {
    int r = look(t, c, seat);
    while (r == CHANCE) {
        const cell *f = top_of(t);
        i64 value[WIDTH] = {0};
        if (rng) {
            Opts o = LISTS[f[0]](t, f);
            i64 all = 0;
            for (int i = 0; i < o.n; i++) all += o.p[i * WIDTH + 1];
            all = rng_below(rng, all);
            for (int i = 0; i < o.n; i++) {
                value[0] = o.p[i * WIDTH];
                if ((all -= o.p[i * WIDTH + 1]) < 0) break;
            }
        } else value[0] = DRAW[f[0]](t, f);
        r = look(t, value, seat);
    }
    return r;
}
