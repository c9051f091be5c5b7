/* Many games stepped by actions, see envs.c. */
#ifndef RULEWRIGHT_ENVS_H
#define RULEWRIGHT_ENVS_H
#include "players.h"

enum { MOST_WORD = 96 };
/* One game: its position, the chance to come, and the actions so far of the option that is being spelled. */
typedef struct Game {
    S s;
    u64 rng, seed;
    int chosen, options;
    cell word[MOST_WORD];
    Seat seats[N_PLAYERS];
} Game;
/* n games, and the arrays into which everything about them is written, a row for each. frames: of each label where the
   depths of the values of its frames stand. kinds: how each seat of each row chooses; those of players of ours are not
   asked. over: 1 a game has ended, 2 it could not go on in C; another is begun. */
typedef struct Env {
    const int32_t *table, *frames;
    const S *start;
    Game *games;
    i64 n, reward, stride;
    const i64 *actions;
    const Seat *kinds;
    float *observed;
    unsigned char *mask;
    int32_t *player;
    float *rewards;
    unsigned char *over;
    i64 *taken;
} Env;

int rw_list(X *, S *);
int rw_step(X *, S *, int, u64 *);
void rw_forget(X *, const S *);
int rw_env_reset(X *x, const Env *e, i64 i, u64 seed);
i64 rw_env_step(X *x, const Env *e);
int rw_env_see(X *x, const Env *e, i64 i, int seat, float *out);
#endif
