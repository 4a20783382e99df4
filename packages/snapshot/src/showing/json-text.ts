/**
 * Returns a string unchanged and other values as JSON; values without JSON (cycles, bigints, functions, too deep nesting) as `String(value)`,
 * else by kind.
 */
export function jsonText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return inWords(value);
  }
}

function inWords(value: unknown): string {
  try {
    return String(value);
  } catch {
    return Array.isArray(value) ? '[object Array]' : '[object Object]';
  }
}
