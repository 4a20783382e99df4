/** Numbers that JavaScript cannot hold, as they were written: by the object or list that has them, and their key. */
const LONG = new WeakMap<object, Map<string, string>>();

/** What newer engines tell the function that is called for each value. */
interface Source {
  readonly source?: string;
}

/**
 * Parses JSON, and remembers how numbers were written that JavaScript cannot hold, for `formatExactJson`.
 *
 * @throws {SyntaxError} for a text that is not JSON
 */
export function parseExactJson(text: string): unknown {
  if (!/\d{16}|\de\+?\d{3}/i.test(text)) return JSON.parse(text);
  return JSON.parse(text, function (this: object, key, read: unknown, context?: Source) {
    const { source = '' } = context ?? {};
    if (typeof read !== 'number' || Number.isSafeInteger(read)) return read;
    if (source.length >= 16 || !Number.isFinite(read)) {
      LONG.set(this, (LONG.get(this) ?? new Map<string, string>()).set(key, source));
    }
    return read;
  });
}

const { rawJSON } = JSON as unknown as { rawJSON?: (text: string) => unknown };

/** Returns the JSON of a value, with the numbers that JavaScript cannot hold as they were written. */
export function formatExactJson(value: unknown, indent?: string): string {
  if (rawJSON === undefined) return JSON.stringify(value, undefined, indent);
  const replace = function (this: object, key: string, member: unknown): unknown {
    const written = typeof member === 'number' ? LONG.get(this)?.get(key) : undefined;
    return written === undefined ? member : rawJSON(written);
  };
  return JSON.stringify(value, replace, indent);
}

/** Lets a copy of an object have the numbers of the object, as they were written. Returns the copy. */
export function withNumbersOf<Value extends object>(value: object, copy: Value): Value {
  const written = LONG.get(value);
  if (written !== undefined) LONG.set(copy, written);
  return copy;
}
