/** Returns the id of a summary of these texts in this order: `sum_` and 16 hexadecimal digits, the same for the same texts. */
export function summaryId(texts: readonly string[]): string {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (const text of texts) {
    // The length separates each text from the next.
    high = Math.imul(high ^ text.length, 0x9e3779b1);
    low = Math.imul(low ^ text.length, 0x5f356495);
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      high = Math.imul(high ^ unit, 0x9e3779b1);
      low = Math.imul(low ^ unit, 0x5f356495);
    }
  }
  return `sum_${hexadecimal(spread(high ^ (low >>> 16)))}${hexadecimal(spread(low ^ (high >>> 13)))}`;
}

/** Mixes a hash: each input bit changes about half of the output bits. */
function spread(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  const whole = Math.imul(half ^ (half >>> 15), 0x846ca68b);
  return whole ^ (whole >>> 16);
}

const BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

function hexadecimal(hash: number): string {
  const byteAt = (shift: number): string => BYTES[(hash >>> shift) & 0xff]!;
  return byteAt(24) + byteAt(16) + byteAt(8) + byteAt(0);
}
