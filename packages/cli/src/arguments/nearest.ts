/** Longer words are nobody's typing mistake. */
const LONGEST = 40;

/** The candidate a person most likely meant: at most three letters differ, and no more than a third of them. */
export function nearest(typed: string, candidates: readonly string[]): string | undefined {
  if (typed.length > LONGEST) return undefined;
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const allowed = Math.min(3, Math.floor(Math.max(typed.length, candidate.length) / 3));
    const distance = editDistance(typed.toLowerCase(), candidate.toLowerCase());
    if (distance <= allowed && distance < bestDistance)
      [best, bestDistance] = [candidate, distance];
  }
  return best ?? candidates.find((candidate) => typed.length > 1 && candidate.startsWith(typed));
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 0; i < left.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j += 1) {
      const changed = row[j]! + (left[i] === right[j] ? 0 : 1);
      next.push(Math.min(changed, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row[right.length]!;
}
