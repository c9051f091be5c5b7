/* Players: the greedy one, as interpreter/players/greedy.py has it, and how all of them are asked. */
#include "players.h"
#include "notes.h"

static int is_barred(int label, const i64 *c) {
    const int32_t *q = x_->barred;
    i64 number = c[0] >= FREE ? MARK_OF_FREE + (c[0] - FREE) : c[0];
    for (int n = *q++; n > 0; n--, q += 4 + q[3]) {
        if (q[0] != label || q[1] != number) continue;
        if (!q[2]) return 1;
        for (int i = 0; i < q[3]; i++) if (q[4 + i] == c[q[2]]) return 1;
    }
    return 0;
}
/* Of each option whether it may be chosen: all of them where all are barred. */
static char *allowed(int label, Opts o) {
    char *may = take((size_t)o.n);
    int free = 0;
    for (int i = 0; i < o.n; i++) free += may[i] = !x_->barred || KIND_OF[label] != 1 || !is_barred(label, o.p + i * WIDTH);
    if (!free) memset(may, 1, (size_t)o.n);
    return may;
}
/* The others answer a simultaneous choice, whatever the option in the same way. */
static int answered(S *t, int r, int seat, u64 answers, u64 *rng) {
    Twister *dice = take(sizeof(Twister));
    mt_seed(dice, answers);
    while (r != OVER && top_of(t)[WHO] != seat && is_simultaneous(t)) {
        if (r == WAITING) run(t);
        r = look_on(t, x_->options.p + mt_below(dice, x_->options.n) * WIDTH, seat, rng);
    }
    return r;
}
static double worth(S *s, const i64 *c, int seat, i64 trials, u64 answers, u64 *rng) {
    char *mark = x_->pos;
    S *t = new_copy(s);
    int r = look_on(t, c, seat, rng);
    if (is_simultaneous(s)) r = answered(t, r, seat, answers, rng);
    double best = 0;
    Opts o = x_->options;
    if (r == LIST && top_of(t)[WHO] == seat && o.n <= trials) {
        const char *may = allowed(top_of(t)[0], o);
        for (int i = 0, first = 1; i < o.n; i++) {
            if (!may[i]) continue;
            double mine = worth(t, o.p + i * WIDTH, seat, trials / o.n, answers, rng);
            if (first || mine > best) best = mine;
            first = 0;
        }
    } else {
        x_->left = MOST_STEPS;
        best = lead(t, seat);
    }
    x_->pos = mark;
    return best;
}
static i64 greedy(S *view, Seat *seat) {
    Opts o = x_->options;
    double *value = take(sizeof(double) * (size_t)o.n), best = 0;
    const char *may = allowed(top_of(view)[0], o);
    int among = 0;
    u64 answers = is_simultaneous(view) ? rng_bits(&seat->rng) : 0;
    for (int i = 0, first = 1; i < o.n; i++) {
        value[i] = worth(view, o.p + i * WIDTH, top_of(view)[WHO], seat->budget / o.n, answers, &seat->rng);
        if (may[i] && (first || value[i] > best)) best = value[i];
        first &= !may[i];
    }
    for (int i = 0; i < o.n; i++) among += may[i] && value[i] == best;
    i64 wanted = among > 1 ? rng_below(&seat->rng, among) : 0;
    for (int i = 0; i < o.n; i++) if (may[i] && value[i] == best && wanted-- == 0) return i;
    return 0;
}
static int same_options(Opts a, Opts b, int label) {
    if (a.n != b.n) return 0;
    for (int i = 0; i < a.n; i++)
        for (int k = 0; k < WIDTH; k++) {
            i64 x = a.p[i * WIDTH + k], y = b.p[i * WIDTH + k];
            if (KIND_OF[label] != 1 && k && a.p[i * WIDTH] < FREE) break;
            if (boxed(label, a.p[i * WIDTH], k)) {
                if (!k || !eq1(unbox1(x), unbox1(y))) return 0;
            } else if (x != y) return 0;
        }
    return 1;
}
i64 picks_of_view(S *view, Seat *seat) {
    x_->weights = seat->weights;
    x_->barred = seat->barred;
    if (seat->kind == SEARCH) return searched(view, seat);
    return seat->kind == GREEDY ? greedy(view, seat) : IN_PYTHON;
}
/* The position as the seat sees it, what is hidden invented. */
static S *view_of(S *s, Seat *seat) {
    Opts options = x_->options;
    int who = top_of(s)[WHO];
    u64 rng = rng_seeded(rng_bits(&seat->rng));
    S *view = new_copy(s);
    redealt(view, who, &rng);
    if (run(view) != LIST || top_of(view)[WHO] != who || !same_options(x_->options, options, top_of(s)[0])) give_up(FAULTY);
    return view;
}
i64 picks(S *s, Seat *seat) {
    if (seat->kind == RANDOM) return rng_below(&seat->rng, x_->options.n);
    if (seat->kind == ELSEWHERE || is_unknown(s)) return IN_PYTHON;
    Opts options = x_->options;
    u64 rng = seat->rng;
    char *mark = x_->pos;
    int noting = x_->noting;
    Twister *twister = x_->twister;
    x_->noting = 0;
    i64 out = picks_of_view(x_->search ? 0 : view_of(s, seat), seat);
    if (out == IN_PYTHON) seat->rng = rng;
    if (out != LATER) x_->pos = mark;
    x_->noting = noting;
    x_->twister = twister;
    x_->options = options;
    return out;
}
