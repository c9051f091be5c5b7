/* Players: what is hidden from one is dealt anew, and what looks best at once is taken, as dealing.py and greedy.py do. */
#include "players.h"
#include <stdlib.h>

enum { TRIALS = 200 };
const int32_t *HIDDEN[N_PLAYERS], *BELONGING[N_PLAYERS], *BACKS;

static void *freshly(size_t bytes) { return take(bytes ? bytes : 1); }

/* ---- dealing */
static int by_size(const void *a, const void *b) {
    cell x = *(const cell *)a, y = *(const cell *)b;
    return (x > y) - (x < y);
}
static void redistribute(S *out, const int32_t *slots, int n, u64 *rng) {
    i64 total = 0;
    for (int i = 0; i < n; i++) total += out->c[slots[i]];
    if (total <= 0 || n < 2) return;
    cell *cuts = freshly(sizeof(cell) * (size_t)n);
    for (int i = 0; i < n - 1; i++) cuts[i] = (cell)rng_below(rng, total + 1);
    qsort(cuts, (size_t)n - 1, sizeof(cell), by_size);
    for (int i = 0; i < n; i++) out->c[slots[i]] = (cell)(i < n - 1 ? cuts[i] : total) - (i ? cuts[i - 1] : 0);
}
/* BACKS: most faces of a kind, then of each piece the slot of its face (-1: none), then of each kind its backs by face. */
static int back_of(const S *s, int x) {
    int faces = BACKS[0], slot = BACKS[1 + x];
    return BACKS[1 + N_PIECES + TB[KIND_AT + x] * faces + (slot < 0 ? 0 : s->c[slot])];
}
/* Take the first piece with a back out of the pool. */
static cell drawn(const S *s, cell *pool, int *count, int back) {
    for (int i = 0; i < *count; i++)
        if (back_of(s, pool[i]) == back) {
            cell found = pool[i];
            memmove(pool + i, pool + i + 1, sizeof(cell) * (size_t)(--*count - i));
            return found;
        }
    give_up(FAULTY);
}
static void deal_to(S *out, const int32_t *zone, cell *mine, int n) {
    if (!zone[2]) qsort(mine, (size_t)n, sizeof(cell), by_size);
    set1(out, zone[0], (List1){mine, n});
    for (int i = 0; i < n; i++) out->c[AT_BASE + mine[i]] = zone[0] - ZONE_BASE;
}
/* zones: of each {slot, whether its backs are seen, whether it has an order}. Each keeps its number of pieces. */
static void swap(S *out, const int32_t *zones, int n, u64 *rng) {
    int count = 0, size = 0;
    for (int i = 0; i < n; i++) size += out->c[zones[3 * i]];
    cell *pool = freshly(sizeof(cell) * (size_t)size), **dealt = freshly(sizeof(cell *) * (size_t)n);
    int *length = freshly(sizeof(int) * (size_t)n);
    for (int i = 0; i < n; i++) {
        List1 here = get1(out, zones[3 * i]);
        length[i] = here.n;
        dealt[i] = freshly(sizeof(cell) * (size_t)here.n);
        for (int j = 0; j < here.n; j++) {
            pool[count++] = here.p[j];
            dealt[i][j] = zones[3 * i + 1] ? back_of(out, here.p[j]) : 0;
        }
        if (!zones[3 * i + 2]) qsort(dealt[i], (size_t)here.n, sizeof(cell), by_size);
    }
    qsort(pool, (size_t)count, sizeof(cell), by_size);
    for (int i = count - 1; i > 0; i--) {
        int j = (int)rng_below(rng, i + 1);
        cell kept = pool[i];
        pool[i] = pool[j];
        pool[j] = kept;
    }
    if (n < 2 && !zones[2]) return;
    for (int i = 0; i < n; i++)
        for (int j = 0; zones[3 * i + 1] && j < length[i]; j++) dealt[i][j] = drawn(out, pool, &count, dealt[i][j]);
    for (int i = 0, at = 0; i < n; i++) {
        if (zones[3 * i + 1]) continue;
        memcpy(dealt[i], pool + at, sizeof(cell) * (size_t)length[i]);
        at += length[i];
    }
    for (int i = 0; i < n; i++) deal_to(out, zones + 3 * i, dealt[i], length[i]);
}
int redealt(S *out, int seat, u64 *rng) {
    const int32_t *q = HIDDEN[seat];
    for (int n = *q++; n > 0; n--) {
        redistribute(out, q + 1, *q, rng);
        q += 1 + *q;
    }
    for (int n = *q++; n > 0; n--, q += 2) {
        cell own = out->c[q[1]];
        out->c[q[0]] = own > 0 ? own / 2 + (cell)rng_below(rng, own + 1) : own;
    }
    for (int n = *q++; n > 0; n--, q += 3) {
        if (q[2]) set1(out, q[0], keep1(get1(out, q[1])));
        else out->c[q[0]] = out->c[q[1]];
    }
    for (int n = *q++; n > 0; n--, q += 2) out->c[q[0]] = q[1];
    for (int n = *q++; n > 0; n--) {
        swap(out, q + 1, *q, rng);
        q += 1 + 3 * *q;
    }
    return 0;
}

/* ---- what a position is worth */
static double own(S *s, int p) {
    i64 score = 0, hints = 0;
    for (int i = 0; i < N_SCORE; i++) score += SCORE[i](s, p);
    if (N_HINT) {
        for (int i = 0; i < N_HINT; i++) hints += HINT[i](s, p);
        return (double)score + (double)hints / 100;
    }
    i64 counters = 0, pieces = 0;
    const int32_t *q = BELONGING[p];
    for (int n = *q++; n > 0; n--) counters += s->c[*q++];
    for (int n = *q++; n > 0; n--) pieces += s->c[*q++];
    return (double)score + 0.1 * (double)counters + 0.25 * (double)pieces;
}
static double ahead(const double *points, int seat) {
    if (N_PLAYERS == 1) return points[seat];
    double best = 0, sum = 0;
    int first = 1;
    for (int p = 0; p < N_PLAYERS; p++) {
        if (p == seat) continue;
        if (first || points[p] > best) best = points[p];
        sum += points[p];
        first = 0;
    }
    return points[seat] - (best + sum / (N_PLAYERS - 1)) / 2;
}
/* Whether a seat is among those who may win (1), and has won (2). */
int standing(S *s, int seat, double *totals) {
    i64 strength[N_PLAYERS][2 + N_TIE];
    int ending = s->c[1] ? s->c[1] - 1 : 0;
    List1 eligible = {0, 0};
    if (!ALL_LOSE[ending]) eligible = WINNERS[ending](s);
    for (int p = 0; p < N_PLAYERS; p++) {
        i64 total = 0;
        for (int i = 0; i < N_SCORE; i++) total += SCORE[i](s, p);
        totals[p] = (double)total;
        strength[p][0] = in1(p, eligible);
        strength[p][1] = total;
        for (int i = 0; i < N_TIE; i++) strength[p][2 + i] = TIE_LOWER[i] ? -TIE[i](s, p) : TIE[i](s, p);
    }
    if (!in1(seat, eligible)) return 0;
    for (int p = 0; p < N_PLAYERS; p++)
        for (int i = 0; i < 2 + N_TIE; i++) {
            if (strength[p][i] > strength[seat][i]) return 1;
            if (strength[p][i] < strength[seat][i]) break;
        }
    return 3;
}
static double lead(S *s, int seat) {
    double points[N_PLAYERS];
    if (s->c[1]) {
        int how = standing(s, seat, points);
        if (!how) return -1000.0;
        return (how & 2 ? 10.0 : 0.0) + ahead(points, seat);
    }
    for (int p = 0; p < N_PLAYERS; p++) points[p] = own(s, p);
    i64 shared = 0;
    for (int i = 0; i < N_SHARED_HINT; i++) shared += SHARED_HINT[i](s, seat);
    return ahead(points, seat) + (N_SHARED_HINT ? (double)shared / 100 : 0.0);
}

/* ---- greedy */
static int is_veiled(const S *s) {
    for (int at = s->top; at >= 0; at = s->stack[at + 1]) if (SECRET[s->stack[at]] || VEILED[s->stack[at]]) return 1;
    return 0;
}
static int is_simultaneous(const S *s) {
    for (int at = s->top; at >= 0; at = s->stack[at + 1]) if (SECRET[s->stack[at]]) return 1;
    return 0;
}
static int look_on(S *t, const i64 *c, int seat, u64 *rng) {
    int r = look(t, c, seat);
    while (r == CHANCE) {
        const cell *f = top_of(t);
        Opts o = LISTS[f[0]](t, f);
        i64 all = 0, value[WIDTH] = {0};
        for (int i = 0; i < o.n; i++) all += o.p[i * WIDTH + 1];
        all = rng_below(rng, all);
        for (int i = 0; i < o.n; i++) {
            value[0] = o.p[i * WIDTH];
            if ((all -= o.p[i * WIDTH + 1]) < 0) break;
        }
        r = look(t, value, seat);
    }
    return r;
}
static double worth(S *s, const i64 *c, int seat, int trials, u64 *rng) {
    char *mark = x_->pos;
    S *t = new_copy(s);
    int r = look_on(t, c, seat, rng);
    double best = 0;
    Opts o = x_->options;
    if (r == LIST && top_of(t)[WHO] == seat && o.n <= trials) {
        if (is_simultaneous(t)) longjmp(*x_->elsewhere, 1);
        for (int i = 0; i < o.n; i++) {
            double mine = worth(t, o.p + i * WIDTH, seat, trials / o.n, rng);
            if (!i || mine > best) best = mine;
        }
    } else {
        x_->left = MOST_STEPS;
        best = lead(t, seat);
    }
    x_->pos = mark;
    return best;
}
static int same_options(Opts a, Opts b, int label) {
    if (a.n != b.n) return 0;
    for (int i = 0; i < a.n; i++)
        for (int k = 0; k < WIDTH; k++) {
            i64 x = a.p[i * WIDTH + k], y = b.p[i * WIDTH + k];
            if (KIND_OF[label] != 1 && k && a.p[i * WIDTH] < FREE) break;
            if (boxed(label, a.p[i * WIDTH], k)) {
                if (!k || !eq1(unbox1(x), unbox1(y))) return 0;
            } else if (x != y) return 0;
        }
    return 1;
}
static i64 greedy(S *s, Seat *seat) {
    Opts options = x_->options;
    int who = top_of(s)[WHO], n = options.n;
    u64 rng = rng_seeded(rng_bits(&seat->rng));
    S *view = new_copy(s);
    redealt(view, who, &rng);
    if (run(view) != LIST || top_of(view)[WHO] != who || !same_options(x_->options, options, top_of(s)[0])) give_up(FAULTY);
    Opts o = x_->options;
    double *value = take(sizeof(double) * (size_t)n), best = 0;
    for (int i = 0; i < n; i++) {
        value[i] = worth(view, o.p + i * WIDTH, who, TRIALS / n, &seat->rng);
        if (!i || value[i] > best) best = value[i];
    }
    int among = 0;
    for (int i = 0; i < n; i++) among += value[i] == best;
    i64 wanted = among > 1 ? rng_below(&seat->rng, among) : 0;
    for (int i = 0; i < n; i++) if (value[i] == best && wanted-- == 0) return i;
    return 0;
}
i64 picks(S *s, Seat *seat) {
    if (seat->kind == RANDOM) return rng_below(&seat->rng, x_->options.n);
    if (seat->kind != GREEDY || is_veiled(s)) return -1;
    Opts options = x_->options;
    u64 rng = seat->rng;
    char *mark = x_->pos;
    int noting = x_->noting;
    jmp_buf elsewhere;
    i64 out = -1;
    x_->noting = 0;
    x_->elsewhere = &elsewhere;
    if (_setjmp(elsewhere)) seat->rng = rng;
    else out = greedy(s, seat);
    x_->noting = noting;
    x_->pos = mark;
    x_->options = options;
    return out;
}
