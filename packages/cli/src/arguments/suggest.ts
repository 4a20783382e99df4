/** Returns ` Did you mean "…"?` for the candidate most similar to `typed`, or `''` if none is similar enough. */
export function suggest(
  typed: string,
  candidates: readonly string[],
  quote = (candidate: string): string => `"${candidate}"`,
): string {
  const word = typed.toLowerCase().slice(0, 40);
  const isPart = (candidate: string): boolean =>
    word.length > 1 && (candidate.startsWith(word) || candidate.split('-').includes(word));
  const distances = candidates.map((candidate) => {
    const limit = Math.min(3, Math.max(word.length, candidate.length) / 3);
    const distance = editDistance(word, candidate.toLowerCase());
    return distance <= limit ? distance : isPart(candidate) ? limit : Infinity;
  });
  const least = Math.min(...distances);
  return least === Infinity ? '' : ` Did you mean ${quote(candidates[distances.indexOf(least)]!)}?`;
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
