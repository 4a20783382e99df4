import type { ContentBlock, ToolResponseBlock } from '@palimpsest/core-types';
import type { Codec } from '@palimpsest/formats';

/** Returns the tool results of one message in order: `.2` and `.3` in a recall id count them. */
export function responsesOf(message: unknown, codec: Codec): ToolResponseBlock[] {
  return codec
    .decode([message])
    .flatMap(({ blocks }) => blocks)
    .filter(isResponse);
}

export function isResponse(block: ContentBlock): block is ToolResponseBlock {
  return block.type === 'tool_response';
}
