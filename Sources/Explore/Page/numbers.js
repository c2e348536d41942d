// @ts-check
/** "Your five numbers": what a team knows of its own app. */
import { element, fill, part, place } from "./elements.js";
import { momentWords } from "./options.js";
import { typed, valueWords } from "./units.js";

/**
 * @typedef {import("./server.js").Experiment} Experiment
 * @typedef {import("./server.js").Edit} Edit
 */

/** Rows of one number at most, where scenarios or segments have their own. */
const most = 6;

export class Numbers {
  /**
   * @param {import("./state.js").State} state
   * @param {import("./rows.js").Rows} rows
   */
  constructor(state, rows) {
    this.state = state;
    this.rows = rows;
    /**
     * The inputs that have a row here.
     * @type {string[]}
     */
    this.paths = [];
    this.list = part("numbers", HTMLDivElement);
  }

  /** @param {Experiment} experiment */
  draw(experiment) {
    // What an option has of its own is what is compared.
    const all = [...this.rows.now.keys()].filter((path) => !path.startsWith("arms."));
    const named = (/** @type {string} */ key) =>
      all.filter((path) => path === key || path.endsWith(`.${key}`)).slice(0, most);
    const [onboarding, allow, wait] = [named("onboarding.first"), named("allow.rate"), named("attribution.wait_seconds")];
    this.paths = [...onboarding, ...allow, ...wait];
    const inputs = (/** @type {string[]} */ paths) => paths.map((path) => this.rows.row(path, true));
    // Figures condition what is believed of visits; visits that a file writes out take none.
    const hasRetention = this.rows.now.has("retention.d1")
      || this.rows.now.get("sessions.leave.a")?.text.startsWith("joint ");
    place(this.list, [
      ...(hasRetention ? [{ key: "retention", make: () => this.retention() }] : []),
      ...inputs(onboarding), ...inputs(allow),
      { key: "push", make: () => this.choice("push", "Push permission is asked", "population.alerts", "In the file: alerts.") },
      {
        key: "retry",
        make: () => this.choice("retry", "Where another alert is up, the app asks again", "arms", "In the file: retry, of every option."),
      },
      ...inputs(wait),
    ]);
    for (const day of hasRetention ? days : []) {
      const field = part(`retention-${day}`, HTMLInputElement);
      const input = this.rows.now.get(`retention.d${day}`);
      if (document.activeElement !== field) field.value = input && input.middle !== null ? typed(input.middle, input) : "";
    }
    this.choosePush(experiment);
    this.chooseRetry(experiment);
    this.describe();
  }

  /** What the rows say, as answers arrive. */
  describe() {
    for (const row of this.list.children) {
      const path = /** @type {HTMLElement} */ (row).dataset.path;
      if (path && this.rows.now.has(path)) this.rows.describe(/** @type {HTMLElement} */ (row), path);
    }
  }

  retention() {
    const field = (/** @type {number} */ day) =>
      element("label", { class: "typed" }, `day ${day} `,
        element("input", {
          type: "number", id: `retention-${day}`, step: "any", "aria-label": `Installs back on day ${day}, per cent`,
          onchange: (event) => {
            const { value } = event.target;
            const path = `population.retention.d${day}`;
            void this.state.edit([value ? { edit: "set", path, value: `${value}%` } : { edit: "restore", path }]);
          },
        }), " %");
    return element("div", { class: "input", "data-setting": "population.retention" },
      element("div", { class: "line" }, element("b", {}, "Installs that are back")),
      element("div", { class: "days" }, ...days.map(field)),
      element("p", {}, "Day 1 alone will do. Empty: as uncertain as in the file."));
  }

  /**
   * @param {string} id
   * @param {string} words
   * @param {string} setting
   * @param {string} note
   */
  choice(id, words, setting, note) {
    return element("div", { class: "input", "data-setting": setting },
      element("div", { class: "line" }, element("label", { for: id }, words)),
      element("select", { id }),
      element("p", {}, note));
  }

  /**
   * Offers choices; the row says what stands where nothing is chosen.
   * @param {string} id
   * @param {[string, string][]} choices value and words
   * @param {string} chosen
   * @param {(value: string) => Edit[]} edits
   */
  choose(id, choices, chosen, edits) {
    const field = part(id, HTMLSelectElement);
    fill(field, choices.map(([value, words]) => element("option", { value, selected: value === chosen }, words)));
    field.onchange = () => void this.state.edit(edits(field.value));
  }

  /** @param {Experiment} experiment */
  choosePush({ alert }) {
    const path = `population.alerts.${alert?.name ?? "push"}`;
    const [share, offset] = ["share", "offset"].map((key) => this.rows.now.get(`alerts.${alert?.name}.${key}`));
    const isOpen = alert !== null && (alert.open || share?.low !== null);
    const isNever = !alert || share?.middle === 0;
    const seconds = offset?.low === null ? offset.middle : null;
    /** @type {[string, string][]} */
    const choices = [
      ["launch", "at launch, at once"], ["onboarding", "after onboarding, at once"], ["never", "never, or long after"],
    ];
    let now = isNever ? "never" : isOpen ? "" : alert.moment.at;
    if (alert && !isNever && !isOpen && (seconds !== 0 || !choices.some(([value]) => value === now))) {
      now = "file";
      const when = seconds === null ? ", how soon is open" : seconds ? `, ${seconds} s later` : "";
      choices.unshift([now, momentWords(alert.moment) + when]);
    }
    if (alert && isOpen) {
      const some = share?.middle ? `${valueWords(share, this.rows.now)} of installs ` : "";
      choices.unshift(["", `not said: ${some}${momentWords(alert.moment)}`]);
    } else if (alert) {
      choices.push(["", "as in the file"]);
    }
    this.choose("push", choices, now, (value) => {
      const set = (/** @type {string} */ key, /** @type {string} */ to) => /** @type {Edit} */ ({ edit: "set", path: `${path}.${key}`, value: to });
      if (value === now) return [];
      if (!value) return ["at", "share", "offset"].map((key) => ({ edit: "restore", path: `${path}.${key}` }));
      if (value === "never") return [set("share", "0")];
      // In an app of one's own everybody is asked.
      return [set("at", value), ...(isOpen || isNever ? [set("share", "100%")] : []), set("offset", "0")];
    });
  }

  /** @param {Experiment} experiment */
  chooseRetry({ options }) {
    const written = options.filter((option) => option.written);
    const retries = new Set(written.map((option) => option.retry ?? ""));
    const row = part("retry", HTMLSelectElement).parentElement;
    if (row) {
      row.hidden = !written.length;
      row.dataset.setting = `arms.${written[0]?.name}.retry`;
    }
    /** @type {[string, string][]} */
    const choices = [
      ["", "not said: as if it did, and tried without"], ["each_activation", "yes, as soon as the app is active again"],
      ["next_session", "yes, in the next session"], ["never", "no"],
    ];
    if (retries.size > 1) choices.unshift(["mixed", "differs between the options"]);
    this.choose("retry", choices, retries.size > 1 ? "mixed" : [...retries][0] ?? "", (value) =>
      value === "mixed" ? [] : written.map(({ name }) => {
        const path = `arms.${name}.retry`;
        return value ? { edit: "set", path, value } : { edit: "restore", path };
      }));
  }
}

/** The days of retention. */
const days = [1, 7, 30];
