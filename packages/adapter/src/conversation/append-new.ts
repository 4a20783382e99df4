import type { ContentBlock, IContent } from '@palimpsest/core-types';
import type { Codec } from '@palimpsest/formats';
import type { Conversation, ToolNames } from './conversation.ts';

/**
 * Reads the new messages, and appends the model's responses with everything before them to the history. Returns the entries after the
 * newest response, which this request sends for the first time, and the number of messages before them.
 */
export function appendNew(
  codec: Codec,
  { history, names, messageIndices }: Conversation,
  messages: readonly unknown[],
  from: number,
  recognize: (entries: readonly IContent[]) => readonly IContent[],
): { readonly pending: readonly IContent[]; readonly answered: number } {
  const entries = recognize(readNew(codec, messages, from, names));
  rememberNames(entries, names);
  for (let at = from; at < messages.length; at += 1) messageIndices.set(messages[at], at);
  const { answered, pending } = splitPending(entries, names);
  history.append(...answered);
  const isAllAnswered = answered.length === entries.length;
  return { pending, answered: isAllAnswered ? messages.length : answeredIn(codec, messages, from) };
}

/** Splits entries after the model's newest response. */
export function splitPending(
  entries: readonly IContent[],
  names: ToolNames,
): { readonly answered: readonly IContent[]; readonly pending: readonly IContent[] } {
  const newest = entries.findLastIndex(({ speaker }) => speaker === 'ai');
  const pending = entries.slice(newest + 1);
  // An unmatched result cannot be prepared; sending it is the framework's decision.
  if (pending.some((entry) => hasUnmatchedResult(entry, names)))
    return { answered: entries, pending: [] };
  return { answered: entries.slice(0, newest + 1), pending };
}

function hasUnmatchedResult({ blocks }: IContent, names: ToolNames): boolean {
  return blocks.some((block) => block.type === 'tool_response' && !names.has(block.callId));
}

function answeredIn(codec: Codec, messages: readonly unknown[], from: number): number {
  let at = messages.length;
  while (at > from && !codec.decode([messages[at - 1]]).some(({ speaker }) => speaker === 'ai')) {
    at -= 1;
  }
  return at;
}

/**
 * Decodes the messages from an index on. Decodes all of them only if a new result belongs to an earlier call that
 * just its position identifies.
 */
function readNew(
  codec: Codec,
  messages: readonly unknown[],
  from: number,
  names: ToolNames,
): readonly IContent[] {
  if (from === 0) return codec.decode(messages);
  const entries = codec.decode(messages.slice(from));
  const own: ToolNames = new Map();
  rememberNames(entries, own);
  const isKnown = (block: ContentBlock) =>
    block.type !== 'tool_response' ||
    (block.callId !== '' && (own.has(block.callId) || names.has(block.callId)));
  if (!entries.every(({ blocks }) => blocks.every(isKnown))) {
    return codec.decode(messages).slice(codec.decode(messages.slice(0, from)).length);
  }
  return entries.map((entry) => named(entry, names));
}

/** Adds the tool names of the calls in entries. */
export function rememberNames(entries: readonly IContent[], names: ToolNames): void {
  for (const { blocks } of entries) {
    for (const block of blocks) if (block.type === 'tool_call') names.set(block.id, block.name);
  }
}

function named(entry: IContent, names: ToolNames): IContent {
  const isNameless = (block: ContentBlock) =>
    block.type === 'tool_response' && block.toolName === '' && names.has(block.callId);
  if (!entry.blocks.some(isNameless)) return entry;
  const blocks = entry.blocks.map((block) =>
    block.type === 'tool_response' && isNameless(block)
      ? { ...block, toolName: names.get(block.callId) ?? '' }
      : block,
  );
  return { ...entry, blocks };
}
