import {
  formatDuplicateMarker,
  isMarker,
  formatSummaryMarker,
  type IContent,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import { mapHead, planted } from '../planted.ts';
import { beginningOf, isFixed, pair, type OriginDefect } from './origin-defect.ts';

/** Returns the only text of a model entry, if it is long prose. */
function proseOf(entry: IContent): string | undefined {
  const [block] = entry.blocks;
  if (entry.speaker !== 'ai' || entry.blocks.length !== 1 || block?.type !== 'text')
    return undefined;
  const isProse = block.text.length >= 200 && !/```|~~~/.test(block.text) && !isMarker(block.text);
  return isProse ? block.text : undefined;
}

const withText = (entry: IContent, text: string): IContent => ({
  ...entry,
  blocks: [{ type: 'text', text }],
});

/** Replaces older copies of equal texts by references to the newest, then summarizes the remaining texts. */
function referring(sparesCopies: boolean): StrategyPlugin {
  return planted((history, boundary) => {
    const newest = new Map<string, number>();
    const repeated = new Set<string>();
    for (const [at, entry] of history.entries()) {
      const text = proseOf(entry);
      if (text === undefined) continue;
      if (newest.has(text)) repeated.add(text);
      newest.set(text, at);
    }
    const markers = new Set(
      history.map(({ blocks: [block] }) => (block?.type === 'text' ? block.text : '')),
    );
    return mapHead((entry, at) => {
      const text = proseOf(entry);
      if (text === undefined || isFixed(entry)) return entry;
      const marker = formatDuplicateMarker({
        of: `"${beginningOf(text, 30)}"`,
        length: text.length,
      });
      if (newest.get(text) !== at) return withText(entry, marker);
      if (sparesCopies && (repeated.has(text) || markers.has(marker))) return entry;
      return withText(entry, formatSummaryMarker({ text: beginningOf(text, 60) }));
    })(history, boundary);
  });
}

const MIN_SIMILARITY = 0.75;

/** Replaces nearly equal texts by references to a newer one. */
function referringNearly(isTransitive: boolean): StrategyPlugin {
  return planted((history, boundary) => {
    const texts = [...history.entries()].flatMap(([at, entry]) => {
      const text = proseOf(entry);
      return text === undefined ? [] : [{ at, text }];
    });
    const keptFor = new Map<number, string>();
    const isKept = new Set<string>();
    for (const { at, text } of texts.toReversed()) {
      const near = texts.filter(
        (other) => other.at > at && similarity(text, other.text) >= MIN_SIMILARITY,
      );
      const direct = near.findLast((other) => isKept.has(other.text));
      const kept = isTransitive ? (keptFor.get(near[0]?.at ?? -1) ?? near[0]?.text) : direct?.text;
      if (kept === undefined) isKept.add(text);
      else keptFor.set(at, kept);
    }
    return mapHead((entry, at) => {
      const kept = keptFor.get(at);
      const text = proseOf(entry);
      if (kept === undefined || text === undefined || isFixed(entry)) return entry;
      const marker = formatDuplicateMarker({
        of: `"${beginningOf(kept, 30)}"`,
        length: text.length,
        similarity: similarity(text, kept),
      });
      return withText(entry, marker);
    })(history, boundary);
  });
}

/** Returns the share of lines that two texts have in common. */
function similarity(one: string, other: string): number {
  const [left, right] = [new Set(one.split(/\r?\n/)), new Set(other.split(/\r?\n/))];
  const shared = [...left].filter((line) => right.has(line)).length;
  return shared / (left.size + right.size - shared);
}

export const referenceDefects: readonly OriginDefect[] = [
  {
    id: 'B1',
    does: 'refers to a copy that it summarizes as well',
    law: 'law-8-references',
    ...pair((isBroken) => referring(!isBroken)),
    entries: 6,
  },
  {
    id: 'B2',
    does: 'takes what is nearly the same as something nearly the same for nearly the same',
    law: 'law-8-references',
    ...pair(referringNearly),
    // Three versions of one text, of which only neighbours are similar, are rare.
    options: { runs: 1_500 },
    entries: 8,
  },
];
