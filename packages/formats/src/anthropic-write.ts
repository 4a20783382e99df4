import type {
  ContentBlock,
  MediaBlock,
  ThinkingBlock,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import {
  readPart,
  speakerOf,
  type AnthropicMessage,
  type AnthropicPart,
} from './anthropic-read.ts';
import { codeFence } from './code-fence.ts';
import { nativePart, originOf, sameBlock } from './native.ts';
import { same } from './same.ts';
import { errorText, resultText, wrapParameters, writeFailure } from './tool-payload.ts';
import type { Turn } from './turns.ts';
import { isObject } from './values.ts';

const ROLES = { system: 'system', human: 'user', tool: 'user', ai: 'assistant' } as const;

export function writeTurn(
  { speaker, blocks }: Turn,
  raw: AnthropicMessage | undefined,
  isUntouched: (block: ContentBlock) => boolean,
): AnthropicMessage {
  const role = raw !== undefined && speakerOf(raw.role) === speaker ? raw.role : ROLES[speaker];
  const [first] = blocks;
  const isText = blocks.length === 1 && first?.type === 'text';
  if (isText && nativePart<AnthropicPart>('anthropic', first)?.part === undefined) {
    return { ...raw, role, content: first.text };
  }
  return { ...raw, role, content: blocks.flatMap((block) => writePart(block, isUntouched)) };
}

/** What the format cannot hold comes out as nothing. */
export function writePart(
  block: ContentBlock,
  isUntouched: (block: ContentBlock) => boolean,
): readonly AnthropicPart[] {
  const part = nativePart<AnthropicPart>('anthropic', block)?.part;
  const before = part === undefined || isUntouched(block) ? undefined : readPart(part);
  if (part !== undefined && (before === undefined || sameBlock(block, before))) return [part];
  switch (block.type) {
    case 'text': {
      const { id: _stale, ...rest } = part ?? {};
      return [{ ...rest, type: 'text', text: block.text }];
    }
    case 'code':
      return [{ type: 'text', text: codeFence(block) }];
    case 'thinking':
      return writeThinking(block);
    case 'media':
      return writeMedia(block, part);
    case 'tool_call': {
      const { id, name, parameters } = block;
      return [{ ...part, type: 'tool_use', id, name, input: wrapParameters(parameters) }];
    }
    case 'tool_response':
      return [writeResult(block, part, before as ToolResponseBlock | undefined)];
    case 'opaque':
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
  before: ToolResponseBlock | undefined,
): AnthropicPart {
  const hasFailed = errorText(block) !== undefined || block.isError === true;
  const { is_error: flag, ...rest } = part ?? {};
  const isSame =
    before !== undefined && same(outcome(block), outcome(before)) && part?.content !== undefined;
  return {
    ...rest,
    type: 'tool_result',
    tool_use_id: block.callId,
    content: isSame ? part.content : writeContent(block),
    ...(hasFailed ? { is_error: true } : flag === false ? { is_error: false } : {}),
  };
}

function writeContent(block: ToolResponseBlock): unknown {
  const { result } = block;
  if (errorText(block) !== undefined) return writeFailure(block);
  return Array.isArray(result) && result.every(isPart) ? result : resultText(result);
}

function outcome({ result, error, isError }: ToolResponseBlock): readonly unknown[] {
  return [result, error, isError];
}

const RESULT_PARTS = new Set<unknown>([
  'text',
  'image',
  'document',
  'search_result',
  'tool_reference',
  'browser_state',
]);

function isPart(value: unknown): boolean {
  return isObject(value) && RESULT_PARTS.has((value as AnthropicPart).type);
}
