/** A value as JSON; what has none (circles, big integers, functions) as the words JavaScript has for it. */
export function jsonText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
