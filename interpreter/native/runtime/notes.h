/* What is counted of games: what was chosen, by the numbers of notes; and what is made of that, by numbers of entries. */
#ifndef RULEWRIGHT_NOTES_H
#define RULEWRIGHT_NOTES_H
#include "program.h"

enum { FREE_MARK = 1 << 30 };

#pragma GCC visibility push(hidden)
void note(const cell *f, const i64 *c, int alone);
void note_alone(const cell *f, const i64 *c);
int packed(int label, const i64 *c, cell *out, int room); /* an option as numbers, and how many there are */
int boxed(int label, i64 alternative, int at);
int source_item(const cell *f, int label, i64 number, cell *out, int room);
#pragma GCC visibility pop
void rw_notes_end(X *x);
#endif
