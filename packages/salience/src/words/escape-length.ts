const SMALL_U = 0x75;

/** Characters of an escape in the source of a JSON string, from its backslash on. */
export function escapeLength(text: string, at: number): number {
  return text.charCodeAt(at + 1) === SMALL_U ? 6 : 2;
}
