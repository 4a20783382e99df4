const SMALL_U = 0x75;

/** Returns the length of a JSON escape from its backslash on. */
export function escapeLength(text: string, at: number): number {
  return text.charCodeAt(at + 1) === SMALL_U ? 6 : 2;
}
