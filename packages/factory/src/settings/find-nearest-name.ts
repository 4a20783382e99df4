/** Maximum length of a name that may be a typing mistake, in UTF-16 units: it bounds the time. */
const MAX_NAME_LENGTH = 64;

/** Returns the candidate most similar to a name: at most a third of its letters differ, and at most three. Else one that ends with the name. */
export function findNearestName(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const typed = name.toLowerCase();
  const short = candidates.filter(({ length }) => length <= MAX_NAME_LENGTH);
  const distances = short.map((candidate) => {
    const limit = Math.min(3, Math.floor(Math.max(name.length, candidate.length) / 3));
    return editDistance(typed, candidate.toLowerCase(), limit);
  });
  const best = Math.min(...distances);
  if (best < Infinity) return short[distances.indexOf(best)];
  return candidates.find(
    (candidate) =>
      /[.-]/.test(candidate.at(-typed.length - 1) ?? '') && candidate.toLowerCase().endsWith(typed),
  );
}

/** Returns the number of letters to add, remove or change; `Infinity` if it exceeds `limit`. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return Infinity;
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 0; i < left.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j += 1) {
      const change = row[j]! + (left[i] === right[j] ? 0 : 1);
      next.push(Math.min(change, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  const distance = row[right.length]!;
  return distance > limit ? Infinity : distance;
}
