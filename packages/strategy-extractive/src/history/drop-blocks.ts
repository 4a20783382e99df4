import {
  formatMediaPlaceholder,
  replaceResultParts,
  resultParts,
  type ContentBlock,
  type IContent,
  type ResultPart,
} from '@palimpsest/core-types';
import { hasContent, mediaLine, type EvictionCandidate } from '@palimpsest/engine/history';
import type { ReductionContext } from './reduction-context.ts';
import { reducibleEntries } from './reduction-scope.ts';
import { editEntry } from './edits.ts';

/** Lists removals of reasoning, oldest first. An entry with nothing else is removed. */
export function* dropThinking(context: ReductionContext): Generator<EvictionCandidate> {
  for (const [index, { speaker, blocks }] of reducibleEntries(context)) {
    if (speaker === 'ai' && blocks.some(isThinking)) {
      // Even if it saves no tokens: reasoning is always removed before user text.
      yield { ...without(index, isThinking), onlyIfSmaller: false };
    }
  }
}

/** Lists removals of media next to tool results, oldest first. */
export function* dropMedia(context: ReductionContext): Generator<EvictionCandidate> {
  for (const [index, { speaker, blocks }] of reducibleEntries(context)) {
    const isResult = speaker === 'tool' && blocks.some(({ type }) => type === 'tool_response');
    if (isResult && blocks.some(isMedia)) yield without(index, isMedia);
  }
}

/** Lists replacements of media in tool results by one-line placeholders, oldest first. */
export function* replaceMedia(context: ReductionContext): Generator<EvictionCandidate> {
  for (const [index, { blocks }] of reducibleEntries(context)) {
    if (blocks.some((block) => mediaIn(block).size > 0)) yield editEntry(index, withPlaceholders);
  }
}

/** Lists replacements of what people attached by one-line placeholders, oldest first: it goes before what they and the agent said. */
export function* replaceAttachments(context: ReductionContext): Generator<EvictionCandidate> {
  for (const [index, { speaker, blocks }] of reducibleEntries(context)) {
    const isResult = blocks.some(({ type }) => type === 'tool_response');
    if (speaker !== 'human' || isResult || !blocks.some(isMedia)) continue;
    yield editEntry(index, (entry) => ({
      ...entry,
      blocks: entry.blocks.map((block) =>
        block.type === 'media' ? { type: 'text', text: mediaLine(block) } : block,
      ),
    }));
  }
}

function withPlaceholders(entry: IContent): IContent {
  const blocks = entry.blocks.map((block) => {
    const edits = mediaIn(block);
    if (block.type !== 'tool_response' || edits.size === 0) return block;
    return { ...block, result: replaceResultParts(block.result, edits) };
  });
  return { ...entry, blocks };
}

function mediaIn(block: ContentBlock): ReadonlyMap<ResultPart, string> {
  const edits = new Map<ResultPart, string>();
  if (block.type !== 'tool_response' || typeof block.result !== 'object') return edits;
  for (const part of resultParts(block.result)) {
    if (part.type === 'media') edits.set(part, formatMediaPlaceholder(part.media));
  }
  return edits;
}

function without(index: number, isTaken: (block: ContentBlock) => boolean): EvictionCandidate {
  return editEntry(index, (entry) => {
    const blocks = entry.blocks.filter((block) => !isTaken(block));
    return blocks.some(hasContent) ? { ...entry, blocks } : undefined;
  });
}

const isThinking = ({ type }: ContentBlock): boolean => type === 'thinking';
const isMedia = ({ type }: ContentBlock): boolean => type === 'media';
