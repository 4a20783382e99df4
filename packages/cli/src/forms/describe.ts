import { printable } from '../terminal/printable.ts';

/** A value in a few words, whatever its size. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'string') return `the text "${printable(value, 40)}"`;
  if (typeof value === 'number' || typeof value === 'boolean')
    return `the ${typeof value} ${value}`;
  if (typeof value !== 'object') return `a ${typeof value}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an empty object';
  const more = keys.length > 6 ? `, and ${keys.length - 6} more` : '';
  return `an object with ${printable(keys.slice(0, 6).join(', '), 120)}${more}`;
}
