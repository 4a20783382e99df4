import { parseGapMarker } from '@palimpsest/core-types';
import type { LineEdit } from './comparison.ts';

/** Shorter lines, such as brackets, match only where they are expected: they occur everywhere. */
const TELLING_LENGTH = 4;

/**
 * Returns the edits that lead from one text to another. Both are read line by line; a line of `after` matches the next equal line of
 * `before`, whatever the white space around it; the line that is expected next may be without its number. After a gap marker for `n` lines, the line after `n` lines
 * is tried first. Linear in both texts.
 */
export function alignLines(before: string, after: string): LineEdit[] {
  const old = linesOf(before);
  if (before === after) return old.length === 0 ? [] : [old.length];
  const lines = old.map((line) => line.trim());
  const places = new NextPlaces(lines.map((line) => [line]));
  const edits = new EditList();
  let next = 0;
  let expected = 0;
  for (const line of linesOf(after)) {
    const omitted = parseGapMarker(line);
    if (omitted !== undefined) {
      expected = next + omitted;
      edits.insert(line);
      continue;
    }
    const found = findLine(lines, places, line.trim(), next, expected);
    if (found === undefined) {
      edits.insert(line);
      continue;
    }
    edits.remove(found - next);
    edits.keep();
    next = found + 1;
    expected = next;
  }
  edits.remove(old.length - next);
  return edits.list();
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function findLine(
  lines: readonly string[],
  places: NextPlaces,
  line: string,
  next: number,
  expected: number,
): number | undefined {
  if (isLine(lines[expected], line)) return expected;
  if (line.length < TELLING_LENGTH) return lines[next] === line ? next : undefined;
  return places.find(line, next);
}

function isLine(old: string | undefined, line: string): boolean {
  return old === line || (old !== undefined && withoutNumber(old) === line);
}

/** Returns a line of a file without its number. A report leaves it out where the line before has the previous one. */
function withoutNumber(line: string): string {
  return line.replace(/^\d+(?:[\u2192:|\t]\s*| {2,})/, '');
}

/** Joins edits of the same kind. */
class EditList {
  readonly #edits: LineEdit[] = [];
  /** Lines that are removed before the next one that stays; they stand before lines inserted there. */
  #inserted: string[] = [];

  keep(): void {
    this.#flush();
    const last = this.#edits.at(-1);
    if (typeof last === 'number' && last > 0) this.#edits[this.#edits.length - 1] = last + 1;
    else this.#edits.push(1);
  }

  remove(lines: number): void {
    if (lines > 0) this.#edits.push(-lines);
  }

  insert(line: string): void {
    this.#inserted.push(line);
  }

  list(): LineEdit[] {
    this.#flush();
    return this.#edits;
  }

  #flush(): void {
    if (this.#inserted.length > 0) this.#edits.push(this.#inserted.join('\n'));
    this.#inserted = [];
  }
}

/** Finds the next position of a key. Positions before `from` are forgotten, so that all searches together are linear. */
export class NextPlaces {
  /** Positions of each key, in descending order. */
  readonly #places = new Map<string, number[]>();

  constructor(keys: readonly (readonly string[])[]) {
    for (let at = keys.length - 1; at >= 0; at -= 1) {
      for (const key of new Set(keys[at])) {
        const known = this.#places.get(key);
        if (known === undefined) this.#places.set(key, [at]);
        else known.push(at);
      }
    }
  }

  /** Returns the first position of a key from `from` on. `from` never decreases between calls. */
  find(key: string, from: number): number | undefined {
    const indices = this.#places.get(key) ?? [];
    for (let next = indices.at(-1); next !== undefined; next = indices.at(-1)) {
      if (next >= from) return next;
      indices.pop();
    }
    return undefined;
  }
}
