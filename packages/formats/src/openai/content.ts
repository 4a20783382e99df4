import type { ContentBlock, MediaBlock } from '@palimpsest/core-types';
import { fencedCode } from '@palimpsest/text';
import { writeAddress } from '../results/media.ts';
import { nativePart, sameBlock } from '../native.ts';
import { readPart, type OpenAIMessage, type OpenAIPart } from './read.ts';
import { same } from '../same.ts';
import { listOf, textOf } from '../values.ts';

/** Writes the content of a message, in its former shape if possible. */
export function writeContent(
  blocks: readonly ContentBlock[],
  raw: OpenAIMessage | undefined,
  hasCalls: boolean,
  untouched: ReadonlySet<ContentBlock>,
): unknown {
  const [first] = blocks;
  if (blocks.length === 1 && first !== undefined && !hasPart(first)) {
    if (first.type === 'text') return first.text;
    if (first.type === 'code') return fencedCode(first.code, first.language);
  }
  const written = blocks.flatMap((block) => writePart(block, untouched));
  if (written.length > 0) return same(written, raw?.content) ? raw?.content : written;
  if (raw !== undefined && listOf(raw.content).length === 0 && !textOf(raw.content)) {
    return raw.content;
  }
  return hasCalls ? null : '';
}

function hasPart(block: ContentBlock): boolean {
  return nativePart('openai', block)?.part !== undefined;
}

/** Returns nothing for a block that the format cannot express. */
function writePart(block: ContentBlock, untouched: ReadonlySet<ContentBlock>): readonly unknown[] {
  const native = nativePart<OpenAIPart>('openai', block);
  if (native?.value !== undefined) return [native.value];
  const part = native?.part;
  if (part !== undefined && (untouched.has(block) || sameBlock(block, readPart(part))))
    return [part];
  if (block.type === 'code')
    return [{ type: 'text', text: fencedCode(block.code, block.language) }];
  if (block.type === 'text') {
    const { id: _stale, ...rest } = part ?? {};
    return [{ ...rest, type: 'text', text: block.text }];
  }
  return block.type === 'media' ? writeMedia(block, part) : [];
}

function writeMedia(block: MediaBlock, part: OpenAIPart | undefined): readonly OpenAIPart[] {
  const { mimeType, data, encoding, filename } = block;
  if (data === '') return part === undefined ? [] : [part];
  if (mimeType.startsWith('image/')) {
    const image_url = { ...part?.image_url, url: writeAddress(block) };
    return [{ ...part, type: 'image_url', image_url }];
  }
  if (mimeType.startsWith('audio/') && encoding === 'base64') {
    const format = mimeType.slice('audio/'.length);
    return [{ ...part, type: 'input_audio', input_audio: { ...part?.input_audio, data, format } }];
  }
  const named = filename === undefined ? {} : { filename };
  const file = { ...part?.file, ...named, file_data: writeAddress(block) };
  return [{ ...part, type: 'file', file }];
}
