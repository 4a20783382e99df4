import type { IContent } from '@palimpsest/core-types';
import { isRecordEntry } from '@palimpsest/engine/history';
import type { Passage } from '@palimpsest/summarizer/reduce';
import { nameProse, nameResult } from './names.ts';
import { isText, proseOf } from './prose.ts';
import { isReducible, type ReductionScope } from './reduction-scope.ts';
import { isResponse, getSoleText } from './responses.ts';

/** A history by index; `undefined` for a removed entry. */
export type Entries = readonly (IContent | undefined)[];

/** Location of a passage. */
export interface PassageLocation {
  readonly index: number;
  /** 0-based number of the tool result in its entry; absent for prose. */
  readonly response?: number;
}

export interface ReadPassages {
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
): ReadPassages {
  const { tailStart, taxonomy } = scope;
  const passages: Passage[] = [];
  const locations: PassageLocation[] = [];
  let recencyStart: number | undefined;
  let position = 0;
  for (const [index, entry] of entries.entries()) {
    if (index === tailStart) recencyStart = passages.length;
    // A later record replaces this one: nothing may refer to it.
    if (entry === undefined || isRecordEntry(entry)) continue;
    const { speaker, blocks } = entry;
    position += 1;
    const isHeld = !isReducible(scope, index, entry);
    const prose = proseOf(entry);
    if (prose !== undefined) {
      const site = { index };
      const isLater = only !== undefined && kindOf(entries, site) !== only;
      const isBinding = only === 'people' && !isLater && keeps(index, prose);
      const isBeside = !isPlainMessage(entry);
      let skipReason: string | undefined;
      if (isHeld) skipReason = 'protected';
      else if (isLater || isBinding) skipReason = 'given up later';
      else if (isBeside) skipReason = 'beside something else';
      const name = (isNear: boolean): string => nameProse(prose, isNear);
      passages.push({ text: prose, position, group: speaker, skipReason, name });
      locations.push(site);
    }
    if (only !== undefined && only !== 'data') continue;
    let responses = 0;
    for (const block of blocks) {
      if (!isResponse(block)) continue;
      const response = responses++;
      const text = getSoleText(block);
      const call = scope.callAt(index, response);
      if (text === undefined || call === undefined) continue;
      passages.push({
        text,
        position,
        get skipReason() {
          if (isHeld) return 'protected';
          if (scope.outcomeOf(call, block).status === 'error') return 'failed';
          return scope.asked.has(block) ? 'asked' : undefined;
        },
        name: (isNear) => nameResult(text, isNear, call, taxonomy),
      });
      locations.push({ index, response });
    }
  }
  return { passages, locations, recencyStart: recencyStart ?? passages.length };
}

/** Returns whether a user text is the first request or has words to keep: it is reduced after all other user text, with a demand last. */
export function isLastResort(
  { firstHuman, words }: ReductionScope,
  index: number,
  text: string,
  kinds: readonly ('demand' | 'statement')[] = ['demand', 'statement'],
): boolean {
  if (index === firstHuman) return true;
  const kind = words.lastingKind(text);
  return kind !== undefined && kinds.includes(kind) && !words.isRepeated(index);
}

/** Returns whether an entry has only text and reasoning of the user or the assistant. */
export function isPlainMessage({ speaker, blocks }: IContent): boolean {
  const isPerson = speaker === 'human' || speaker === 'ai';
  return isPerson && blocks.every((block) => isText(block) || block.type === 'thinking');
}

/** Source of a text. `data`, mostly tool results, is reduced first; `people`, user text, last. */
export type Kind = 'data' | 'agent' | 'people';

const ORDER: readonly Kind[] = ['data', 'agent', 'people'];

export function kindOf(entries: Entries, { index, response }: PassageLocation): Kind {
  const speaker = entries[index]?.speaker;
  if (response !== undefined || speaker === 'tool') return 'data';
  return speaker === 'human' ? 'people' : 'agent';
}

/** Returns the kind that is reduced last. */
export function latest(kinds: readonly Kind[]): Kind {
  return ORDER[Math.max(...kinds.map((kind) => ORDER.indexOf(kind)))]!;
}
