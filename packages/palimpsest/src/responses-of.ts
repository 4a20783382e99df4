import type { ContentBlock, ToolResponseBlock } from '@palimpsest/core-types';
import type { Codec } from '@palimpsest/formats';

/** The tool responses of one message, in their order: what `.2` and `.3` behind a short id count. */
export function responsesOf(message: unknown, codec: Codec): ToolResponseBlock[] {
  return codec
    .decode([message])
    .flatMap(({ blocks }) => blocks)
    .filter(isResponse);
}

export function isResponse(block: ContentBlock): block is ToolResponseBlock {
  return block.type === 'tool_response';
}
