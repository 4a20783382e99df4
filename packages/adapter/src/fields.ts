/** Members of an object of unknown form. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns whether a value is an object other than a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object other than a list; otherwise an empty object. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** Parses a JSON object. Returns `undefined` for any other text: the server rejects invalid JSON. */
export function parseFields(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
