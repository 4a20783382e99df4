/** A value as JSON; what has none (circles, big integers, functions, lists too deep) as the words JavaScript has for it, else by its kind. */
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
