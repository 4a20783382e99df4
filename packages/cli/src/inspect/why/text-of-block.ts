import type { ContentBlock } from '@palimpsest/core-types';
import { resultText } from '@palimpsest/tool-taxonomy';

/** The text of a block that lines are kept of. */
export function textOfBlock(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'code':
      return block.code;
    case 'thinking':
      return block.thought;
    case 'tool_call':
      return typeof block.parameters === 'string' ? block.parameters : jsonOf(block.parameters);
    case 'tool_response':
      return resultText(block.result) ?? jsonOf(block.result);
    default:
      return '';
  }
}

/** What has no JSON has no lines. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
