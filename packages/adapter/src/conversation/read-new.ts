import type { ContentBlock, IContent } from '@palimpsest/core-types';
import type { Codec } from '@palimpsest/formats';

/** Names of the called tools, by call id. */
export type ToolNames = Map<string, string>;

/**
 * Decodes the messages from an index on. Decodes all of them only if a new result belongs to an earlier call that
 * just its position identifies.
 */
export function readNew(
  codec: Codec,
  messages: readonly unknown[],
  from: number,
  names: ToolNames,
): readonly IContent[] {
  if (from === 0) return codec.decode(messages);
  const entries = codec.decode(messages.slice(from));
  const own = new Set<string>();
  for (const { blocks } of entries) {
    for (const block of blocks) if (block.type === 'tool_call') own.add(block.id);
  }
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
