import { isMarker, formatTruncationMarker } from '@palimpsest/core-types';
import { mergeAdjacent, type EvictionCandidate } from '@palimpsest/history';
import { isUseful, parseOriginalLength } from '@palimpsest/reductions';
import { proseOf, withProse } from './prose.ts';
import { lengthOf } from './rewrite-text.ts';
import type { Shrinking } from './shrink-passages.ts';
import { isSpoken } from './sites.ts';
import type { Target } from './targets.ts';
import type { Notes } from './writing.ts';

/**
 * Lists merges of adjacent old messages into one truncation marker, oldest first: one marker per entry would leave short messages little
 * but markers. It has no content, so it may represent user and assistant messages alike.
 */
export function mergeOldMessages(
  targets: readonly Target[],
  { entries, now }: Shrinking,
  notes: Notes,
): Generator<EvictionCandidate> {
  const { writings, round } = notes;
  const free = new Set(targets.map(({ place }) => place));
  return mergeAdjacent(entries(), {
    now,
    canMerge: (place, entry) =>
      // References and other markers contain more than a truncation marker would.
      free.has(place) && isSpoken(entry) && parseOriginalLength(proseOf(entry)!.text) !== undefined,
    fold(members) {
      let length = 0;
      let texts = 0;
      let shown = 0;
      for (const entry of members) {
        const old = entry.blocks.find((block) => writings.has(block));
        const said = proseOf(entry)!.text;
        length += lengthOf(old, notes) ?? parseOriginalLength(said)!;
        texts += (old && writings.get(old)?.texts) ?? 1;
        shown += said.length;
      }
      const text = formatTruncationMarker(length);
      const hasMark = isMarker(proseOf(members[0]!)!.text);
      const isGain = hasMark ? text.length < shown : isUseful(text, { length: shown });
      const written = isGain ? withProse(members[0]!, [{ text }]) : undefined;
      if (written !== undefined) {
        writings.set(written.mark, { kind: 'truncatedTexts', texts, round });
      }
      return written?.entry;
    },
  });
}
