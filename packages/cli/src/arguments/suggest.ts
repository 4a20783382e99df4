/** Longer words are not typing mistakes. */
const MAX_LENGTH = 40;

/** Returns ` Did you mean "…"?` for the candidate most similar to `typed`, or `''` if none is similar enough. */
export function suggest(
  typed: string,
  candidates: readonly string[],
  quote = (candidate: string): string => `"${candidate}"`,
): string {
  const found = findSimilar(typed, candidates);
  return found === undefined ? '' : ` Did you mean ${quote(found)}?`;
}

/**
 * Allows up to three different letters, at most a third of all letters. Falls back to a candidate that starts with `typed`, or has it as a
 * word.
 */
function findSimilar(typed: string, candidates: readonly string[]): string | undefined {
  if (typed.length > MAX_LENGTH) return undefined;
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const limit = Math.min(3, Math.floor(Math.max(typed.length, candidate.length) / 3));
    const distance = editDistance(typed.toLowerCase(), candidate.toLowerCase());
    if (distance <= limit && distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  if (best !== undefined || typed.length < 2) return best;
  return (
    candidates.find((candidate) => candidate.startsWith(typed)) ??
    candidates.find((candidate) => candidate.split('-').includes(typed))
  );
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
