/* Players that choose in C. */
#ifndef RULEWRIGHT_PLAYERS_H
#define RULEWRIGHT_PLAYERS_H
#include "program.h"

enum { PAUSED = 6, MOST_DECISIONS = 10000, MARK_OF_FREE = 1 << 30 };
enum { ELSEWHERE = 0, RANDOM = 1, GREEDY = 2, SEARCH = 3 };
enum { IN_PYTHON = -1, LATER = -2 }; /* what stands for the number of an option: where to choose, or go on when called again */

/* How somebody chooses. budget: positions looked at, or playouts, or milliseconds. weights: of each hint in percent (0:
   all as they are). barred: what they do not choose while there is anything else (0: nothing): how many entries, each
   {label, alternative, place in the option, number of values, values …}, where place 0 bars the alternative. The rest is as
   in search.py. */
typedef struct Seat {
    i64 kind;
    u64 rng; /* their own chance */
    i64 budget, by_time, cut_off, candidates;
    double exploration, temperature, even;
    const int32_t *weights, *barred;
} Seat;

#pragma GCC visibility push(hidden)
i64 picks(S *s, Seat *seat);          /* the number of an option of the decision that is due */
i64 picks_of_view(S *view, Seat *seat); /* the same, of a position that is dealt anew already */
int is_simultaneous(const S *s);
int is_unknown(const S *s);           /* whether only Python can deal anew what is hidden */
void redealt(S *s, int seat, u64 *rng); /* what is hidden from a seat is dealt anew */
double own(S *s, int p);
double shared(S *s, int p);
double ahead(const double *points, int seat);
double lead(S *s, int seat);
/* Of each seat its points, whether it is among those who may win (1), and has won (2); how many have won. */
int standing(S *s, double *totals, int *how);
i64 searched(S *view, Seat *seat);
void forget_search(X *x);
#pragma GCC visibility pop
#endif
