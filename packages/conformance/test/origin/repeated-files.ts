import {
  formatRepeatedFileMarker,
  type ContentBlock,
  type DensityResult,
  type IContent,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import { planted, untouched } from '../planted.ts';
import { isFixed, type OriginDefect } from './origin-defect.ts';

const END = '--- End of content ---';
const HEADER = /^--- (?!End of content)(\S+) ---$/;

type Flaw = 'D6' | 'D7';

interface Place {
  readonly entry: number;
  readonly block: number;
  readonly path: string;
  /** Line indices, including the closing line. */
  readonly from: number;
  readonly to: number;
}

/** Removes file inclusions of the user, except the newest one of each file. */
function deduplicating(flaw?: Flaw): StrategyPlugin {
  return planted(untouched, {
    optimize: (history, { fileDedupe }): DensityResult => ({
      removals: [],
      replacements: fileDedupe ? replacements(history, flaw) : new Map(),
      metadata: { readWritePairsPruned: 0, fileDeduplicationsPruned: 0, recencyPruned: 0 },
    }),
  });
}

function replacements(history: readonly IContent[], flaw?: Flaw): Map<number, IContent> {
  const places = history.flatMap((entry, at) =>
    entry.speaker === 'human'
      ? entry.blocks.flatMap((block, of) => placesIn(block, at, of, flaw))
      : [],
  );
  const newest = new Map<string, Place>();
  // With D6, the order ignores blocks: only the line within a block counts.
  const inOrder =
    flaw === 'D6' ? places.toSorted((a, b) => a.entry - b.entry || a.from - b.from) : places;
  for (const place of inOrder) newest.set(place.path, place);
  const changed = new Map<number, IContent>();
  for (const [index, entry] of history.entries()) {
    const repeated = places.filter(
      (place) => place.entry === index && newest.get(place.path) !== place,
    );
    if (repeated.length === 0 || isFixed(entry)) continue;
    const blocks = entry.blocks.map((block, at) => {
      const here = repeated.filter((place) => place.block === at);
      return here.length === 0 || block.type !== 'text'
        ? block
        : { ...block, text: strip(block.text, here) };
    });
    changed.set(index, { ...entry, blocks });
  }
  return changed;
}

function placesIn(block: ContentBlock, entry: number, at: number, flaw?: Flaw): Place[] {
  if (block.type !== 'text') return [];
  const lines = block.text.split('\n');
  const places: Place[] = [];
  for (const [from, line] of lines.entries()) {
    const path = HEADER.exec(line)?.[1];
    if (path === undefined) continue;
    const next = lines.findIndex((other, later) => later > from && HEADER.test(other));
    const end = next < 0 ? lines.length : next;
    const ends = [...lines.keys()].filter(
      (later) => later > from && later < end && lines[later] === END,
    );
    // With several possible closing lines, the end of the file is ambiguous.
    if (ends.length === 0 || (ends.length > 1 && flaw !== 'D7')) continue;
    places.push({ entry, block: at, path, from, to: ends[0]! });
  }
  return places;
}

function strip(text: string, places: readonly Place[]): string {
  const left = text
    .split('\n')
    .filter((_, line) => !places.some(({ from, to }) => line >= from && line <= to))
    .join('\n');
  return left.trim() === '' ? formatRepeatedFileMarker(places.map(({ path }) => path)) : left;
}

export const inclusionDefects: readonly OriginDefect[] = [
  {
    id: 'D6',
    does: 'takes the newer of two inclusions in one message out, where they stand in two blocks',
    law: 'law-3-inclusions',
    broken: deduplicating('D6'),
    mended: deduplicating(),
  },
  {
    id: 'D7',
    does: 'ends a file at a line of its content that looks like the end',
    law: 'law-3-inclusions',
    broken: deduplicating('D7'),
    mended: deduplicating(),
  },
];
