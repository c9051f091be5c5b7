/* The cheapest ways through a network, as runtime/networks.py finds them. What was searched last is kept. */
#include "program.h"
#include <stdlib.h>

/* A search: its key (the start, then the entries, each after its length), and what was found. */
typedef struct {
    cell *key;
    int key_n, key_cap, n, nodes, node_cap;
    cell *order, *before, *by; /* what was reached, the nearest first; by node: what lies before it, and the arc to it */
    i64 *cost;                 /* by node, below 0 where there is no way */
} Ways;
typedef struct { i64 cost; int number, node; } Waiting;
typedef struct { i64 cost; int to, by; } Arc;

static __thread __attribute__((tls_model("initial-exec"))) Ways last;

static void *wider(void *p, size_t bytes) {
    void *q = realloc(p, bytes);
    if (!q) give_up(TOO_MUCH);
    return q;
}
static int is_last(List1 start, List2 entries, i64 is_links) {
    int at = 0, n = 3 + start.n;
    for (int i = 0; i < entries.n; i++) n += 1 + entries.p[i].n;
    if (last.key_n != n || last.key[at++] != is_links || last.key[at++] != start.n || last.key[at++] != entries.n) return 0;
    if (start.n && memcmp(last.key + at, start.p, sizeof(cell) * (size_t)start.n)) return 0;
    at += start.n;
    for (int i = 0; i < entries.n; i++) {
        List1 e = entries.p[i];
        if (last.key[at++] != e.n || (e.n && memcmp(last.key + at, e.p, sizeof(cell) * (size_t)e.n))) return 0;
        at += e.n;
    }
    return 1;
}
static void keep_key(List1 start, List2 entries, i64 is_links, int n) {
    if (n > last.key_cap) {
        last.key = wider(last.key, sizeof(cell) * (size_t)n);
        last.key_cap = n;
    }
    cell *to = last.key;
    *to++ = (cell)is_links, *to++ = start.n, *to++ = entries.n;
    for (int i = 0; i < start.n; i++) *to++ = start.p[i];
    for (int i = 0; i < entries.n; i++) {
        *to++ = entries.p[i].n;
        for (int k = 0; k < entries.p[i].n; k++) *to++ = entries.p[i].p[k];
    }
    last.key_n = n;
}
static int is_before(Waiting a, Waiting b) { return a.cost < b.cost || (a.cost == b.cost && a.number < b.number); }
static void put_waiting(Waiting *heap, int *n, Waiting w) {
    int i = (*n)++;
    for (int up; i && is_before(w, heap[up = (i - 1) / 2]); i = up) heap[i] = heap[up];
    heap[i] = w;
}
static Waiting take_waiting(Waiting *heap, int *n) {
    Waiting first = heap[0], w = heap[--*n];
    int i = 0;
    for (int k; (k = 2 * i + 1) < *n; i = k) {
        if (k + 1 < *n && is_before(heap[k + 1], heap[k])) k++;
        if (!is_before(heap[k], w)) break;
        heap[i] = heap[k];
    }
    heap[i] = w;
    return first;
}
/* Arcs by the node they leave from first[node] to first[node + 1], in the order of the entries. */
static Arc *arcs_of(List2 entries, i64 is_links, int nodes, int *first) {
    i64 *entering = take(sizeof(i64) * (size_t)nodes);
    int n = 0;
    for (int i = 0; i < nodes; i++) entering[i] = -1;
    memset(first, 0, sizeof(int) * (size_t)(nodes + 1));
    if (!is_links) for (int i = 0; i < entries.n; i++) if (entries.p[i].p[0] >= 0) entering[entries.p[i].p[0]] = entries.p[i].p[1];
    for (int i = 0; i < entries.n; i++) n += is_links ? 2 : entries.p[i].n - 2;
    Arc *arcs = take(sizeof(Arc) * (size_t)(n + 1));
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < entries.n; i++) {
            const cell *e = entries.p[i].p;
            if (is_links && e[0] >= 0 && e[1] >= 0) {
                i64 cost = most(e[2], 0);
                if (!pass) first[e[0]]++, first[e[1]]++;
                else arcs[first[e[0]]++] = (Arc){cost, e[1], e[3]}, arcs[first[e[1]]++] = (Arc){cost, e[0], e[3]};
            }
            for (int k = 2; !is_links && e[0] >= 0 && k < entries.p[i].n; k++) {
                if (e[k] < 0 || e[k] >= nodes || entering[e[k]] < 0) continue;
                if (!pass) first[e[0]]++;
                else arcs[first[e[0]]++] = (Arc){entering[e[k]], e[k], e[k]};
            }
        }
        /* After counting: where the arcs of each node begin. After laying them they begin where the one before ends. */
        for (int i = 0, sum = 0; !pass && i <= nodes; i++) { int own = i < nodes ? first[i] : 0; first[i] = sum; sum += own; }
        for (int i = nodes; pass && i > 0; i--) first[i] = first[i - 1];
    }
    first[0] = 0;
    return arcs;
}
static void search(List1 start, List2 entries, i64 is_links) {
    int nodes = 0, key = 3 + start.n, waits = 0, number = 0, words = 0;
    for (int i = 0; i < start.n; i++) if (start.p[i] >= nodes) nodes = start.p[i] + 1;
    for (int i = 0; i < entries.n; i++) {
        key += 1 + entries.p[i].n;
        words += entries.p[i].n;
        for (int k = 0; k < (is_links ? 2 : 1); k++) if (entries.p[i].p[k] >= nodes) nodes = entries.p[i].p[k] + 1;
    }
    spend(40 * ((i64)start.n + words));
    last.key_n = 0;
    if (nodes > last.node_cap) {
        last.order = wider(last.order, sizeof(cell) * (size_t)nodes);
        last.before = wider(last.before, sizeof(cell) * (size_t)nodes);
        last.by = wider(last.by, sizeof(cell) * (size_t)nodes);
        last.cost = wider(last.cost, sizeof(i64) * (size_t)nodes);
        last.node_cap = nodes;
    }
    int *first = take(sizeof(int) * (size_t)(nodes + 1));
    Arc *arcs = arcs_of(entries, is_links, nodes, first);
    char *done = take((size_t)nodes + 1);
    Waiting *heap = take(sizeof(Waiting) * (size_t)(start.n + first[nodes] + 1));
    memset(done, 0, (size_t)nodes + 1);
    for (int i = 0; i < nodes; i++) last.cost[i] = -1;
    for (int i = 0; i < start.n; i++) {
        int x = start.p[i];
        if (x < 0 || last.cost[x] == 0) continue;
        last.cost[x] = 0, last.before[x] = last.by[x] = -1;
        put_waiting(heap, &waits, (Waiting){0, number++, x});
    }
    last.n = 0;
    while (waits) {
        Waiting w = take_waiting(heap, &waits);
        if (done[w.node]) continue;
        done[w.node] = 1;
        last.order[last.n++] = w.node;
        for (int k = first[w.node]; k < first[w.node + 1]; k++) {
            i64 cost = w.cost + arcs[k].cost;
            int y = arcs[k].to;
            if (last.cost[y] >= 0 && last.cost[y] <= cost) continue;
            last.cost[y] = cost, last.before[y] = w.node, last.by[y] = arcs[k].by;
            put_waiting(heap, &waits, (Waiting){cost, number++, y});
        }
    }
    last.nodes = nodes;
    keep_key(start, entries, is_links, key);
}
static void ways(List1 start, List2 entries, i64 is_links) {
    char *mark = x_->pos;
    if (!is_last(start, entries, is_links)) search(start, entries, is_links);
    x_->pos = mark;
}
i64 distance(List1 start, i64 target, List2 entries, i64 is_links) {
    ways(start, entries, is_links);
    if (target < 0 || target >= last.nodes || last.cost[target] < 0) fail();
    return last.cost[target];
}
List1 cheapest(List1 start, i64 target, List2 entries, i64 is_links) {
    distance(start, target, entries, is_links);
    Grow1 way = vec1(15);
    for (i64 x = target; last.before[x] >= 0; x = last.before[x]) push1(&way, last.by[x]);
    return reversed1(done1(way));
}
List1 within_reach(List1 start, i64 most_, List2 entries, i64 is_links) {
    ways(start, entries, is_links);
    Grow1 out = vec1(15);
    for (int i = 0; i < last.n; i++)
        if (most_ < 0 || last.cost[last.order[i]] <= most_) push1(&out, last.order[i]);
    return long1(done1(out));
}

static int by_first(const void *a, const void *b) { return ((const List1 *)a)->p[0] - ((const List1 *)b)->p[0]; }
static int by_number(const void *a, const void *b) { return *(const cell *)a - *(const cell *)b; }
/* The areas behind some edges of a grid; cells_at: by edge, edges_of: by cell. */
List2 enclosed(List1 edges, List2 cells_at, List2 edges_of) {
    int n = most(cells_at.n, edges_of.n);
    char *fenced = take((size_t)n + 1), *seen = take((size_t)n + 1);
    memset(fenced, 0, (size_t)n + 1), memset(seen, 0, (size_t)n + 1);
    for (int i = 0; i < edges.n; i++) fenced[edges.p[i]] = 1;
    Grow2 areas = vec2(7);
    for (int i = 0; i < edges.n; i++) {
        List1 firsts = at2(cells_at, edges.p[i]);
        for (int k = 0; k < firsts.n; k++) {
            if (seen[firsts.p[k]]) continue;
            seen[firsts.p[k]] = 1;
            Grow1 area = vec1(15);
            int is_open = 0;
            push1(&area, firsts.p[k]);
            for (int at = 0; at < area.n; at++) {
                List1 around = at2(edges_of, area.p[at]);
                spend(20 * around.n);
                for (int e = 0; e < around.n; e++) {
                    if (fenced[around.p[e]]) continue;
                    List1 cells = at2(cells_at, around.p[e]);
                    is_open |= cells.n == 1;
                    for (int c = 0; c < cells.n; c++) if (!seen[cells.p[c]]) seen[cells.p[c]] = 1, push1(&area, cells.p[c]);
                }
            }
            if (is_open) continue;
            qsort(area.p, (size_t)area.n, sizeof(cell), by_number);
            push2(&areas, done1(area));
        }
    }
    qsort(areas.p, (size_t)areas.n, sizeof(List1), by_first);
    return done2(areas);
}
