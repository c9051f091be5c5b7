/* Shapes on grids and boards. */
#include "program.h"
#include <stdlib.h>

/* The ways to lay the shape of a kind on cells of a grid. */
List2 placements(int grid, i64 kind, List1 cells) {
    unsigned char *free_ = take(N_PLACES + 1);
    memset(free_, 0, N_PLACES + 1);
    List2 ways = DEEP_ROWS[GRIDS[grid] + kind];
    spend(ways.n);
    for (int i = 0; i < cells.n; i++) if (cells.p[i] >= 0 && cells.p[i] < N_PLACES) free_[cells.p[i]] = 1;
    Grow2 out = vec2(15);
    for (int w = 0; w < ways.n; w++) {
        int all = 1;
        for (int i = 0; i < ways.p[w].n && all; i++) all = free_[ways.p[w].p[i]];
        if (all) push2(&out, ways.p[w]);
    }
    return done2(out);
}

/* What lies on a board: masks of shape n are {how many, cells of one, mask, …} one after another. */
static const u64 *masks_of(int board, int shape) {
    const u64 *at = x_->data.masks + BOARDS[board][1];
    while (shape--) at += 2 + at[0];
    return at;
}
static int packs(const u64 **order, int n, int i, u64 used, int least_) {
    if (i == n || order[i][1] == 1) return 1;
    int start = i && order[i] == order[i - 1] ? least_ : 0, count = (int)order[i][0];
    spend(40 * (count - start));
    for (int j = start; j < count; j++) {
        u64 mask = order[i][2 + j];
        if (!(used & mask) && packs(order, n, i + 1, used | mask, j + 1)) return 1;
    }
    return 0;
}
/* Whether one more shape fits beside what lies on a board, in some arrangement of all. Answers are remembered by the
   shapes, sorted; an entry whose n is 0 is empty. */
enum { KNOWN = 1024, KEY = 28 };
typedef struct Known { unsigned char n, board, fits, key[KEY]; } Known;
int fits(int board, List1 lying, i64 shape) {
    if (!x_->known) x_->known = calloc(KNOWN, sizeof(Known));
    if (!x_->known) give_up(TOO_MUCH);
    const u64 *order[KEY + 1];
    Known made = {0};
    int n = 0, area = 0;
    if (lying.n >= KEY || shape > 255 || board > 255) give_up(TOO_MUCH);
    for (int i = 0; i <= lying.n; i++) {
        i64 mine = i < lying.n ? tab(BOARDS[board][0], N_PIECES, lying.p[i]) : shape;
        if (mine > 255) give_up(TOO_MUCH);
        int at = n++;
        for (; at > 0 && made.key[at - 1] > mine; at--) made.key[at] = made.key[at - 1];
        made.key[at] = (unsigned char)mine;
    }
    made.n = (unsigned char)n;
    made.board = (unsigned char)board;
    uint32_t h = 2166136261u ^ (uint32_t)board;
    for (int i = 0; i < n; i++) h = (h ^ made.key[i]) * 16777619u;
    Known *kept = (Known *)x_->known + ((h ^ (h >> 15)) & (KNOWN - 1));
    if (kept->n == n && kept->board == board && !memcmp(kept->key, made.key, KEY)) return kept->fits;
    for (int i = 0; i < n; i++) { /* the largest first, those of one shape together */
        const u64 *mine = masks_of(board, made.key[i]);
        int at = i;
        for (; at > 0 && order[at - 1][1] < mine[1]; at--) order[at] = order[at - 1];
        order[at] = mine;
        area += (int)mine[1];
    }
    made.fits = area <= BOARDS[board][2] && packs(order, n, 0, 0, 0);
    *kept = made;
    return made.fits;
}
