/**
 * Returns a 64-bit digest of texts in their order, as 16 hexadecimal digits. It detects mix-ups, but does not protect against deliberate
 * collisions.
 */
export function digest(texts: readonly string[]): string {
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
  return hexadecimal(high ^ (low >>> 16)) + hexadecimal(low ^ (high >>> 13));
}

/** Mixes a hash: each input bit changes about half of the output bits. */
function spread(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  const whole = Math.imul(half ^ (half >>> 15), 0x846ca68b);
  return whole ^ (whole >>> 16);
}

function hexadecimal(hash: number): string {
  return (spread(hash) >>> 0).toString(16).padStart(8, '0');
}
