/* Players that choose in C. */
#ifndef RULEWRIGHT_PLAYERS_H
#define RULEWRIGHT_PLAYERS_H
#include "program.h"

enum { WHO = 3, PAUSED = 6, MOST_DECISIONS = 10000, FREE_MARK = 1 << 30 };
enum { ELSEWHERE = 0, RANDOM = 1, GREEDY = 2 };

/* kind: how somebody chooses. rng: their own chance. */
typedef struct Seat { i64 kind; u64 rng; } Seat;

/* What one seat does not see, as Dealer._Hidden has it: lists of {length, numbers …}. */
extern const int32_t *HIDDEN[N_PLAYERS], *BELONGING[N_PLAYERS], *BACKS;

#pragma GCC visibility push(hidden)
i64 picks(S *s, Seat *seat);            /* the number of an option, -1 where Python is to choose */
int standing(S *s, int seat, double *totals); /* 3: the seat has won; the points of all */
int redealt(S *s, int seat, u64 *rng);  /* what is hidden from a seat is dealt anew */
int boxed(int label, i64 alternative, int at);
int source_item(const cell *f, int label, i64 number, cell *out, int room);
#pragma GCC visibility pop
extern const unsigned char ALL_LOSE[], VEILED[], TIE_LOWER[];
#endif
