/** How far down the largest of some sizes have to go, all to the same level, to free so much; 0 where not even all of them are enough. */
export function commonLevel(sizes: readonly number[], needed: number): number {
  let sum = 0;
  for (const [at, size] of sizes.entries()) {
    sum += size;
    const level = (sum - needed) / (at + 1);
    if (level >= (sizes[at + 1] ?? 0)) return Math.max(0, level);
  }
  return 0;
}
