import {
  formatMediaPlaceholder,
  replaceResultParts,
  resultParts,
  type ContentBlock,
  type ResultPart,
} from '@palimpsest/core-types';
import { hasContent, type EvictionCandidate } from '@palimpsest/history';
import { freeEntries, type ReductionScope } from './reduction-scope.ts';
import type { Entries } from './sites.ts';

/** Lists removals of reasoning, oldest first. An entry with nothing else is removed. */
export function* dropThinking(
  entries: Entries,
  ground: ReductionScope,
): Generator<EvictionCandidate> {
  for (const [place, entry] of freeEntries(entries, ground)) {
    if (entry.speaker === 'ai' && entry.blocks.some(isThinking)) {
      // Even if it saves no tokens: reasoning is always removed before user text.
      yield { ...without(place, isThinking), onlyIfSmaller: false };
    }
  }
}

/**
 * Lists removals of assistant text next to tool calls, oldest first: the calls contain what the model did. Skips an entry right after another
 * assistant entry: formats that join the two would treat its text as text next to the calls (law 6).
 */
export function* dropWordsBeside(
  entries: Entries,
  ground: ReductionScope,
  mayDrop: (place: number) => boolean,
): Generator<EvictionCandidate> {
  for (const [place, { speaker, blocks }] of freeEntries(entries, ground)) {
    const hasCalls = speaker === 'ai' && blocks.some(({ type }) => type === 'tool_call');
    const isBeside = hasCalls && entries[place - 1]?.speaker !== 'ai';
    if (isBeside && blocks.some(isWords) && mayDrop(place)) yield without(place, isWords);
  }
}

/** Lists removals of media next to tool results, oldest first. */
export function* dropMedia(entries: Entries, ground: ReductionScope): Generator<EvictionCandidate> {
  for (const [place, { speaker, blocks }] of freeEntries(entries, ground)) {
    const isResult = speaker === 'tool' && blocks.some(({ type }) => type === 'tool_response');
    if (isResult && blocks.some(isMedia)) yield without(place, isMedia);
  }
}

/** Lists replacements of media in tool results by one-line placeholders, oldest first. */
export function* replaceMedia(
  entries: Entries,
  ground: ReductionScope,
): Generator<EvictionCandidate> {
  for (const [place, { blocks }] of freeEntries(entries, ground)) {
    if (blocks.some((block) => mediaIn(block).size > 0)) yield withPlaceholders(place);
  }
}

function withPlaceholders(place: number): EvictionCandidate {
  return {
    changes(current) {
      const entry = current(place);
      if (entry === undefined) return new Map();
      const blocks = entry.blocks.map((block) => {
        const edits = mediaIn(block);
        if (block.type !== 'tool_response' || edits.size === 0) return block;
        return { ...block, result: replaceResultParts(block.result, edits) };
      });
      return new Map([[place, { ...entry, blocks }]]);
    },
    dropped: {},
    onlyIfSmaller: true,
  };
}

function mediaIn(block: ContentBlock): ReadonlyMap<ResultPart, string> {
  const edits = new Map<ResultPart, string>();
  if (block.type !== 'tool_response' || typeof block.result !== 'object') return edits;
  for (const part of resultParts(block.result)) {
    if (part.type === 'media') edits.set(part, formatMediaPlaceholder(part.media));
  }
  return edits;
}

function without(place: number, isTaken: (block: ContentBlock) => boolean): EvictionCandidate {
  return {
    changes(current) {
      const entry = current(place);
      if (entry === undefined) return new Map();
      const blocks = entry.blocks.filter((block) => !isTaken(block));
      return new Map([[place, blocks.some(hasContent) ? { ...entry, blocks } : undefined]]);
    },
    dropped: {},
    onlyIfSmaller: true,
  };
}

const isThinking = ({ type }: ContentBlock): boolean => type === 'thinking';
export const isWords = ({ type }: ContentBlock): boolean => type === 'text' || type === 'code';
const isMedia = ({ type }: ContentBlock): boolean => type === 'media';
