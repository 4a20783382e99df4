import {
  replaceBinaryText,
  type ContentBlock,
  type MediaBlock,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { resultText } from '@palimpsest/tool-taxonomy';

/** Returns the text of a block for the summary model; `undefined` for reasoning and opaque blocks. */
export function showBlock(block: ContentBlock): string | undefined {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'code':
      return block.code;
    case 'tool_call':
      return `[Tool Call: ${block.name}]\nParameters: ${jsonText(block.parameters)}`;
    case 'tool_response':
      return showResponse(block);
    case 'media':
      return mediaBlockToCompressionPlaceholder(block);
    default:
      return undefined;
  }
}

/** Returns the error and the output of a result: the output often contains the fix (#3063). */
function showResponse({ toolName, result, error, isError }: ToolResponseBlock): string {
  const lines = [`[Tool Result: ${toolName}]`];
  if (error !== undefined && error.trim() !== '') lines.push(`Error: ${error}`);
  else if (isError === true) lines.push('Error: the call failed');
  const said = replaceBinaryText(resultText(result));
  if (said !== '') lines.push(`Result: ${said}`);
  return lines.join('\n');
}

/** Returns the placeholder of a media block, whose bytes no summary needs: `[Attached image: chart.png]` (#1875, #1889). */
export function mediaBlockToCompressionPlaceholder({
  mimeType,
  caption,
  filename,
}: Pick<MediaBlock, 'mimeType' | 'caption' | 'filename'>): string {
  const [kind = ''] = mimeType.split('/');
  const isKnownKind = ['image', 'audio', 'video'].includes(kind);
  const category = mimeType === 'application/pdf' ? 'PDF' : isKnownKind ? kind : 'file';
  const name = [caption, filename, mimeType].find((text) => text !== undefined && text !== '');
  return `[Attached ${category}: ${name ?? 'unknown'}]`;
}

/**
 * Returns a string unchanged and other values as JSON; values without JSON (cycles, bigints, functions, too deep nesting) as `String(value)`,
 * else by kind.
 */
function jsonText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return inWords(value);
  }
}

function inWords(value: unknown): string {
  try {
    return String(value);
  } catch {
    return Array.isArray(value) ? '[object Array]' : '[object Object]';
  }
}
