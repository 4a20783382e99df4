import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { indexExchanges } from './exchange-index.ts';
import { exchangeUnits } from './exchange-units.ts';
import { findMoved } from './find-moved.ts';
import { isHumanText } from './human-text.ts';
import type { Protection } from './protection.ts';
import type { ResultLaw } from './result-law.ts';

/** Which entries are left, where they stand, and which of them may not change (laws 2 and 3). */
export const lawsOfEntries: readonly ResultLaw[] = [
  {
    name: 'law-2-order',
    promise: 'Surviving entries and blocks keep their order.',
    *find({ before, after, provenance }) {
      for (const index of findMoved(before, after)) {
        yield [index, 'an entry that was kept changed its place'];
      }
      let last = -1;
      for (const [index, { sources, reason }] of provenance.entries()) {
        if (reason === 'notice') continue;
        const source = sources[0];
        if (source === undefined) continue;
        if (source <= last) yield [index, `entry ${source} stands behind entry ${last}`];
        last = sources.at(-1)!;
        const [old, now] = [before[source], after[index]];
        if (sources.length !== 1 || old === undefined || now === undefined) continue;
        if (old === now || findMoved(old.blocks, now.blocks).length === 0) continue;
        yield [index, `blocks of entry ${source} changed places`];
      }
    },
  },
  {
    name: 'law-3-protected',
    promise: 'System and pinned entries are the same objects.',
    *find({ before, after, isProtected }) {
      const surviving = new Set(after);
      for (const [index, entry] of before.entries()) {
        if (isProtected(entry) && !surviving.has(entry)) yield [index, 'a protected entry changed'];
      }
    },
  },
  {
    name: 'law-3-tail',
    promise: 'The tail is the same objects, at the end.',
    *find({ before, after, tailStart = before.length }) {
      const length = before.length - tailStart;
      for (let offset = 1; offset <= length; offset += 1) {
        const index = before.length - offset;
        if (after[after.length - offset] !== before[index]) yield [index, 'a tail entry changed'];
      }
    },
  },
  {
    name: 'law-3-human-text',
    promise:
      'Human text keeps to what the strategy declares; the newest human entry always survives.',
    *find({ before, after, humanText, tailStart, isProtected }) {
      const surviving = new Set(after);
      const gone = before
        .map((entry, index) => ({ entry, index }))
        .filter(({ entry }) => isHumanText(entry) && !surviving.has(entry));
      const newest = before.findLastIndex(isHumanText);
      if (gone.at(-1)?.index === newest && newest >= 0) {
        yield [newest, 'the newest human entry is gone'];
      }
      if (humanText === 'kept') for (const { index } of gone) yield [index, 'human text changed'];
      if (humanText !== 'last' || gone.length === 0 || tailStart === undefined) return;
      const headLength = after.length - (before.length - tailStart);
      const held = heldEntries(after, headLength, isProtected);
      for (let index = 0; index < headLength; index += 1) {
        const entry = after[index]!;
        const isFree =
          entry.speaker !== 'human' && !held.has(index) && !entry.blocks.some(isOpaque);
        if (isFree) yield [index, `an ${entry.speaker} entry is left although human text is gone`];
      }
    },
  },
];

/** Protected entries, the newest human entry before the tail, and those whose exchange cannot go without one. */
function heldEntries(
  history: readonly IContent[],
  end: number,
  isProtected: Protection,
): ReadonlySet<number> {
  const held = new Set<number>();
  for (const [index, entry] of history.entries()) if (isProtected(entry)) held.add(index);
  const newest = history.slice(0, end).findLastIndex(isHumanText);
  if (newest >= 0) held.add(newest);
  for (const { callers, answerers } of exchangeUnits(indexExchanges(history), end)) {
    const entries = [...callers, ...answerers];
    if (entries.some((index) => held.has(index))) for (const index of entries) held.add(index);
  }
  return held;
}

const isOpaque = ({ type }: ContentBlock): boolean => type === 'opaque';
