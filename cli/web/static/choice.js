// From clicks to a decision. Options are (key, text, at): `at` lists, for each thing that is chosen, the names of what
// shows it. A click fixes one of these things; what is left is narrowed until one option remains.

export class Choice {
  constructor(options, isDrawn) {
    this.isDrawn = isDrawn;
    this.options = options.map((option) => ({ ...option, slots: this.slots(option) }));
    this.fixed = [];
  }

  // The names under which the things of an option are drawn; nothing for what is drawn nowhere.
  slots(option) {
    return option.at.map((names) => names.find((name) => this.isDrawn(name))).filter(Boolean);
  }

  left() {
    return this.options.filter((option) => fits(option.slots, this.fixed));
  }

  // Name → options that a click on it would leave. Names that all options share say nothing.
  lit() {
    const left = this.left();
    const found = new Map();
    for (const option of left) {
      for (const name of new Set(open(option.slots, this.fixed))) {
        if (!found.has(name)) found.set(name, []);
        found.get(name).push(option);
      }
    }
    if (left.length > 1) for (const [name, options] of found) if (options.length === left.length) found.delete(name);
    return found;
  }

  click(name) {
    if (!this.lit().has(name)) return false;
    this.fixed.push(name);
    return true;
  }

  back() {
    return this.fixed.pop() !== undefined;
  }
}

// The names of an option that are not fixed yet, each fixed one taken away once.
function open(slots, fixed) {
  const rest = [...slots];
  for (const name of fixed) {
    const at = rest.indexOf(name);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

function fits(slots, fixed) {
  return open(slots, fixed).length === slots.length - fixed.length;
}
