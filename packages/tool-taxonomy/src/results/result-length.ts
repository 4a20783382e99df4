/**
 * Whether a result takes more characters as JSON than so many. Looks only as far as it must, so that neither size nor depth nor a circle
 * costs anything.
 */
export function isLongerThan(result: unknown, characters: number): boolean {
  return lengthUpTo(result, characters) > characters;
}

/** How many characters a result takes as JSON, by the same measure. For results that are known to be small. */
export function resultLength(result: unknown): number {
  return lengthUpTo(result, Number.POSITIVE_INFINITY);
}

/** Counts until there are more than so many. */
function lengthUpTo(result: unknown, characters: number): number {
  let length = 0;
  const waiting: Iterator<unknown>[] = [[result].values()];
  for (let values = waiting.at(-1); values !== undefined; values = waiting.at(-1)) {
    const { value, done } = values.next();
    if (done === true) {
      waiting.pop();
      continue;
    }
    length += ownLength(value);
    if (length > characters) return length;
    if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
      waiting.push(children(value));
  }
  return length;
}

/** Brackets and separators count as one character for each object, so that a circle ends too. */
function ownLength(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value === 'object' && value !== null) return 1;
  return String(value).length;
}

function* children(value: object): Generator {
  if (Array.isArray(value)) {
    yield* value;
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    yield key;
    yield child;
  }
}
