import type { ContentBlock, IContent, ToolResponseBlock } from '@palimpsest/core-types';
import type { Codec } from '@palimpsest/formats';
import type { Conversation, ToolNames } from './conversation.ts';

/**
 * Decodes the messages from index `from` on, and appends those up to the model's newest response to the history.
 *
 * @param recognize adds the metadata of earlier compressions to generated entries
 * @returns the pending entries, which follow that response, and the number of messages before them
 */
export function appendNew(
  codec: Codec,
  { history, names, messageIndices }: Conversation,
  messages: readonly unknown[],
  from: number,
  recognize: (entries: readonly IContent[]) => readonly IContent[],
): { readonly pending: readonly IContent[]; readonly answeredCount: number } {
  const entries = recognize(readNew(codec, messages, from, names));
  rememberNames(entries, names);
  for (let at = from; at < messages.length; at += 1) messageIndices.set(messages[at], at);
  const { answered, pending } = splitPending(entries, names);
  history.append(...answered);
  const answeredCount =
    pending.length === 0 ? messages.length : countAnswered(codec, messages, from);
  return { pending, answeredCount };
}

/** Splits entries after the model's newest response. With an unmatched result after it, no entry is pending. */
export function splitPending(
  entries: readonly IContent[],
  names: ToolNames,
): { readonly answered: readonly IContent[]; readonly pending: readonly IContent[] } {
  const newest = entries.findLastIndex(({ speaker }) => speaker === 'ai');
  const pending = entries.slice(newest + 1);
  // An orchestrator rejects a pending result without a call. Whether it is sent is the framework's decision.
  if (pending.some((entry) => hasUnmatchedResult(entry, names)))
    return { answered: entries, pending: [] };
  return { answered: entries.slice(0, newest + 1), pending };
}

function hasUnmatchedResult({ blocks }: IContent, names: ToolNames): boolean {
  return blocks.some((block) => block.type === 'tool_response' && !names.has(block.callId));
}

/** Returns the number of messages up to the model's newest response, at least `from`. */
function countAnswered(codec: Codec, messages: readonly unknown[], from: number): number {
  const isResponse = (message: unknown) =>
    codec.decode([message]).some(({ speaker }) => speaker === 'ai');
  return from + messages.slice(from).findLastIndex(isResponse) + 1;
}

/** Decodes the messages from index `from` on. A result whose call only its position identifies requires that all messages are decoded. */
function readNew(
  codec: Codec,
  messages: readonly unknown[],
  from: number,
  names: ToolNames,
): readonly IContent[] {
  if (from === 0) return codec.decode(messages);
  const entries = codec.decode(messages.slice(from));
  const newNames: ToolNames = new Map();
  rememberNames(entries, newNames);
  const isKnown = (block: ContentBlock) =>
    block.type !== 'tool_response' ||
    (block.callId !== '' && (newNames.has(block.callId) || names.has(block.callId)));
  if (!entries.every(({ blocks }) => blocks.every(isKnown))) {
    return codec.decode(messages).slice(codec.decode(messages.slice(0, from)).length);
  }
  return entries.map((entry) => addToolNames(entry, names));
}

/** Adds the tool names of the calls in entries to `names`. */
export function rememberNames(entries: readonly IContent[], names: ToolNames): void {
  for (const { blocks } of entries) {
    for (const block of blocks) if (block.type === 'tool_call') names.set(block.id, block.name);
  }
}

/** Adds the missing tool names of results whose calls are known. */
function addToolNames(entry: IContent, names: ToolNames): IContent {
  const isNameless = (block: ContentBlock): block is ToolResponseBlock =>
    block.type === 'tool_response' && block.toolName === '' && names.has(block.callId);
  if (!entry.blocks.some(isNameless)) return entry;
  const blocks = entry.blocks.map((block) =>
    isNameless(block) ? { ...block, toolName: names.get(block.callId)! } : block,
  );
  return { ...entry, blocks };
}
