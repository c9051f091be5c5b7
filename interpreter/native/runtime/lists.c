/* Lists, slots and frames: what the text of a program calls. */
#include "program.h"
#include <stdlib.h>

/* ---- slots */
void copy_to(S *to, const S *from) {
    memcpy(to, from, offsetof(S, stack));
    if (from->used > 0) memcpy(to->stack, from->stack, sizeof(cell) * (size_t)from->used);
    memcpy(to->heap, from->heap, sizeof(cell) * (size_t)from->full);
}
S *new_copy(const S *s) {
    S *t = take(sizeof(S));
    copy_to(t, s);
    return t;
}
/* Push what lies in the heap together, so that there is room again. */
static void compact(S *s) {
    char *mark = x_->pos;
    cell *old = take(sizeof(cell) * (size_t)s->full);
    memcpy(old, s->heap, sizeof(cell) * (size_t)s->full);
    s->full = 0;
    for (int k = 0; k < N_LISTS; k++) {
        memcpy(s->heap + s->full, old + s->off[k], sizeof(cell) * (size_t)s->cap[k]);
        s->off[k] = s->full;
        s->full += s->cap[k];
    }
    x_->pos = mark;
}
/* Room for n cells of the list k, whose old content is not kept. */
static cell *room_of(S *s, int k, int n) {
    if (n > s->cap[k]) {
        int want = n + (n >> 1) + 2;
        s->cap[k] = 0;
        if (s->full + want > N_HEAP) compact(s);
        if (s->full + want > N_HEAP) give_up(TOO_MUCH);
        s->off[k] = s->full;
        s->cap[k] = want;
        s->full += want;
    }
    return s->heap + s->off[k];
}
void set1(S *s, i64 i, List1 v) {
    int slot = ix(i), k = list_of_slot[slot];
    if (v.n > s->cap[k] && v.n) v = keep1(v);
    s->c[slot] = 0;
    cell *to = room_of(s, k, v.n);
    s->deep[k] = 0;
    memmove(to, v.p, sizeof(cell) * (size_t)v.n);
    s->c[slot] = v.n;
}
List2 get2(const S *s, i64 i) {
    int slot = ix(i), n = s->c[slot];
    const cell *q = s->heap + s->off[list_of_slot[slot]];
    List1 *out = take(sizeof(List1) * (size_t)(n + 1));
    for (int j = 0; j < n; j++) out[j] = read1(&q);
    return (List2){out, n};
}
void set2(S *s, i64 i, List2 v) {
    int slot = ix(i), k = list_of_slot[slot], n = 0;
    v = keep2(v);
    for (int j = 0; j < v.n; j++) n += 1 + v.p[j].n;
    s->c[slot] = 0;
    cell *to = room_of(s, k, n);
    s->deep[k] = 1;
    for (int j = 0; j < v.n; j++) write1(&to, v.p[j]);
    s->c[slot] = v.n;
}
void set_many(S *s, int from, int to, List1 v) {
    if (v.n != to - from) give_up(TOO_MUCH);
    memcpy(s->c + from, v.p, sizeof(cell) * (size_t)v.n);
}
void move_piece(S *s, i64 x, i64 place) {
    int at = ix(AT_BASE + x);
    cell old = s->c[at];
    if (old >= 0) {
        int slot = ix(old + ZONE_BASE), n = s->c[slot];
        cell *t = s->heap + s->off[list_of_slot[slot]];
        if (n == 0) fail();
        int i = n - 1;
        while (i >= 0 && t[i] != x) i--;
        if (i < 0) fail();
        memmove(t + i, t + i + 1, sizeof(cell) * (size_t)(n - 1 - i));
        s->c[slot] = n - 1;
    }
    s->c[at] = nar(place);
    if (place >= 0) {
        int slot = ix(place + ZONE_BASE), k = list_of_slot[slot], n = s->c[slot];
        List1 had = {s->heap + s->off[k], n};
        if (n + 1 > s->cap[k]) {
            had = keep1(had);
            memcpy(room_of(s, k, n + 1), had.p, sizeof(cell) * (size_t)n);
        }
        cell *t = s->heap + s->off[k];
        int i = n;
        if (n && x <= t[n - 1] && !TB[ORDERED_AT + place]) {
            while (i > 0 && t[i - 1] > x) i--;
            memmove(t + i + 1, t + i, sizeof(cell) * (size_t)(n - i));
        }
        t[i] = (cell)x;
        s->c[slot] = n + 1;
    }
}
static int by_number(const void *a, const void *b) {
    cell x = *(const cell *)a, y = *(const cell *)b;
    return (x > y) - (x < y);
}
enum { FEW = 40 };
void sort_cells(cell *p, int n) {
    if (n > FEW) qsort(p, (size_t)n, sizeof(cell), by_number);
    else for (int i = 1; i < n; i++) {
        cell x = p[i];
        int j = i;
        for (; j > 0 && p[j - 1] > x; j--) p[j] = p[j - 1];
        p[j] = x;
    }
}

/* ---- tables */
static int found(int at, int mask, i64 key) {
    const int32_t *h = TH + at;
    for (uint32_t i = ((uint32_t)key * 0x9E3779B1u >> 7) & (uint32_t)mask;; i = (i + 1) & (uint32_t)mask) {
        if (h[2 * i + 1] < 0) return -1;
        if (h[2 * i] == key) return h[2 * i + 1];
    }
}
int key_of(int at, int mask, i64 key) {
    int i = found(at, mask, key);
    if (i < 0) fail();
    return i;
}
int has_key(int at, int mask, i64 key) { return found(at, mask, key) >= 0; }

/* ---- lists */
int eq2(List2 a, List2 b) {
    if (a.n != b.n) return 0;
    for (int i = 0; i < a.n; i++) if (!eq1(a.p[i], b.p[i])) return 0;
    return 1;
}
int in2(List1 x, List2 v) { for (int i = 0; i < v.n; i++) if (eq1(x, v.p[i])) return 1; return 0; }
i64 sum1(List1 v) { i64 n = 0; for (int i = 0; i < v.n; i++) n += v.p[i]; return n; }
i64 max1(List1 v) { if (!v.n) fail(); i64 n = v.p[0]; for (int i = 1; i < v.n; i++) if (v.p[i] > n) n = v.p[i]; return n; }
i64 min1(List1 v) { if (!v.n) fail(); i64 n = v.p[0]; for (int i = 1; i < v.n; i++) if (v.p[i] < n) n = v.p[i]; return n; }
i64 product1(List1 v) { i64 n = 1; for (int i = 0; i < v.n; i++) n = within(mul(n, v.p[i])); return n; }
List2 keep2(List2 v) {
    List1 *p = take(sizeof(List1) * (size_t)(v.n + 1));
    for (int i = 0; i < v.n; i++) p[i] = keep1(v.p[i]);
    return (List2){p, v.n};
}
List3 keep3(List3 v) {
    List2 *p = take(sizeof(List2) * (size_t)(v.n + 1));
    for (int i = 0; i < v.n; i++) p[i] = keep2(v.p[i]);
    return (List3){p, v.n};
}
List1 cat1(List1 a, List1 b) {
    cell *p = take(sizeof(cell) * (size_t)(a.n + b.n + 1));
    if (a.n) memcpy(p, a.p, sizeof(cell) * (size_t)a.n);
    if (b.n) memcpy(p + a.n, b.p, sizeof(cell) * (size_t)b.n);
    return (List1){p, a.n + b.n};
}
List2 cat2(List2 a, List2 b) {
    List1 *p = take(sizeof(List1) * (size_t)(a.n + b.n + 1));
    if (a.n) memcpy(p, a.p, sizeof(List1) * (size_t)a.n);
    if (b.n) memcpy(p + a.n, b.p, sizeof(List1) * (size_t)b.n);
    return (List2){p, a.n + b.n};
}
List1 repeat1(List1 v, i64 n) {
    if (n <= 0 || !v.n) return (List1){0, 0};
    if (n > MOST_ELEMENTS) give_up(TOO_MUCH);
    cell *p = take(sizeof(cell) * (size_t)(n * v.n));
    for (int i = 0; i < n * v.n; i++) p[i] = v.p[i % v.n];
    return (List1){p, (int)n * v.n};
}
List2 repeat2(List2 v, i64 n) {
    if (n <= 0 || !v.n) return (List2){0, 0};
    if (n > MOST_ELEMENTS) give_up(TOO_MUCH);
    List1 *p = take(sizeof(List1) * (size_t)(n * v.n));
    for (int i = 0; i < n * v.n; i++) p[i] = v.p[i % v.n];
    return (List2){p, (int)n * v.n};
}
List1 present1(List1 v) {
    Grow1 out = vec1(v.n);
    for (int i = 0; i < v.n; i++) if (v.p[i] >= 0) push1(&out, v.p[i]);
    return done1(out);
}
List1 without1(List1 v, List1 others) {
    spend(v.n);
    Grow1 out = vec1(v.n);
    for (int i = 0; i < v.n; i++) if (!in1(v.p[i], others)) push1(&out, v.p[i]);
    return done1(out);
}
List2 without2(List2 v, List2 others) {
    spend(v.n);
    Grow2 out = vec2(v.n);
    for (int i = 0; i < v.n; i++) if (!in2(v.p[i], others)) push2(&out, v.p[i]);
    return done2(out);
}
List1 joined1(List2 v) {
    int n = 0;
    for (int i = 0; i < v.n; i++) n += v.p[i].n;
    Grow1 out = vec1(n);
    for (int i = 0; i < v.n; i++) for (int j = 0; j < v.p[i].n; j++) push1(&out, v.p[i].p[j]);
    return long1(done1(out));
}
List2 joined2(List3 v) {
    Grow2 out = vec2(7);
    for (int i = 0; i < v.n; i++) for (int j = 0; j < v.p[i].n; j++) push2(&out, v.p[i].p[j]);
    return long2(done2(out));
}
List1 union1(List2 v) {
    Grow1 out = vec1(15);
    for (int i = 0; i < v.n; i++)
        for (int j = 0; j < v.p[i].n; j++) if (!in1(v.p[i].p[j], done1(out))) push1(&out, v.p[i].p[j]);
    return long1(done1(out));
}
List2 union2(List3 v) {
    Grow2 out = vec2(15);
    for (int i = 0; i < v.n; i++)
        for (int j = 0; j < v.p[i].n; j++) if (!in2(v.p[i].p[j], done2(out))) push2(&out, v.p[i].p[j]);
    return long2(done2(out));
}
List1 range1(i64 low, i64 high) {
    if (high <= low) return (List1){0, 0};
    if (high - low > MOST_ELEMENTS) give_up(TOO_MUCH);
    cell *p = take(sizeof(cell) * (size_t)(high - low));
    for (i64 i = low; i < high; i++) p[i - low] = nar(i);
    return (List1){p, (int)(high - low)};
}
List1 reversed1(List1 v) {
    cell *p = take(sizeof(cell) * (size_t)(v.n + 1));
    for (int i = 0; i < v.n; i++) p[i] = v.p[v.n - 1 - i];
    return (List1){p, v.n};
}
List2 reversed2(List2 v) {
    List1 *p = take(sizeof(List1) * (size_t)(v.n + 1));
    for (int i = 0; i < v.n; i++) p[i] = v.p[v.n - 1 - i];
    return (List2){p, v.n};
}
/* The positions of keys in their order, equal ones as they stand: merged in runs of 1, 2, 4 … */
static const int *in_order(List1 keys, int falls) {
    int n = keys.n, *at = take(sizeof(int) * (size_t)(n + 1)), *to = take(sizeof(int) * (size_t)(n + 1));
    for (int i = 0; i < n; i++) at[i] = i;
    for (int run = 1; run < n; run *= 2) {
        for (int low = 0; low < n; low += 2 * run) {
            int mid = low + run < n ? low + run : n, high = mid + run < n ? mid + run : n, a = low, b = mid;
            for (int k = low; k < high; k++) {
                int later = a < mid && b < high && (falls ? keys.p[at[b]] > keys.p[at[a]] : keys.p[at[b]] < keys.p[at[a]]);
                to[k] = a < mid && !later ? at[a++] : at[b++];
            }
        }
        int *spare = at;
        at = to;
        to = spare;
    }
    return at;
}
List1 in_order1(List1 keys, List1 v, int falls) {
    const int *at = in_order(keys, falls);
    cell *p = take(sizeof(cell) * (size_t)(v.n + 1));
    for (int i = 0; i < v.n; i++) p[i] = v.p[at[i]];
    return (List1){p, v.n};
}
List2 in_order2(List1 keys, List2 v, int falls) {
    const int *at = in_order(keys, falls);
    List1 *p = take(sizeof(List1) * (size_t)(v.n + 1));
    for (int i = 0; i < v.n; i++) p[i] = v.p[at[i]];
    return (List2){p, v.n};
}
/* (*values[:i], e, *values[i + 1:]), below 0 and beyond the end too */
List1 with_item1(List1 v, i64 i, i64 e) {
    if (i < 0 || i >= v.n) give_up(TOO_MUCH);
    List1 out = keep1(v);
    ((cell *)out.p)[i] = nar(e);
    return out;
}
List2 with_item2(List2 v, i64 i, List1 e) {
    if (i < 0 || i >= v.n) give_up(TOO_MUCH);
    List2 out = keep2(v);
    ((List1 *)out.p)[i] = e;
    return out;
}
List1 list_of(int n, const i64 *values) {
    cell *p = take(sizeof(cell) * (size_t)(n + 1));
    for (int i = 0; i < n; i++) p[i] = nar(values[i]);
    return (List1){p, n};
}
List1 paired(List1 keys, List1 values) {
    i64 last = -1;
    for (int i = 0; i < keys.n; i++) if (keys.p[i] > last) last = keys.p[i];
    if (keys.n != values.n) give_up(TOO_MUCH);
    List1 out = repeat1((List1){(const cell[]){0}, 1}, last + 1);
    for (int i = 0; i < keys.n; i++) {
        if (keys.p[i] < 0) give_up(TOO_MUCH);
        ((cell *)out.p)[keys.p[i]] = nar((i64)out.p[keys.p[i]] + values.p[i]);
    }
    return out;
}
List1 bag(int width, int n, const i64 *parts) {
    List1 out = repeat1((List1){(const cell[]){0}, 1}, width);
    for (int i = 0; i + 1 < n; i += 2) {
        int at = (u64)parts[i] < (u64)width ? (int)parts[i] : beside(parts[i], width);
        ((cell *)out.p)[at] = nar(out.p[at] + parts[i + 1]);
    }
    return out;
}
List1 bag_sum(List1 a, List1 b) {
    Grow1 out = vec1(a.n);
    for (int i = 0; i < a.n && i < b.n; i++) push1(&out, (i64)a.p[i] + b.p[i]);
    return done1(out);
}
List1 bag_negative(List1 a) {
    Grow1 out = vec1(a.n);
    for (int i = 0; i < a.n; i++) push1(&out, -(i64)a.p[i]);
    return done1(out);
}
static int placed(List2 lists, List1 targets, List1 limits, cell *given, int *count, char *tried, int i) {
    spend(lists.p[i].n);
    for (int j = 0; j < lists.p[i].n; j++) {
        int t = 0;
        while (t < targets.n && targets.p[t] != lists.p[i].p[j]) t++;
        if (t == targets.n || tried[t]) continue;
        tried[t] = 1;
        cell *of = given + t * lists.n;
        if (count[t] < limits.p[t]) {
            of[count[t]++] = i;
            return 1;
        }
        for (int at = 0; at < count[t]; at++)
            if (placed(lists, targets, limits, given, count, tried, of[at])) {
                of[at] = i;
                return 1;
            }
    }
    return 0;
}
int assignable(List2 lists, List1 targets, List1 limits) {
    if (targets.n != limits.n) give_up(TOO_MUCH);
    for (int i = 0; i < targets.n; i++) if (in1(targets.p[i], (List1){targets.p, i})) give_up(TOO_MUCH);
    cell *given = take(sizeof(cell) * (size_t)(targets.n * lists.n + 1));
    int *count = take(sizeof(int) * (size_t)(targets.n + 1));
    char *tried = take((size_t)targets.n + 1);
    memset(count, 0, sizeof(int) * (size_t)(targets.n + 1));
    for (int i = 0; i < lists.n; i++) {
        memset(tried, 0, (size_t)targets.n + 1);
        if (!placed(lists, targets, limits, given, count, tried, i)) return 0;
    }
    return 1;
}
List1 in_turn(List1 owners, i64 first, i64 players) {
    Grow1 out = vec1(owners.n);
    if (first < 0) first = 0;
    for (i64 turn = 0; turn < players; turn++)
        for (int i = 0; i < owners.n; i++)
            if (owners.p[i] >= 0 && fmod_(owners.p[i] - first, players) == turn) push1(&out, i);
    return done1(out);
}

/* ---- alike pieces */
List1 any_sig(S *s, i64 x) { return SIGS[tab(KIND_AT, N_PIECES + 1, x)](s, x); }
/* Groups of pieces by their signatures: of[k] is that of the k-th, table finds it by its hash. */
typedef struct { List1 *of; int *table; int mask, n; } Groups;
static Groups groups(int most) {
    int size = 16;
    while (size < 2 * most) size *= 2;
    Groups g = {take(sizeof(List1) * (size_t)(most + 1)), take(sizeof(int) * (size_t)size), size - 1, 0};
    memset(g.table, -1, sizeof(int) * (size_t)size);
    return g;
}
static int group_of(Groups *g, List1 mine) {
    unsigned long long h = 1469598103934665603ULL;
    for (int i = 0; i < mine.n; i++) h = (h ^ (unsigned long long)mine.p[i]) * 1099511628211ULL;
    int at = (int)((h ^ (h >> 32)) & (unsigned)g->mask);
    while (g->table[at] >= 0 && !eq1(g->of[g->table[at]], mine)) at = (at + 1) & g->mask;
    if (g->table[at] < 0) { g->of[g->n] = mine; g->table[at] = g->n++; }
    return g->table[at];
}
List1 distinct_backwards(List1 v, List2 signs) {
    /* From the end on each sign is met at its last piece first, and stands for its first in the end. */
    Grow1 out = vec1(v.n);
    Groups g = groups(v.n);
    for (int i = v.n - 1; i >= 0; i--) {
        int k = group_of(&g, signs.p[i]);
        if (k < out.n) out.p[k] = v.p[i];
        else push1(&out, v.p[i]);
    }
    return reversed1(done1(out));
}
List1 alike(S *s, Sign *sign, List1 pieces) {
    Grow1 out = vec1(pieces.n);
    Groups g = groups(pieces.n);
    for (int i = 0; i < pieces.n; i++) if (group_of(&g, sign(s, pieces.p[i])) == out.n) push1(&out, pieces.p[i]);
    return done1(out);
}
Opts weighted(S *s, Sign *sign, List1 pieces) {
    Opts out = no_options();
    Groups g = groups(pieces.n);
    for (int i = 0; i < pieces.n; i++) {
        char *mark = x_->pos;
        int k = group_of(&g, sign(s, pieces.p[i]));
        if (k < out.n) { out.p[k * WIDTH + 1]++; x_->pos = mark; continue; }
        i64 *o = option(&out);
        o[0] = pieces.p[i];
        o[1] = 1;
    }
    return out;
}
Opts tallied(List1 v) {
    Opts out = no_options();
    for (int i = 0; i < v.n; i++) {
        int k = 0;
        while (k < out.n && out.p[k * WIDTH] != v.p[i]) k++;
        if (k == out.n) option(&out)[0] = v.p[i];
        out.p[k * WIDTH + 1]++;
    }
    return options_of(out);
}
i64 first_alike(S *s, Sign *sign, List1 pieces, i64 first, i64 position) {
    List1 mine = sign(s, pieces.p[position]);
    for (i64 i = first; i < position; i++) if (eq1(sign(s, pieces.p[i]), mine)) return pieces.p[i];
    return pieces.p[position];
}

/* ---- several of a list */
static int same_sign(const void *signs, int deep, i64 i, i64 j) {
    if (deep == 1) return ((const List1 *)signs)->p[i] == ((const List1 *)signs)->p[j];
    if (deep == 2) return eq1(((const List2 *)signs)->p[i], ((const List2 *)signs)->p[j]);
    return eq2(((const List3 *)signs)->p[i], ((const List3 *)signs)->p[j]);
}
Opts some_options(List1 source, const void *signs, int deep, i64 position, i64 chosen, i64 low, i64 high) {
    Opts out = no_options();
    if (chosen >= high) { option1(&out, -1); return out; }
    spend(source.n - position);
    for (i64 i = position; i < source.n; i++) {
        if (chosen + source.n - i < low) continue;
        int known = 0;
        for (int k = 0; k < out.n && !known; k++) known = same_sign(signs, deep, out.p[k * WIDTH], i);
        if (!known) option1(&out, i);
    }
    if (chosen >= low) option1(&out, -1);
    return options_of(out);
}
int one_way(Opts o, List1 source, const void *signs, int deep, i64 position, List1 chosen, i64 low) {
    if (o.n > 1) return 0;
    if ((o.n == 1 && o.p[0] == -1) || source.n - position == low - chosen.n) return 1;
    for (i64 i = position + 1; i < source.n; i++) if (!same_sign(signs, deep, position, i)) return 0;
    return position < source.n;
}
void still_chosen(List1 *chosen, List1 *source, List1 all, i64 most_) {
    cell *left = (cell *)keep1(all).p;
    int n = all.n;
    Grow1 kept = vec1(chosen->n);
    for (int i = 0; i < chosen->n; i++) {
        int at = 0;
        while (at < n && left[at] != chosen->p[i]) at++;
        if (at == n || kept.n >= most_) continue;
        memmove(left + at, left + at + 1, sizeof(cell) * (size_t)(--n - at));
        push1(&kept, chosen->p[i]);
    }
    *chosen = done1(kept);
    *source = (List1){left, n};
}

/* ---- numbers over places: classes one after another as {positions, …, room here, room later} */
static List1 classes(const void *signs, int deep, List1 keys, List1 caps) {
    int *group = take(sizeof(int) * (size_t)(keys.n + 1)), *head = take(sizeof(int) * (size_t)(keys.n + 1));
    int *size = take(sizeof(int) * (size_t)(keys.n + 1)), *at = take(sizeof(int) * (size_t)(keys.n + 1)), groups = 0, held = 0;
    i64 later = 0;
    for (int i = 0; i < keys.n; i++) {
        i64 cap = at1(caps, i);
        group[i] = -1;
        if (cap <= 0) continue;
        int k = groups;
        if (cap == 1)
            for (k = 0; k < groups; k++)
                if (caps.p[head[k]] == 1 && same_sign(signs, deep, keys.p[head[k]], keys.p[i])) break;
        if (k == groups) { head[groups] = i; size[groups++] = 0; }
        group[i] = k;
        size[k]++;
        later += cap;
        held++;
    }
    cell *out = take(sizeof(cell) * (size_t)(held + 3 * groups + 1)), *q = out;
    for (int k = 0; k < groups; k++) {
        *q = size[k];
        at[k] = (int)(q - out) + 1;
        q += 1 + size[k];
        i64 room = (i64)size[k] * caps.p[head[k]];
        later -= room;
        *q++ = nar(room);
        *q++ = nar(later);
    }
    for (int i = 0; i < keys.n; i++) if (group[i] >= 0) out[at[group[i]]++] = i;
    return (List1){out, (int)(q - out)};
}
List1 spread_classes1(List1 signs, List1 keys, List1 caps) { return classes(&signs, 1, keys, caps); }
List1 spread_classes2(List2 signs, List1 keys, List1 caps) { return classes(&signs, 2, keys, caps); }
List1 lay(List1 positions, i64 number, List1 laid) {
    Grow1 out = vec1(positions.n + laid.n + 2);
    push1(&out, positions.n);
    for (int i = 0; i < positions.n; i++) push1(&out, positions.p[i]);
    push1(&out, number);
    for (int i = 0; i < laid.n; i++) push1(&out, laid.p[i]);
    return done1(out);
}
List1 spread_shares(List1 laid, List1 filled, List1 caps) {
    cell *out = (cell *)repeat1((List1){(const cell[]){0}, 1}, caps.n).p;
    for (int i = 0; i < laid.n; i += laid.p[i] + 2) {
        int n = laid.p[i], number = laid.p[i + n + 1];
        if (n == 1) out[laid.p[i + 1]] = number;
        else for (int k = 0; k < n && k < number; k++) out[laid.p[i + 1 + k]] = 1;
    }
    while (filled.n) {
        List1 positions = class_positions(filled);
        for (int k = 0; k < positions.n; k++) out[positions.p[k]] = caps.p[positions.p[k]];
        filled = class_rest(filled);
    }
    return (List1){out, caps.n};
}
List1 added_up(List1 shares, List1 held) {
    if (!held.n) return shares;
    if (held.n != shares.n) give_up(TOO_MUCH);
    return bag_sum(shares, held);
}
/* Pairs of a place and how much was laid there. */
List1 held_by_place(List1 places, List1 held, List1 shares) {
    List1 all = added_up(shares, held);
    Grow1 out = vec1(2 * places.n);
    for (int i = 0; i < places.n && i < all.n; i++) {
        if (!all.p[i]) continue;
        int at = 0;
        while (at < out.n && out.p[at] != places.p[i]) at += 2;
        if (at < out.n) out.p[at + 1] = all.p[i];
        else { push1(&out, places.p[i]); push1(&out, all.p[i]); }
    }
    return done1(out);
}
List1 still_held(List1 before, List1 places, List1 caps, i64 most_) {
    Grow1 out = vec1(places.n);
    int any = 0;
    for (int i = 0; i < places.n && i < caps.n; i++) {
        i64 n = 0;
        for (int k = 0; k < before.n; k += 2) if (before.p[k] == places.p[i]) n = before.p[k + 1];
        if (n > caps.p[i] || n > most_) n = 0;
        most_ -= n;
        any |= n != 0;
        push1(&out, n);
    }
    return any ? done1(out) : (List1){0, 0};
}
i64 sum_held(List1 before) { i64 n = 0; for (int i = 1; i < before.n; i += 2) n += before.p[i]; return n; }

/* ---- options */
int the_one(i64 value) { Opts o = no_options(); option1(&o, value); return listed(o); }
Opts numbers(i64 first, i64 end) {
    if (end - first > MOST_OPTIONS) give_up(TOO_MUCH);
    Opts o = no_options();
    for (i64 i = first; i < end; i++) option1(&o, i);
    return o;
}
i64 box1(List1 v) { List1 *b = take(sizeof(List1)); *b = keep1(v); return (i64)(intptr_t)b; }
i64 box2(List2 v) { List2 *b = take(sizeof(List2)); *b = keep2(v); return (i64)(intptr_t)b; }

/* ---- frames */
int push_frame(S *s, const cell *f) {
    int size = f[2];
    cell *to = room_for(s, f[1], size);
    memmove(to, f, sizeof(cell) * (size_t)size);
    return (int)(to - s->stack);
}
int end_mark(S *s, int up, int is_free) {
    cell *to = room_for(s, up, 4);
    to[0] = END_MARK;
    to[1] = up;
    to[2] = 4;
    to[3] = is_free;
    return (int)(to - s->stack);
}
List2 read2(const cell **q) {
    int n = *(*q)++;
    List1 *out = take(sizeof(List1) * (size_t)(n + 1));
    for (int i = 0; i < n; i++) out[i] = read1(q);
    return (List2){out, n};
}
List3 read3(const cell **q) {
    int n = *(*q)++;
    List2 *out = take(sizeof(List2) * (size_t)(n + 1));
    for (int i = 0; i < n; i++) out[i] = read2(q);
    return (List3){out, n};
}
int size2(List2 v) { int n = 1; for (int i = 0; i < v.n; i++) n += size1(v.p[i]); return n; }
int size3(List3 v) { int n = 1; for (int i = 0; i < v.n; i++) n += size2(v.p[i]); return n; }
void write2(cell **q, List2 v) { *(*q)++ = v.n; for (int i = 0; i < v.n; i++) write1(q, v.p[i]); }
void write3(cell **q, List3 v) { *(*q)++ = v.n; for (int i = 0; i < v.n; i++) write2(q, v.p[i]); }
List1 running(const S *s) {
    Grow1 out = vec1(15);
    for (int at = s->top; at >= 0; at = s->stack[at + 1]) push1(&out, s->stack[at]);
    return done1(out);
}
