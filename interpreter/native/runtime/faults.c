/* What one thread works with, and how it stops. */
#include "program.h"

TLS X *x_;

_Noreturn void give_up(int why) { longjmp(*x_->entry, why); }
_Noreturn void fail(void) {
    if (x_->caught) longjmp(*x_->caught, 1);
    give_up(FAULTY);
}
/* An index outside a list: below 0 it counts from the end, as in Python. */
int beside(i64 i, i64 n) {
    if (i >= n || i < -n) fail();
    return (int)(i + n);
}
