// @ts-check
/** The inputs that decide most as sliders, and the search for all others. */
import { element, fill, part, place } from "./elements.js";
import { capital } from "./rows.js";
import { valueWords } from "./units.js";

/**
 * @typedef {import("./server.js").Input} Input
 * @typedef {import("./server.js").Influence} Influence
 * @typedef {import("./rows.js").Rows} Rows
 */

/** Sliders that are shown unless somebody asks for more. */
const most = 6;

export class Inputs {
  /**
   * @param {Rows} rows
   * @param {import("./numbers.js").Numbers} numbers what has a row of its own elsewhere
   */
  constructor(rows, numbers) {
    this.rows = rows;
    this.numbers = numbers;
    /**
     * The paths that are shown, in order.
     * @type {string[]}
     */
    this.paths = [];
    /** Whether all keep their places: from the first whole answer on, or once somebody has moved or added one. */
    this.isFixed = false;
    rows.onMove = () => (this.isFixed = true);
    /**
     * The paths by importance, the strongest first.
     * @type {string[]}
     */
    this.strongest = [];
    this.list = part("inputs", HTMLDivElement);
    this.sort = part("sort", HTMLButtonElement);
    this.sort.addEventListener("click", () => {
      this.paths = this.sorted();
      this.draw();
    });
    this.search = part("search", HTMLInputElement);
    this.search.addEventListener("input", () => this.showFound());
  }

  /**
   * Whether an input has a place among the sliders.
   * @param {string} path
   */
  isHere(path) {
    return !this.numbers.paths.includes(path) && !/(^|\.)retention\./.test(path);
  }

  /** Takes over the inputs of a new text. */
  setInputs() {
    const { rows } = this;
    // What the text holds otherwise than at the start is to be seen and taken back; other alerts have a choice.
    for (const path of rows.now.keys()) {
      if (rows.isMoved(path) && this.isHere(path) && !path.startsWith("alerts.") && !this.paths.includes(path)) {
        this.paths[this.isFixed ? "push" : "unshift"](path);
      }
    }
    this.paths = this.paths.filter((path) => rows.now.has(path) && this.isHere(path));
    this.draw();
  }

  /**
   * @param {Influence[]} influences the strongest first
   * @param {boolean} isWhole whether the answer is complete
   */
  setInfluences(influences, isWhole) {
    const { rows } = this;
    this.strongest = influences.map((influence) => influence.path).filter((path) => rows.range(path) && this.isHere(path));
    if (!this.isFixed) {
      const moved = this.paths.filter((path) => rows.isMoved(path));
      // Where nothing drives the lead, as in a tie, any may be tried.
      const known = this.strongest.length || !isWhole ? this.strongest
        : [...rows.now.keys()].filter((path) => rows.range(path) && this.isHere(path));
      this.paths = [...moved, ...known.filter((path) => !moved.includes(path))].slice(0, Math.max(most, moved.length));
      this.isFixed = isWhole;
    } else {
      for (const path of this.strongest) {
        if (this.paths.length < most && !this.paths.includes(path)) this.paths.push(path);
      }
    }
    const own = influences.filter(({ path, share }) => share !== null && this.numbers.paths.includes(path)).slice(0, 3);
    fill(part("own", HTMLParagraphElement), own.length ? ["Among your numbers: ", ...own.flatMap(({ path, share }, place) => [
      place ? ", " : "",
      element("a", { href: `#input-${path}` }, rows.now.get(path)?.meaning ?? path), ` (${Math.round(100 * (share ?? 0))}%)`,
    ]), "."] : []);
    this.draw();
  }

  /** The paths that are shown, the strongest first; those without an influence keep their order behind them. */
  sorted() {
    const place = (/** @type {string} */ path) => (this.strongest.indexOf(path) + 1) || Infinity;
    return [...this.paths].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
  }

  /**
   * The joint distribution that an input is drawn by in the file; `undefined` for none.
   * @param {string} path
   */
  joint(path) {
    return /^joint (.+), member \d+$/.exec((this.rows.original.get(path) ?? this.rows.now.get(path))?.text ?? "")?.[1];
  }

  draw() {
    const { rows } = this;
    const joints = new Map();
    for (const path of this.paths) {
      const joint = this.joint(path) ?? path;
      joints.set(joint, [...(joints.get(joint) ?? []), path]);
    }
    this.paths = [...joints.values()].flat();
    const groups = [...joints].flatMap(([joint, paths]) => [
      ...(this.joint(paths[0]) ? [{ key: `joint ${joint}`, make: () => element("p", { class: "together" }) }] : []),
      ...paths.map((/** @type {string} */ path) => rows.row(path, false)),
    ]);
    if (!groups.length) {
      groups.push({ key: String(this.isFixed), make: () => element("p", { class: "note" },
        this.isFixed ? "No input is uncertain. Any can be found below and changed." : "They are found as trials arrive.") });
    }
    for (const row of place(this.list, groups)) {
      const { path, key } = row.dataset;
      if (path) {
        rows.describe(row, path);
        row.classList.toggle("member", this.joint(path) !== undefined);
      } else if (row.className === "together") row.textContent = this.togetherWords(joints.get(key?.slice(6)));
    }
    this.sort.hidden = !this.isFixed || this.sorted().every((path, index) => path === this.paths[index]);
  }

  /**
   * What is said above inputs that are drawn together.
   * @param {string[]} paths those that are shown
   */
  togetherWords(paths) {
    const influence = paths.map((path) => this.rows.influences.get(path)).find((found) => found && found.others > 0);
    const count = (influence?.others ?? paths.length - 1) + 1;
    const share = influence?.share ?? null;
    return `Drawn together, ${count} inputs` + (count > paths.length ? `, ${paths.length} of them here` : "")
      + (share === null ? "." : `: ${Math.round(100 * share)}% of the uncertainty of ${influence?.of}.`);
  }

  showFound() {
    const { now } = this.rows;
    const words = this.search.value.trim().toLowerCase().split(/\s+/).filter((word) => word);
    const found = words.length
      ? [...now.values()].filter((input) =>
          words.every((word) => `${input.path} ${input.meaning ?? ""} ${input.grade}`.toLowerCase().includes(word)))
      : [];
    const list = part("found", HTMLUListElement);
    const rows = found.slice(0, 12).map((input) =>
      element("li", {},
        element("button", { type: "button", onclick: () => this.add(input.path) },
          `${capital(input.meaning ?? input.path)}: ${valueWords(input, now)} (${input.path})`)));
    if (words.length && !found.length) rows.push(element("li", { class: "note" }, "No input has these words."));
    if (found.length > 12) rows.push(element("li", { class: "note" }, `${found.length - 12} more; add a word.`));
    fill(list, rows);
  }

  /** @param {string} path */
  add(path) {
    this.isFixed = true;
    if (this.isHere(path) && !this.paths.includes(path)) this.paths.unshift(path);
    this.search.value = "";
    this.showFound();
    this.draw();
    const day = /(?:^|\.)retention\.d(\d+)$/.exec(path)?.[1];
    document.getElementById(day ? `retention-${day}` : `input-${path}`)?.focus();
  }
}
