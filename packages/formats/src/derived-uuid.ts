/** Returns a uuid that depends only on a text: four 32-bit hashes under version 8 (custom). */
export function derivedUuid(text: string): string {
  const hex = [1, 2, 3, 4].map((seed) => hash(text, seed).toString(16).padStart(8, '0')).join('');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ];
  return parts.join('-');
}

function hash(text: string, seed: number): number {
  let state = Math.imul(seed, 0x9e37_79b1);
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x85eb_ca6b);
    state ^= state >>> 13;
  }
  state = Math.imul(state ^ (state >>> 16), 0xc2b2_ae35);
  return (state ^ (state >>> 16)) >>> 0;
}
