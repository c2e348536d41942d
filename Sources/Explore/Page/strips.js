// @ts-check
/** What one person sees under every option, session by session. */
import { element, fill, part } from "./elements.js";
import { ask } from "./server.js";

/**
 * @typedef {{title: string, day: string | null, events: {words: string, kind: string}[]}} Session
 * @typedef {{option: string, outcome: string, sessions: Session[]}} Strip
 * @typedef {{trial: number, install: number, person: string, caution: string, strips: Strip[], found: boolean}} Person
 */

export class Strips {
  /** @param {import("./state.js").State} state */
  constructor(state) {
    this.state = state;
    this.trial = 0;
    this.install = 0;
    /**
     * The text that is shown; `null` for none yet.
     * @type {string | null}
     */
    this.shown = null;
    this.panel = part("person", HTMLDetailsElement);
    this.panel.addEventListener("toggle", () => void this.refresh());
    part("another-person", HTMLButtonElement).addEventListener("click", () => {
      this.install += 1;
      void this.load(false);
    });
    part("another-outcome", HTMLButtonElement).addEventListener("click", () => void this.load(true));
  }

  /** Draws the same person again where the text is another. */
  async refresh() {
    if (this.panel.open && this.shown !== this.state.text) await this.load(false);
  }

  /** @param {boolean} other whether to look for somebody for whom it ends otherwise */
  async load(other) {
    const text = this.state.text;
    try {
      const person = await ask("trace", { text, trial: this.trial, install: this.install, other });
      this.shown = text;
      this.draw(person);
    } catch (error) {
      if (!("problems" in /** @type {object} */ (error))) throw error;
      fill(part("strips", HTMLDivElement), [
        element("p", { class: "note" }, "The experiment file has a problem; the person is shown once it is fixed."),
      ]);
    }
  }

  /** @param {Person} person */
  draw(person) {
    this.trial = person.trial;
    this.install = person.install;
    fill(part("strips", HTMLDivElement), [
      element("p", { class: "note" }, `${person.person} ${person.caution}`),
      !person.found && element("p", { class: "note" }, "Nobody of the next 2,000 installs ends otherwise."),
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
