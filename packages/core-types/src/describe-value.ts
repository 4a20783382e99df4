/** Maximum part of a value in an error message: a text in UTF-16 units, and the keys of an object. A message stays one line. */
const MAX_SHOWN_LENGTH = 80;
const MAX_SHOWN_KEYS = 6;

/**
 * Describes a value briefly: `"four"`, `4`, `undefined`, `an array of 3`, `an object with role "user", parts`. Shows at most 80 characters
 * of a text, and only the first keys of an object, with the role and type that it names.
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
  if (text.length <= MAX_SHOWN_LENGTH) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, MAX_SHOWN_LENGTH))}… (${text.length} characters)`;
}

function describeObject(value: object): string {
  const keys = Object.keys(value);
  if (keys.length === 0) return isPlain(value) ? 'an empty object' : 'an object';
  const members = value as Readonly<Record<string, unknown>>;
  const shown = keys
    .slice(0, MAX_SHOWN_KEYS)
    .map((key) =>
      IDENTIFYING_MEMBERS.has(key) && isShortName(members[key]) ? `${key} "${members[key]}"` : key,
    )
    .join(', ')
    .slice(0, MAX_SHOWN_LENGTH)
    .toWellFormed();
  return `an object with ${shown}${keys.length > MAX_SHOWN_KEYS ? ', …' : ''}`;
}

/** Members whose value is shown, because it identifies the object. */
const IDENTIFYING_MEMBERS: ReadonlySet<string> = new Set(['role', 'type']);

/** Returns whether a value is a short name, not content. */
function isShortName(value: unknown): value is string {
  return typeof value === 'string' && /^[\w./-]{1,30}$/.test(value);
}

/** A promise or a map has no keys either, but is not an empty object. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
