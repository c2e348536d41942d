// @ts-check
/** The options as cards. */
import { element, fill, part } from "./elements.js";

/**
 * @typedef {import("./server.js").Option} Option
 * @typedef {import("./server.js").Experiment} Experiment
 * @typedef {import("./server.js").Edit} Edit
 * @typedef {import("./state.js").State} State
 */

/**
 * A text as YAML reads it back.
 * @param {string} text
 */
const quoted = (text) =>
  /^[a-z]\w*$/i.test(text) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(text) ? text : JSON.stringify(text);

export class Options {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {Experiment | null} */
    this.experiment = null;
    part("new-option", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      this.addNew();
    });
  }

  /** @param {Experiment} experiment */
  draw(experiment) {
    this.experiment = experiment;
    fill(part("options", HTMLDivElement), experiment.options.map((option, index) => this.card(option, index)));
    const usage = experiment.usageStrings.length;
    part("new-option", HTMLFormElement).hidden = !usage;
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
    if (!option.written) {
      return element("fieldset", { class: "card" }, element("legend", {}, option.name),
        element("p", { class: "note" }, "This option comes from a sweep: change it in the experiment file."));
    }
    const moment = option.moment;
    const at = this.select(id("at"), [
      ["launch", "at launch"], ["onboarding", "after onboarding"],
      ...(experiment.events.length ? /** @type {[string, string][]} */ ([["event", "after an event"]]) : []),
      ["session", "from a session on"],
    ], moment.at, (value) => set("ask", this.moment(value, moment)));
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
    if (moment.at === "event" || moment.at === "session") {
      fields.push(
        element("label", {}, moment.at === "event" ? "How many of them" : "Session",
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
    return element("fieldset", { class: "card", "data-setting": `arms.${option.name}` },
      element("legend", {}, option.name),
      element("div", { class: "fields" }, ...fields),
      element("div", { class: "row" },
        element("button", { type: "button", id: id("copy"), "aria-label": `Copy ${option.name}`, onclick: () => this.copy(option) }, "Copy"),
        experiment.options.length > 1 &&
          element("button", { type: "button", id: id("remove"), "aria-label": `Remove ${option.name}`, onclick: () => this.remove(option) }, "Remove")),
      !option.allowed && element("p", { class: "note" }, "Apple’s rules forbid this option."));
  }

  /**
   * A moment of asking as a file has it.
   * @param {string} at
   * @param {import("./server.js").Moment} moment
   */
  moment(at, moment) {
    const count = moment.count ?? 1;
    if (at === "session") return `{session: ${moment.at === "session" ? count : 2}}`;
    if (at !== "event") return at;
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
    /** @type {Edit[]} */
    const edits = [{ edit: "rename", path: `arms.${option.name}`, name: this.free(name) }];
    if (this.experiment?.baseline === option.name) {
      edits.push({ edit: "set", path: "baseline", value: quoted(this.free(name)) });
    }
    void this.state.edit(edits);
  }

  /** @param {Option} option */
  copy(option) {
    void this.state.edit([{ edit: "copy", path: `arms.${option.name}`, name: this.free(option.name) }]);
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
    void this.state.edit([{ edit: "set", path: `arms.${this.free(name.replaceAll(".", "_"))}`, value }]);
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
