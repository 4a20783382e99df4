import { isRecord } from '@palimpsest/core-types';

/** Parses a text as a JSON record; `undefined` for any other value. */
export function parseJsonRecord(text: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof text !== 'string' || !/^\s*\{/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
