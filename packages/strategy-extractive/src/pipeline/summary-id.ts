/** What a summary of these texts, in this order, is called: `sum_` and 16 hexadecimal digits, always the same for the same texts. */
export function summaryId(texts: readonly string[]): string {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (const text of texts) {
    // With its length before it, no text runs into the next.
    high = mix(high, text.length, 0x9e3779b1);
    low = mix(low, text.length, 0x5f356495);
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      high = mix(high, unit, 0x9e3779b1);
      low = mix(low, unit, 0x5f356495);
    }
  }
  return `sum_${hexadecimal(finish(high ^ (low >>> 16)))}${hexadecimal(finish(low ^ (high >>> 13)))}`;
}

/** One step that mixes high bits down as well: two hashes that only multiply would differ by a constant factor. */
function mix(hash: number, value: number, factor: number): number {
  const product = Math.imul(hash ^ value, factor);
  return product ^ (product >>> 15);
}

function finish(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  const whole = Math.imul(half ^ (half >>> 15), 0x846ca68b);
  return (whole ^ (whole >>> 16)) >>> 0;
}

/** In halves: engines write small integers many times faster than others. */
function hexadecimal(number: number): string {
  return fourDigits(number >>> 16) + fourDigits(number & 0xffff);
}

function fourDigits(number: number): string {
  return (number + 0x1_0000).toString(16).slice(1);
}
