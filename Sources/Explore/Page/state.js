// @ts-check
/** The state of the page: the text of an experiment file, in the address too. */
import { ask } from "./server.js";

/** @typedef {import("./server.js").Edit} Edit */

/** @param {Uint8Array} bytes */
function base64url(bytes) {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function bytesOf(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/**
 * @param {BlobPart} bytes
 * @param {CompressionStream | DecompressionStream} stream
 */
async function through(bytes, stream) {
  const body = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

const key = "#text=";

/**
 * The text as the end of an address.
 * @param {string} text
 */
export async function fragment(text) {
  const bytes = new TextEncoder().encode(text);
  return key + base64url(await through(bytes, new CompressionStream("deflate-raw")));
}

/**
 * The text at the end of an address; `null` where there is none that can be read.
 * @param {string} hash
 */
export async function textOf(hash) {
  if (!hash.startsWith(key)) return null;
  try {
    const bytes = await through(bytesOf(hash.slice(key.length)), new DecompressionStream("deflate-raw"));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The text, with everybody who wants to know of a new one. */
export class State {
  /**
   * @param {string} original the text that the page began with
   * @param {(text: string) => void} onChange
   * @param {(problems: import("./server.js").Problem[]) => void} onRefusal
   * @param {() => void} onWait called where a change begins, before there is a new text
   */
  constructor(original, onChange, onRefusal, onWait) {
    this.original = original;
    this.text = original;
    this.onChange = onChange;
    this.onRefusal = onRefusal;
    this.onWait = onWait;
    /** @type {{edits: Edit[], isLasting: boolean, group: string | null} | null} */
    this.waiting = null;
    this.isEditing = false;
    /**
     * The changes that the text is from; none where somebody wrote it.
     * @type {Edit[]}
     */
    this.made = [];
    /**
     * What one step back takes back as a whole: the path that keys have moved; `null` for anything else.
     * @type {string | null}
     */
    this.group = null;
    /** Whether the address ends with what no text can be read from. */
    this.isDamaged = false;
    /** Whether the text is known to have errors. */
    this.isRefused = false;
    /** Whether the errors are of what somebody wrote, and of no field. */
    this.isMistyped = false;
    /**
     * Addresses are written one after the other.
     * @type {Promise<void>}
     */
    this.address = Promise.resolve();
    /** The text that the address holds. */
    this.written = original;
    addEventListener("popstate", () => void this.read());
  }

  /** Takes over what the address holds. */
  async read() {
    const held = await textOf(location.hash);
    this.text = held ?? this.original;
    this.made = [];
    this.group = null;
    this.written = this.text;
    this.isDamaged = held === null && location.hash.length > 1;
    this.onChange(this.text);
  }

  /**
   * A new text.
   * @param {string} text
   * @param {boolean} isLasting whether the back button comes back to what was before
   * @param {Edit[]} [made] what made it
   * @param {string | null} [group] what it is taken back with
   */
  set(text, isLasting, made = [], group = null) {
    this.made = made;
    if (text !== this.text) {
      this.text = text;
      this.isDamaged = false;
      this.onChange(text);
    }
    if (!isLasting) return;
    const isSame = group !== null && group === this.group;
    this.group = group;
    this.address = this.address.then(async () => {
      if (text === this.written) return;
      this.written = text;
      const hash = text === this.original ? "" : await fragment(text);
      history[isSame ? "replaceState" : "pushState"](null, "", location.pathname + hash);
    });
  }

  /**
   * Changes the text. While one change is on its way, only the last value of each key behind it is kept.
   * @param {Edit[]} edits
   * @param {boolean} isLasting
   * @param {string | null} group what it is taken back with
   */
  async edit(edits, isLasting = true, group = null) {
    this.onWait();
    const earlier = this.waiting?.edits ?? [];
    const replaced = new Set(edits.map((edit) => (edit.edit === "set" ? edit.path : null)));
    this.waiting = {
      edits: [...earlier.filter((edit) => edit.edit !== "set" || !replaced.has(edit.path)), ...edits],
      isLasting: isLasting || (this.waiting?.isLasting ?? false),
      group,
    };
    if (this.isEditing) return;
    this.isEditing = true;
    try {
      while (this.waiting) {
        /** @type {{edits: Edit[], isLasting: boolean, group: string | null}} */
        const next = this.waiting;
        this.waiting = null;
        this.made = next.edits;
        const changed = await ask("edit", { text: this.text, edits: next.edits });
        this.set(changed.text, next.isLasting, next.edits, next.group);
      }
    } catch (error) {
      this.waiting = null;
      this.onRefusal(/** @type {any} */ (error).problems ?? []);
      if (!("problems" in /** @type {object} */ (error))) throw error;
    } finally {
      this.isEditing = false;
    }
  }
}
