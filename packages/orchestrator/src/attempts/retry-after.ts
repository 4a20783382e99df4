/** Errors in errors are followed so far, a circle included. */
const DEPTH = 10;

/** How long whoever failed asks to be left alone, by `retryAfterMs` of an error or of what caused it; the outermost counts. In milliseconds. */
export function retryAfterOf(error: unknown): number | undefined {
  const waiting: unknown[] = [error];
  const seen = new Set<unknown>();
  for (let next = waiting.shift(); seen.size < DEPTH; next = waiting.shift()) {
    if (typeof next === 'object' && next !== null && !seen.has(next)) {
      seen.add(next);
      const asked: unknown = Reflect.get(next, 'retryAfterMs');
      if (typeof asked === 'number' && asked >= 0) return asked;
      for (const name of ['cause', 'originalError', 'error'] as const) {
        waiting.push(Reflect.get(next, name));
      }
    }
    if (waiting.length === 0) break;
  }
  return undefined;
}
