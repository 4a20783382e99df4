/** A range of a text in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns whether `String.prototype.trim` removes this UTF-16 unit. */
export function isWhiteSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit < 0x2000) return unit === 0xa0 || unit === 0x1680;
  if (unit < 0x2030) return unit <= 0x200a || unit === 0x2028 || unit === 0x2029 || unit === 0x202f;
  return unit === 0x205f || unit === 0x3000 || unit === 0xfeff;
}

/** Returns the first index from `from` that is not white space, or `end`. */
export function skipWhiteSpace(text: string, from: number, end: number): number {
  let index = from;
  while (index < end && isWhiteSpace(text.charCodeAt(index))) index++;
  return index;
}
