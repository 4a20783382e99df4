import type { ContentBlock, MediaBlock, Speaker } from '@palimpsest/core-types';
import { fencedCode } from '@palimpsest/engine/text';
import { soleText, writeParts, type PartTable, type ReadBlock } from '../framework/part-table.ts';
import { membersOf, textMember, textOf, type Members } from '../framework/values.ts';
import { readAddress, writeAddress } from '../results/media.ts';
import { withoutId, type Item, type ItemDialect } from './dialect.ts';

export const ROLES: ReadonlyMap<unknown, Speaker> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'human'],
  ['assistant', 'ai'],
]);

const NEW_ROLES = { system: 'system', human: 'user', tool: 'user', ai: 'assistant' } as const;

export function isMessage({ type, role }: Item): boolean {
  return type === 'message' || ((type ?? null) === null && role !== undefined);
}

/** Returns the parts of messages. */
export function contentParts(dialect: ItemDialect): PartTable {
  return {
    name: dialect.name,
    kindIn: 'type',
    readers: {
      input_text: readText,
      output_text: readText,
      text: readText,
      input_image: ({ filename, [dialect.image]: address }) => ({
        type: 'media',
        ...readAddress(textOf(address), 'image/*'),
        ...textMember('filename', filename),
      }),
      input_file: ({ file, file_data: data, file_url: url, filename }) => {
        const inside = textOf(file) || textOf(membersOf(file)['url']);
        const address = textOf(data) || textOf(url) || inside;
        return {
          type: 'media',
          ...readAddress(address, 'application/octet-stream'),
          ...textMember('filename', filename),
        };
      },
      // Outputs of the Agents SDK that are one image or file.
      image: ({ image }) => readHeld(image, 'image/*'),
      file: ({ file }) => readHeld(file, 'application/octet-stream'),
    },
    writers: {
      text: ({ text }, part, _before, speaker) =>
        writeText(part, text, speaker === 'ai' ? 'output_text' : 'input_text'),
      media: (block, part, _before, speaker) =>
        speaker === 'ai' && part === undefined ? undefined : writeMedia(dialect, block, part),
    },
  };
}

function readHeld(held: unknown, assumed: string): ReadBlock {
  const { data, url, mediaType, filename } = membersOf(held);
  const mimeType = textOf(mediaType) || assumed;
  const named = textMember('filename', filename);
  return typeof data === 'string'
    ? { type: 'media', mimeType, data, encoding: 'base64', ...named }
    : { type: 'media', ...readAddress(textOf(held) || textOf(url), mimeType), ...named };
}

function readText({ text }: Members): ReadBlock | undefined {
  return typeof text === 'string' ? { type: 'text', text } : undefined;
}

/** Writes a text without citations and log probabilities, which refer to positions in the old text. */
function writeText(part: Members | undefined, text: string, type: string): Members {
  if (part === undefined) return { type, text };
  const { logprobs: _stale, annotations, ...rest } = part;
  return { ...rest, text, ...(Array.isArray(annotations) ? { annotations: [] } : {}) };
}

function writeMedia(dialect: ItemDialect, block: MediaBlock, part: Members = {}): Members {
  const { mimeType, encoding, filename } = block;
  const address = writeAddress(block);
  const isImage = mimeType.startsWith('image/');
  const type = isImage ? 'input_image' : 'input_file';
  const own: Members = part['type'] === type ? part : {};
  if (isImage) return { ...own, type, [dialect.image]: address };
  const { file_data: _data, file_url: _url, ...rest } = own;
  return {
    ...rest,
    type,
    ...textMember('filename', filename),
    ...dialect.file(address, encoding === 'url'),
  };
}

/** Writes a message with other content; `undefined` if no block of a new one can be expressed. */
export function writeMessage(
  dialect: ItemDialect,
  speaker: Speaker,
  blocks: readonly ContentBlock[],
  raw: Item | undefined,
): Item | undefined {
  const message = raw !== undefined && isMessage(raw) ? raw : undefined;
  const isSameSpeaker = message !== undefined && ROLES.get(message.role) === speaker;
  const role = isSameSpeaker ? message.role : NEW_ROLES[speaker];
  // The Agents SDK accepts only parts from a model, and Codex reads only parts; all accept a list.
  const takesText =
    message === undefined
      ? speaker !== 'ai' && dialect.name !== 'codex'
      : typeof message.content === 'string';
  const isPlainRole =
    dialect.hasPlainInstructions && role === 'system' && !Array.isArray(message?.content);
  const content = isPlainRole
    ? blocks.flatMap(writeWords).join('\n\n')
    : ((takesText ? soleText(dialect.name, blocks) : undefined) ??
      // The part of a block that was an item of its own is that item, which no message contains.
      writeParts(contentParts(dialect), blocks, speaker, ({ field, part }) =>
        field === 'content' ? part : undefined,
      ));
  if (message !== undefined) return { ...withoutId(message), role, content };
  if (blocks.length > 0 && content.length === 0) return undefined;
  return { type: 'message', role, ...(speaker === 'ai' ? dialect.completed : {}), content };
}

function writeWords(block: ContentBlock): readonly string[] {
  if (block.type === 'code') return [fencedCode(block.code, block.language)];
  return block.type === 'text' ? [block.text] : [];
}
