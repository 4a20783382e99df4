import { OriginalsError } from './originals-error.ts';

/** Maximum depth of a message. */
const MAX_DEPTH = 100;

interface CopyOptions {
  /** Called for every text; member names are not passed. */
  readonly mapText?: ((text: string) => string) | undefined;
  /** Sorts the members of every object. */
  readonly isSorted?: boolean;
  /** Copies what JSON does not have as something that JSON has, instead of an error. */
  readonly isLenient?: boolean;
}

/**
 * Returns a copy of a value as `JSON.stringify` writes it: without `undefined` members, and dates and addresses as texts. Objects of classes
 * become plain objects.
 *
 * @throws {OriginalsError} `NOT_KEEPABLE` when the value is more than 100 levels deep, or has what JSON does not have: functions, bigints,
 * `NaN`, binary data, maps and other objects that hide their content
 */
export function copyJson(
  value: unknown,
  options: CopyOptions = {},
  place: string = '$',
  depth: number = 0,
): unknown {
  if (depth > MAX_DEPTH) throw notJson(place, `has more than ${MAX_DEPTH} levels`);
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (typeof value === 'string') return options.mapText?.(value) ?? value;
  if (Number.isFinite(value)) return value;
  if (typeof value !== 'object') {
    if (options.isLenient !== true) throw notJson(place, `is ${nameOf(value)}`);
    if (typeof value === 'number') return null;
    return typeof value === 'bigint' ? `bigint ${value}` : undefined;
  }
  const copy = (inner: unknown, name: string): unknown =>
    copyJson(inner, options, place + name, depth + 1);
  if (Array.isArray(value)) return Array.from(value, (item, index) => copy(item, `[${index}]`));
  if ('toJSON' in value && typeof value.toJSON === 'function') return copy(value.toJSON(), '');
  const tag = Object.prototype.toString.call(value);
  if (tag !== '[object Object]') {
    if (options.isLenient !== true) throw notJson(place, `is an object of ${tag.slice(8, -1)}`);
    return tag;
  }
  const members: readonly [string, unknown][] = Object.entries(value);
  const inOrder =
    options.isSorted === true ? members.toSorted(([a], [b]) => (a < b ? -1 : 1)) : members;
  return Object.fromEntries(inOrder.map(([key, member]) => [key, copy(member, `.${key}`)]));
}

function nameOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : `a ${typeof value}`;
}

function notJson(place: string, problem: string): OriginalsError {
  const where = place.length > 200 ? `${place.slice(0, 200)}…` : place;
  return new OriginalsError(
    `A message cannot be stored: ${where} ${problem}. Expected JSON of at most ${MAX_DEPTH} levels. Convert other values first, such as bytes to base64.`,
    'NOT_KEEPABLE',
  );
}
