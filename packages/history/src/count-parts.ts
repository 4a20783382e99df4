import type { IContent, TokenEstimator } from '@palimpsest/core-types';

/** Counts the tokens of each part of a history; 0 for a part without entries. */
export async function countParts<Part extends string>(
  history: readonly IContent[],
  parts: readonly Part[],
  {
    partOf,
    estimateTokens,
  }: {
    readonly partOf: (entry: IContent, index: number) => Part;
    readonly estimateTokens: TokenEstimator;
  },
): Promise<Record<Part, number>> {
  const entries = new Map<Part, IContent[]>(parts.map((part) => [part, []]));
  for (const [index, entry] of history.entries()) {
    entries.get(partOf(entry, index))!.push(entry);
  }
  const tokens: Partial<Record<Part, number>> = {};
  for (const [part, own] of entries)
    tokens[part] = own.length === 0 ? 0 : await estimateTokens(own);
  return tokens as Record<Part, number>;
}
