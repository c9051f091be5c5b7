/* What a position is worth to each seat, as interpreter/players/evaluation.py has it. */
#include "players.h"

double own(S *s, int p) {
    i64 score = 0, hints = 0;
    for (int i = 0; i < N_SCORE; i++) score += SCORE[i](s, p);
    if (N_HINT) {
        const int32_t *w = x_->weights;
        for (int i = 0; i < N_HINT; i++) hints += HINT[i](s, p) * (w ? w[i] : 1);
        return (double)score + (double)hints / (w ? 10000 : 100);
    }
    i64 counters = 0, pieces = 0;
    const int32_t *q = x_->data.belonging[p];
    for (int n = *q++; n > 0; n--) counters += s->c[*q++];
    for (int n = *q++; n > 0; n--) pieces += s->c[*q++];
    return (double)score + 0.1 * (double)counters + 0.25 * (double)pieces;
}
double ahead(const double *points, int seat) {
    if (N_PLAYERS == 1) return points[seat];
    double best = 0, sum = 0;
    int first = 1;
    for (int p = 0; p < N_PLAYERS; p++) {
        if (p == seat) continue;
        if (first || points[p] > best) best = points[p];
        sum += points[p];
        first = 0;
    }
    return points[seat] - (best + sum / (N_PLAYERS - 1)) / 2;
}
/* Of each seat its points, whether it may win and has won; how many have won. */
int standing(S *s, double *totals, int *how) {
    i64 strength[N_PLAYERS][2 + N_TIE];
    int ending = s->c[1] ? s->c[1] - 1 : 0, won = 0;
    List1 eligible = {0, 0};
    if (!ALL_LOSE[ending]) eligible = WINNERS[ending](s);
    for (int p = 0; p < N_PLAYERS; p++) {
        i64 total = 0;
        for (int i = 0; i < N_SCORE; i++) total += SCORE[i](s, p);
        totals[p] = (double)total;
        strength[p][0] = in1(p, eligible);
        strength[p][1] = total;
        for (int i = 0; i < N_TIE; i++) strength[p][2 + i] = TIE_LOWER[i] ? -TIE[i](s, p) : TIE[i](s, p);
    }
    for (int p = 0; p < N_PLAYERS; p++) {
        int best = 1;
        for (int o = 0; o < N_PLAYERS && best; o++)
            for (int i = 0; i < 2 + N_TIE; i++) {
                if (strength[o][i] > strength[p][i]) best = 0;
                if (strength[o][i] != strength[p][i]) break;
            }
        how[p] = !strength[p][0] ? 0 : best ? 3 : 1;
        won += how[p] == 3;
    }
    return won;
}
double shared(S *s, int p) {
    i64 sum = 0;
    for (int i = 0; i < N_SHARED_HINT; i++) sum += SHARED_HINT[i](s, p);
    return N_SHARED_HINT ? (double)sum / 100 : 0.0;
}
double lead(S *s, int seat) {
    double points[N_PLAYERS];
    int how[N_PLAYERS];
    if (s->c[1]) {
        standing(s, points, how);
        if (!how[seat]) return -1000.0;
        return (how[seat] & 2 ? 10.0 : 0.0) + ahead(points, seat);
    }
    for (int p = 0; p < N_PLAYERS; p++) points[p] = own(s, p);
    return ahead(points, seat) + shared(s, seat);
}
