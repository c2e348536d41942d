// @ts-check
/** Makes elements; text stays text, whatever is in it. */

/**
 * @typedef {string | Node | null | false} Child
 */

/**
 * An element with attributes, listeners (`onclick`) and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null && child !== false) made.append(child);
  return made;
}

/**
 * The element of the page with an id.
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function part(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}

/**
 * Puts new children in place of the old, and the focus back on the one with the same id.
 * @param {HTMLElement} parent
 * @param {Child[]} children
 */
export function fill(parent, children) {
  const focused = parent.contains(document.activeElement) ? document.activeElement?.id : "";
  parent.replaceChildren();
  for (const child of children) if (child !== null && child !== false) parent.append(child);
  if (focused) document.getElementById(focused)?.focus();
}

/**
 * A number as people read it, with its unit and three digits: `62%`, `0.4 s`, `30% lower odds`.
 * @param {number} value
 * @param {import("./server.js").Input} input what it is a value of
 */
export function shown(value, { path, share }) {
  const number = (/** @type {number} */ value) => String(Number(value.toPrecision(3)));
  if (share) return `${number(100 * value)}%`;
  if (/odds_ratio$/.test(path)) {
    const change = Math.round(100 * (value - 1));
    return change ? `${Math.abs(change)}% ${change < 0 ? "lower" : "higher"} odds` : "the same odds";
  }
  return /seconds$|seconds\.median$|\.offset$/.test(path) ? `${number(value)} s` : number(value);
}

/**
 * What an input is, in a word: `62%`, `about 62%`, `uncertain`.
 * @param {import("./server.js").Input} input
 */
export function valueWords(input) {
  if (input.middle === null) return "uncertain";
  return (input.low === null ? "" : "about ") + shown(input.middle, input);
}
