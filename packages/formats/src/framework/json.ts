import { isObject } from './values.ts';

/** Levels of objects and lists that parameters and results may have. */
export const MAX_LEVELS = 100;

/** Parses a text as JSON; returns `undefined` if it is invalid. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Serializes a JSON value. What JSON omits becomes `null`. */
export function toJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

/** Returns whether a value has more than `MAX_LEVELS` levels, as a circular one does. */
export function isTooDeep(value: unknown, levels: number = MAX_LEVELS): boolean {
  if (!isObject(value) || ArrayBuffer.isView(value)) return false;
  return levels === 0 || Object.values(value).some((member) => isTooDeep(member, levels - 1));
}
