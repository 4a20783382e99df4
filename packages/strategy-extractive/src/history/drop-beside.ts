import { gapMarker, type ContentBlock, type IContent } from '@palimpsest/core-types';
import { areSameRole, hasContent, type Sacrifice } from '@palimpsest/history';
import { isFree, type Ground } from './ground.ts';
import type { Entries } from './sites.ts';

/** Gives up what a model thought, oldest first; an entry that holds nothing else goes, or leaves a mark that parts two user messages. */
export function* dropThinking(entries: Entries, ground: Ground): Generator<Sacrifice> {
  for (const [place, entry] of freeEntries(entries, ground)) {
    if (entry.speaker === 'ai' && entry.blocks.some(isThinking)) yield without(place, isThinking);
  }
}

/** Gives up pictures and files beside tool results, oldest first. */
export function* dropMedia(entries: Entries, ground: Ground): Generator<Sacrifice> {
  for (const [place, { speaker, blocks }] of freeEntries(entries, ground)) {
    const isResult = speaker === 'tool' && blocks.some(({ type }) => type === 'tool_response');
    if (isResult && blocks.some(isMedia)) yield without(place, isMedia);
  }
}

function* freeEntries(
  entries: Entries,
  ground: Ground,
): Generator<readonly [place: number, entry: IContent]> {
  for (let place = 0; place < ground.boundary; place += 1) {
    const entry = entries[place];
    if (entry !== undefined && isFree(ground, place, entry)) yield [place, entry];
  }
}

function without(place: number, isTaken: (block: ContentBlock) => boolean): Sacrifice {
  return {
    changes(current) {
      const entry = current(place);
      if (entry === undefined) return new Map();
      const blocks = entry.blocks.filter((block) => !isTaken(block));
      const isLeft = blocks.some(hasContent);
      if (!isLeft && partsTurns(current, place)) return new Map([[place, withMark(entry)]]);
      return new Map([[place, isLeft ? { ...entry, blocks } : undefined]]);
    },
    dropped: {},
    mustFree: true,
  };
}

/** Whether an entry of the model is all that parts two turns of the user. */
function partsTurns(current: (place: number) => IContent | undefined, place: number): boolean {
  const before = current(place - 1);
  const after = current(place + 1);
  return before !== undefined && after !== undefined && areSameRole(before, after);
}

function withMark(entry: IContent): IContent {
  return { ...entry, blocks: [{ type: 'text', text: gapMarker(1) }] };
}

const isThinking = ({ type }: ContentBlock): boolean => type === 'thinking';
const isMedia = ({ type }: ContentBlock): boolean => type === 'media';
