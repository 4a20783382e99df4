import type { ContentBlock, IContent, ToolResponseBlock } from '@palimpsest/core-types';
import { detectFormat, FormatError, getCodec } from '@palimpsest/formats';
import { resultText } from '@palimpsest/engine/tools';

/** Maximum length of readable text without white space, in UTF-16 units. Longer text is an image or an archive. */
const MAX_WORD_LENGTH = 2_000;

/**
 * Returns the text of a message of any format in parts: one per tool result, in order, then one with all other content, texts first. Never
 * empty: a message of an unknown shape is one part, its JSON. Reasoning is included only if there is nothing else.
 */
export function messageParts(message: unknown): readonly string[] {
  if (typeof message === 'string') return [message.toWellFormed()];
  const blocks = entriesOf(message).flatMap((entry) => entry.blocks);
  const results = blocks.filter((block) => block.type === 'tool_response');
  const others = [...blocks.flatMap(wordsOf), ...blocks.flatMap(notesOf)];
  const parts = results.map((result) => responseText(result));
  if (others.length > 0) parts.push(others.join('\n'));
  return (parts.length > 0 ? parts : [jsonText(message)]).map((text) => text.toWellFormed());
}

/** Returns the entries of a message; none for one of an unknown shape. */
export function entriesOf(message: unknown): readonly IContent[] {
  const format = detectFormat([message]);
  try {
    return format === undefined ? [] : getCodec(format).decode([message]);
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}

function wordsOf(block: ContentBlock): readonly string[] {
  const text = block.type === 'text' ? block.text : block.type === 'code' ? block.code : '';
  return text === '' ? [] : [text];
}

/** Returns a call or a picture as one line of JSON. */
function notesOf({ native: _native, ...block }: ContentBlock): readonly string[] {
  return block.type === 'tool_call' || block.type === 'media' ? [jsonText(block, 0)] : [];
}

/**
 * Returns the text of a tool result as the model saw it, followed by its error.
 *
 * @param writeJson formats a result without any text. @default readable JSON
 */
export function responseText(
  { result, error }: Pick<ToolResponseBlock, 'result' | 'error'>,
  writeJson: (result: unknown) => string = jsonText,
): string {
  const text = result === undefined || result === null ? '' : resultText(result, writeJson);
  if (error === undefined || error.trim() === '' || error === text) return text;
  return text === '' ? error : `${text}\n${error}`;
}

/** Returns a value as readable JSON: media as their length. */
function jsonText(value: unknown, indent: number = 2): string {
  return JSON.stringify(value, readable, indent) ?? 'null';
}

function readable(_name: string, value: unknown): unknown {
  const isMedia = typeof value === 'string' && value.length > MAX_WORD_LENGTH && !/\s/.test(value);
  return isMedia ? `[${value.length} characters]` : value;
}
