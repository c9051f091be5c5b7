/* What the C form of a program is made of: the state, lists, and what its text calls. See docs/native.md.
   Before it stand, in program.h, the sizes of the program at hand: N_SLOTS, N_LISTS, N_STACK, N_HEAP, WIDTH. */
#ifndef RULEWRIGHT_RT_H
#define RULEWRIGHT_RT_H
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef int32_t cell;
typedef int64_t i64;
typedef uint64_t u64;
typedef struct { const cell *p; int n; } List1;
typedef struct { const List1 *p; int n; } List2;
typedef struct { const List2 *p; int n; } List3;
typedef struct { cell *p; int n, cap; } Grow1; /* lists that grow */
typedef struct { List1 *p; int n, cap; } Grow2;
typedef struct { List2 *p; int n, cap; } Grow3;
typedef struct { i64 *p; int n, cap; } Opts; /* options, each WIDTH numbers; a list among them is a pointer to it */

/* A position. Frames lie on the stack as {label, where the frame below lies, its size, what it holds}; contents of a
   list slot k lie in the heap from off[k] on, c[slot] of them. Nothing is a pointer, so that a copy is a copy of bytes. */
typedef struct S {
    int top, used, full;
    cell c[N_SLOTS];
    int off[N_LISTS], cap[N_LISTS];
    unsigned char deep[N_LISTS]; /* whether a list of lists lies there: each its length, then what it holds */
    cell stack[N_STACK];
    cell heap[N_HEAP];
} S;

enum { NONE = 0, FAIL = 1, CHANCE = 2, OVER = 3, WAITING = 4, LIST = 5 };
enum { STOPPED = 1, TOO_MUCH = 2, FAULTY = 3 }; /* why the native form gives up */
enum { HEAD = 3, WHO = 3, END_MARK = 0 };
#define FREE 1000000000
#define MOST_STEPS 150000000
#define MOST_ELEMENTS 100000
#define MOST_OPTIONS 10000
#define MOST_KEPT 1000000000000000

/* What the tables of a program hold, and what each seat does not see: data, which two programs of one text differ in.
   hidden, belonging, known: see dealing.c and worth.c. */
typedef struct Data {
    const cell *cells;
    const int32_t *keys;
    const List1 *rows;
    const List2 *deep_rows;
    const u64 *masks; /* of shapes */
    const int32_t *hidden[N_PLAYERS], *belonging[N_PLAYERS], *known, *backs;
} Data;

/* The generator that Python's `random` is. */
typedef struct Twister { uint32_t mt[624]; int at; } Twister;

/* What one thread works with. */
typedef struct X {
    Data data;
    char *pos, *end;          /* the arena, in which whatever a step makes lies until the next */
    char *halves[2];          /* its halves: options lie in one while what one of them leads to is made in the other */
    size_t half;
    int at;
    i64 left;                 /* steps left of the decision */
    int nodes;                /* applications left of the search under way */
    jmp_buf *caught, *entry;  /* where a trial goes on that fails, and where the caller waits */
    Opts options;             /* of the decision that is due */
    u64 rng;                  /* SplitMix64 */
    Twister *twister;         /* where chance comes from, if not from that */
    Twister of_game;
    volatile int *stop;       /* set by another thread */
    const int32_t *weights, *barred; /* of the seat that chooses, see players.h */
    int noting;               /* whether what is carried out unasked and the phases entered are counted */
    int *entered;
    void *notes, *known, *ways; /* what was chosen; which shapes fit beside which; ways through a network */
    S *of, *before;           /* whose options these are, and a position before a step */
    int taken, decided, pending;
    struct Search *search, *kept_search; /* what a player is thinking about, and its memory */
    i64 until;                /* when the caller wants to be asked, in milliseconds */
} X;

#define TLS __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
#define HOT static inline __attribute__((always_inline))
#define COLD __attribute__((noinline, cold))
extern TLS X *x_;
#define TB (x_->data.cells)
#define TH (x_->data.keys)
#define ROWS (x_->data.rows)
#define DEEP_ROWS (x_->data.deep_rows)
extern const short list_of_slot[N_SLOTS];

#pragma GCC visibility push(hidden)
_Noreturn COLD void fail(void);     /* what is read is not there: a trial has failed */
_Noreturn COLD void give_up(int why);

HOT void *take(size_t bytes) {
    char *at = x_->pos;
    x_->pos = at + ((bytes + 7) & ~(size_t)7);
    if (x_->pos > x_->end) give_up(TOO_MUCH);
    return at;
}
/* Most lists are short, so that calling `memcpy` takes longer than what it does. The two do not overlap. */
HOT void copy_cells(cell *restrict to, const cell *restrict from, int n) {
    if (n > 16) memcpy(to, from, sizeof(cell) * (size_t)n);
    else for (int i = 0; i < n; i++) { to[i] = from[i]; __asm__(""); }
}
HOT void spend(i64 steps) { if ((x_->left -= steps) < 0) give_up(TOO_MUCH); }
HOT i64 within(i64 v) { if (v > MOST_KEPT || v < -MOST_KEPT) give_up(TOO_MUCH); return v; }
HOT cell nar(i64 v) { if ((cell)v != v) give_up(TOO_MUCH); return (cell)v; }
HOT i64 mul(i64 a, i64 b) { i64 v; if (__builtin_mul_overflow(a, b, &v)) give_up(TOO_MUCH); return v; }
HOT i64 plus(i64 a, i64 b) { i64 v; if (__builtin_add_overflow(a, b, &v)) give_up(TOO_MUCH); return v; }
HOT i64 fdiv(i64 a, i64 b) { if (!b) fail(); i64 q = a / b; return q - (a % b != 0 && (a < 0) != (b < 0)); }
HOT i64 fmod_(i64 a, i64 b) { if (!b) fail(); i64 r = a % b; return r && (r < 0) != (b < 0) ? r + b : r; }
HOT i64 least(i64 a, i64 b) { return b < a ? b : a; }
HOT i64 most(i64 a, i64 b) { return b > a ? b : a; }
HOT i64 absolute(i64 a) { return a < 0 ? -a : a; }
HOT i64 promised(i64 holds) { if (!holds) give_up(FAULTY); return 0; }
HOT i64 there(i64 a) { if (a < 0) fail(); return a; }

/* ---- slots */
COLD int beside(i64 i, i64 n);
HOT int ix(i64 i) { return (u64)i < N_SLOTS ? (int)i : beside(i, N_SLOTS); }
HOT void put(S *s, i64 i, i64 v) { s->c[ix(i)] = nar(v); }
HOT List1 get1(const S *s, i64 i) { int at = ix(i); return (List1){s->heap + s->off[list_of_slot[at]], s->c[at]}; }
List2 get2(const S *s, i64 i);
void set1(S *s, i64 i, List1 v);
void set2(S *s, i64 i, List2 v);
void set_many(S *s, int from, int to, List1 v);
void copy_to(S *to, const S *from);
S *new_copy(const S *s);
void move_piece(S *s, i64 x, i64 place);
void sort_cells(cell *p, int n);

/* ---- tables */
HOT i64 tab(int at, int n, i64 i) { return TB[at + ((u64)i < (u64)n ? (int)i : beside(i, n))]; }
HOT List1 tab1(int at, int n, i64 i) { return ROWS[at + ((u64)i < (u64)n ? (int)i : beside(i, n))]; }
HOT List2 tab2(int at, int n, i64 i) { return DEEP_ROWS[at + ((u64)i < (u64)n ? (int)i : beside(i, n))]; }
int key_of(int at, int mask, i64 key); /* the number of an entry; fails where there is none */
int has_key(int at, int mask, i64 key);

/* ---- lists */
HOT i64 at1(List1 v, i64 i) { return v.p[(u64)i < (u64)v.n ? (int)i : beside(i, v.n)]; }
HOT List1 at2(List2 v, i64 i) { return v.p[(u64)i < (u64)v.n ? (int)i : beside(i, v.n)]; }
HOT List2 at3(List3 v, i64 i) { return v.p[(u64)i < (u64)v.n ? (int)i : beside(i, v.n)]; }
HOT i64 item1(List1 v, i64 i) { if (i <= 0 || i > v.n) fail(); return v.p[i - 1]; }
HOT List1 item2(List2 v, i64 i) { if (i <= 0 || i > v.n) fail(); return v.p[i - 1]; }
HOT List2 item3(List3 v, i64 i) { if (i <= 0 || i > v.n) fail(); return v.p[i - 1]; }
HOT i64 top1(List1 v) { return v.n ? v.p[v.n - 1] : -1; }
HOT List1 spent1(List1 v, i64 w) { spend(v.n * w); return v; }
HOT List2 spent2(List2 v, i64 w) { spend(v.n * w); return v; }
HOT List1 long1(List1 v) { if (v.n > MOST_ELEMENTS) give_up(TOO_MUCH); spend(4 * v.n); return v; }
HOT List2 long2(List2 v) { if (v.n > MOST_ELEMENTS) give_up(TOO_MUCH); spend(4 * v.n); return v; }
HOT List3 long3(List3 v) { if (v.n > MOST_ELEMENTS) give_up(TOO_MUCH); spend(4 * v.n); return v; }
HOT Grow1 vec1(int cap) { return (Grow1){take(sizeof(cell) * (size_t)(cap + 1)), 0, cap + 1}; }
HOT Grow2 vec2(int cap) { return (Grow2){take(sizeof(List1) * (size_t)(cap + 1)), 0, cap + 1}; }
HOT Grow3 vec3(int cap) { return (Grow3){take(sizeof(List2) * (size_t)(cap + 1)), 0, cap + 1}; }
static COLD void grow1(Grow1 *v) { cell *p = take(sizeof(cell) * 2 * (size_t)v->cap); memcpy(p, v->p, sizeof(cell) * (size_t)v->n); v->p = p; v->cap *= 2; }
static COLD void grow2(Grow2 *v) { List1 *p = take(sizeof(List1) * 2 * (size_t)v->cap); memcpy(p, v->p, sizeof(List1) * (size_t)v->n); v->p = p; v->cap *= 2; }
static COLD void grow3(Grow3 *v) { List2 *p = take(sizeof(List2) * 2 * (size_t)v->cap); memcpy(p, v->p, sizeof(List2) * (size_t)v->n); v->p = p; v->cap *= 2; }
HOT void push1(Grow1 *v, i64 e) { if (v->n == v->cap) grow1(v); v->p[v->n++] = nar(e); }
HOT void push2(Grow2 *v, List1 e) { if (v->n == v->cap) grow2(v); v->p[v->n++] = e; }
HOT void push3(Grow3 *v, List2 e) { if (v->n == v->cap) grow3(v); v->p[v->n++] = e; }
HOT List1 done1(Grow1 v) { return (List1){v.p, v.n}; }
HOT List2 done2(Grow2 v) { return (List2){v.p, v.n}; }
HOT List3 done3(Grow3 v) { return (List3){v.p, v.n}; }
HOT int in1(i64 x, List1 v) { for (int i = 0; i < v.n; i++) if (v.p[i] == x) return 1; return 0; }
HOT int eq1(List1 a, List1 b) { if (a.n != b.n) return 0; for (int i = 0; i < a.n; i++) if (a.p[i] != b.p[i]) return 0; return 1; }
HOT List1 keep1(List1 v) { cell *p = take(sizeof(cell) * (size_t)(v.n + 1)); copy_cells(p, v.p, v.n); return (List1){p, v.n}; }
int eq2(List2 a, List2 b);
int in2(List1 x, List2 v);
i64 sum1(List1 v);
i64 max1(List1 v);
i64 min1(List1 v);
i64 product1(List1 v);
List2 keep2(List2 v);
List3 keep3(List3 v);
List1 cat1(List1 a, List1 b);
List2 cat2(List2 a, List2 b);
List1 repeat1(List1 v, i64 n);
List2 repeat2(List2 v, i64 n);
List1 present1(List1 v);
List1 without1(List1 v, List1 others);
List2 without2(List2 v, List2 others);
List1 joined1(List2 v);
List2 joined2(List3 v);
List1 union1(List2 v);
List2 union2(List3 v);
List1 range1(i64 low, i64 high);
List1 reversed1(List1 v);
List2 reversed2(List2 v);
List1 in_order1(List1 keys, List1 v, int falls);
List2 in_order2(List1 keys, List2 v, int falls);
List1 with_item1(List1 v, i64 i, i64 e);
List2 with_item2(List2 v, i64 i, List1 e);
List1 list_of(int n, const i64 *values);
List1 paired(List1 keys, List1 values);
List1 bag(int width, int n, const i64 *parts);
List1 bag_sum(List1 a, List1 b);
List1 bag_negative(List1 a);
int assignable(List2 lists, List1 targets, List1 limits);
HOT i64 along_ring(List1 ring, i64 steps) { return at1(ring, fmod_(steps, ring.n)); }
List2 enclosed(List1 edges, List2 cells_at, List2 edges_of);
i64 distance(List1 start, i64 target, List2 entries, i64 is_links);
List1 cheapest(List1 start, i64 target, List2 entries, i64 is_links);
List1 within_reach(List1 start, i64 most_, List2 entries, i64 is_links);
List1 in_turn(List1 owners, i64 first, i64 players);
List1 distinct_backwards(List1 v, List2 signs); /* the first of each alike, in the order of the last of each */

typedef List1 Sign(S *, i64);
List1 alike(S *s, Sign *sign, List1 pieces);
Opts weighted(S *s, Sign *sign, List1 pieces);
Opts tallied(List1 values);
i64 first_alike(S *s, Sign *sign, List1 pieces, i64 first, i64 position);
List1 any_sig(S *s, i64 x);

/* ---- several of a list, numbers over places */
Opts some_options(List1 source, const void *signs, int deep, i64 position, i64 chosen, i64 low, i64 high);
int one_way(Opts o, List1 source, const void *signs, int deep, i64 position, List1 chosen, i64 low);
void still_chosen(List1 *chosen, List1 *source, List1 all, i64 most_);
List1 spread_classes1(List1 signs, List1 keys, List1 caps);
List1 spread_classes2(List2 signs, List1 keys, List1 caps);
List1 spread_shares(List1 laid, List1 filled, List1 caps);
List1 added_up(List1 shares, List1 held);
List1 held_by_place(List1 places, List1 held, List1 shares);
List1 still_held(List1 before, List1 places, List1 caps, i64 most_);
i64 sum_held(List1 before);
List1 lay(List1 positions, i64 number, List1 laid);
HOT List1 class_positions(List1 left) { return (List1){left.p + 1, left.p[0]}; }
HOT i64 class_room(List1 left) { return left.p[left.p[0] + 1]; }
HOT i64 class_later(List1 left) { return left.p[left.p[0] + 2]; }
HOT List1 class_rest(List1 left) { int k = left.p[0] + 3; return (List1){left.p + k, left.n - k}; }

/* ---- shapes */
int fits(int board, List1 lying, i64 shape);
List2 placements(int grid, i64 kind, List1 cells);

/* ---- options */
HOT Opts no_options(void) { return (Opts){take(sizeof(i64) * WIDTH * 8), 0, 8}; }
static COLD void grow_options(Opts *o) {
    i64 *p = take(sizeof(i64) * WIDTH * 2 * (size_t)o->cap);
    memcpy(p, o->p, sizeof(i64) * WIDTH * (size_t)o->n);
    o->p = p;
    o->cap *= 2;
}
HOT i64 *option(Opts *o) {
    if (o->n == o->cap) grow_options(o);
    return memset(o->p + (o->n++) * WIDTH, 0, sizeof(i64) * WIDTH);
}
HOT void option1(Opts *o, i64 v) { option(o)[0] = v; }
HOT Opts options_of(Opts o) { if (o.n > MOST_OPTIONS) give_up(TOO_MUCH); return o; }
HOT int listed(Opts o) { x_->options = o; return LIST; }
int the_one(i64 value);
Opts numbers(i64 first, i64 end);
i64 box1(List1 v);
i64 box2(List2 v);
HOT List1 unbox1(i64 v) { return *(const List1 *)(intptr_t)v; }
HOT List2 unbox2(i64 v) { return *(const List2 *)(intptr_t)v; }

/* ---- frames */
HOT int end_of(const S *s, int up) { return up < 0 ? 0 : up + s->stack[up + 2]; }
HOT void set_top(S *s, int at) { s->top = at; s->used = end_of(s, at); }
HOT cell *room_for(S *s, int up, int size) {
    int at = end_of(s, up);
    if (at + size > N_STACK) give_up(TOO_MUCH);
    s->used = at + size;
    return s->stack + at;
}
int push_frame(S *s, const cell *f);
int end_mark(S *s, int up, int is_free);
HOT const cell *top_of(const S *s) { return s->stack + s->top; }
HOT List1 read1(const cell **q) { List1 v = {*q + 1, **q}; *q += 1 + v.n; return v; }
List2 read2(const cell **q);
List3 read3(const cell **q);
HOT int size1(List1 v) { return v.n + 1; }
int size2(List2 v);
int size3(List3 v);
HOT void write1(cell **q, List1 v) { *(*q)++ = v.n; copy_cells(*q, v.p, v.n); *q += v.n; }
void write2(cell **q, List2 v);
void write3(cell **q, List3 v);

/* ---- the machine */
void forget_ways(X *x);
int trial(S *s, const cell *f, int label, const i64 *c);
int survive(S *s, i64 who, int back);
int can_fail_above(const S *s, int at);
Opts with_free(S *s, const cell *f, int label, Opts o);
List1 running(const S *s);
i64 below(i64 n);

/* ---- what the program gives */
typedef int Step(S *, const cell *);
typedef Opts Listing(S *, const cell *);
typedef int Apply(S *, const cell *, const i64 *);
typedef i64 Has(S *, const cell *, i64);
typedef i64 Draw(S *, const cell *);
typedef i64 Worth(S *, i64);
typedef void Reset(S *);
typedef List1 Winners(S *);
extern Step *const CODE[], *const LEAVE[], *const AGAIN[], *const SETTLE[];
extern Listing *const RAW[], *const LISTS[];
extern Apply *const APPLY[];
extern Has *const AS_MANY[];
extern Draw *const DRAW[];
extern Reset *const RESETS[];
extern Worth *const SCORE[], *const TIE[], *const HINT[], *const SHARED_HINT[];
extern Winners *const WINNERS[];
extern Sign *const SIGS[];
extern const unsigned char STOPS[], CAN_FAIL[], EASY[], COSTLY[], SILENT[], SECRET[], KIND_OF[], ALL_LOSE[], VEILED[], TIE_LOWER[];
extern const int WEIGHT[], GRIDS[], BOARDS[][3];
int run(S *s);
int apply(S *s, const i64 *c);
int look(S *s, const i64 *c, i64 seat);
int look_on(S *s, const i64 *c, i64 seat, u64 *rng); /* with chance after it, answered by rng, or (0) by the twister */
int further(S *s, int r);
u64 rng_bits(u64 *state);
u64 rng_seeded(u64 seed);
i64 rng_below(u64 *state, i64 n);
void mt_seed(Twister *of, u64 seed);
i64 mt_below(Twister *of, i64 n);
i64 now(void);   /* milliseconds */
int list_anew(S *s); /* lists the options of the decision that is due */
Opts FREE_LIST(S *s, i64 me, i64 d);
int FREE_APPLY(S *s, const cell *f, const i64 *c);
#pragma GCC visibility pop
#endif
