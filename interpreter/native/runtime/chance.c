/* Chance and time: SplitMix64 as interpreter/runtime/rng.py has it, and the generator of Python's `random`. */
#include "program.h"
#include <time.h>

static u64 mixed(u64 z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}
u64 rng_bits(u64 *state) { return mixed(*state += UINT64_C(0x9E3779B97F4A7C15)); }
u64 rng_seeded(u64 seed) { return rng_bits(&seed); }
i64 rng_below(u64 *state, i64 n) { return (i64)((unsigned __int128)rng_bits(state) * (u64)n >> 64); }

/* The Mersenne twister as Python seeds and reads it. */
void mt_seed(Twister *of, u64 seed) {
    uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)}, *mt = of->mt;
    int length = key[1] ? 2 : 1, i = 1, j = 0;
    mt[0] = 19650218u;
    for (int k = 1; k < 624; k++) mt[k] = 1812433253u * (mt[k - 1] ^ (mt[k - 1] >> 30)) + (uint32_t)k;
    for (int k = 0; k < 624; k++) {
        mt[i] = (mt[i] ^ ((mt[i - 1] ^ (mt[i - 1] >> 30)) * 1664525u)) + key[j] + (uint32_t)j;
        if (++i >= 624) { mt[0] = mt[623]; i = 1; }
        if (++j >= length) j = 0;
    }
    for (int k = 0; k < 623; k++) {
        mt[i] = (mt[i] ^ ((mt[i - 1] ^ (mt[i - 1] >> 30)) * 1566083941u)) - (uint32_t)i;
        if (++i >= 624) { mt[0] = mt[623]; i = 1; }
    }
    mt[0] = 0x80000000u;
    of->at = 624;
}
static uint32_t mt_next(Twister *of) {
    uint32_t *mt = of->mt, y;
    if (of->at >= 624) {
        for (int k = 0; k < 624; k++) {
            y = (mt[k] & 0x80000000u) | (mt[k < 623 ? k + 1 : 0] & 0x7fffffffu);
            mt[k] = mt[k < 227 ? k + 397 : k - 227] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
        }
        of->at = 0;
    }
    y = mt[of->at++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}
i64 mt_below(Twister *of, i64 n) {
    uint32_t a = mt_next(of) >> 5, b = mt_next(of) >> 6;
    return (i64)((a * 67108864.0 + b) * (1.0 / 9007199254740992.0) * (double)n);
}
i64 below(i64 n) {
    if (n <= 0) fail();
    return x_->twister ? mt_below(x_->twister, n) : rng_below(&x_->rng, n);
}
i64 now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
