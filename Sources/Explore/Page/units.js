// @ts-check
/** Numbers of the model as people say them. */

/** @typedef {import("./server.js").Input} Input */
/** @typedef {Map<string, Input>} Inputs by their paths */

/**
 * @param {number} value
 * @param {number} [count]
 */
const digits = (value, count = 3) => String(Number(value.toPrecision(count)));

/** @param {Input} input */
const isShare = ({ path, share }) => share || /(^|\.)retention\.d\d+$/.test(path);

/**
 * What a number is typed in; empty for what has no unit.
 * @param {Input} input
 */
export const unit = (input) =>
  isShare(input) ? "%" : /seconds$|seconds\.median$|\.offset$/.test(input.path) ? "s" : "";

/**
 * A value as it stands in a field.
 * @param {number} value
 * @param {Input} input
 * @param {number} [count] digits
 */
export const typed = (value, input, count) => digits(isShare(input) ? 100 * value : value, count);

/**
 * What a field holds, as a value.
 * @param {number} value
 * @param {Input} input
 */
export const meant = (value, input) => (isShare(input) ? value / 100 : value);

/**
 * A value as a file has it.
 * @param {number} value
 * @param {Input} input
 */
export const written = (value, input) => typed(value, input) + (isShare(input) ? "%" : "");

/** Uses of the app after which what experience does is said. */
const uses = 10;

/**
 * By how much a share changes where an input is at a value, in words; `null` for what changes no share.
 *
 * People differ in willingness, which weakens what odds do to the share of all (Zeger, Liang and Albert 1988: by
 * 0.346 times the variance).
 * @param {number} value
 * @param {Input} input
 * @param {Inputs} inputs
 */
function effect(value, { path }, inputs) {
  const [, before, tail] = /^(.*?)((?:allow|continue)\.\w+|\w+)$/.exec(path) ?? ["", "", ""];
  const isOdds = /odds_ratio$/.test(tail);
  if (!isOdds && !/^(allow|continue)\.value$/.test(tail)) return null;
  const verb = /fatigue|^continue/.test(tail) ? "continue" : "allow";
  const found = (/** @type {string} */ name) => {
    const key = `${verb}.${name}`;
    const known = inputs.get(before + key) ?? inputs.get(key);
    return (known ?? [...inputs.values()].find((other) => other.path.endsWith(`.${key}`)))?.middle ?? null;
  };
  const rate = found("rate");
  if (rate === null || rate <= 0 || rate >= 1) return null;
  const logOdds = isOdds ? Math.log(value) : value * Math.log(1 + uses);
  const odds = (rate / (1 - rate)) * Math.exp(logOdds / Math.sqrt(1 + 0.346 * (found("spread") ?? 0) ** 2));
  const change = Math.round(100 * (odds / (1 + odds) / rate - 1));
  const words = change ? `${Math.abs(change)}% ${change < 0 ? "fewer" : "more"}` : "as many";
  return { brief: words, whole: `${words} would ${verb}${isOdds ? "" : ` after ${uses} uses`}` };
}

/**
 * A number as people read it, with its unit: `62%`, `0.4 s`, `15% fewer`.
 * @param {number} value
 * @param {Input} input what it is a value of
 * @param {Inputs} inputs
 * @param {number} [count] digits
 */
export function shown(value, input, inputs, count) {
  const { path } = input;
  const number = typed(value, input, count) + unit(input).replace("s", " s");
  return effect(value, input, inputs)?.brief
    ?? (/\.per_session$/.test(path) && path.startsWith("events.") ? `${number} a session`
      : /(^|\.)sessions\.rate$/.test(path) ? `${number} a day` : number);
}

/**
 * A value with the number that a file has, where that is another.
 * @param {number} value
 * @param {Input} input
 * @param {Inputs} inputs
 */
export const exact = (value, input, inputs) =>
  shown(value, input, inputs) + (effect(value, input, inputs) ? ` (${typed(value, input)})` : "");

/**
 * What an input is, in a few words: `62%`, `about 62%`, `about 15% fewer would allow`, `uncertain`.
 * @param {Input} input
 * @param {Inputs} inputs
 */
export function valueWords(input, inputs) {
  if (input.middle === null) return "uncertain";
  const isKnown = input.low === null;
  const words = effect(input.middle, input, inputs)?.whole ?? shown(input.middle, input, inputs, isKnown ? 3 : 2);
  return (isKnown ? "" : "about ") + words;
}
