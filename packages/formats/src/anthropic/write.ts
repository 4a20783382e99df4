import {
  formatMediaPlaceholder,
  type ContentBlock,
  type MediaBlock,
  type ResultMedia,
  type ThinkingBlock,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { hasSameOutcome } from '../native.ts';
import { keepsSignature, plainText, writeParts } from '../parts.ts';
import { asResultMedia } from '../results/media.ts';
import {
  hasOnly,
  isForeignToAll,
  mediaAddress,
  writeResult as writeResultContent,
  type ResultShapes,
} from '../results/result-list.ts';
import { takeMedia } from '../results/result-pieces.ts';
import { wrapParameters } from '../results/arguments.ts';
import { errorText, hasFailed } from '../results/tool-payload.ts';
import type { TurnFormat } from '../turns.ts';
import { isRecord, textOf, type Members } from '../values.ts';
import { anthropicReader, readPart, type AnthropicMessage } from './read.ts';
import { ANTHROPIC_DOCUMENTS, ANTHROPIC_IMAGES } from './media-types.ts';

/** How messages are written. */
export const anthropicTurns: TurnFormat<AnthropicMessage> = {
  ...anthropicReader,
  roles: { system: 'system', human: 'user', tool: 'user', ai: 'assistant' },
  write({ blocks }) {
    const text = plainText('anthropic', blocks);
    if (text !== undefined) return text;
    // Media of results that cannot contain it.
    const beside: unknown[] = [];
    const content = writeParts(
      {
        name: 'anthropic',
        read: readPart,
        write: (block, part, before) => writePart(block, part, before, beside),
      },
      blocks,
    );
    // Results come first in a message, directly followed by their media.
    const end =
      1 + content.findLastIndex((part) => isRecord(part) && part['type'] === 'tool_result');
    return content.toSpliced(end, 0, ...beside);
  },
  isCompaction: (part) => isRecord(part) && part['type'] === 'compaction',
};

function writePart(
  block: ContentBlock,
  part: Members | undefined,
  before: ContentBlock | undefined,
  beside: unknown[],
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
      return writeResult(block, part, before, beside);
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

/** Writes a placeholder for media that the API rejects. */
function writeMedia(block: MediaBlock, part: Members | undefined): Members {
  // A text, a list of blocks or an uploaded file.
  if (block.data === '' && part !== undefined) return part;
  const media = asResultMedia(block);
  const written = writeResultMedia(media);
  if (written !== undefined) return { ...part, ...written };
  return { type: 'text', text: formatMediaPlaceholder(media) };
}

function writeResult(
  block: ToolResponseBlock,
  part: Members | undefined,
  before: ContentBlock | undefined,
  beside: unknown[],
): Members {
  const { is_error: flag, ...rest } = part ?? {};
  const isSame = before?.type === 'tool_response' && hasSameOutcome(block, before);
  return {
    ...rest,
    type: 'tool_result',
    tool_use_id: block.callId,
    content: isSame ? part?.['content'] : writeOutcome(block, part?.['content'], beside),
    ...(hasFailed(block) ? { is_error: true } : flag === false ? { is_error: false } : {}),
  };
}

/** Moves media of a failure next to its result: "all content must be type text if is_error is true". */
function writeOutcome(block: ToolResponseBlock, before: unknown, beside: unknown[]): unknown {
  const isFailure = errorText(block) !== undefined;
  if (!hasFailed(block)) {
    return writeResultContent(block, anthropicResults, { before, isFailure });
  }
  const { shown, taken } = takeMedia(block.result, writeResultMedia);
  for (const media of taken.values()) beside.push(media);
  return writeResultContent({ ...block, result: shown }, anthropicFailures, { before, isFailure });
}

/** Members that each part type accepts; the API rejects others. */
const MEMBERS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['text', ['type', 'text', 'cache_control', 'citations']],
  ['image', ['type', 'source', 'cache_control', 'transformations']],
  ['document', ['type', 'source', 'title', 'context', 'citations', 'cache_control']],
  ['search_result', ['type', 'source', 'title', 'content', 'citations', 'cache_control']],
  ['tool_reference', ['type', 'tool_name', 'cache_control']],
  ['browser_state', ['type', 'tabs', 'cache_control']],
]);

/** Parts of a `tool_result`. */
const anthropicResults: ResultShapes = {
  isAccepted(part, isRead) {
    if (!isRecord(part)) return false;
    const members = MEMBERS.get(part['type']);
    if (members === undefined) return isRead && isForeignToAll(part);
    return holdsItsContent(part) && (isRead || hasOnly(part, members));
  },
  text: (text) => ({ type: 'text', text }),
  media: writeResultMedia,
};

function holdsItsContent({ type, text, source, content }: Members): boolean {
  if (type === 'text') return typeof text === 'string';
  if (type === 'search_result') return typeof source === 'string' && Array.isArray(content);
  if (type !== 'image' && type !== 'document') return true;
  if (!isRecord(source)) return false;
  const { type: kind } = source;
  const isText = type === 'document' && (kind === 'text' || kind === 'content');
  return isText || ['data', 'url', 'file_id'].some((member) => textOf(source[member]) !== '');
}

/** Parts of a `tool_result` with an error: the API accepts only texts. */
const anthropicFailures: ResultShapes = {
  isAccepted: (part, isRead) =>
    isRecord(part) && part['type'] === 'text' && anthropicResults.isAccepted(part, isRead),
  text: anthropicResults.text,
  media: () => undefined,
};

/** Writes images and PDF documents, in results and elsewhere. The API rejects all other types. */
function writeResultMedia(media: ResultMedia): Members | undefined {
  const { source, data } = media;
  if (data === '') return undefined;
  const mimeType = media.mimeType === 'image/jpg' ? 'image/jpeg' : media.mimeType;
  const isDocument = ANTHROPIC_DOCUMENTS.has(mimeType);
  const isUrl = source === 'url' && mediaAddress(media) !== undefined;
  const isTaken = isUrl
    ? mimeType.startsWith('image/')
    : source === 'base64' && ANTHROPIC_IMAGES.has(mimeType);
  if (!isTaken && !(isDocument && (isUrl || source === 'base64'))) return undefined;
  const named = isDocument && media.name !== undefined ? { title: media.name } : {};
  const held = isUrl ? { type: 'url', url: data } : { type: 'base64', media_type: mimeType, data };
  return { type: isDocument ? 'document' : 'image', source: held, ...named };
}
