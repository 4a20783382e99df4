import type { IContent } from '@palimpsest/core-types';
import { isRecordEntry } from '@palimpsest/engine/history';
import type { Passage } from '@palimpsest/summarizer/reduce';
import { nameProse, nameResult } from './names.ts';
import { isText, proseOf } from './prose.ts';
import { getSoleText, responsesOf } from './responses.ts';
import { isLastResort, isReducible, type Entries, type ReductionScope } from './scope.ts';

/** Source of a text. `data`, mostly tool results, is reduced first; `people`, user text, last. */
export type Kind = 'data' | 'agent' | 'people';

/** Location of a passage. */
export interface PassageLocation {
  readonly index: number;
  /** 0-based number of the tool result in its entry; absent for prose. */
  readonly response?: number;
}

export interface ExtractedPassages {
  readonly passages: readonly Passage[];
  /** Locations of the passages, in the same order. */
  readonly locations: readonly PassageLocation[];
  /** Index of the first passage of the preserved tail. */
  readonly recencyStart: number;
}

export interface PassageOptions {
  /** Kind of text that may be reduced. @default all that is reducible */
  readonly only?: Kind;
  /** Returns whether a user text must stay for now. @default `isLastResort` */
  readonly keeps?: ((index: number, text: string) => boolean) | undefined;
}

/** Returns every text of a history that may be reduced or named by a reference. */
export function extractPassages(
  entries: Entries,
  scope: ReductionScope,
  { only, keeps = (index, text) => isLastResort(scope, index, text) }: PassageOptions = {},
): ExtractedPassages {
  const passages: Passage[] = [];
  const locations: PassageLocation[] = [];
  let recencyStart: number | undefined;
  let position = 0;
  for (const [index, entry] of entries.entries()) {
    if (index === scope.tailStart) recencyStart = passages.length;
    // A later record replaces this one: nothing may refer to it.
    if (entry === undefined || isRecordEntry(entry)) continue;
    position += 1;
    const isHeld = !isReducible(scope, index, entry);
    const text = proseOf(entry);
    if (text !== undefined) {
      const kind = kindOf(entry);
      let skipReason: string | undefined;
      if (isHeld) skipReason = 'protected';
      else if (only !== undefined && kind !== only) skipReason = 'reduced later';
      else if (only === 'people' && keeps(index, text)) skipReason = 'reduced later';
      else if (!isPlainMessage(entry)) skipReason = 'next to other content';
      const name = (isNear: boolean): string => nameProse(text, isNear);
      passages.push({ text, position, group: entry.speaker, skipReason, name });
      locations.push({ index });
    }
    if (only !== undefined && only !== 'data') continue;
    for (const [response, block] of responsesOf(entry).entries()) {
      const result = getSoleText(block);
      const call = scope.callAt(index, response);
      if (result === undefined || call === undefined) continue;
      passages.push({
        text: result,
        position,
        get skipReason() {
          if (isHeld) return 'protected';
          if (scope.hasFailed(call, block)) return 'failed';
          return scope.asked.has(block) ? 'asked' : undefined;
        },
        name: (isNear) => nameResult(result, isNear, call, scope.taxonomy),
      });
      locations.push({ index, response });
    }
  }
  return { passages, locations, recencyStart: recencyStart ?? passages.length };
}

export function kindOf({ speaker }: IContent): Kind {
  if (speaker === 'tool') return 'data';
  return speaker === 'human' ? 'people' : 'agent';
}

/** Returns whether an entry has only text and reasoning of the user or the assistant. */
export function isPlainMessage({ speaker, blocks }: IContent): boolean {
  const isPerson = speaker === 'human' || speaker === 'ai';
  return isPerson && blocks.every((block) => isText(block) || block.type === 'thinking');
}
