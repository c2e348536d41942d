// @ts-check
/** Puts the page together: a new text asks for a new answer, and each event draws what it is about. */
import { element, fill, part } from "./elements.js";
import { Inputs } from "./inputs.js";
import { Numbers } from "./numbers.js";
import { Options } from "./options.js";
import { Rows, capital } from "./rows.js";
import { Runs } from "./runs.js";
import { Refusal, ask, watch } from "./server.js";
import { State } from "./state.js";
import { Strips } from "./strips.js";
import { TextPane } from "./text.js";
import { valueWords } from "./units.js";

/**
 * @typedef {import("./server.js").Problem} Problem
 * @typedef {import("./server.js").Experiment} Experiment
 * @typedef {import("./server.js").Look} Look
 */

/** The places of the report's pieces, by their names. */
const pieces = ["answer", "changes", "steps", "days", "funnel"];

/** @param {string} words */
const say = (words) => {
  const status = part("status", HTMLSpanElement);
  if (status.textContent !== words) status.textContent = words;
};

/** @param {Problem[]} problems */
const showProblems = (problems) => {
  const box = part("problems", HTMLDivElement);
  box.hidden = !problems.length;
  fill(box, problems.slice(0, 3).map((problem) =>
    element("p", {}, problem.line > 0 ? `Line ${problem.line}: ` : "", problem.message)));
};

/**
 * Says what is wrong with a change at the field that made it.
 * @param {import("./server.js").Edit[]} made
 * @param {Problem[]} problems
 * @returns {boolean} whether there is such a field
 */
const sayAtField = (made, problems) => {
  for (const old of document.querySelectorAll(".problem")) old.remove();
  // What names no text is of the page or the program.
  if (!problems.length || !problems[0].file) return false;
  const fields = [...document.querySelectorAll("[data-setting]")].filter((field) => {
    const setting = /** @type {HTMLElement} */ (field).dataset.setting ?? "";
    return made.some(({ path }) => path === setting || path.startsWith(`${setting}.`));
  });
  const field = fields.at(-1);
  if (!field) return false;
  const words = element("p", { class: "problem", role: "alert" }, capital(problems[0].message));
  field.append(words);
  words.scrollIntoView({ block: "nearest" });
  return true;
};

/** @type {Problem} */
const damaged = {
  file: "", line: 0, column: 0, severity: "error",
  message: "This address is not complete: the changes that it held are lost. This is the file as the page began with it.",
};

/** Changes of a scenario that are shown, at most. */
const mostChanges = 4;

/**
 * What each scenario sets otherwise than the population, so that their names say something.
 * @param {Experiment} experiment
 */
const showScenarios = ({ scenarios, inputs }) => {
  const all = new Map(inputs.map((input) => [input.path, input]));
  fill(part("scenarios", HTMLUListElement), scenarios.length < 2 ? [] : scenarios.map((name) => {
    const start = `scenarios.${name}.`;
    const own = inputs.filter((input) => input.path.startsWith(start));
    const changes = own.slice(0, mostChanges).map((input) => `${input.meaning ?? input.path.slice(start.length)}, ${valueWords(input, all)}`);
    if (own.length > mostChanges) changes.push(`${own.length - mostChanges} more`);
    return element("li", {}, element("b", {}, name), `: ${changes.join("; ") || "as in the population"}.`);
  }));
};

// A link within the page leads there without the address, which holds the text.
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
  const place = link && document.getElementById(link.getAttribute("href")?.slice(1) ?? "");
  if (!place) return;
  event.preventDefault();
  place.scrollIntoView();
  place.focus({ preventScroll: true });
});

const start = await ask("start").catch((error) => {
  if (!(error instanceof Refusal)) throw error;
  showProblems(error.problems);
  return null;
});
if (start) begin(start);

/** @param {{text: string, path: string, source: string, store: string, inputs: import("./server.js").Input[]}} start */
function begin(start) {
  /**
   * Ends the answer that is on its way.
   * @type {AbortController | null}
   */
  let asked = null;
  /** Whether the answer that is on its way has come to its first look. */
  let isLooked = true;
  /**
   * What is asked for next, once it has.
   * @type {string | null}
   */
  let next = null;
  /** @type {Problem[]} */
  let warnings = [];

  const refuse = (/** @type {Problem[]} */ problems) => {
    if (!state.isMistyped && sayAtField(state.made, problems)) showProblems([]);
    else showProblems(problems);
    say(problems.length ? "There is a problem. The answer is that of the text before." : "");
  };

  const wait = () => say("Working it out …");

  const state = new State(start.text, (text) => void answer(text), refuse, wait);
  const pane = new TextPane(state, start.path);
  const rows = new Rows(state, start.inputs);
  const numbers = new Numbers(state, rows);
  const inputs = new Inputs(rows, numbers);
  const options = new Options(state);
  const strips = new Strips(state);
  const runs = new Runs(state, start.path, start.source);

  /** @param {Experiment} experiment */
  const showExperiment = (experiment) => {
    state.isRefused = false;
    state.isMistyped = false;
    sayAtField([], []);
    showProblems(state.isDamaged ? [damaged] : []);
    warnings = experiment.warnings;
    pane.showProblems(warnings);
    part("question", HTMLHeadingElement).textContent = experiment.question ?? experiment.name;
    document.title = `${experiment.name} – att-lab explore`;
    rows.now = new Map(experiment.inputs.map((input) => [input.path, input]));
    options.draw(experiment);
    numbers.draw(experiment);
    inputs.setInputs();
    showScenarios(experiment);
    void strips.refresh();
  };

  /** @param {Look} look */
  const showLook = (look) => {
    for (const name of pieces) {
      // The program's own page, in which what people wrote is text already.
      part(`at-${name}`, HTMLDivElement).innerHTML = look.pieces[name] ?? "";
    }
    part("at-answer", HTMLDivElement).setAttribute("aria-busy", String(!look.whole));
    part("brief", HTMLAnchorElement).textContent =
      document.querySelector("#at-answer .advice dd")?.textContent ?? "";
    const count = look.trials.toLocaleString("en-US");
    const all = look.of.toLocaleString("en-US");
    say(
      look.whole ? `${all} trials: the answer is complete.`
        : look.trials < look.of ? `${count} of ${all} trials so far.`
        : `${all} trials. Checking alternative models …`,
    );
    rows.setInfluences(look.influences, look.whole);
    numbers.describe();
    inputs.setInfluences(look.influences, look.whole);
    runs.setCurrent(look.whole ? look.run : "");
  };

  /**
   * The answer to a text. One that is on its way comes to its first look before it gives way, so that the answer
   * follows a hand that does not rest.
   * @param {string} text
   */
  async function answer(text) {
    wait();
    pane.show(text);
    next = text;
    if (isLooked) await answerNext();
  }

  async function answerNext() {
    const text = next;
    if (text === null) return;
    next = null;
    asked?.abort();
    const own = new AbortController();
    asked = own;
    isLooked = false;
    const goOn = () => {
      if (own.signal.aborted) return;
      isLooked = true;
      void answerNext();
    };
    runs.setCurrent("");
    part("at-answer", HTMLDivElement).setAttribute("aria-busy", "true");
    try {
      await watch(text, own.signal, (event) => {
        if (own.signal.aborted) return;
        if (event.kind === "experiment") showExperiment(event);
        else if (event.kind === "look") {
          showLook(event);
          goOn();
        } else {
          state.isRefused = true;
          state.isMistyped ||= !state.made.length;
          refuse(event.problems);
          pane.showProblems(event.problems);
          goOn();
        }
      });
    } catch (error) {
      if (own.signal.aborted) return;
      if (!(error instanceof Refusal)) throw error;
      refuse(error.problems);
      goOn();
    }
  }

  // The address may hold a text.
  void state.read();
}
