// @ts-check
/** What one person sees under every option, session by session. */
import { element, fill, part } from "./elements.js";
import { ask } from "./server.js";

/**
 * @typedef {{title: string, day: string | null, events: {words: string, kind: string}[]}} Session
 * @typedef {{option: string, outcome: string, sessions: Session[]}} Strip
 * @typedef {{trial: number, install: number, person: string, caution: string, strips: Strip[], found: boolean,
 *   scenario: string, scenarios: string[]}} Person
 */

export class Strips {
  /** @param {import("./state.js").State} state */
  constructor(state) {
    this.state = state;
    this.trial = 0;
    this.install = 0;
    /** The name of the scenario that is shown; empty for the first. */
    this.scenario = "";
    /**
     * The text that is shown; `null` for none yet.
     * @type {string | null}
     */
    this.shown = null;
    this.panel = part("person", HTMLDetailsElement);
    this.panel.addEventListener("toggle", () => void this.refresh());
    part("another-person", HTMLButtonElement).addEventListener("click", () => {
      this.install += 1;
      void this.load();
    });
    this.choice = part("scenario", HTMLSelectElement);
    this.choice.addEventListener("change", () => {
      this.scenario = this.choice.value;
      void this.load();
    });
    part("another-outcome", HTMLButtonElement).addEventListener("click", () => void this.load("other_outcome"));
  }

  /** Draws the same person again where the text is another. */
  async refresh() {
    if (!this.panel.open || this.shown === this.state.text) return;
    await this.load(this.shown === null ? "difference" : undefined);
  }

  /** @param {"difference" | "other_outcome"} [seeks] whom to look for: somebody for whom the options end differently, or otherwise */
  async load(seeks) {
    const text = this.state.text;
    try {
      const person = await ask("trace", { text, trial: this.trial, install: this.install, scenario: this.scenario, seeks });
      this.shown = text;
      this.draw(person, seeks === "other_outcome" && !person.found);
    } catch (error) {
      if (!("problems" in /** @type {object} */ (error))) throw error;
      fill(part("strips", HTMLDivElement), [
        element("p", { class: "note" }, "The experiment file has a problem; the person is shown once it is fixed."),
      ]);
    }
  }

  /**
   * @param {Person} person
   * @param {boolean} isLast whether nobody else ends otherwise
   */
  draw(person, isLast) {
    this.trial = person.trial;
    this.install = person.install;
    this.scenario = person.scenario;
    part("scenario-choice", HTMLLabelElement).hidden = person.scenarios.length < 2;
    fill(this.choice, person.scenarios.map((name) => element("option", { value: name, selected: name === person.scenario }, name)));
    fill(part("strips", HTMLDivElement), [
      element("p", { class: "note" }, `${person.person} ${person.caution}`),
      isLast && element("p", { class: "note" }, "Nobody of the next 2,000 installs ends otherwise."),
      ...person.strips.map((strip) =>
        element("section", { class: "person" },
          element("h3", {}, `${strip.option}: ${strip.outcome}`),
          element("ol", { class: "strip", tabindex: "0", "aria-label": `Sessions under ${strip.option}` },
            ...strip.sessions.map((session) => this.session(session))))),
    ]);
  }

  /** @param {Session} session */
  session(session) {
    if (!session.day) {
      return element("li", { class: "quiet" }, element("b", {}, session.title), "nothing is asked");
    }
    return element("li", {}, element("b", {}, session.title), session.day,
      element("ul", {}, ...session.events.map((event) => element("li", { class: event.kind }, event.words))));
  }
}
