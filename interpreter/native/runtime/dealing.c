/* What is hidden from a seat is dealt anew, as interpreter/runtime/dealing.py does. */
#include "players.h"
#include <stdlib.h>

int is_simultaneous(const S *s) {
    for (int at = s->top; at >= 0; at = s->stack[at + 1]) if (SECRET[s->stack[at]]) return 1;
    return 0;
}
static void *freshly(size_t bytes) { return take(bytes ? bytes : 1); }
static void redistribute(S *out, const int32_t *slots, int n, u64 *rng) {
    i64 total = 0;
    for (int i = 0; i < n; i++) total += out->c[slots[i]];
    if (total <= 0 || n < 2) return;
    cell *cuts = freshly(sizeof(cell) * (size_t)n);
    for (int i = 0; i < n - 1; i++) cuts[i] = (cell)rng_below(rng, total + 1);
    sort_cells(cuts, n - 1);
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
    if (!zone[2]) sort_cells(mine, n);
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
        if (!zones[3 * i + 2]) sort_cells(dealt[i], here.n);
    }
    sort_cells(pool, count);
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
   each value {depth, what it stands for, its part in a simultaneous choice, what stands there before an answer}} */
enum { AS_IT_IS = 0, ONE = 1, ZERO = 2, PIECE = 3, KIND = 4, BY_PLAYER = 8 };
enum { NO_PART = 0, WHO_IS_ASKED = 1, HOW_MANY = 2, ANSWERS = 3, MOST_VALUES = 64 };

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
        if (labels[s->stack[at]] < 0) return 1;
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
    for (int n = *row++; n > 0; n--, row += 4) q = replaced(v, q, row[0], row[1], seat);
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


/* ---- the answers of others in a simultaneous choice are taken out: they are still to be asked */
static const cell *after(const cell *q, int depth) {
    if (!depth) return q + 1;
    int n = *q++;
    if (depth == 1) return q + n;
    while (n-- > 0) q = after(q, depth - 1);
    return q;
}
static cell *asked_again(cell *to, const cell *asked, int due, int seat, int count) {
    int n = *asked++, has_answered = seat != due && in1(seat, (List1){asked, count});
    cell *length = to++;
    *to++ = due;
    for (int i = 0; i < n; i++) if (asked[i] != due && !(asked[i] == seat && has_answered)) *to++ = asked[i];
    *length = (cell)(to - length) - 1;
    return to;
}
static cell *without_answers(cell *to, const cell *q, int depth, int seat, cell empty) {
    int n = *q++;
    *to++ = n;
    for (int p = 0; p < n; p++) {
        const cell *next = after(q, depth - 1);
        if (p == seat) to = (cell *)memcpy(to, q, sizeof(cell) * (size_t)(next - q)) + (next - q);
        else *to++ = depth > 1 ? 0 : empty;
        q = next;
    }
    return to;
}
/* A frame as it is while the others are still to be asked: how long it is. One place more may be needed. */
static int unanswered(cell *to, const cell *f, const int32_t *row, int seat) {
    const cell *value[MOST_VALUES], *q = f + HEAD;
    int n = *row++, count = 0;
    cell *begin = to;
    for (int i = 0; i < n; i++) {
        value[i] = q;
        if (row[4 * i + 2] == HOW_MANY) count = *q;
        q = after(q, row[4 * i]);
    }
    to = (cell *)memcpy(to, f, sizeof(cell) * HEAD) + HEAD;
    for (int i = 0; i < n; i++, row += 4) {
        const cell *end = after(value[i], row[0]);
        if (row[2] == WHO_IS_ASKED) to = asked_again(to, value[i], f[WHO], seat, count);
        else if (row[2] == HOW_MANY) *to++ = 1;
        else if (row[2] == ANSWERS) to = without_answers(to, value[i], row[0], seat, row[3]);
        else to = (cell *)memcpy(to, value[i], sizeof(cell) * (size_t)(end - value[i])) + (end - value[i]);
    }
    return (int)(to - begin);
}
/* Lay the frame at a place, and those below it, anew on an empty stack; where it lies. */
static int laid_anew(S *out, const cell *old, int at, int seat) {
    if (at < 0) return -1;
    int up = laid_anew(out, old, old[at + 1], seat);
    const cell *f = old + at;
    cell *to = room_for(out, up, f[2] + 1);
    if (SECRET[f[0]]) to[2] = unanswered(to, f, x_->data.known + x_->data.known[x_->data.known[2] + f[0]], seat);
    else memcpy(to, f, sizeof(cell) * (size_t)f[2]);
    to[1] = up;
    return (int)(to - out->stack);
}
static void ask_again(S *out, int seat) {
    cell *old = freshly(sizeof(cell) * (size_t)out->used);
    memcpy(old, out->stack, sizeof(cell) * (size_t)out->used);
    set_top(out, laid_anew(out, old, out->top, seat));
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
    if (is_simultaneous(out)) ask_again(out, seat);
    x_->pos = mark;
}
