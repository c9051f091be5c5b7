"""Train a policy by self-play (PPO with numpy alone), and see how it plays against bots.

    python docs/examples/train_policy.py puerto_rico --players 3 --minutes 15 -o policy.npz
    rulewright simulate puerto_rico --players 3 --games 300 --bots policy:policy.npz,greedy,greedy

One network plays all seats; a game is rewarded at its end with how far a seat is ahead of the best other.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import rulewright as rw
from rulewright.envs import Batch, Encoding

GAMES, STEPS, HIDDEN, EPOCHS, PART = 256, 128, 128, 2, 4096
LAMBDA, CLIP, ENTROPY, RATE, POINTS = 0.97, 0.2, 0.01, 1e-3, 20.0


class Network:
    """Two layers for the policy and two for the value, with Adam."""

    def __init__(self, inputs: int, actions: int, dice: np.random.Generator) -> None:
        shapes = {"w0": (inputs, HIDDEN), "w1": (HIDDEN, actions), "u0": (inputs, HIDDEN), "u1": (HIDDEN, 1)}
        self.p = {n: (dice.normal(size=s) * np.sqrt(2 / s[0])).astype(np.float32) for n, s in shapes.items()}
        self.p["w1"] *= 0.01
        self.p |= {n.replace("w", "b").replace("u", "c"): np.zeros(s[1], np.float32) for n, s in shapes.items()}
        self.m = {n: np.zeros_like(x) for n, x in self.p.items()}
        self.v = {n: np.zeros_like(x) for n, x in self.p.items()}
        self.t, self.mean, self.scale = 0, np.zeros(inputs, np.float32), np.ones(inputs, np.float32)

    def look(self, seen: Any, mask: Any) -> tuple[Any, ...]:
        """What layers give for observations: input, hidden layers, probabilities, values."""
        p, x = self.p, np.clip((seen - self.mean) / self.scale, -5, 5)
        h, g = np.maximum(x @ p["w0"] + p["b0"], 0), np.maximum(x @ p["u0"] + p["c0"], 0)
        z = np.where(mask, h @ p["w1"] + p["b1"], -1e9)
        z = np.exp(z - z.max(axis=1, keepdims=True))
        return x, h, g, z / z.sum(axis=1, keepdims=True), (g @ p["u1"] + p["c1"])[:, 0]

    def learn(self, seen: Any, mask: Any, action: Any, before: Any, gain: Any, target: Any) -> None:
        """One step of PPO on some decisions."""
        x, h, g, probability, value = self.look(seen, mask)
        n, rows = len(x), np.arange(len(x))
        ratio = probability[rows, action] / before
        active = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        dz = probability * (active * ratio * gain)[:, None]
        dz[rows, action] -= active * ratio * gain
        logs = np.log(np.maximum(probability, 1e-12))
        dz += ENTROPY * probability * (logs - (probability * logs).sum(axis=1, keepdims=True))
        dv, p = (value - target)[:, None] * 0.5, self.p
        dh, dg = dz @ p["w1"].T * (h > 0), dv @ p["u1"].T * (g > 0)
        slopes = {"w1": h.T @ dz, "b1": dz.sum(0), "w0": x.T @ dh, "b0": dh.sum(0)}
        slopes |= {"u1": g.T @ dv, "c1": dv.sum(0), "u0": x.T @ dg, "c0": dg.sum(0)}
        self.t += 1
        for name, slope in slopes.items():
            slope = slope / n
            self.m[name] += 0.1 * (slope - self.m[name])
            self.v[name] += 0.01 * (slope**2 - self.v[name])
            grown, spread = 1 - 0.9**self.t, 1 - 0.99**self.t
            p[name] -= RATE * (self.m[name] / grown) / (np.sqrt(self.v[name] / spread) + 1e-5)

    def save(self, path: str, encoding: Encoding) -> None:
        """Write what `policy:FILE` plays."""
        layers = {n: self.p[n] for n in ("w0", "b0", "w1", "b1")}
        np.savez(path, hash=np.array(encoding.hash), mean=self.mean, scale=self.scale, **layers)


def drawn(probability: Any, dice: np.random.Generator) -> Any:
    """An action for each row."""
    return (probability.cumsum(axis=1) > dice.random((len(probability), 1)) * 0.999999).argmax(axis=1)


def gains(player: Any, value: Any, over: Any, rewards: Any) -> tuple[Any, Any]:
    """How much better each decision was than its value (GAE), and whether that is known: what follows the last decision
    of a seat is not, unless the game has ended."""
    steps, rows = player.shape
    seats, all_rows = rewards.shape[2], np.arange(rows)
    gain, known = np.zeros((steps, rows), np.float32), np.zeros((steps, rows), bool)
    after, later, got = (np.zeros((rows, seats), np.float32) for _ in range(3))
    is_known = np.zeros((rows, seats), bool)
    for t in reversed(range(steps)):
        ended = over[t] > 0
        after[ended], later[ended], is_known[ended] = 0, 0, True
        got[ended] = rewards[t][ended] / POINTS
        at = all_rows, player[t]
        gain[t] = got[at] + after[at] - value[t] + LAMBDA * later[at]
        known[t] = is_known[at]
        after[at], later[at], got[at], is_known[at] = value[t], gain[t] * known[t], 0, True
    return gain, known


def wins(encoding: Encoding, net: Network, others: str, games: int, seed: int) -> float:
    """The share of games that the network wins against bots, in each seat as often, taking the likeliest action."""
    batch = Batch(encoding, GAMES, seed, reward="win", others=others)
    seats, found = np.arange(GAMES) % encoding.program.players, []
    while len(found) < games:
        batch.step(net.look(batch.observation, batch.mask)[3].argmax(axis=1))
        found += batch.rewards[batch.over == 1, seats[batch.over == 1]].tolist()
    return float(np.mean(found))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1000, help="to measure at the end")
    parser.add_argument("-o", "--output", default="policy.npz")
    args = parser.parse_args()
    encoding, dice = Encoding(rw.load(args.game, args.players)), np.random.default_rng(args.seed)
    batch = Batch(encoding, GAMES, args.seed, reward="lead")
    net = Network(encoding.size, len(encoding.actions), dice)
    for _ in range(300):  # what the numbers of an observation are like
        batch.step(drawn(batch.mask / batch.mask.sum(axis=1, keepdims=True), dice))
        net.mean += 0.02 * (batch.observation.mean(axis=0) - net.mean)
        net.scale += 0.02 * (batch.observation.std(axis=0) + 0.3 - net.scale)
    begin, steps, told = time.monotonic(), 0, 0.0
    while (gone := time.monotonic() - begin) < 60 * args.minutes:
        kept: dict[str, list[Any]] = {
            n: [] for n in ("seen", "mask", "action", "before", "value", "player", "over", "got")
        }
        for _ in range(STEPS):
            _, _, _, probability, value = net.look(batch.observation, batch.mask)
            action = drawn(probability, dice)
            now = batch.observation.copy(), batch.mask > 0, action, probability[np.arange(GAMES), action], value
            player = batch.player.copy()
            batch.step(action)
            for name, x in zip(kept, (*now, player, batch.over.copy(), batch.rewards.copy()), strict=True):
                kept[name].append(x)
        data = {name: np.array(x) for name, x in kept.items()}
        gain, known = gains(data["player"], data["value"], data["over"], data["got"])
        target = gain + data["value"]
        rows = np.flatnonzero(known.ravel())
        flat = [data[n].reshape(-1, *data[n].shape[2:]) for n in ("seen", "mask", "action", "before")]
        flat += [((gain - gain[known].mean()) / (gain[known].std() + 1e-6)).ravel(), target.ravel()]
        for _ in range(EPOCHS):
            dice.shuffle(rows)
            for i in range(0, len(rows), PART):
                net.learn(*(x[rows[i : i + PART]] for x in flat))
        steps += GAMES * STEPS
        if gone >= told:
            told = gone + 60
            rate = wins(encoding, net, "random", 300, 10**6)
            print(f"{gone / 60:5.1f} min, {steps:>10,} steps: wins {rate:.3f} of the games against random", flush=True)
            net.save(args.output, encoding)
    net.save(args.output, encoding)
    for others in ("random", "greedy"):
        print(
            f"in {args.games} other games it wins {wins(encoding, net, others, args.games, 10**7):.3f} against {others}"
        )


if __name__ == "__main__":
    main()
