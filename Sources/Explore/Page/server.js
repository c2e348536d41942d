// @ts-check
/** Asks the program that serves the page. */

/**
 * @typedef {{file: string, line: number, column: number, message: string, severity: string}} Problem
 * @typedef {{path: string, setting: string, text: string, meaning: string | null, share: boolean,
 *   middle: number | null, low: number | null, high: number | null, grade: string, source: string | null}} Input
 * @typedef {{at: string, count?: number, event?: string | null}} Moment
 * @typedef {{name: string, written: boolean, moment: Moment, delay: number | null, prePrompt: string | null,
 *   usageString: string, allowed: boolean, retry: string | null}} Option
 * @typedef {{kind: "experiment", name: string, question: string | null, trials: number, installs: number,
 *   seed: string, baseline: string | null, events: string[], usageStrings: string[], prePrompts: string[],
 *   alert: {name: string, moment: Moment, open: boolean} | null, scenarios: string[], options: Option[], inputs: Input[], warnings: Problem[]}} Experiment
 * @typedef {{path: string, share: number | null, of: string, others: number, turns: number | null, words: string | null}} Influence
 * @typedef {{kind: "look", run: string, trials: number, of: number, whole: boolean,
 *   pieces: Record<string, string>, influences: Influence[]}} Look
 * @typedef {{kind: "problems", problems: Problem[]}} Problems
 * @typedef {{edit: "set" | "remove" | "copy" | "restore", path: string, value?: string}} Edit
 */

/** An answer that was refused, with the reasons. */
export class Refusal extends Error {
  /** @param {Problem[]} problems */
  constructor(problems) {
    super(problems.map((problem) => problem.message).join("\n"));
    this.problems = problems;
  }
}

/** What is said where nobody answers. */
const gone = "The program no longer answers. Save the text as a file below, then start att-lab explore with it and open the new address.";

/** Characters of a request at most; the program takes no more. */
const mostLength = 1_500_000;

/**
 * @param {string} question
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function sent(question, body, signal) {
  const text = JSON.stringify(body);
  if (text.length > mostLength) {
    throw new Refusal([{ file: "", line: 0, column: 0, message: "The text is too long: at most 1 MiB.", severity: "error" }]);
  }
  let response;
  try {
    response = await fetch(question, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: text,
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal([{ file: "", line: 0, column: 0, message: gone, severity: "error" }]);
  }
  if (response.ok) return response;
  const type = response.headers.get("Content-Type") ?? "";
  if (!type.startsWith("application/json")) {
    throw new Refusal([{ file: "", line: 0, column: 0, message: gone, severity: "error" }]);
  }
  throw new Refusal((await response.json()).problems);
}

/**
 * One question, one answer.
 * @param {string} question
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function ask(question, body = {}) {
  const answer = await (await sent(question, body)).json();
  if (answer.kind === "problems") throw new Refusal(answer.problems);
  return answer;
}

/** Tells this page from others that are open. */
const page = crypto.randomUUID();

/**
 * The answer to a text, in events as trials arrive.
 * @param {string} text
 * @param {AbortSignal} signal
 * @param {(event: Experiment | Look | Problems) => void} onEvent
 */
export async function watch(text, signal, onEvent) {
  const response = await sent("answer", { page, text }, signal);
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  let isWhole = false;
  while (!signal.aborted) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: "" }));
    if (signal.aborted) return;
    if (done) {
      if (isWhole) return;
      throw new Refusal([{ file: "", line: 0, column: 0, message: gone, severity: "error" }]);
    }
    const events = (waiting + value).split("\n\n");
    waiting = events.pop() ?? "";
    for (const event of events) {
      const told = JSON.parse(event.slice("data: ".length));
      isWhole = told.kind === "problems" || told.whole === true;
      onEvent(told);
    }
  }
}
