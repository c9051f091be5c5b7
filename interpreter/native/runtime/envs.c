/* Environments: many games stepped by actions, with what their players see as numbers. The tables say everything, as
   interpreter/encoding/actions.py and observations.py lay them out; `Spelling` and `Sight` there do the same in Python. */
#include "envs.h"
#include "notes.h"

#define API __attribute__((visibility("default")))
enum { DIGITS = 32, LEVELS = 6, PARTS = 6, SPARE = 10, MOST_ASKED = 6, MOST_CHOSEN = 6 };
enum { NUMBER, THING, FACE, PLACE, OWNER, LENGTH };
enum { COPY, SEAT, OF_LIST, ZONE, SIZE, OF_BACKS, ORDER, READ };
enum { BY_KIND, COUNTED, ONLY };
enum { WIN, POINTS, LEAD };
enum { LABELS, FREE_ROWS, STEPS, END_, MINUS, DIGIT, ORDINAL, ACTIONS, OBSERVED, DECISION, ASKED, CHOSEN, SEATS, AT };

typedef struct Words { int n; int *from, *length; cell *cells; } Words;

API i64 rw_game_size(void) { return (i64)sizeof(Game); }

/* ---- words: see Spelling.words */
static void spell(Grow1 *w, const int32_t *T, i64 v, int base) {
    if (v < 0) {
        push1(w, T[MINUS]);
        v = -v;
    }
    i64 unit = 1;
    int level = 0;
    while (level < LEVELS && v >= unit * DIGITS) {
        level++;
        unit *= DIGITS;
    }
    for (; level > 0; level--, unit /= DIGITS) push1(w, T[DIGIT] + (level - 1) * DIGITS + v / unit % DIGITS);
    push1(w, base + v % DIGITS);
}
static void tell(Grow1 *w, const S *s, const int32_t *T, const int32_t *part, i64 v, int seat) {
    int table = part[3] + part[4] * seat + 1, found;
    if (part[0] == NUMBER) spell(w, T, v, part[2]);
    else if (part[0] == THING) push1(w, part[2] + T[table + v]);
    else if (v >= 0) {
        if (part[0] == PLACE) push1(w, part[2] + T[table + s->c[T[AT] + v]]);
        else if ((found = T[table + v]) >= 0) push1(w, part[2] + (part[0] == FACE ? s->c[found] : found));
    }
}
/* Where the value lies that a frame holds at a place, from 0. */
static const cell *held(const Env *e, const cell *f, int at) {
    const int32_t *depth = e->frames + e->frames[f[0]];
    const cell *q = f + HEAD;
    for (int i = 0; i < at; i++) {
        if (depth[i] == 0) q++;
        else if (depth[i] == 1) q += 1 + *q;
        else if (depth[i] == 2) read2(&q);
        else read3(&q);
    }
    return q;
}
static void word_of(Grow1 *w, const Env *e, S *s, const cell *f, const i64 *c, int seat) {
    const int32_t *T = e->table, *about = T + T[T[LABELS] + 3 * f[0]], *row;
    cell out[MOST_WORD];
    i64 plain[2], *values = plain;
    List1 lists[2] = {{0, 0}, {0, 0}};
    int kind = about[0], is_free = c[0] >= FREE;
    if (c[0] < 0) {
        push1(w, about[1]);
        push1(w, T[END_]);
        return;
    }
    if (is_free) row = T + T[T[FREE_ROWS] + (c[0] - FREE)];
    else row = T + about[kind == 1 ? 2 + c[0] : 2];
    if (is_free || kind == 1) values = (i64 *)(intptr_t)c;
    else if (kind == 2) {
        int n = source_item(f, f[0], c[0], out, MOST_WORD);
        plain[0] = out[0];
        lists[0] = (List1){out + 1, n - 1};
    } else {
        const cell *left = held(e, f, about[3]), *where = held(e, f, about[4]);
        plain[0] = where[1 + left[2]];
        plain[1] = c[0];
    }
    push1(w, row[0]);
    for (const int32_t *part = row + 2; part < row + 2 + PARTS * row[1]; part += PARTS) {
        List1 many = lists[0];
        if ((part[0] == LENGTH || part[5]) && (is_free || kind == 1)) many = unbox1(values[part[1]]);
        if (part[0] == LENGTH) spell(w, T, many.n, part[2]);
        else if (!part[5]) tell(w, s, T, part, values[part[1]], seat);
        else for (int i = 0; i < many.n; i++) tell(w, s, T, part, many.p[i], seat);
    }
    push1(w, T[END_]);
}
static int alike_words(const Words *w, int i, int j) {
    return w->length[i] == w->length[j]
        && !memcmp(w->cells + w->from[i], w->cells + w->from[j], sizeof(cell) * (size_t)w->length[i]);
}
/* Words that are alike get the numbers 0, 1 … behind them. */
static void number_alike(const Env *e, Words *w) {
    int size = 4, n = w->n;
    while (size < 2 * n) size *= 2;
    int *first = take(sizeof(int) * (size_t)size), *of = take(sizeof(int) * (size_t)n), *count = take(sizeof(int) * (size_t)n);
    memset(first, -1, sizeof(int) * (size_t)size);
    memset(count, 0, sizeof(int) * (size_t)n);
    int twice = 0;
    for (int i = 0; i < n; i++) {
        uint32_t h = 2166136261u;
        for (int k = 0; k < w->length[i]; k++) h = (h ^ (uint32_t)w->cells[w->from[i] + k]) * 16777619u;
        for (h &= (uint32_t)size - 1; first[h] >= 0 && !alike_words(w, first[h], i); h = (h + 1) & ((uint32_t)size - 1)) {}
        if (first[h] < 0) first[h] = i;
        of[i] = first[h];
        twice |= count[of[i]]++ > 0;
    }
    if (!twice) return;
    int *seen = take(sizeof(int) * (size_t)n);
    memset(seen, 0, sizeof(int) * (size_t)n);
    for (int i = 0; i < n; i++) {
        if (count[of[i]] < 2) continue;
        Grow1 more = {w->cells + w->from[i] + w->length[i], 0, SPARE};
        spell(&more, e->table, seen[of[i]]++, e->table[ORDINAL]);
        w->length[i] += more.n;
    }
}
static Words words(const Env *e, S *s) {
    Opts o = x_->options;
    const cell *f = top_of(s);
    Words w = {o.n, take(sizeof(int) * (size_t)o.n), take(sizeof(int) * (size_t)o.n), 0};
    Grow1 all = vec1(24 * o.n);
    for (int i = 0; i < o.n; i++) {
        w.from[i] = all.n;
        word_of(&all, e, s, f, o.p + i * WIDTH, f[WHO]);
        w.length[i] = all.n - w.from[i];
        if (w.length[i] > MOST_WORD - SPARE) give_up(TOO_MUCH);
        for (int k = 0; k < SPARE; k++) push1(&all, 0);
    }
    w.cells = all.p;
    if (o.n > 1) number_alike(e, &w);
    return w;
}
static int goes_on(const Words *w, int i, const cell *word, int n) {
    return !memcmp(w->cells + w->from[i], word, sizeof(cell) * (size_t)n);
}
/* Spell what the options that are left have in common, and mark the actions that come next. */
static void ask(const Env *e, Game *g, const Words *w, unsigned char *mask) {
    int first = 0, at;
    while (!goes_on(w, first, g->word, g->chosen)) first++;
    const cell *one = w->cells + w->from[first];
    for (at = w->length[first]; first < w->n; first++) {
        if (!goes_on(w, first, g->word, g->chosen)) continue;
        const cell *other = w->cells + w->from[first];
        int same = g->chosen;
        while (same < at && other[same] == one[same]) same++;
        at = same;
    }
    memset(mask, 0, (size_t)e->table[ACTIONS]);
    for (int i = 0; i < w->n; i++) if (goes_on(w, i, g->word, g->chosen)) mask[w->cells[w->from[i] + at]] = 1;
    memcpy(g->word, one, sizeof(cell) * (size_t)at);
    g->chosen = at;
}

/* ---- observations: see Sight.fill */
static const int32_t *zone(float *out, const S *s, const int32_t *T, const int32_t *q) {
    int mode = q[3], table = q[4], kinds = q[5], channels = q[6], most = q[7], faces = q[8], sums = q[9];
    List1 here = get1(s, q[2]);
    for (int j = 0; j < here.n; j++) {
        int x = here.p[j], kind = T[table + x];
        if (kind < 0) continue;
        float *to = out + q[1];
        if (mode == BY_KIND) to += kind * channels;
        else if (mode == COUNTED) {
            to[kind] += 1;
            to += kinds;
        } else *to++ = (float)(kind + 1);
        if (most) to[faces >= 0 && T[faces + x] >= 0 ? s->c[T[faces + x]] : 0] += 1;
        for (int i = 0; i < sums; i++) {
            const int32_t *sum = q + 10 + 4 * i;
            if (sum[1] <= x && x <= sum[2]) to[most + i] += (float)(s->c[sum[0] + x] + sum[3]);
        }
    }
    return q + 10 + 4 * sums;
}
static void see(const Env *e, const Game *g, int seat, float *out) {
    const int32_t *T = e->table, *q = T + T[T[STEPS] + seat];
    const S *s = &g->s;
    memset(out, 0, sizeof(float) * (size_t)T[OBSERVED]);
    for (;;) {
        int to = q[1], slot = q[2];
        switch (q[0]) {
        case COPY: out[to] = (float)(s->c[slot] + q[3]); q += 4; break;
        case SEAT: {
            int p = s->c[slot];
            if (p >= 0) out[to + (p - seat + N_PLAYERS) % N_PLAYERS] = 1;
            q += 3;
            break;
        }
        case OF_LIST: {
            int n = s->c[slot], deep = s->deep[list_of_slot[slot]];
            if (q[4]) out[to] = (float)n;
            if (!deep) {
                List1 v = get1(s, slot);
                for (int i = 0; i < v.n && i < q[3]; i++) {
                    int x = v.p[i];
                    if (q[6] && x >= 0) x = (x - seat + N_PLAYERS) % N_PLAYERS;
                    out[to + q[4] + i] = (float)(x + q[5]);
                }
            }
            q += 7;
            break;
        }
        case ZONE: q = zone(out, s, T, q); break;
        case SIZE: out[to] = (float)s->c[slot]; q += 3; break;
        case OF_BACKS: {
            List1 v = get1(s, slot);
            for (int i = 0; i < v.n; i++) {
                int x = v.p[i], face = T[q[5] + x] >= 0 ? s->c[T[q[5] + x]] : 0;
                int back = T[q[3] + x * q[4] + (face < q[4] ? face : q[4] - 1)];
                if (back >= 0) out[to + back] += 1;
            }
            q += 6;
            break;
        }
        case ORDER: {
            List1 v = get1(s, slot);
            for (int i = 0; i < v.n && i < q[4]; i++) out[to + i] = (float)(T[q[3] + v.p[v.n - 1 - i]] + 1);
            q += 5;
            break;
        }
        default: goto done;
        }
    }
done:
    out[T[SEATS] + seat] = 1;
    const cell *f = top_of(s);
    if (s->top < 0 || f[WHO] != seat || !g->options) return;
    const int32_t *row = T + T[LABELS] + 3 * f[0], *asked = T + row[2];
    out[T[DECISION] + row[1]] = 1;
    for (int i = 0; i < asked[0] && i < MOST_ASKED; i++) {
        const int32_t *one = asked + 1 + 4 * i;
        i64 v = *held(e, f, one[0] - 1);
        out[T[ASKED] + i] = (float)((one[1] < 0 ? v : T[one[1] + one[2] * seat + 1 + v]) + one[3]);
    }
    int first = g->chosen > MOST_CHOSEN ? g->chosen - MOST_CHOSEN : 0;
    for (int i = first; i < g->chosen; i++) out[T[CHOSEN] + i - first] = (float)(g->word[i] + 1);
}

/* ---- games */
static int safely(X *x, const Env *e, i64 i, i64 action, int (*what)(const Env *, i64, i64)) {
    jmp_buf entry;
    x_ = x;
    x->entry = &entry;
    x->caught = 0;
    int why = setjmp(entry);
    return why ? -why : what(e, i, action);
}
/* What the player who is asked may do and sees. */
static int show(const Env *e, i64 i, i64 unused) {
    (void)unused;
    Game *g = e->games + i;
    Words w = words(e, &g->s);
    ask(e, g, &w, e->mask + i * e->table[ACTIONS]);
    e->player[i] = top_of(&g->s)[WHO];
    see(e, g, e->player[i], e->observed + i * e->table[OBSERVED]);
    return 0;
}
/* The number of the option that an action names alone; MOST_OPTIONS: several are left; FAULTY below 0: none. */
static int named(const Env *e, i64 i, i64 action) {
    Game *g = e->games + i;
    Words w = words(e, &g->s);
    if (g->chosen >= MOST_WORD - 1) give_up(TOO_MUCH);
    int found = -FAULTY;
    g->word[g->chosen] = (cell)action;
    for (int k = 0; k < w.n; k++)
        if (goes_on(&w, k, g->word, g->chosen + 1)) found = found == -FAULTY ? k : MOST_OPTIONS;
    if (found == MOST_OPTIONS) g->chosen++;
    return found;
}
static int reward(const Env *e, i64 i, i64 unused) {
    (void)unused;
    S *s = &e->games[i].s;
    float *out = e->rewards + i * N_PLAYERS;
    double totals[N_PLAYERS];
    int how[N_PLAYERS];
    x_->left = MOST_STEPS;
    int won = standing(s, totals, how);
    for (int p = 0; p < N_PLAYERS; p++) {
        double best = 0;
        int first = 1;
        for (int q = 0; q < N_PLAYERS; q++) {
            if (q == p || (!first && totals[q] <= best)) continue;
            best = totals[q];
            first = 0;
        }
        if (e->reward == WIN) out[p] = how[p] == 3 ? 1 / (float)won : 0;
        else out[p] = (float)(e->reward == LEAD ? totals[p] - best : totals[p]);
    }
    return 0;
}
enum { NOT_OURS = -10 };
static int pick(const Env *e, i64 i, i64 unused) {
    (void)unused;
    Game *g = e->games + i;
    x_->left = MOST_STEPS;
    i64 number = picks(&g->s, g->seats + top_of(&g->s)[WHO]);
    return number == IN_PYTHON ? NOT_OURS : (int)number;
}
/* Players of ours choose until somebody else is asked. How many options there are, 0: the game is over. */
static int others(X *x, const Env *e, i64 i) {
    Game *g = e->games + i;
    for (int k = 0; g->options > 0 && g->seats[top_of(&g->s)[WHO]].kind != ELSEWHERE; k++) {
        int r = k < MOST_DECISIONS ? safely(x, e, i, 0, pick) : -TOO_MUCH;
        if (r == NOT_OURS) break;
        g->options = r < 0 ? r : rw_step(x, &g->s, r, &g->rng);
    }
    return g->options;
}
/* Begin the next game of a row, of another seed while C gives up. Below 0: C gives up on all of many. */
static int begin(X *x, const Env *e, i64 i) {
    Game *g = e->games + i;
    for (int tries = 0; tries < 100; tries++, g->seed += (u64)e->stride) {
        rw_forget(x, &g->s);
        copy_to(&g->s, e->start);
        g->rng = rng_seeded(g->seed);
        g->chosen = 0;
        for (int p = 0; p < N_PLAYERS; p++) {
            g->seats[p] = e->kinds[i * N_PLAYERS + p];
            g->seats[p].rng = rng_seeded(g->seed * N_PLAYERS + (u64)p);
        }
        g->options = rw_step(x, &g->s, -1, &g->rng);
        if (others(x, e, i) > 0 && safely(x, e, i, 0, show) >= 0) return 0;
    }
    return -1;
}
API int rw_env_reset(X *x, const Env *e, i64 i, u64 seed) {
    e->games[i].seed = seed;
    e->over[i] = 0;
    return begin(x, e, i);
}
/* Take the actions. 0, or 1 + the number of the first game for which its action is not possible: nothing is done in it
   and in those after it. Below 0: see begin. */
API i64 rw_env_step(X *x, const Env *e) {
    memset(e->rewards, 0, sizeof(float) * N_PLAYERS * (size_t)e->n);
    memset(e->over, 0, (size_t)e->n);
    memset(e->taken, 0, sizeof(i64) * (size_t)e->n);
    for (i64 i = 0; i < e->n; i++) {
        Game *g = e->games + i;
        i64 action = e->actions[i];
        if (action < 0 || action >= e->table[ACTIONS] || !e->mask[i * e->table[ACTIONS] + action]) return 1 + i;
        int r = x->of == &g->s ? LIST : rw_list(x, &g->s);
        char *mark = x->pos;
        if (r >= 0) {
            x->of = &g->s;
            r = safely(x, e, i, action, named);
        }
        if (r >= 0 && r != MOST_OPTIONS) {
            e->taken[i] = 1;
            g->options = rw_step(x, &g->s, r, &g->rng);
            g->chosen = 0;
            r = others(x, e, i);
            mark = x->pos;
        }
        if (r > 0) r = safely(x, e, i, 0, show) < 0 ? -1 : 1;
        x->pos = mark;
        if (r > 0) continue;
        if (r == 0) r = safely(x, e, i, 0, reward);
        e->over[i] = r < 0 ? 2 : 1;
        g->seed += (u64)e->stride;
        if (e->stride && begin(x, e, i) < 0) return -1;
        if (!e->stride) memset(e->mask + i * e->table[ACTIONS], 0, (size_t)e->table[ACTIONS]);
    }
    return 0;
}
static int seen(const Env *e, i64 which, i64 out) {
    see(e, e->games + which / N_PLAYERS, (int)(which % N_PLAYERS), (float *)(intptr_t)out);
    return 0;
}
API int rw_env_see(X *x, const Env *e, i64 i, int seat, float *out) {
    char *mark = x->pos;
    int r = safely(x, e, i * N_PLAYERS + seat, (i64)(intptr_t)out, seen);
    x->pos = mark;
    return r;
}
