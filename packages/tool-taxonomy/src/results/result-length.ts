/**
 * Returns whether a result is longer than `characters` as JSON, in UTF-16 units. Stops counting there, whatever its size, its depth or
 * circular references.
 */
export function isLongerThan(result: unknown, characters: number): boolean {
  return lengthUpTo(result, characters) > characters;
}

/** Returns the length of a result by the same measure, in UTF-16 units. For small results. */
export function resultLength(result: unknown): number {
  return lengthUpTo(result, Number.POSITIVE_INFINITY);
}

/** Counts until the length exceeds the limit. */
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

/** Counts 1 per object for brackets and separators, so that circular references end. */
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
