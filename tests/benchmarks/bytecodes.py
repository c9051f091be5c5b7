"""Count what Python carries out in random games of Puerto Rico, in the engine and in the hand-written peer.

    python tests/benchmarks/bytecodes.py                # a table
    python tests/benchmarks/bytecodes.py --games 20 --functions 15

No load of the machine changes these numbers. What follows an answer, up to the next one, is counted for the question
that was answered; what the peer's loop does between is counted apart. Tracing takes a hundred times as long as playing.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE)]

QUESTIONS = {
    "role": ("round", "ROLE"),
    "Settler": ("settle", "take_tile", "renew_row", "hospice", "DRAW", "TILE", "HOSPICE"),
    "Mayor": ("mayor", "place_colonists", "spread", "COLONIST", "PLACE"),
    "Builder": ("builder", "build", "UNIVERSITY", "BUILD"),
    "Craftsman": ("craftsman", "PRODUCE", "EXTRA"),
    "Trader": ("trader", "SELL"),
    "Captain": ("captain", "store", "LOAD", "KIND", "BARREL"),
    "setup": ("setup",),
}


def question_of(name: str) -> str:
    """The row in which a question is counted, by the function or constant that asks it."""
    found = [q for q, words in QUESTIONS.items() for w in words if name.removeprefix("S_").startswith(w)]
    return found[0] if found else name


class Count:
    """Bytecodes by question and by function. asked: the question whose answer is being carried out."""

    def __init__(self, loop: str) -> None:
        self.asked, self.loop = "setup", loop
        self.by_question: Counter[str] = Counter()
        self.by_function: Counter[str] = Counter()

    def trace(self, frame: FrameType, event: str, arg: object) -> Callable[..., Any] | None:
        """For `sys.settrace`: functions of this file are not counted."""
        if frame.f_code.co_filename == __file__:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return self._opcode

    def _opcode(self, frame: FrameType, event: str, arg: object) -> Callable[..., Any]:
        if event == "opcode":
            name = frame.f_code.co_name
            self.by_question["the loop" if name == self.loop else self.asked] += 1
            self.by_function[name] += 1
        return self._opcode


def engine(games: int) -> Count:
    """Random play as straight code, which is what plays after the first hundred games."""
    from random import Random

    import interpreter as rw

    game = rw.load("puerto_rico", players=4)
    machine = game.straight
    assert machine is not None
    count = Count("")
    for seed in range(games):
        draw = Random(seed).random

        def fraction(draw: Callable[[], float] = draw) -> float:
            count.asked = question_of(sys._getframe(1).f_code.co_name)
            return draw()

        count.asked = "setup"
        start = machine.start()
        sys.settrace(count.trace)
        machine.straight_playout(start, fraction)
        sys.settrace(None)
    return count


def peer(games: int) -> Count:
    """The hand-written game."""
    import handwritten

    names = {number: name for name, number in vars(handwritten).items() if name.startswith("ASK_")}
    count = Count("playout")
    original = handwritten.Random

    class Noting(original):  # type: ignore[misc, valid-type]
        def random(self) -> float:
            state = sys._getframe(1).f_locals["s"]
            count.asked = question_of(names[state[handwritten.PHASE]].removeprefix("ASK_"))
            return float(super().random())

    handwritten.Random = Noting
    for seed in range(games):
        count.asked = "setup"
        sys.settrace(count.trace)
        handwritten.playout(4, seed)
        sys.settrace(None)
    handwritten.Random = original
    return count


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--functions", type=int, default=0, help="so many functions of each that take most")
    args = parser.parse_args()
    counts = {"engine": engine(args.games), "handwritten": peer(args.games)}
    rows = [*QUESTIONS, "the loop"]
    rows += sorted({q for c in counts.values() for q in c.by_question} - set(rows))
    print(f"{'bytecodes a game':24}{''.join(f'{name:>14}' for name in counts)}")
    for row in rows:
        print(f"{row:24}{''.join(f'{c.by_question[row] / args.games:14,.0f}' for c in counts.values())}")
    print(f"{'together':24}{''.join(f'{c.by_question.total() / args.games:14,.0f}' for c in counts.values())}")
    for name, count in counts.items() if args.functions else ():
        print(f"\n{name}")
        for function, number in count.by_function.most_common(args.functions):
            print(f"  {function:28}{number / args.games:10,.0f}")


if __name__ == "__main__":
    main()
