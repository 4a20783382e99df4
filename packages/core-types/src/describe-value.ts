const CHARACTERS_SHOWN = 80;
const KEYS_SHOWN = 6;

/**
 * Describes a value briefly: `"four"`, `4`, `undefined`, `an array of 3`, `an object with role, parts`. Shows at most 80 characters of a
 * text, and only the first keys of an object.
 */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return describeText(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return describeObject(value);
  return typeof value === 'function' || typeof value === 'symbol'
    ? `a ${typeof value}`
    : String(value);
}

function describeText(text: string): string {
  if (text.length <= CHARACTERS_SHOWN) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, CHARACTERS_SHOWN))}… (${text.length} characters)`;
}

function describeObject(value: object): string {
  const keys = Object.keys(value);
  if (keys.length === 0) return isPlain(value) ? 'an empty object' : 'an object';
  const shown = keys.slice(0, KEYS_SHOWN).join(', ').slice(0, CHARACTERS_SHOWN).toWellFormed();
  return `an object with ${shown}${keys.length > KEYS_SHOWN ? ', …' : ''}`;
}

/** A promise or a map has no keys either, but is not an empty object. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
