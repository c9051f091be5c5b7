/* What is hidden from a seat is dealt anew, as interpreter/runtime/dealing.py does. */
#include "players.h"
#include <stdlib.h>

static void *freshly(size_t bytes) { return take(bytes ? bytes : 1); }
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
    int faces = x_->data.backs[0], slot = x_->data.backs[1 + x];
    return x_->data.backs[1 + N_PIECES + TB[KIND_AT + x] * faces + (slot < 0 ? 0 : s->c[slot])];
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

/* ---- what names in the rules stand for. known: {classes, kinds, of each class {first piece, pieces, first kind}, of each
   piece its class, of each kind its class, of each seat which places it sees, of each label where its values stand, of
   each value {depth, what it stands for}} */
enum { AS_IT_IS = 0, ONE = 1, ZERO = 2, PIECE = 3, KIND = 4, BY_PLAYER = 8 };

typedef struct Invented {
    const cell *at; /* where each piece lay before anything was dealt */
    const int32_t *classes, *of_piece, *of_kind, *seen;
    u64 *rng;
    cell *pool[16], *instead;
    int left[16];
} Invented;

int is_unknown(const S *s) {
    const int32_t *labels = x_->data.known + x_->data.known[2];
    for (int at = s->top; at >= 0; at = s->stack[at + 1])
        if (SECRET[s->stack[at]] || labels[s->stack[at]] < 0) return 1;
    return 0;
}
static int is_hidden(const Invented *v, cell x) { return x >= 0 && v->at[x] >= 0 && !v->seen[v->at[x]]; }
static void filled(Invented *v, int cls) {
    const int32_t *c = v->classes + 3 * cls;
    cell *pool = v->pool[cls] = freshly(sizeof(cell) * (size_t)c[1]);
    int n = 0;
    for (cell x = c[0]; x < c[0] + c[1]; x++) if (is_hidden(v, x)) pool[n++] = x;
    for (int i = n - 1; i > 0; i--) {
        int j = (int)rng_below(v->rng, i + 1);
        cell kept = pool[i];
        pool[i] = pool[j];
        pool[j] = kept;
    }
}
static cell invented(Invented *v, cell value, int what) {
    if (what == ONE || what == ZERO) return what == ONE;
    if (what == KIND && value >= 0) return v->classes[3 * v->of_kind[value] + 2];
    if (what != PIECE || !is_hidden(v, value)) return value;
    if (v->instead[value] < 0) {
        int cls = v->of_piece[value];
        if (!v->pool[cls]) filled(v, cls);
        v->instead[value] = v->pool[cls][v->left[cls]++];
    }
    return v->instead[value];
}
static cell *replaced(Invented *v, cell *q, int depth, int what, int seat) {
    if (!depth) {
        *q = invented(v, *q, what & ~BY_PLAYER);
        return q + 1;
    }
    int n = *q++;
    for (int i = 0; i < n; i++) q = replaced(v, q, depth - 1, what & BY_PLAYER && i == seat ? AS_IT_IS : what & ~BY_PLAYER, seat);
    return q;
}
static void replace_in(Invented *v, S *s, int at, int seat) {
    if (at < 0) return;
    replace_in(v, s, s->stack[at + 1], seat);
    const int32_t *known = x_->data.known, *row = known + known[2];
    if (row[s->stack[at]] <= 0) return;
    row = known + row[s->stack[at]];
    cell *q = s->stack + at + HEAD;
    for (int n = *row++; n > 0; n--, row += 2) q = replaced(v, q, row[0], row[1], seat);
}
static int is_veiled(const S *s) {
    for (int at = s->top; at >= 0; at = s->stack[at + 1]) if (VEILED[s->stack[at]]) return 1;
    return 0;
}
static void invent(S *out, const cell *before, int seat, u64 *rng) {
    const int32_t *known = x_->data.known;
    Invented v = {.at = before, .classes = known + 3, .rng = rng};
    if (known[0] > 16) give_up(TOO_MUCH);
    v.of_piece = v.classes + 3 * known[0];
    v.of_kind = v.of_piece + N_PIECES;
    v.seen = v.of_kind + known[1] + seat * N_PLACES;
    v.instead = freshly(sizeof(cell) * N_PIECES);
    for (int i = 0; i < N_PIECES; i++) v.instead[i] = -1;
    replace_in(&v, out, out->top, seat);
}

void redealt(S *out, int seat, u64 *rng) {
    char *mark = x_->pos;
    cell *before = 0;
    if (is_veiled(out)) before = memcpy(freshly(sizeof(cell) * N_PIECES), out->c + AT_BASE, sizeof(cell) * N_PIECES);
    const int32_t *q = x_->data.hidden[seat];
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
    if (before) invent(out, before, seat, rng);
    x_->pos = mark;
}
