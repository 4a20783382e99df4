import type { ContentBlock, MediaBlock, Speaker } from '@palimpsest/core-types';
import { fencedCode } from '@palimpsest/engine/text';
import type { Item, ItemDialect } from './dialect.ts';
import { isMessage, readPart, SPEAKERS } from './read.ts';
import { withoutId } from './tools.ts';
import { writeAddress } from '../results/media.ts';
import { nativePart } from '../native.ts';
import { plainText, writeParts, type PartWriter } from '../parts.ts';
import type { Members } from '../values.ts';

const ROLES = { system: 'system', human: 'user', tool: 'user', ai: 'assistant' } as const;

/** Writes a message with other content; `undefined` if no block of a new one can be expressed. */
export function writeMessage(
  dialect: ItemDialect,
  speaker: Speaker,
  blocks: readonly ContentBlock[],
  raw: Item | undefined,
): Item | undefined {
  const message = raw !== undefined && isMessage(raw) ? raw : undefined;
  const isSameSpeaker = message !== undefined && SPEAKERS.get(message.role) === speaker;
  const role = isSameSpeaker ? message.role : ROLES[speaker];
  // The Agents SDK accepts only parts from a model, and Codex reads only parts; all accept a list.
  const takesText =
    message === undefined
      ? role !== 'assistant' && dialect.name !== 'codex'
      : typeof message.content === 'string';
  const text = takesText ? plainText(dialect.name, blocks) : undefined;
  const isPlainRole =
    dialect.hasPlainInstructions && role === 'system' && !Array.isArray(message?.content);
  const partWriter: PartWriter = {
    name: dialect.name,
    read: (part) => readPart(dialect, part),
    // The part of a block that was an item of its own is that item, which no message contains.
    write: (block, part) => {
      const isContent = nativePart(dialect.name, block)?.field === 'content';
      return writePart(dialect, role === 'assistant', block, isContent ? part : undefined);
    },
  };
  const content = isPlainRole
    ? blocks.flatMap(writeWords).join('\n\n')
    : (text ?? writeParts(partWriter, blocks));
  if (message === undefined && blocks.length > 0 && content.length === 0) return undefined;
  if (message === undefined) {
    const completed = role === 'assistant' ? dialect.completed : {};
    return { type: 'message', role, ...completed, content };
  }
  return { ...withoutId(message), role, content };
}

function writeWords(block: ContentBlock): readonly string[] {
  if (block.type === 'code') return [fencedCode(block.code, block.language)];
  return block.type === 'text' ? [block.text] : [];
}

function writePart(
  dialect: ItemDialect,
  isAnswer: boolean,
  block: ContentBlock,
  part: Members | undefined,
): Members | undefined {
  if (block.type === 'opaque') return part;
  if (block.type === 'text') {
    return writeText(part, block.text, isAnswer ? 'output_text' : 'input_text');
  }
  if (block.type !== 'media') return undefined;
  if (block.data === '') return part;
  return isAnswer && part === undefined ? undefined : writeMedia(dialect, block, part);
}

/** Writes a text without citations and log probabilities, which refer to positions in the old text. */
function writeText(part: Members | undefined, text: string, type: string): Members {
  if (part === undefined) return { type, text };
  const { logprobs: _stale, annotations, ...rest } = part;
  if (part['text'] === text) return part;
  return { ...rest, text, ...(Array.isArray(annotations) ? { annotations: [] } : {}) };
}

function writeMedia(dialect: ItemDialect, block: MediaBlock, part: Members | undefined): Members {
  const { mimeType, encoding, filename } = block;
  const address = writeAddress(block);
  if (mimeType.startsWith('image/')) {
    return { ...onlyOf(part, 'input_image'), type: 'input_image', [dialect.image]: address };
  }
  const named = filename === undefined ? {} : { filename };
  const { file_data: _data, file_url: _url, ...rest } = onlyOf(part, 'input_file');
  return { ...rest, type: 'input_file', ...named, ...dialect.file(address, encoding === 'url') };
}

function onlyOf(part: Members | undefined, type: string): Members {
  return part?.['type'] === type ? part : {};
}
