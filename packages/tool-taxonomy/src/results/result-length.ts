/**
 * Whether a result takes more characters as JSON than so many. Looks only as far as it must, so that neither size nor depth nor a circle
 * costs anything.
 */
export function isLongerThan(result: unknown, characters: number): boolean {
  let left = characters;
  const waiting: Iterator<unknown>[] = [[result].values()];
  for (let values = waiting.at(-1); values !== undefined; values = waiting.at(-1)) {
    const { value, done } = values.next();
    if (done === true) {
      waiting.pop();
      continue;
    }
    left -= ownLength(value);
    if (left < 0) return true;
    if (typeof value === 'object' && value !== null) waiting.push(children(value));
  }
  return false;
}

/** Brackets and separators count as one character for each object, so that a circle ends too. */
function ownLength(value: unknown): number {
  if (typeof value === 'string') return value.length;
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
