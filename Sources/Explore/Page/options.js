// @ts-check
/** The options as cards. */
import { element, fill, part } from "./elements.js";

/**
 * @typedef {import("./server.js").Option} Option
 * @typedef {import("./server.js").Experiment} Experiment
 * @typedef {import("./server.js").Edit} Edit
 * @typedef {import("./server.js").Moment} Moment
 * @typedef {import("./state.js").State} State
 */

/**
 * A text as YAML reads it back.
 * @param {string} text
 */
const quoted = (text) =>
  /^[a-z]\w*$/i.test(text) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(text) ? text : JSON.stringify(text);

/**
 * The moments at which an option can ask, by their words in a file: what chooses one, how its field is called where it
 * has a number, which number it begins with, and how it reads.
 * @type {Record<string, {choice: string, field?: string, first?: number, words: (count: number, event: string) => string}>}
 */
const moments = {
  launch: { choice: "at launch", words: () => "at launch" },
  onboarding: { choice: "after onboarding", words: () => "after onboarding" },
  event: {
    choice: "after an event", field: "How many of them",
    words: (count, event) => `after ${count > 1 ? `${event} no. ${count}` : `the first ${event}`}`,
  },
  session: { choice: "from a session on", field: "Session", first: 2, words: (count) => `from session ${count} on` },
};

/**
 * A moment in words.
 * @param {Moment} moment
 */
export const momentWords = ({ at, event, count = 1 }) => moments[at]?.words(count, event ?? "") ?? at;

/** Cards that are shown unless somebody asks for more. */
const most = 6;

export class Options {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {Experiment | null} */
    this.experiment = null;
    /**
     * The names of the cards, from above.
     * @type {string[]}
     */
    this.order = [];
    /**
     * Those that show their fields.
     * @type {Set<string>}
     */
    this.open = new Set();
    /** Whether all cards are shown. */
    this.isLong = false;
    part("new-option", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      this.addNew();
    });
  }

  /** @param {Experiment} experiment */
  draw(experiment) {
    this.experiment = experiment;
    const names = experiment.options.map((option) => option.name);
    this.order = this.order.filter((name) => names.includes(name));
    for (const name of names.filter((name) => !this.order.includes(name))) {
      // A copy stands beside its original, wherever a text has it.
      const original = this.order.findLastIndex((other) => this.stem(other) === this.stem(name));
      this.order.splice(original < 0 ? this.order.length : original + 1, 0, name);
    }
    const cards = this.order.filter((name) => experiment.options[names.indexOf(name)].written)
      .map((name) => this.card(experiment.options[names.indexOf(name)], names.indexOf(name)));
    const swept = names.length - cards.length;
    const further = cards.splice(most);
    fill(part("options", HTMLDivElement), [
      ...cards,
      further.length > 0 && element("details", {
        id: "more-options", open: this.isLong, ontoggle: (event) => (this.isLong = event.target.open),
      }, element("summary", { id: "more-options-summary" }, `${further.length} more`), ...further),
      swept > 0 && element("p", { class: "note" },
        `${swept} option${swept === 1 ? " comes" : "s come"} from a sweep, to be changed in the experiment file.`),
    ]);
    part("new-option", HTMLFormElement).hidden = !experiment.usageStrings.length;
  }

  /**
   * The name of what an option is a copy of.
   * @param {string} name
   */
  stem(name) {
    const [, stem, number] = /^(.*)_(\d+)$/.exec(name) ?? [];
    return number && this.experiment?.options.some((option) => option.name === stem) ? stem : name;
  }

  /**
   * When and how an option asks, in a few words.
   * @param {Option} option
   */
  gist({ moment, delay, prePrompt, allowed }) {
    return [
      `asks ${momentWords(moment)}`, delay ? `${delay} s later` : "", prePrompt ? `with ${prePrompt}` : "",
      allowed ? "" : "Apple’s rules forbid it",
    ].filter((words) => words).join(", ");
  }

  /**
   * @param {Option} option
   * @param {number} index
   */
  card(option, index) {
    const experiment = /** @type {Experiment} */ (this.experiment);
    const id = (/** @type {string} */ name) => `option-${index}-${name}`;
    const path = (/** @type {string} */ name) => `arms.${option.name}.${name}`;
    const set = (/** @type {string} */ name, /** @type {string} */ value) =>
      void this.state.edit([{ edit: "set", path: path(name), value }]);
    const moment = option.moment;
    const choices = Object.entries(moments).filter(([at]) => at !== "event" || experiment.events.length);
    const at = this.select(
      id("at"), choices.map(([at, { choice }]) => /** @type {[string, string]} */ ([at, choice])), moment.at,
      (value) => set("ask", this.moment(value, moment)));
    const name = element("input", {
      id: id("name"), value: option.name, required: true, autocomplete: "off",
      onchange: (event) => this.rename(option, event.target),
    });
    const fields = [element("label", {}, "Name", name), element("label", {}, "Asks", at)];
    if (moment.at === "event") {
      fields.push(
        element("label", {}, "Event",
          this.select(id("event"), experiment.events.map((name) => [name, name]), moment.event ?? "",
            (value) => set("ask", this.moment("event", { ...moment, event: value })))));
    }
    const field = moments[moment.at]?.field;
    if (field) {
      fields.push(
        element("label", {}, field,
          this.number(id("count"), moment.count ?? 1, 1, 1,
            (value) => set("ask", this.moment(moment.at, { ...moment, count: value })))));
    }
    if (option.delay !== null) {
      fields.push(
        element("label", {}, "Delay, seconds",
          this.number(id("delay"), option.delay, 0, "any", (value) => set("delay_seconds", String(value)))));
    }
    if (experiment.prePrompts.length) {
      fields.push(
        element("label", {}, "Pre-prompt",
          this.select(id("pre-prompt"), [["", "none"], ...experiment.prePrompts.map((name) => /** @type {[string, string]} */ ([name, name]))],
            option.prePrompt ?? "",
            (value) => value ? set("pre_prompt", quoted(value)) : void this.state.edit([{ edit: "remove", path: path("pre_prompt") }]))));
    }
    fields.push(
      element("label", {}, "Usage string",
        this.select(id("usage"), experiment.usageStrings.map((name) => [name, name]), option.usageString,
          (value) => set("usage_string", quoted(value)))));
    return element("details", {
      class: "card", "data-setting": `arms.${option.name}`, "aria-label": option.name, open: this.open.has(option.name),
      ontoggle: (event) => this.open[event.target.open ? "add" : "delete"](option.name),
    },
      element("summary", { id: id("summary") },
        element("b", {}, element("bdi", {}, option.name)), " ", element("span", {}, this.gist(option))),
      element("div", { class: "fields" }, ...fields),
      element("div", { class: "row" },
        element("button", { type: "button", id: id("copy"), "aria-label": `Copy ${option.name}`, onclick: () => this.copy(option) }, "Copy"),
        experiment.options.length > 1 &&
          element("button", { type: "button", id: id("remove"), "aria-label": `Remove ${option.name}`, onclick: () => this.remove(option) }, "Remove")));
  }

  /**
   * A moment of asking as a file has it.
   * @param {string} at
   * @param {Moment} moment
   */
  moment(at, moment) {
    const { field, first = moment.count ?? 1 } = moments[at] ?? {};
    if (!field) return at;
    const count = moment.at === at ? moment.count ?? 1 : first;
    if (at !== "event") return `{${at}: ${count}}`;
    const event = moment.event ?? this.experiment?.events[0] ?? "";
    return `{after: ${quoted(event)}, count: ${count}}`;
  }

  /**
   * A name that no option has.
   * @param {string} name
   */
  free(name) {
    const taken = new Set(this.experiment?.options.map((option) => option.name));
    let number = 2;
    while (taken.has(`${name}_${number}`)) number += 1;
    return taken.has(name) ? `${name}_${number}` : name;
  }

  /**
   * @param {Option} option
   * @param {HTMLInputElement} field
   */
  rename(option, field) {
    const name = field.value.trim().replaceAll(".", "_");
    if (!name || name === option.name) {
      field.value = option.name;
      return;
    }
    const free = this.free(name);
    /** @type {Edit[]} */
    const edits = [{ edit: "copy", path: `arms.${option.name}`, value: free }, { edit: "remove", path: `arms.${option.name}` }];
    // Without a name the first option is the baseline, and the copy stands behind the others.
    const baseline = this.experiment?.baseline ?? this.experiment?.options[0]?.name;
    if (baseline === option.name) edits.push({ edit: "set", path: "baseline", value: quoted(free) });
    this.order = this.order.map((other) => (other === option.name ? free : other));
    this.open.add(free);
    void this.state.edit(edits);
  }

  /** @param {Option} option */
  copy(option) {
    const name = this.free(option.name);
    this.open.add(name);
    // Where the list is cut, the copy may be the first behind.
    this.isLong = true;
    void this.state.edit([{ edit: "copy", path: `arms.${option.name}`, value: name }]);
  }

  /** @param {Option} option */
  remove(option) {
    /** @type {Edit[]} */
    const edits = [{ edit: "remove", path: `arms.${option.name}` }];
    const other = this.experiment?.options.find((candidate) => candidate.name !== option.name);
    if (this.experiment?.baseline === option.name && other) {
      edits.unshift({ edit: "set", path: "baseline", value: quoted(other.name) });
    }
    void this.state.edit(edits);
  }

  addNew() {
    const field = part("new-option-name", HTMLInputElement);
    const usage = this.experiment?.usageStrings[0];
    const name = field.value.trim();
    if (!name || usage === undefined) return;
    const value = `{ask: {session: 2}, usage_string: ${quoted(usage)}}`;
    const free = this.free(name.replaceAll(".", "_"));
    this.open.add(free);
    this.isLong = true;
    void this.state.edit([{ edit: "set", path: `arms.${free}`, value }]);
    field.value = "";
  }

  /**
   * @param {string} id
   * @param {[string, string][]} choices value and words
   * @param {string} chosen
   * @param {(value: string) => void} onChange
   */
  select(id, choices, chosen, onChange) {
    return element("select", { id, onchange: (event) => onChange(event.target.value) },
      ...choices.map(([value, words]) => element("option", { value, selected: value === chosen }, words)));
  }

  /**
   * @param {string} id
   * @param {number} value
   * @param {number} min
   * @param {number | string} step
   * @param {(value: number) => void} onChange
   */
  number(id, value, min, step, onChange) {
    return element("input", {
      type: "number", id, value, min, step,
      onchange: (event) => {
        if (event.target.checkValidity() && event.target.value) onChange(event.target.valueAsNumber);
        else event.target.reportValidity();
      },
    });
  }
}
