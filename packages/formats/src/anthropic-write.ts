import type {
  ContentBlock,
  MediaBlock,
  ThinkingBlock,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import { fencedCode } from '@palimpsest/text';
import { anthropicResults } from './anthropic-results.ts';
import {
  readPart,
  speakerOf,
  type AnthropicMessage,
  type AnthropicPart,
} from './anthropic-read.ts';
import { nativePart, originOf, sameBlock } from './native.ts';
import { same } from './same.ts';
import { writeResult as writeResultContent } from './result-list.ts';
import { errorText, wrapParameters } from './tool-payload.ts';
import type { Turn } from './turns.ts';

const ROLES = { system: 'system', human: 'user', tool: 'user', ai: 'assistant' } as const;

export function writeTurn(
  { speaker, blocks }: Turn,
  raw: AnthropicMessage | undefined,
  isUntouched: (block: ContentBlock) => boolean,
): AnthropicMessage | undefined {
  const role = raw !== undefined && speakerOf(raw.role) === speaker ? raw.role : ROLES[speaker];
  const [first] = blocks;
  const isText = blocks.length === 1 && first?.type === 'text';
  if (isText && nativePart<AnthropicPart>('anthropic', first)?.part === undefined) {
    return { ...raw, role, content: first.text };
  }
  const content = blocks.flatMap((block) => writePart(block, isUntouched));
  if (raw === undefined && blocks.length > 0 && content.length === 0) return undefined;
  return { ...raw, role, content };
}

/** What the format cannot hold comes out as nothing. */
function writePart(
  block: ContentBlock,
  isUntouched: (block: ContentBlock) => boolean,
): readonly unknown[] {
  const native = nativePart<AnthropicPart>('anthropic', block);
  const part = native?.part;
  if (native?.value !== undefined) return [native.value];
  const before = part === undefined || isUntouched(block) ? undefined : readPart(part);
  if (part !== undefined && (before === undefined || sameBlock(block, before))) return [part];
  switch (block.type) {
    case 'text': {
      const { id: _stale, ...rest } = part ?? {};
      return [{ ...rest, type: 'text', text: block.text }];
    }
    case 'code':
      return [{ type: 'text', text: fencedCode(block.code, block.language) }];
    case 'thinking':
      return writeThinking(block);
    case 'media':
      return writeMedia(block, part);
    case 'tool_call': {
      const { id, name, parameters } = block;
      return [{ ...part, type: 'tool_use', id, name, input: wrapParameters(parameters) }];
    }
    case 'tool_response':
      return [writeResult(block, part, before)];
    default:
      return [];
  }
}

/** A signature made by another provider would be refused, so it stays behind. */
function writeThinking(block: ThinkingBlock): readonly AnthropicPart[] {
  const { thought, signature, encryptedContent } = block;
  const origin = originOf(block);
  const isOurs = origin === undefined || origin === 'anthropic' || origin === 'icontent';
  if (thought === '') {
    const hasData = isOurs && encryptedContent !== undefined && signature === undefined;
    if (hasData) return [{ type: 'redacted_thinking', data: encryptedContent }];
    if (!isOurs || signature === undefined) return [];
  }
  const signed = isOurs && signature !== undefined ? { signature } : {};
  return [{ type: 'thinking', thinking: thought, ...signed }];
}

function writeMedia(block: MediaBlock, part: AnthropicPart | undefined): readonly AnthropicPart[] {
  const { mimeType, data, encoding, filename } = block;
  if (data === '') return part === undefined ? [] : [part];
  const type = mimeType.startsWith('image/') ? 'image' : 'document';
  const source =
    encoding === 'url'
      ? { type: 'url', url: data }
      : { type: 'base64', media_type: mimeType, data };
  const named = filename === undefined ? {} : { title: filename };
  return [{ ...part, type, source, ...named }];
}

function writeResult(
  block: ToolResponseBlock,
  part: AnthropicPart | undefined,
  before: ContentBlock | undefined,
): AnthropicPart {
  const hasFailed = errorText(block) !== undefined || block.isError === true;
  const { is_error: flag, ...rest } = part ?? {};
  const isSame = before?.type === 'tool_response' && same(outcome(block), outcome(before));
  return {
    ...rest,
    type: 'tool_result',
    tool_use_id: block.callId,
    content: isSame
      ? part?.content
      : writeResultContent(block, anthropicResults, {
          before: part?.content,
          isFailure: errorText(block) !== undefined,
        }),
    ...(hasFailed ? { is_error: true } : flag === false ? { is_error: false } : {}),
  };
}

function outcome({ result, error, isError }: ToolResponseBlock): readonly unknown[] {
  return [result, error, isError];
}
