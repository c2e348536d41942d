// @ts-check
/** A row for an input: what it is, a slider over its range or a field to type into, and what it does. */
import { element } from "./elements.js";
import { exact, meant, shown, typed, unit, valueWords, written } from "./units.js";

/**
 * @typedef {import("./server.js").Input} Input
 * @typedef {import("./server.js").Influence} Influence
 * @typedef {{low: number, high: number}} Range
 */

/** Steps of a slider. */
const steps = 100;

/** @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** The inputs, as the page began with them and as they are now. */
export class Rows {
  /**
   * @param {import("./state.js").State} state
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
     * The path of the input that the answer says to decide.
     * @type {string | undefined}
     */
    this.deciding = undefined;
    /** Called where somebody has moved an input. */
    this.onMove = () => {};
  }

  /**
   * @param {Influence[]} influences the strongest first
   * @param {boolean} isWhole whether the answer is complete
   */
  setInfluences(influences, isWhole) {
    for (const influence of influences) {
      this.influences.set(influence.path, { ...influence, under: this.movedBeside(influence.path) });
    }
    this.deciding = influences.find((influence) => influence.words)?.path;
    if (!isWhole) return;
    // What was found while others were moved that are not now, or the reverse, is forgotten.
    const found = new Set(influences.map((influence) => influence.path));
    for (const [path, influence] of [...this.influences]) {
      if (!found.has(path) && influence.under !== this.movedBeside(path)) this.influences.delete(path);
    }
  }

  /**
   * What is otherwise than at the start beside an input, as one text.
   * @param {string} path
   */
  movedBeside(path) {
    return [...this.now.values()]
      .filter((input) => input.path !== path && input.text !== this.original.get(input.path)?.text)
      .map((input) => `${input.path}: ${input.text}`).join("\n");
  }

  /**
   * Whether somebody has given an input another value; what retention conditions has none.
   * @param {string} path
   */
  isMoved(path) {
    const [before, now] = [this.original.get(path), this.now.get(path)];
    return before !== undefined && now !== undefined && before.text !== now.text && !now.text.startsWith("joint ");
  }

  /**
   * The plausible range of an input: that of the first text, where it was not known there either.
   * @param {string} path
   * @returns {Range | null}
   */
  range(path) {
    for (const input of [this.original.get(path), this.now.get(path)]) {
      if (input && input.low !== null && input.high !== null) return { low: input.low, high: input.high };
    }
    return null;
  }

  /**
   * @param {string} path
   * @param {boolean} isTyped whether it has a field even where it has a slider
   * @returns {{key: string, make: () => HTMLElement}}
   */
  row(path, isTyped) {
    const range = this.range(path);
    return { key: [path, isTyped, range?.low, range?.high].join(" "), make: () => this.made(path, isTyped, range) };
  }

  /**
   * @param {string} path
   * @param {boolean} isTyped
   * @param {Range | null} range
   * @returns {HTMLElement}
   */
  made(path, isTyped, range) {
    const input = /** @type {Input} */ (this.now.get(path));
    const id = `input-${path}`;
    const hasField = isTyped || !range;
    const label = element("label", { for: id, id: `label-${path}` });
    const value = hasField
      ? element("span", { class: "typed" },
          element("input", { type: "number", id, step: "any", onchange: (event) => this.type(path, event.target) }),
          ` ${unit(input)}`)
      : element("output", { for: id });
    const move = (/** @type {Event} */ event) =>
      this.move(path, /** @type {HTMLInputElement} */ (event.target), event.type === "change");
    return element("div", { class: "input", "data-path": path, "data-setting": input.setting },
      element("div", { class: "line" }, label, value),
      range && element("div", { class: "track" },
        element("input", {
          type: "range", id: hasField ? `slider-${path}` : id, "aria-labelledby": hasField ? `label-${path}` : null,
          min: range.low, max: range.high, step: "any", value: input.middle ?? (range.low + range.high) / 2,
          oninput: move, onchange: move, onkeydown: (event) => this.step(path, event, range),
        })),
      range && element("div", { class: "ends" }),
      element("p", {}));
  }

  /**
   * A key moves a slider by a hundredth of its range, and to a round value; one step back takes all of them back.
   * @param {string} path
   * @param {KeyboardEvent} event
   * @param {Range} range
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
   * @param {HTMLInputElement} slider
   * @param {boolean} isLasting whether it stays there, and is not being dragged
   * @param {string | null} group what it is taken back with
   */
  move(path, slider, isLasting, group = null) {
    const input = this.now.get(path);
    if (!input || !Number.isFinite(slider.valueAsNumber)) return;
    this.set(input, slider.valueAsNumber, isLasting, group);
    const row = slider.closest(".input");
    const [field, output] = [row?.querySelector(".typed input"), row?.querySelector("output")];
    const known = { ...input, middle: slider.valueAsNumber, low: null };
    if (field instanceof HTMLInputElement) field.value = typed(slider.valueAsNumber, input);
    if (output) output.textContent = valueWords(known, this.now);
  }

  /**
   * Takes over what was typed; an emptied field is the file's again.
   * @param {string} path
   * @param {HTMLInputElement} field
   */
  type(path, field) {
    const input = this.now.get(path);
    if (!input) return;
    if (field.value) this.set(input, meant(field.valueAsNumber, input), true);
    else this.restore(path);
  }

  /**
   * @param {Input} input
   * @param {number} value
   * @param {boolean} isLasting
   * @param {string | null} [group]
   */
  set(input, value, isLasting, group = null) {
    this.onMove();
    void this.state.edit([{ edit: "set", path: input.setting, value: written(value, input) }], isLasting, group);
  }

  /** @param {string} path */
  restore(path) {
    const input = this.now.get(path);
    if (input) void this.state.edit([{ edit: "restore", path: input.setting }]);
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
    const isUncertain = input.low !== null || input.middle === null;
    const value = valueWords(input, this.now);
    row.classList.toggle("moved", this.isMoved(path));
    /** @type {HTMLElement} */ (row.querySelector("label")).textContent = capital(input.meaning ?? path);

    const field = /** @type {HTMLInputElement | null} */ (row.querySelector(".typed input"));
    if (field && document.activeElement !== field) {
      // What a preset gives is no number of one's own.
      const isOwn = !isUncertain && (this.isMoved(path) || !input.source || input.grade === "measured");
      field.value = isOwn ? typed(/** @type {number} */ (input.middle), input) : "";
      field.placeholder = input.middle === null || isOwn ? "" : `${isUncertain ? "about " : ""}${typed(input.middle, input, 2)}`;
    }
    const output = row.querySelector("output");
    if (output) output.textContent = value;

    const slider = /** @type {HTMLInputElement | null} */ (row.querySelector("input[type=range]"));
    // What is known drives nothing any more; its break-even value stays.
    if (slider && range) {
      if (input.middle !== null && document.activeElement !== slider) slider.value = String(input.middle);
      slider.setAttribute("aria-valuetext", isUncertain ? `${value}, uncertain` : value);
      this.mark(row, input, before.middle, influence?.turns ?? null, range);
    }

    // What inputs drive together is said above them.
    const share = isUncertain && !influence?.others ? influence?.share ?? null : null;
    const facts = [
      share !== null && `drives ${Math.round(100 * share)}% of the uncertainty of ${influence?.of}`,
      `${input.grade}, ${path}`,
    ].filter((fact) => fact).join("; ");
    const words = /** @type {HTMLElement} */ (row.querySelector("p:not(.problem)"));
    const id = `restore-${path}`;
    const had = words.contains(document.activeElement);
    // What decides stands in the answer.
    words.replaceChildren(
      influence?.words && path !== this.deciding ? element("b", {}, `${influence.words} `) : "", `${capital(facts)}. `);
    if (this.isMoved(path)) {
      words.append(element("button", { type: "button", id, onclick: () => this.restore(path) },
        `As in the file: ${valueWords(before, this.original)}`));
      if (had) document.getElementById(id)?.focus();
    } else if (had) {
      (field ?? slider)?.focus();
    }
  }

  /**
   * Marks the middle of the file and the break-even value, and says where the range ends.
   * @param {HTMLElement} row
   * @param {Input} input
   * @param {number | null} middle
   * @param {number | null} turns
   * @param {Range} range
   */
  mark(row, input, middle, turns, range) {
    const track = /** @type {HTMLElement} */ (row.querySelector(".track"));
    for (const mark of track.querySelectorAll("i")) mark.remove();
    const isIn = (/** @type {number | null} */ value) => value !== null && value >= range.low && value <= range.high;
    for (const [kind, value] of /** @type {[string, number | null][]} */ ([["file", middle], ["turn", turns]])) {
      if (value === null || !isIn(value)) continue;
      const mark = element("i", { class: kind, "aria-hidden": "true" });
      // The middle of the thumb runs from half its width to half its width before the end.
      mark.style.left = `calc(8px + (100% - 16px) * ${(value - range.low) / (range.high - range.low)})`;
      track.append(mark);
    }
    const say = (/** @type {number} */ value) => shown(value, input, this.now, 2);
    row.querySelector(".ends")?.replaceChildren(
      element("span", {}, say(range.low)),
      turns !== null && isIn(turns) ? element("span", {}, `break-even ${exact(turns, input, this.now)}`) : "",
      element("span", {}, say(range.high)));
  }
}
