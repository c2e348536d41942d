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
 * Puts rows into a list. One that is there already stays the element that it is, so that a hand on it goes on.
 * @param {HTMLElement} list
 * @param {{key: string, make: () => HTMLElement}[]} rows
 * @returns {HTMLElement[]}
 */
export function place(list, rows) {
  const children = /** @type {HTMLCollectionOf<HTMLElement>} */ (list.children);
  const old = new Map([...children].map((row) => [row.dataset.key, row]));
  const placed = rows.map(({ key, make }) => {
    const row = old.get(key) ?? make();
    row.dataset.key = key;
    return row;
  });
  for (const row of [...children]) if (!placed.includes(row)) row.remove();
  placed.forEach((row, index) => {
    if (children[index] !== row) list.insertBefore(row, children[index] ?? null);
  });
  return placed;
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
