import { parseDuplicateMarker, type IContent } from '@palimpsest/core-types';
import type { ResultInvariant } from '@palimpsest/history';
import type { TrialLaw } from '../invariant.ts';
import { ofEveryResult, reducedEntries, textsOf } from './every-result.ts';

/** Minimum share of lines that near duplicates have in common, 0 to 1, whatever a reference claims. */
const LEAST_SHARED = 0.5;

/** Tolerance of a claimed share, 0 to 1: claims are rounded, and other implementations compare words. */
const ROUNDING = 0.05;

const LAWS: readonly ResultInvariant[] = [
  {
    name: 'law-8-references',
    guarantee:
      'A reference stands for a text that is still there: the very same, or one that shares as many lines as the reference says, and half of them at least.',
    *find(result) {
      for (const { index, old, now } of reducedEntries(result)) {
        const known = new Set(textsOf(old));
        for (const text of textsOf(now)) {
          const mark = known.has(text) ? undefined : parseDuplicateMarker(text);
          if (mark === undefined) continue;
          const texts = textsOf(old);
          const meant = [...texts, texts.join('\n\n'), ...resultsOf(old)].filter(
            ({ length }) => length === mark.length,
          );
          const isThere = meant.some((one) =>
            mark.isNear
              ? sharedLines(one, result.after) >= leastShared(text)
              : stands(one, result.after),
          );
          if (!isThere) yield [index, `nothing that stands there is what it refers to: ${text}`];
        }
      }
    },
  },
];

export const lawsOfReferences: readonly TrialLaw[] = LAWS.map(ofEveryResult);

function stands(text: string, after: readonly IContent[]): boolean {
  return after.some((entry) => whatStands(entry).some((other) => other.includes(text)));
}

/** Returns the texts of an entry, these texts joined, and the texts in its tool results: a reference may mean any of them. */
function whatStands(entry: IContent): string[] {
  const texts = textsOf(entry);
  return [...texts, texts.join('\n\n'), ...resultsOf(entry)];
}

/** Returns the texts in the tool results of an entry. */
function resultsOf({ blocks }: IContent): string[] {
  const texts: string[] = [];
  for (const block of blocks) {
    if (block.type !== 'tool_response') continue;
    JSON.stringify(block.result ?? '', (_, value: unknown) => {
      if (typeof value === 'string') texts.push(value);
      return value;
    });
  }
  return texts;
}

function leastShared(mark: string): number {
  const claimed = Number(/~(\d{1,3})% match\]$/.exec(mark)?.[1] ?? 0) / 100;
  return Math.max(LEAST_SHARED, claimed - ROUNDING);
}

/** Returns the largest share of lines that a text has in common with one other text. Ignores case and indentation. */
function sharedLines(text: string, after: readonly IContent[]): number {
  const lines = linesOf(text);
  let most = 0;
  for (const other of after.flatMap(whatStands)) {
    const there = new Set(linesOf(other));
    const shared = lines.filter((line) => there.has(line)).length;
    most = Math.max(most, shared / Math.max(lines.length, there.size));
  }
  return most;
}

function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== '');
}
