import {
  formatMediaPlaceholder,
  readResultMedia,
  type ContentBlock,
  type MediaBlock,
  type ThinkingBlock,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { hasSameOutcome } from '../native.ts';
import { keepsSignature, plainText, writeParts, type PartWriter } from '../parts.ts';
import { wrapParameters } from '../results/arguments.ts';
import { errorText, hasFailed, writeResult } from '../results/tool-payload.ts';
import type { TurnFormat } from '../turns.ts';
import { isRecord, type Members } from '../values.ts';
import { anthropicReader, readPart, type AnthropicMessage } from './read.ts';

/** How messages are written. */
export const anthropicTurns: TurnFormat<AnthropicMessage> = {
  ...anthropicReader,
  roles: { system: 'system', human: 'user', tool: 'user', ai: 'assistant' },
  write: ({ blocks }) => plainText('anthropic', blocks) ?? writeParts(partWriter, blocks),
  isCompaction: (part) => isRecord(part) && part['type'] === 'compaction',
};

const partWriter: PartWriter = { name: 'anthropic', read: readPart, write: writePart };

function writePart(
  block: ContentBlock,
  part: Members | undefined,
  before: ContentBlock | undefined,
): Members | undefined {
  switch (block.type) {
    case 'text': {
      const { id: _stale, ...rest } = part ?? {};
      return { ...rest, type: 'text', text: block.text };
    }
    case 'thinking':
      return writeThinking(block);
    case 'media':
      return writeMedia(block, part);
    case 'tool_call': {
      const { id, name, parameters } = block;
      return { ...part, type: 'tool_use', id, name, input: wrapParameters(parameters) };
    }
    case 'tool_response':
      return writeResponse(block, part, before);
    default:
      return undefined;
  }
}

/** Omits a signature of another provider, which the API would reject. */
function writeThinking(block: ThinkingBlock): Members | undefined {
  const { thought, signature, encryptedContent } = block;
  const isOurs = keepsSignature('anthropic', block);
  if (thought === '') {
    const hasData = isOurs && encryptedContent !== undefined && signature === undefined;
    if (hasData) return { type: 'redacted_thinking', data: encryptedContent };
    if (!isOurs || signature === undefined) return undefined;
  }
  const signed = isOurs && signature !== undefined ? { signature } : {};
  return { type: 'thinking', thinking: thought, ...signed };
}

function writeResponse(
  block: ToolResponseBlock,
  part: Members | undefined,
  before: ContentBlock | undefined,
): Members {
  const { is_error: flag, ...rest } = part ?? {};
  const content = part?.['content'];
  const isSame = before?.type === 'tool_response' && hasSameOutcome(block, before);
  return {
    ...rest,
    type: 'tool_result',
    tool_use_id: block.callId,
    content: isSame ? content : writeResult(block, content, errorText(block) !== undefined),
    ...(hasFailed(block) ? { is_error: true } : flag === false ? { is_error: false } : {}),
  };
}

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const DOCUMENT = 'application/pdf';

/** Writes images and PDF documents. The API rejects all other types: a placeholder replaces them. */
function writeMedia(block: MediaBlock, part: Members | undefined): Members {
  const { data, encoding, filename } = block;
  // A text, a list of blocks or an uploaded file.
  if (data === '' && part !== undefined) return part;
  const mimeType = block.mimeType === 'image/jpg' ? 'image/jpeg' : block.mimeType;
  const isDocument = mimeType === DOCUMENT;
  const isUrl = encoding === 'url';
  const isKnown = isUrl ? mimeType.startsWith('image/') : IMAGES.has(mimeType);
  const isHeld = isUrl ? /^https?:/i.test(data) : data !== '';
  if (!isHeld || !(isDocument || isKnown)) return { type: 'text', text: placeholderOf(block) };
  const named = isDocument && filename !== undefined ? { title: filename } : {};
  const source = isUrl
    ? { type: 'url', url: data }
    : { type: 'base64', media_type: mimeType, data };
  return { ...part, type: isDocument ? 'document' : 'image', source, ...named };
}

/** Names media, with its size if the data contains it. */
function placeholderOf({ mimeType, data, encoding, filename: name }: MediaBlock): string {
  const named = name === undefined ? {} : { name };
  const part = encoding === 'url' ? { type: 'file-url', url: data } : { type: 'file-data', data };
  const media = readResultMedia({ ...part, mimeType, ...named });
  return formatMediaPlaceholder(media ?? { mimeType, ...named });
}
