// @ts-check
/** Saving and keeping. */
import { element, fill, part } from "./elements.js";
import { ask } from "./server.js";

/** @typedef {{run: string, name: string | null, experiment: string, trials: number}} Run */

/**
 * A word as a shell reads it back.
 * @param {string} word
 */
const shellWord = (word) => (/^[\w./=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

export class Runs {
  /**
   * @param {import("./state.js").State} state
   * @param {string} path the name under which the text is saved
   * @param {string} source the file that it began with
   */
  constructor(state, path, source) {
    this.state = state;
    this.path = path;
    this.source = source;
    /** The id that the text's run has in the store. */
    this.current = "";
    /** @type {Run[]} */
    this.runs = [];
    part("save", HTMLButtonElement).addEventListener("click", () => this.save());
    part("command", HTMLButtonElement).addEventListener("click", () => void this.copyCommand());
    part("keep", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      void this.keep();
    });
    void this.load();
  }

  /** @param {string} run */
  setCurrent(run) {
    if (run === this.current) return;
    this.current = run;
    this.draw();
  }

  async load() {
    this.runs = await this.tried(async () => (await ask("runs")).runs, this.runs);
    this.draw();
  }

  /**
   * @template Value
   * @param {() => Promise<Value>} work
   * @param {Value} otherwise
   * @returns {Promise<Value>}
   */
  async tried(work, otherwise) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.say(error.message);
      return otherwise;
    }
  }

  /** @param {string} words */
  say(words) {
    part("kept", HTMLParagraphElement).textContent = words;
  }

  save() {
    const link = element("a", {
      href: URL.createObjectURL(new Blob([this.state.text], { type: "application/yaml" })),
      download: this.path.split("/").pop() ?? "experiment.yaml",
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    this.say(this.state.isRefused
      ? `Saved as ${link.download}, with the errors that stand at the top.`
      : `Saved as ${link.download}. Simulate it with: att-lab simulate ${shellWord(link.download)}`);
  }

  /** The command that simulates this text, wherever it is pasted. */
  get commandText() {
    if (this.state.text === this.state.original) return `att-lab simulate ${shellWord(this.source)}`;
    let end = "EXPERIMENT";
    while (this.state.text.split("\n").includes(end)) end += "_";
    // What is piped in stands in the terminal's folder.
    const from = this.state.text.replace(/^extends: .*/m, () => `extends: ${JSON.stringify(this.source)}`);
    const text = from.endsWith("\n") ? from : `${from}\n`;
    return `att-lab simulate - <<'${end}'\n${text}${end}`;
  }

  async copyCommand() {
    try {
      await navigator.clipboard.writeText(this.commandText);
      this.say(this.state.isRefused ? "Copied, with the errors that stand at the top." : "Copied. Paste it into a terminal.");
    } catch {
      fill(part("kept", HTMLParagraphElement), ["The browser does not let the page copy. Here it is:"]);
      part("kept", HTMLParagraphElement).append(element("textarea", { readonly: true, rows: 6, cols: 60, "aria-label": "Command" }, this.commandText));
    }
  }

  async keep() {
    const name = part("keep-name", HTMLInputElement).value.trim();
    this.say("Keeping it …");
    await this.tried(async () => {
      const kept = await ask("keep", { text: this.state.text, name });
      await this.load();
      this.say(`Kept as ${kept.run}${kept.name ? ` (${kept.name})` : ""}.`);
    }, undefined);
  }

  draw() {
    const isKept = this.runs.some((run) => run.run === this.current);
    const others = this.runs.filter((run) => run.run !== this.current);
    const link = (/** @type {string} */ href, /** @type {string} */ words, /** @type {object} */ more = {}) =>
      element("a", { href, ...more }, words);
    const own = isKept
      ? element("p", {}, "This state is kept: ",
          link(`report?run=${this.current}`, "open its report", { target: "_blank", rel: "noopener" }), ", ",
          link(`report?run=${this.current}`, "save the report", { download: `${this.current}.html` }), ", ",
          link(`table?run=${this.current}`, "save the CSV table", { download: `${this.current}.csv` }), ".")
      : element("p", { class: "note" }, "Once kept, this state has a report and a CSV table.");
    const rows = others.map((run) => {
      const name = element("bdi", {}, run.name ?? run.run);
      return element("li", {}, name, `: ${run.experiment}, ${run.trials} trials, `,
        link(`report?run=${run.run}`, "report", { target: "_blank", rel: "noopener" }));
    });
    fill(part("runs", HTMLDivElement), [own, rows.length ? element("h3", {}, "Kept runs") : null, rows.length ? element("ul", {}, ...rows) : null]);
  }
}
