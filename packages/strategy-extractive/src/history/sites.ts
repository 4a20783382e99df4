import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { hasDemandWord } from '@palimpsest/directives';
import type { Passage } from '@palimpsest/reductions';
import { hasFailed } from '@palimpsest/tool-taxonomy';
import { isFree, type ReductionScope } from './reduction-scope.ts';
import { kindOf, type Kind } from './kinds.ts';
import { nameProse, nameResult } from './names.ts';
import { proseOf } from './prose.ts';
import { isResponse, textOfResult } from './responses.ts';

/** A history by place; `undefined` where an entry is gone. */
export type Entries = readonly (IContent | undefined)[];

/** Where a passage stands. */
export interface PassageLocation {
  readonly place: number;
  /** Number of the response among those of its entry, from 0 on; absent for what is said. */
  readonly response?: number;
}

export interface ReadPassages {
  readonly passages: readonly Passage[];
  /** One for each passage. */
  readonly sites: readonly PassageLocation[];
  /** Index of the first passage of the recent entries. */
  readonly recencyStart: number;
}

/**
 * Every text of a history that could become smaller, or that a reference could name.
 *
 * @param only whose texts may become smaller. @default all that nothing holds
 * @param keeps texts of people that stay for now
 */
export function extractPassages(
  entries: Entries,
  ground: ReductionScope,
  only?: Kind,
  keeps: (place: number, text: string) => boolean = (place, text) => mustStay(ground, place, text),
): ReadPassages {
  const { boundary, taxonomy } = ground;
  const passages: Passage[] = [];
  const sites: PassageLocation[] = [];
  let recencyStart: number | undefined;
  let position = 0;
  for (const [place, entry] of entries.entries()) {
    if (place === boundary) recencyStart = passages.length;
    if (entry === undefined) continue;
    const { speaker, blocks } = entry;
    position += 1;
    const isHeld = !isFree(ground, place, entry);
    const prose = proseOf(entry);
    if (prose !== undefined) {
      const site = { place };
      const isLater = only !== undefined && kindOf(entries, site) !== only;
      const isBinding = only === 'people' && !isLater && keeps(place, prose.text);
      const hold = isHeld
        ? 'protected'
        : isLater || isBinding
          ? 'given up later'
          : isSpoken(entry)
            ? undefined
            : 'beside something else';
      const name = (isNear: boolean): string => nameProse(prose.text, isNear);
      passages.push({ ...prose, role: speaker, position, group: speaker, skipReason: hold, name });
      sites.push(site);
    }
    // References to results are written before their calls are cut: their names are made of these.
    if (only !== undefined && only !== 'data') continue;
    let responses = 0;
    for (const block of blocks) {
      if (!isResponse(block)) continue;
      const response = responses++;
      const text = textOfResult(block);
      const call = ground.callAt(place, response);
      if (text === undefined || call === undefined) continue;
      passages.push({
        text,
        role: 'tool',
        position,
        get skipReason() {
          if (isHeld) return 'protected';
          const use = taxonomy.describe(call.name, call.parameters);
          return hasFailed(taxonomy, use, block) ? 'failed' : undefined;
        },
        name: (isNear) => nameResult(text, isNear, call, taxonomy),
      });
      sites.push({ place, response });
    }
  }
  return { passages, sites, recencyStart: recencyStart ?? passages.length };
}

/** Whether what a person said is the first request, or demands something: it goes after all that other people said. */
export function mustStay({ firstHuman }: ReductionScope, place: number, text: string): boolean {
  return place === firstHuman || hasDemandWord(text);
}

/** Whether an entry is nothing but what a person or a model says. */
export function isSpoken({ speaker, blocks }: IContent): boolean {
  return (speaker === 'human' || speaker === 'ai') && blocks.every(isWordOrThought);
}

function isWordOrThought({ type }: ContentBlock): boolean {
  return type === 'text' || type === 'code' || type === 'thinking';
}
