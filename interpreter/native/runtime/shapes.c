/* Shapes on grids and boards. */
#include "program.h"

/* The ways to lay the shape of a kind on cells of a grid. */
List2 placements(int grid, i64 kind, List1 cells) {
    static __thread unsigned char free_[N_PLACES + 1];
    List2 ways = DEEP_ROWS[GRIDS[grid] + kind];
    spend(ways.n);
    for (int i = 0; i < cells.n; i++) if (cells.p[i] >= 0) free_[cells.p[i]] = 1;
    Grow2 out = vec2(15);
    for (int w = 0; w < ways.n; w++) {
        int all = 1;
        for (int i = 0; i < ways.p[w].n && all; i++) all = free_[ways.p[w].p[i]];
        if (all) push2(&out, ways.p[w]);
    }
    for (int i = 0; i < cells.n; i++) if (cells.p[i] >= 0) free_[cells.p[i]] = 0;
    return done2(out);
}

/* What lies on a board: masks of shape n are {how many, cells of one, mask, …} one after another. */
static const u64 *masks_of(int board, int shape) {
    const u64 *at = TM + BOARDS[board][1];
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
enum { KNOWN = 1024, KEY = 30 };
int fits(int board, List1 lying, i64 shape) {
    static __thread struct { unsigned char n, key[KEY], fits; } known[KNOWN];
    const u64 *order[KEY + 1];
    unsigned char key[KEY];
    int n = 0, area = 0;
    if (lying.n >= KEY) give_up(TOO_MUCH);
    for (int i = 0; i <= lying.n; i++) {
        int mine = i < lying.n ? (int)tab(BOARDS[board][0], N_PIECES, lying.p[i]) : (int)shape, at = n++;
        while (at > 0 && key[at - 1] > mine && i < lying.n) { key[at] = key[at - 1]; at--; }
        key[at] = (unsigned char)mine;
    }
    uint32_t h = 2166136261u + (uint32_t)board;
    for (int i = 0; i < n; i++) h = (h ^ key[i]) * 16777619u;
    h = (h ^ (h >> 15)) & (KNOWN - 1);
    if (0 && known[h].n == n && known[h].fits < 4 && known[h].fits >> 1 == (unsigned)board % 2 && !memcmp(known[h].key, key, (size_t)n))
        return known[h].fits & 1;
    for (int i = 0; i < n; i++) {
        const u64 *mine = masks_of(board, key[i]);
        int at = i;
        while (at > 0 && (order[at - 1][1] < mine[1] || (order[at - 1][1] == mine[1] && order[at - 1] > mine))) { order[at] = order[at - 1]; at--; }
        order[at] = mine;
        area += (int)mine[1];
    }
    return area <= BOARDS[board][2] && packs(order, n, 0, 0, 0);
}
