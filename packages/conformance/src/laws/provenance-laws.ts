import { parseDuplicateMarker, type IContent } from '@palimpsest/core-types';
import type { ResultInvariant } from '@palimpsest/history';
import { linesOf, reducedEntries, textsIn, textsOf } from './reduced-entries.ts';

/** Minimum share of lines that near duplicates have in common, 0 to 1, whatever a reference claims. */
const MIN_SHARED = 0.5;

/** Tolerance of a claimed share, 0 to 1: claims are rounded, and other implementations compare words. */
const ROUNDING = 0.05;

/** Laws about what a reduced entry stands for. */
export const provenanceLaws: readonly ResultInvariant[] = [
  {
    name: 'law-8-references',
    guarantee:
      'A reference stands for a text that is still there: the very same, or one that shares as many lines as the reference says, and half of them at least.',
    *find(result) {
      for (const { index, old, now } of reducedEntries(result)) {
        const known = new Set(textsOf(old));
        for (const text of textsOf(now)) {
          const marker = known.has(text) ? undefined : parseDuplicateMarker(text);
          if (marker === undefined) continue;
          const meant = whatStands(old).filter(({ length }) => length === marker.length);
          const isThere = meant.some((one) =>
            marker.isNear
              ? sharedLines(one, result.after) >= leastShared(text)
              : stands(one, result.after),
          );
          if (!isThere) yield [index, `nothing that stands there is what it refers to: ${text}`];
        }
      }
    },
  },
  {
    name: 'law-8-attribution',
    guarantee:
      'A reduced entry keeps its speaker. Its tool calls and results are some of those of the original entry, in the same order.',
    *find(result) {
      for (const { index, old, now } of reducedEntries(result)) {
        if (old.speaker !== now.speaker) {
          yield [index, `the speaker changed from ${old.speaker} to ${now.speaker}`];
        }
        const originalTools = toolLabels(old);
        let next = 0;
        for (const tool of toolLabels(now)) {
          const position = originalTools.indexOf(tool, next);
          if (position < 0)
            yield [index, `the ${tool} is not in the original entry, or is out of order`];
          else next = position + 1;
        }
      }
    },
  },
];

function stands(text: string, after: readonly IContent[]): boolean {
  return after.some((entry) => whatStands(entry).some((other) => other.includes(text)));
}

/** Returns the texts of an entry, these texts joined, and the texts in its tool results: a reference may mean any of them. */
function whatStands(entry: IContent): string[] {
  const texts = textsOf(entry);
  const results = entry.blocks.flatMap((block) =>
    block.type === 'tool_response' ? textsIn(block.result) : [],
  );
  return [...texts, texts.join('\n\n'), ...results];
}

function leastShared(marker: string): number {
  const claimed = Number(/~(\d{1,3})% match\]$/.exec(marker)?.[1] ?? 0) / 100;
  return Math.max(MIN_SHARED, claimed - ROUNDING);
}

/** Returns the largest share of lines that a text has in common with one other text. Ignores case and indentation. */
function sharedLines(text: string, after: readonly IContent[]): number {
  const lines = comparedLines(text);
  let most = 0;
  for (const other of after.flatMap(whatStands)) {
    const there = new Set(comparedLines(other));
    const shared = lines.filter((line) => there.has(line)).length;
    most = Math.max(most, shared / Math.max(lines.length, there.size));
  }
  return most;
}

function comparedLines(text: string): string[] {
  return linesOf(text)
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== '');
}

/** Returns one label for each tool call or result of an entry, in order. */
function toolLabels({ blocks }: IContent): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'tool_call') return [`call of ${block.name} (${block.id})`];
    return block.type === 'tool_response'
      ? [`response of ${block.toolName} (${block.callId})`]
      : [];
  });
}
