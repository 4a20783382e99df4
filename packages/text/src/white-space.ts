/** Returns whether `String.prototype.trim` removes this UTF-16 unit. */
export function isWhiteSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit < 0x2000) return unit === 0xa0 || unit === 0x1680;
  if (unit < 0x2030) return unit <= 0x200a || unit === 0x2028 || unit === 0x2029 || unit === 0x202f;
  return unit === 0x205f || unit === 0x3000 || unit === 0xfeff;
}
