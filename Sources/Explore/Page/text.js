// @ts-check
/** The pane with the experiment file. */
import { element, fill, part } from "./elements.js";

/**
 * @typedef {import("./server.js").Problem} Problem
 * @typedef {import("./state.js").State} State
 */

/** Milliseconds without a key after which a text is read. */
const pause = 300;

export class TextPane {
  /**
   * @param {State} state
   * @param {string} name what problems call the text
   */
  constructor(state, name) {
    this.state = state;
    this.name = name;
    this.field = part("text", HTMLTextAreaElement);
    this.gutter = part("gutter", HTMLPreElement);
    this.field.value = state.text;
    let timer = 0;
    const take = () => {
      clearTimeout(timer);
      if (this.field.value === state.text) state.onChange(state.text);
      else state.set(this.field.value, true);
    };
    this.field.addEventListener("input", () => {
      state.onWait();
      this.number([]);
      clearTimeout(timer);
      timer = setTimeout(take, pause);
    });
    this.field.addEventListener("change", () => {
      if (this.field.value !== state.text) take();
    });
    this.field.addEventListener("scroll", () => (this.gutter.scrollTop = this.field.scrollTop));
    this.number([]);
  }

  /** @param {string} text */
  show(text) {
    if (this.field.value !== text) {
      const { selectionStart, selectionEnd, scrollTop } = this.field;
      this.field.value = text;
      this.field.setSelectionRange(selectionStart, selectionEnd);
      this.field.scrollTop = scrollTop;
    }
    this.number([]);
  }

  /**
   * The numbers of the lines, those with a problem marked.
   * @param {number[]} marked
   */
  number(marked) {
    const count = this.field.value.split("\n").length;
    const lines = [];
    for (let line = 1; line <= count; line += 1) {
      lines.push(marked.includes(line) ? element("b", {}, String(line)) : String(line), "\n");
    }
    this.gutter.replaceChildren(...lines);
    this.gutter.scrollTop = this.field.scrollTop;
  }

  /** @param {Problem[]} problems errors and warnings, in the order of the text */
  showProblems(problems) {
    const errors = problems.filter((problem) => problem.severity === "error");
    this.number(errors.map((problem) => problem.line));
    this.field.setAttribute("aria-invalid", String(errors.length > 0));
    fill(part("text-problems", HTMLUListElement), problems.map((problem) => this.item(problem)));
  }

  /** @param {Problem} problem */
  item(problem) {
    const isHere = problem.line > 0 && problem.file === this.name;
    const place = isHere
      ? element("button", { type: "button", class: "linked", onclick: () => this.goTo(problem.line) }, `Line ${problem.line}`)
      : problem.file;
    return element("li", { class: problem.severity }, place, place ? ": " : "", problem.message);
  }

  /** @param {number} line */
  goTo(line) {
    part("file", HTMLDetailsElement).open = true;
    const lines = this.field.value.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.field.focus();
    this.field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    const height = parseFloat(getComputedStyle(this.field).lineHeight);
    this.field.scrollTop = Math.max(0, (line - 5) * height);
  }
}
