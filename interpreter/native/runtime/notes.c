/* Counts what is chosen and carried out in games. A note is {who, label, value …}; it keeps its number from game to game.
   The caller says once which entries a note counts for; so a game is added up by numbers. */
#include "notes.h"
#include <stdlib.h>

#define API __attribute__((visibility("default")))
enum { NOTE = 4 + 2 * WIDTH + 24, MOST_NOTES = 1 << 16 };

typedef struct Note { int at, n, asked, alone, first, entries; uint32_t hash; } Note;
typedef struct Entry { i64 times, asked, choosers, wins; int now, now_asked, who; } Entry;
typedef struct Notes {
    Note *note;
    cell *cells;
    int *of, *touched, *of_notes, *met;
    Entry *entry;
    int n, room, used, cells_room, mask, n_touched, n_of, of_room, n_entries, entries_room;
} Notes;

static void *grown(void *p, size_t bytes) {
    void *q = realloc(p, bytes);
    if (!q) give_up(TOO_MUCH);
    return q;
}
int packed(int label, const i64 *c, cell *out, int room) {
    int n = 0, w = KIND_OF[label] == 1 || c[0] >= FREE ? WIDTH : 1;
    for (int i = 0; i < w; i++) {
        if (i && boxed(label, c[0], i)) {
            List1 v = unbox1(c[i]);
            if (n + v.n + WIDTH > room) give_up(TOO_MUCH);
            out[n++] = v.n;
            for (int j = 0; j < v.n; j++) out[n++] = v.p[j];
        } else out[n++] = i == 0 && c[0] >= FREE ? (cell)(FREE_MARK + (c[0] - FREE)) : (cell)c[i];
    }
    return n;
}
static void widened(Notes *k) {
    int size = 2 * (k->mask + 1);
    k->of = grown(k->of, sizeof(int) * (size_t)size);
    memset(k->of, 0, sizeof(int) * (size_t)size);
    k->mask = size - 1;
    for (int i = 0; i < k->n; i++) {
        uint32_t h = k->note[i].hash & (uint32_t)k->mask;
        while (k->of[h]) h = (h + 1) & (uint32_t)k->mask;
        k->of[h] = i + 1;
    }
}
static int added(Notes *k, const cell *made, int n, uint32_t hash) {
    if (k->n == MOST_NOTES) give_up(TOO_MUCH);
    if (k->n == k->room) {
        k->room = 2 * k->room + 64;
        k->note = grown(k->note, sizeof(Note) * (size_t)k->room);
        k->touched = grown(k->touched, sizeof(int) * (size_t)k->room);
    }
    if (k->used + n > k->cells_room) {
        k->cells_room = 2 * k->cells_room + 64 * NOTE;
        k->cells = grown(k->cells, sizeof(cell) * (size_t)k->cells_room);
    }
    k->note[k->n] = (Note){k->used, n, 0, 0, 0, 0, hash};
    memcpy(k->cells + k->used, made, sizeof(cell) * (size_t)n);
    k->used += n;
    return k->n++;
}
void note(const cell *f, const i64 *c, int alone) {
    Notes *k = x_->notes;
    cell made[NOTE];
    int label = f[0], n = 2;
    made[0] = f[3];
    made[1] = label;
    if (KIND_OF[label] == 2 && c[0] >= 0 && c[0] < FREE) n += source_item(f, label, c[0], made + 2, NOTE - 2);
    else n += packed(label, c, made + 2, NOTE - 2);
    uint32_t hash = 2166136261u;
    for (int i = 0; i < n; i++) hash = (hash ^ (uint32_t)made[i]) * 16777619u;
    hash ^= hash >> 15;
    if (2 * k->n >= k->mask) widened(k);
    for (uint32_t h = hash & (uint32_t)k->mask;; h = (h + 1) & (uint32_t)k->mask) {
        if (!k->of[h]) k->of[h] = 1 + added(k, made, n, hash);
        Note *known = k->note + k->of[h] - 1;
        if (known->hash != hash || known->n != n || memcmp(k->cells + known->at, made, sizeof(cell) * (size_t)n)) continue;
        if (!known->asked && !known->alone) k->touched[k->n_touched++] = k->of[h] - 1;
        if (alone) known->alone++;
        else known->asked++;
        return;
    }
}
void note_alone(const cell *f, const i64 *c) {
    if (KIND_OF[f[0]] == 3 || c[0] >= 0) note(f, c, 1);
}

/* Begin a game: whether notes have been forgotten, since there were too many; entries keep their numbers. */
API int rw_notes_begin(X *x) {
    Notes *k = x->notes;
    if (!k) {
        k = x->notes = calloc(1, sizeof(Notes));
        k->mask = 1023;
        k->of = calloc(1024, sizeof(int));
    }
    for (int i = 0; i < k->n_touched; i++) k->note[k->touched[i]].asked = k->note[k->touched[i]].alone = 0;
    k->n_touched = 0;
    if (k->n < MOST_NOTES / 2) return 0;
    k->n = k->used = k->n_of = 0;
    memset(k->of, 0, sizeof(int) * (size_t)(k->mask + 1));
    return 1;
}
API void rw_notes_end(X *x) {
    Notes *k = x->notes;
    if (!k) return;
    free(k->note), free(k->cells), free(k->of), free(k->touched), free(k->of_notes), free(k->met), free(k->entry);
    free(k);
}
/* How many notes there are, and what one says. */
API int rw_notes(X *x) { return ((Notes *)x->notes)->n; }
API const cell *rw_note(X *x, int i, int *n) { Notes *k = x->notes; *n = k->note[i].n; return k->cells + k->note[i].at; }
/* Of the game at hand {note, times asked, times alone …}, as much as there is room for; how many notes there are. */
API int rw_noted(X *x, int *out, int room) {
    Notes *k = x->notes;
    for (int i = 0; i < k->n_touched && i < room; i++) {
        const Note *it = k->note + k->touched[i];
        out[3 * i] = k->touched[i], out[3 * i + 1] = it->asked, out[3 * i + 2] = it->alone;
    }
    return k->n_touched;
}
/* Say which entries a note counts for. 0, or 1 where memory is out. */
API int rw_counts_for(X *x, int i, const int *entries, int n) {
    Notes *k = x->notes;
    while (k->n_of + n > k->of_room) {
        int room = 2 * k->of_room + 256, *p = realloc(k->of_notes, sizeof(int) * (size_t)room);
        if (!p) return 1;
        k->of_notes = p;
        k->of_room = room;
    }
    k->note[i].first = k->n_of;
    k->note[i].entries = n;
    for (int j = 0; j < n; j++) {
        int e = k->of_notes[k->n_of++] = entries[j];
        if (e >= k->entries_room) {
            int room = 2 * e + 256;
            Entry *p = realloc(k->entry, sizeof(Entry) * (size_t)room);
            int *met = realloc(k->met, sizeof(int) * (size_t)room);
            if (p) k->entry = p;
            if (met) k->met = met;
            if (!p || !met) return 1;
            k->entries_room = room;
        }
        for (; k->n_entries <= e; k->n_entries++) k->entry[k->n_entries] = (Entry){0};
        k->entry[e].who = k->cells[k->note[i].at];
    }
    return 0;
}
/* Add the game at hand to what is counted of all. share: what each seat has won. */
API void rw_add_up(X *x, const i64 *share) {
    Notes *k = x->notes;
    int met = 0;
    for (int i = 0; i < k->n_touched; i++) {
        const Note *it = k->note + k->touched[i];
        for (int j = 0; j < it->entries; j++) {
            Entry *e = k->entry + k->of_notes[it->first + j];
            if (!e->now) k->met[met++] = (int)(e - k->entry);
            e->now += it->asked + it->alone;
            e->now_asked += it->asked;
        }
    }
    for (int i = 0; i < met; i++) {
        Entry *e = k->entry + k->met[i];
        e->times += e->now, e->asked += e->now_asked, e->choosers++, e->wins += share[e->who];
        e->now = e->now_asked = 0;
    }
}
/* {times, asked, choosers, wins} of each entry since this was last asked for. */
API void rw_added_up(X *x, i64 *out, int n) {
    Notes *k = x->notes;
    for (int i = 0; i < n; i++) {
        Entry *e = i < k->n_entries ? k->entry + i : 0;
        i64 *o = out + 4 * i;
        o[0] = e ? e->times : 0, o[1] = e ? e->asked : 0, o[2] = e ? e->choosers : 0, o[3] = e ? e->wins : 0;
        if (e) e->times = e->asked = e->choosers = e->wins = 0;
    }
}
