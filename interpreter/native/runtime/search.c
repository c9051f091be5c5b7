/* The player that searches, as interpreter/players/search.py has it. What it has found lies outside the arena, so that it
   can be asked to go on. */
#include "players.h"
#include "notes.h"
#include <math.h>
#include <stdlib.h>

enum { NOBODY = -2, PACKED = 2 * WIDTH + 64, MOST_BYTES = 1 << 30 };

/* next: the one after it at the same node, or after the same edge, 0 where there is none. */
typedef struct Edge { double promise, total; int visits, first, at, n, next; } Edge;
typedef struct Node { double total; int visits, label, who, first, last, next; } Node;
typedef struct Path { int node, edge, who; struct Path *up; } Path;

/* Nodes and edges are counted from 1; node 1 is the root. */
typedef struct Search {
    Node *node;
    Edge *edge;
    cell *cells;
    int nodes, nodes_room, edges, edges_room, used, room;
    S *view, *spare[3];
    Opts options;
    i64 done, until;
    double distance, seen;
    Twister twister;
    Seat *seat;
} Search;

static void *grown(void *p, int *room, int wanted, size_t size) {
    if (wanted < *room) return p;
    int more = 2 * wanted + 256;
    if ((size_t)more * size > MOST_BYTES) give_up(TOO_MUCH);
    void *q = realloc(p, (size_t)more * size);
    if (!q) give_up(TOO_MUCH);
    *room = more;
    return q;
}
static int new_node(Search *q, int label, int who) {
    q->node = grown(q->node, &q->nodes_room, q->nodes + 1, sizeof(Node));
    q->node[++q->nodes] = (Node){0, 0, label, who, 0, 0, 0};
    return q->nodes;
}
static int new_edge(Search *q, int node, const cell *option, int n, double promise) {
    q->edge = grown(q->edge, &q->edges_room, q->edges + 1, sizeof(Edge));
    q->cells = grown(q->cells, &q->room, q->used + n, sizeof(cell));
    int e = ++q->edges;
    q->edge[e] = (Edge){promise, 0, 0, 0, q->used, n, 0};
    memcpy(q->cells + q->used, option, sizeof(cell) * (size_t)n);
    q->used += n;
    Node *at = q->node + node;
    if (at->last) q->edge[at->last].next = e;
    else at->first = e;
    at->last = e;
    return e;
}
/* The edge of an option at a node, 0 where it is new. Looked for from an edge on, since options come in one order. */
static int edge_of(const Search *q, int node, const cell *option, int n, int from) {
    int begin = from ? from : q->node[node].first, e = begin;
    while (e) {
        const Edge *it = q->edge + e;
        if (it->n == n && !memcmp(q->cells + it->at, option, sizeof(cell) * (size_t)n)) return e;
        e = it->next ? it->next : q->node[node].first;
        if (e == begin) return 0;
    }
    return 0;
}

/* ---- what a position is worth to the search */
static void squashed(Search *q, const double *points, const double *extra, double *out) {
    double leads[N_PLAYERS], sum = 0;
    for (int p = 0; p < N_PLAYERS; p++) sum += fabs(leads[p] = ahead(points, p));
    q->distance += sum / N_PLAYERS;
    q->seen += 1;
    double scale = q->distance / q->seen > 0.5 ? q->distance / q->seen : 0.5;
    for (int p = 0; p < N_PLAYERS; p++) {
        double x = (extra ? leads[p] + extra[p] : leads[p]) / scale;
        x = x > 30.0 ? 30.0 : x < -30.0 ? -30.0 : x;
        out[p] = 1 / (1 + exp(-x));
    }
}
static void rewards(Search *q, S *s, double *out) {
    double points[N_PLAYERS], extra[N_PLAYERS];
    int how[N_PLAYERS];
    if (!s->c[1]) {
        for (int p = 0; p < N_PLAYERS; p++) extra[p] = shared(s, p);
        for (int p = 0; p < N_PLAYERS; p++) points[p] = own(s, p);
        squashed(q, points, extra, out);
        return;
    }
    x_->left = MOST_STEPS;
    int won = standing(s, points, how);
    if (won) squashed(q, points, 0, out);
    for (int p = 0; p < N_PLAYERS; p++)
        out[p] = won && how[p] ? 0.5 * (how[p] & 2 ? 1.0 / won : 0.0) + 0.5 * out[p] : 0.0;
}

/* ---- playouts */
static double promise_of(S *s, const i64 *c, int who) {
    char *mark = x_->pos;
    S *t = new_copy(s);
    look_on(t, c, NOBODY, 0);
    double worth = own(t, who) + shared(t, who);
    x_->pos = mark;
    return worth;
}
/* Give new options their promise: from how the position looks to the seat that decides right after each. */
static void promise(Search *q, int node, S *s, Opts o, int *edges) {
    int label = top_of(s)[0], who = top_of(s)[WHO];
    double *weight = take(sizeof(double) * (size_t)o.n), top = 0, total = 0;
    for (int i = 0; i < o.n; i++) {
        weight[i] = promise_of(s, o.p + i * WIDTH, who);
        if (!i || weight[i] > top) top = weight[i];
    }
    for (int i = 0; i < o.n; i++) total += weight[i] = exp((weight[i] - top) / q->seat->temperature);
    double even = q->seat->even / o.n;
    for (int i = 0; i < o.n; i++) {
        cell option[PACKED];
        int n = packed(label, o.p + i * WIDTH, option, PACKED);
        if (!edges[i]) edges[i] = edge_of(q, node, option, n, 0);
        if (!edges[i]) edges[i] = new_edge(q, node, option, n, (1 - q->seat->even) * weight[i] / total + even);
    }
}
static int selected(Search *q, int node, S *s, Opts o, int *number) {
    int *edges = take(sizeof(int) * (size_t)o.n), label = top_of(s)[0], from = 0, is_new = 0;
    for (int i = 0; i < o.n; i++) {
        cell option[PACKED];
        int n = packed(label, o.p + i * WIDTH, option, PACKED);
        edges[i] = edge_of(q, node, option, n, from);
        if (edges[i]) from = q->edge[edges[i]].next;
        else is_new = 1;
    }
    if (is_new) promise(q, node, s, o, edges);
    const Node *at = q->node + node;
    double mean = at->visits ? at->total / at->visits : 0.5, best = -1.0;
    double weight = q->seat->exploration * sqrt(at->visits + 1);
    int found = 0;
    for (int i = 0; i < o.n; i++) {
        const Edge *e = q->edge + edges[i];
        double value = (e->visits ? e->total / e->visits : mean) + weight * e->promise / (1 + e->visits);
        if (value > best) best = value, found = edges[i], *number = i;
    }
    return found;
}
static int child(Search *q, int edge, int label, int who) {
    int k = q->edge[edge].first, last = 0;
    for (; k; last = k, k = q->node[k].next) if (q->node[k].label == label && q->node[k].who == who) return k;
    k = new_node(q, label, who);
    if (last) q->node[last].next = k;
    else q->edge[edge].first = k;
    return k;
}
static int go_on(S *s, const i64 *c) {
    int r = apply(s, c);
    while (r == CHANCE) {
        i64 value[WIDTH] = {DRAW[top_of(s)[0]](s, top_of(s))};
        r = apply(s, value);
    }
    return r;
}
/* Take the best of a few options for the seat that decides. */
static int sensible(Search *q, S **s) {
    Opts o = x_->options, best_options = o;
    int who = top_of(*s)[WHO], n = q->seat->candidates, r = OVER;
    i64 *tried = take(sizeof(i64) * (size_t)(o.n > n ? n : o.n));
    if (o.n > n) for (int i = 0; i < n; i++) tried[i] = mt_below(&q->twister, o.n);
    else for (n = 0; n < o.n; n++) tried[n] = n;
    double best = 0;
    for (int i = 0; i < n; i++) {
        char *mark = x_->pos;
        S *t = q->spare[0];
        copy_to(t, *s);
        int mine = look_on(t, o.p + tried[i] * WIDTH, NOBODY, 0);
        double worth = own(t, who) + shared(t, who);
        if (i && worth <= best) {
            x_->pos = mark;
            continue;
        }
        best = worth, r = mine, best_options = x_->options;
        q->spare[0] = q->spare[1];
        q->spare[1] = t;
    }
    S *t = q->spare[1];
    q->spare[1] = *s;
    *s = t;
    x_->options = best_options;
    return r == WAITING ? run(t) : r;
}
/* Down the tree to a new option, on below it, and the rewards back up. */
static void playout(Search *q) {
    char *mark = x_->pos;
    S *s = q->spare[2];
    copy_to(s, q->view);
    redealt(s, top_of(s)[WHO], &q->seat->rng);
    Path *path = 0;
    int node = 1, r;
    x_->options = q->options;
    for (;;) {
        Opts o = x_->options;
        int number = 0, edge = selected(q, node, s, o, &number);
        Path *step = take(sizeof(Path));
        *step = (Path){node, edge, top_of(s)[WHO], path};
        path = step;
        r = go_on(s, o.p + number * WIDTH);
        if (r == OVER || !q->edge[edge].visits) break;
        node = child(q, edge, top_of(s)[0], top_of(s)[WHO]);
    }
    for (i64 k = 0; k < q->seat->cut_off && r != OVER; k++) r = sensible(q, &s);
    q->spare[2] = s;
    double found[N_PLAYERS];
    rewards(q, s, found);
    for (; path; path = path->up) {
        q->node[path->node].visits++;
        q->node[path->node].total += found[path->who];
        q->edge[path->edge].visits++;
        q->edge[path->edge].total += found[path->who];
    }
    x_->pos = mark;
}
/* The option taken most often; of several the one with the highest rewards, then the most promising. */
static i64 best_of(const Search *q) {
    int found = 0;
    const Edge *best = 0;
    for (int i = 0; i < q->options.n; i++) {
        cell option[PACKED];
        int n = packed(top_of(q->view)[0], q->options.p + i * WIDTH, option, PACKED);
        const Edge *e = q->edge + edge_of(q, 1, option, n, 0);
        double mine = e->visits ? e->total / e->visits : 0, other = best && best->visits ? best->total / best->visits : 0;
        if (!best || e->visits > best->visits
            || (e->visits == best->visits && (mine > other || (mine == other && e->promise > best->promise)))) {
            best = e;
            found = i;
        }
    }
    return found;
}
static void begun(S *view, Seat *seat) {
    Search *q = x_->search;
    q->nodes = q->edges = q->used = 0;
    q->view = view;
    for (int i = 0; i < 3; i++) q->spare[i] = take(sizeof(S));
    q->options = x_->options;
    q->done = 0;
    q->until = now() + seat->budget;
    q->distance = 8.0;
    q->seen = 4.0;
    new_node(q, top_of(view)[0], top_of(view)[WHO]);
    mt_seed(&q->twister, rng_bits(&seat->rng));
}
/* view: 0 to go on with the search under way. */
i64 searched(S *view, Seat *seat) {
    if (!x_->kept_search && !(x_->kept_search = calloc(1, sizeof(Search)))) give_up(TOO_MUCH);
    Search *q = x_->search = x_->kept_search;
    q->seat = seat;
    if (view) begun(view, seat);
    x_->twister = &q->twister;
    while (!q->done || (seat->by_time ? now() < q->until : q->done < seat->budget)) {
        if (q->done && now() > x_->until) return LATER;
        playout(q);
        q->done++;
    }
    x_->search = 0;
    return best_of(q);
}
void forget_search(X *x) {
    Search *q = x->kept_search;
    if (q) free(q->node), free(q->edge), free(q->cells), free(q);
}
