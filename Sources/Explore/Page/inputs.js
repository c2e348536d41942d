// @ts-check
/** The inputs that matter most as sliders, and the search for all others. */
import { element, fill, part, shown, valueWords } from "./elements.js";

/**
 * @typedef {import("./server.js").Input} Input
 * @typedef {import("./server.js").Influence} Influence
 * @typedef {import("./state.js").State} State
 */

/** Sliders that are shown unless somebody asks for more. */
const most = 6;
/** Steps of a slider. */
const steps = 100;

export class Inputs {
  /**
   * @param {State} state
   * @param {Input[]} original the inputs of the text that the page began with
   */
  constructor(state, original) {
    this.state = state;
    /** @type {Map<string, Input>} */
    this.original = new Map(original.map((input) => [input.path, input]));
    /**
     * Those of the text as it is now.
     * @type {Map<string, Input>}
     */
    this.now = new Map(this.original);
    /**
     * By path, what was last known of its influence.
     * @type {Map<string, Influence & {under: string}>}
     */
    this.influences = new Map();
    /**
     * The paths that are shown, in order.
     * @type {string[]}
     */
    this.paths = [];
    /** Whether all keep their places: from the first whole answer on, or once somebody has moved or added one. */
    this.isFixed = false;
    /**
     * The paths by importance, the strongest first.
     * @type {string[]}
     */
    this.strongest = [];
    /**
     * The path of the input that is said to decide.
     * @type {string | undefined}
     */
    this.deciding = undefined;
    this.decides = part("decides", HTMLParagraphElement);
    this.sort = part("sort", HTMLButtonElement);
    this.sort.addEventListener("click", () => {
      this.paths = this.sorted();
      this.draw();
    });
    this.search = part("search", HTMLInputElement);
    this.search.addEventListener("input", () => this.showFound());
  }

  /** @param {Input[]} inputs */
  setInputs(inputs) {
    this.now = new Map(inputs.map((input) => [input.path, input]));
    // What the text holds otherwise than at the start is to be seen and taken back.
    for (const path of this.now.keys()) {
      if (this.isMoved(path) && !this.paths.includes(path)) this.paths[this.isFixed ? "push" : "unshift"](path);
    }
    this.paths = this.paths.filter((path) => this.now.has(path));
    this.draw();
  }

  /**
   * @param {Influence[]} influences the strongest first
   * @param {boolean} isWhole whether the answer is complete
   */
  setInfluences(influences, isWhole) {
    for (const influence of influences) {
      this.influences.set(influence.path, { ...influence, under: this.movedBeside(influence.path) });
    }
    if (isWhole) this.forgetOld(new Set(influences.map((influence) => influence.path)));
    this.strongest = influences.map((influence) => influence.path).filter((path) => this.range(path));
    if (!this.isFixed) {
      const moved = this.paths.filter((path) => this.isMoved(path));
      // Where nothing drives the lead, as in a tie, any may be tried.
      const known = this.strongest.length || !isWhole ? this.strongest : [...this.now.keys()].filter((path) => this.range(path));
      this.paths = [...moved, ...known.filter((path) => !moved.includes(path))].slice(0, Math.max(most, moved.length));
      this.isFixed = isWhole;
    } else {
      for (const path of this.strongest) {
        if (this.paths.length < most && !this.paths.includes(path)) this.paths.push(path);
      }
    }
    this.sayWhatDecides(influences, isWhole);
    this.draw();
  }

  /**
   * Forgets what was found of inputs while others were moved that are not now, or the reverse.
   * @param {Set<string>} found the paths of which the answer itself says something
   */
  forgetOld(found) {
    for (const [path, influence] of [...this.influences]) {
      if (!found.has(path) && influence.under !== this.movedBeside(path)) this.influences.delete(path);
    }
  }

  /**
   * What is moved beside an input, as one text.
   * @param {string} path
   */
  movedBeside(path) {
    return [...this.now.values()].filter((input) => input.path !== path && this.isMoved(input.path))
      .map((input) => `${input.path}: ${input.text}`).join("\n");
  }

  /** The paths that are shown, the strongest first; those without an influence keep their order behind them. */
  sorted() {
    const place = (/** @type {string} */ path) => (this.strongest.indexOf(path) + 1) || Infinity;
    return [...this.paths].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
  }

  /**
   * Whether what decides is that of the text before, and is being worked out anew.
   * @param {boolean} isWaiting
   */
  setWaiting(isWaiting) {
    this.decides.setAttribute("aria-busy", String(isWaiting && this.decides.textContent !== ""));
  }

  /**
   * @param {Influence[]} influences the strongest first
   * @param {boolean} isWhole whether the answer is complete
   */
  sayWhatDecides(influences, isWhole) {
    const isKnown = influences.some((influence) => influence.share !== null);
    // The first answers to a change do not know it yet: until then what was known before stands, marked as old.
    if (!isKnown && !isWhole && this.decides.getAttribute("aria-busy") === "true") return;
    this.setWaiting(false);
    const decides = influences.find((influence) => influence.words);
    this.deciding = decides?.path;
    const name = decides && (this.now.get(decides.path)?.meaning ?? decides.path);
    fill(this.decides, decides && name
      ? [element("b", {}, "What decides: "), `${name}. `, decides.words]
      : [isKnown ? `No ${this.movedBeside("") ? "other" : "single"} input changes the recommendation within its 90% range.`
        : influences.length ? "Which input decides is known after more trials."
        : isWhole && this.paths.length ? "No single input was found to change the recommendation." : null]);
  }

  /** @param {string} path */
  isMoved(path) {
    const [before, now] = [this.original.get(path), this.now.get(path)];
    return before !== undefined && now !== undefined && before.text !== now.text;
  }

  /**
   * The plausible range of an input: that of the first text, where it was not known there either.
   * @param {string} path
   * @returns {{low: number, high: number} | null}
   */
  range(path) {
    for (const input of [this.original.get(path), this.now.get(path)]) {
      if (input && input.low !== null && input.high !== null) return { low: input.low, high: input.high };
    }
    return null;
  }

  draw() {
    const focused = document.activeElement;
    // A slider that is being dragged stays the element that it is.
    const kept = new Map();
    const list = part("inputs", HTMLDivElement);
    for (const row of list.children) {
      if (row instanceof HTMLElement && row.contains(focused)) kept.set(row.dataset.path, row);
    }
    const rows = this.paths.map((path) => {
      const row = kept.get(path) ?? this.row(path);
      this.describe(row, path);
      return row;
    });
    if (!rows.length) rows.push(element("p", { class: "note" },
      this.isFixed ? "No input is uncertain. Any can be found below and changed." : "They are found as trials arrive."));
    const isSame = rows.length === list.children.length && rows.every((row, index) => row === list.children[index]);
    if (!isSame) {
      for (const row of [...list.children]) if (!rows.includes(/** @type {any} */ (row))) row.remove();
      rows.forEach((row, index) => {
        if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null);
      });
    }
    this.sort.hidden = !this.isFixed || this.sorted().every((path, index) => path === this.paths[index]);
  }

  /**
   * @param {string} path
   * @returns {HTMLElement}
   */
  row(path) {
    const id = `input-${path}`;
    const range = this.range(path);
    const input = /** @type {Input} */ (this.now.get(path));
    const value = input.middle ?? (range ? (range.low + range.high) / 2 : 0);
    const change = (/** @type {Event} */ event) => this.move(path, /** @type {HTMLInputElement} */ (event.target), event.type !== "input");
    const field = range
      ? element("input", {
          type: "range", id, min: range.low, max: range.high, step: "any", value,
          oninput: change, onchange: change,
          onkeydown: (event) => this.step(path, event, range),
        })
      : element("input", { type: "number", id, step: "any", value, onchange: change });
    return element(
      "div",
      { class: "input", "data-path": path, "data-setting": input.setting },
      element("div", { class: "line" }, element("label", { for: id }), element("output", { for: id })),
      element("div", { class: "track" }, field),
      range && element("div", { class: "ends", title: "The 90% range that is thought plausible" },
        element("span", {}, shown(range.low, input)), element("span", {}, shown(range.high, input))),
      element("p", {}),
    );
  }

  /**
   * A key moves a slider by a hundredth of its range, and to a round value; one step back takes all of them back.
   * @param {string} path
   * @param {KeyboardEvent} event
   * @param {{low: number, high: number}} range
   */
  step(path, event, range) {
    const moves = /** @type {Record<string, number>} */ ({
      ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10,
    });
    const slider = event.target;
    const move = moves[event.key];
    if (!move || !(slider instanceof HTMLInputElement)) return;
    event.preventDefault();
    slider.value = String(slider.valueAsNumber + (move * (range.high - range.low)) / steps);
    this.move(path, slider, true, path);
  }

  /**
   * @param {string} path
   * @param {HTMLInputElement} field
   * @param {boolean} isLasting whether it stays there, and is not being dragged
   * @param {string | null} group what it is taken back with
   */
  move(path, field, isLasting, group = null) {
    const input = this.now.get(path);
    if (!input || !Number.isFinite(field.valueAsNumber)) return;
    this.isFixed = true;
    const value = String(Number(field.valueAsNumber.toPrecision(3)));
    void this.state.edit([{ edit: "set", path: input.setting, value }], isLasting, group);
    const output = field.closest(".input")?.querySelector("output");
    if (output) output.textContent = shown(Number(value), input);
  }

  /**
   * The words of a row, as they are now.
   * @param {HTMLElement} row
   * @param {string} path
   */
  describe(row, path) {
    const input = /** @type {Input} */ (this.now.get(path));
    const before = this.original.get(path) ?? input;
    const range = this.range(path);
    const influence = this.influences.get(path);
    const field = /** @type {HTMLInputElement} */ (row.querySelector("input"));
    const isKnown = input.low === null && input.middle !== null;
    row.classList.toggle("moved", this.isMoved(path));
    const meaning = input.meaning ?? path;
    const label = /** @type {HTMLElement} */ (row.querySelector("label"));
    label.textContent = meaning.charAt(0).toUpperCase() + meaning.slice(1);
    const isDragged = document.activeElement === field;
    if (input.middle !== null && !isDragged) field.value = String(input.middle);
    const value = valueWords(input);
    /** @type {HTMLElement} */ (row.querySelector("output")).textContent = value;
    field.setAttribute("aria-valuetext", isKnown ? value : `${value}, uncertain`);
    const turns = influence?.turns ?? null;
    if (range) {
      const track = /** @type {HTMLElement} */ (row.querySelector(".track"));
      for (const mark of track.querySelectorAll("i")) mark.remove();
      this.mark(track, "file", before.middle, range);
      this.mark(track, "turn", turns, range);
    }
    // What is known drives nothing any more; its break-even value stays.
    const share = isKnown ? null : influence?.share ?? null;
    const others = isKnown ? 0 : influence?.others ?? 0;
    const together = others > 0 ? `drawn together with ${others} other input${others === 1 ? "" : "s"}` : "";
    const facts = [
      share !== null ? `drives ${Math.round(100 * share)}% of the uncertainty of ${influence?.of}${together && `, ${together}`}` : together,
      `${input.grade}, ${path}`,
    ].filter((fact) => fact).join("; ");
    const words = /** @type {HTMLElement} */ (row.querySelector("p"));
    const id = `restore-${path}`;
    const had = words.contains(document.activeElement);
    // What decides is said above them all.
    words.replaceChildren(influence?.words && path !== this.deciding ? element("b", {}, `${influence.words} `) : "", `${facts.charAt(0).toUpperCase()}${facts.slice(1)}. `);
    if (this.isMoved(path)) {
      words.append(
        element(
          "button",
          { type: "button", id, onclick: () => this.restore(path) },
          // A member of a joint distribution has no text of its own.
          before.text.startsWith("joint ") ? "Back to the file's distribution" : `As in the file: ${before.text}`,
        ),
      );
      if (had) document.getElementById(id)?.focus();
    } else if (had) {
      field.focus();
    }
  }

  /** @param {string} path */
  restore(path) {
    const input = this.now.get(path);
    if (input) void this.state.edit([{ edit: "restore", path: input.setting }]);
  }

  /**
   * @param {HTMLElement} track
   * @param {string} kind
   * @param {number | null} value
   * @param {{low: number, high: number}} range
   */
  mark(track, kind, value, range) {
    if (value === null || value < range.low || value > range.high) return;
    const mark = element("i", { class: kind, "aria-hidden": "true" });
    // The middle of the thumb runs from half its width to half its width before the end.
    const share = (value - range.low) / (range.high - range.low);
    mark.style.left = `calc(8px + (100% - 16px) * ${share})`;
    track.append(mark);
  }

  showFound() {
    const words = this.search.value.trim().toLowerCase().split(/\s+/).filter((word) => word);
    const found = words.length
      ? [...this.now.values()].filter((input) =>
          words.every((word) => `${input.path} ${input.meaning ?? ""} ${input.grade}`.toLowerCase().includes(word)))
      : [];
    const list = part("found", HTMLUListElement);
    const rows = found.slice(0, 12).map((input) =>
      element("li", {},
        element("button", { type: "button", onclick: () => this.add(input.path) },
          `${input.path}: ${input.meaning ?? "a number of the model"}. ${input.text}`)));
    if (words.length && !found.length) rows.push(element("li", { class: "note" }, "No input has these words."));
    if (found.length > 12) rows.push(element("li", { class: "note" }, `${found.length - 12} more; add a word.`));
    fill(list, rows);
  }

  /** @param {string} path */
  add(path) {
    this.isFixed = true;
    if (!this.paths.includes(path)) this.paths.unshift(path);
    this.search.value = "";
    this.showFound();
    this.draw();
    document.getElementById(`input-${path}`)?.focus();
  }
}
