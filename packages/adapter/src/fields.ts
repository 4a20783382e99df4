import { isRecord } from '@palimpsest/core-types';

/** Members of an object of unknown form. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the value if it is an object other than a list; otherwise an empty object. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** Parses a JSON object. Returns `undefined` for any other text: the server rejects invalid JSON. */
export function parseFields(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
