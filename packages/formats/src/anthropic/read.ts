import type { ContentBlock, MediaBlock, ToolResponseBlock } from '@palimpsest/core-types';
import { opaqueBlock, wrapPart } from '../parts.ts';
import { readFailure, unwrapParameters } from '../results/tool-payload.ts';
import type { TurnReader } from '../turns.ts';
import { isObject, textOf } from '../values.ts';

/** A message of Anthropic's Messages API. Unlisted members are preserved. */
export interface AnthropicMessage {
  readonly role: string;
  readonly content?: unknown;
}

export interface AnthropicPart {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly text?: unknown;
  readonly thinking?: unknown;
  readonly signature?: unknown;
  readonly data?: unknown;
  readonly name?: unknown;
  readonly input?: unknown;
  readonly tool_use_id?: unknown;
  readonly content?: unknown;
  readonly is_error?: unknown;
  readonly title?: unknown;
  readonly source?: AnthropicSource | null;
}

interface AnthropicSource {
  readonly type?: unknown;
  readonly media_type?: unknown;
  readonly data?: unknown;
  readonly url?: unknown;
}

/** How messages are read. */
export const anthropicReader: TurnReader = {
  name: 'anthropic',
  member: 'content',
  speakers: new Map([
    ['user', 'human'],
    ['assistant', 'ai'],
    ['system', 'system'],
  ]),
  acceptedContent: 'a string, an array of blocks, or null',
  takesText: true,
  readPart: (part) => readPart(part),
};

export function readPart(value: unknown): ContentBlock {
  const part: AnthropicPart = isObject(value) ? value : {};
  const native = wrapPart('anthropic', value);
  const { type } = part;
  if (type === 'text' && typeof part.text === 'string') return { type, text: part.text, native };
  if (type === 'thinking') {
    const signed = typeof part.signature === 'string' ? { signature: part.signature } : {};
    return { type, thought: textOf(part.thinking), ...signed, native };
  }
  if (type === 'redacted_thinking') {
    return { type: 'thinking', thought: '', encryptedContent: textOf(part.data), native };
  }
  if (type === 'image' || type === 'document') return { ...readMedia(part), native };
  if (type === 'tool_use') {
    const parameters = unwrapParameters(part.input);
    return { type: 'tool_call', id: textOf(part.id), name: textOf(part.name), parameters, native };
  }
  if (type === 'tool_result') return { ...readResult(part), native };
  return opaqueBlock(type, native);
}

function readMedia({ type, source, title }: AnthropicPart): MediaBlock {
  const named = typeof title === 'string' ? { filename: title } : {};
  const assumed = type === 'image' ? 'image/*' : 'application/pdf';
  const mimeType = typeof source?.media_type === 'string' ? source.media_type : assumed;
  if (source?.type === 'base64') {
    return { type: 'media', mimeType, data: textOf(source.data), encoding: 'base64', ...named };
  }
  // A text, a list of blocks or an uploaded file stays in `native`.
  const data = source?.type === 'url' ? textOf(source.url) : '';
  return { type: 'media', mimeType, data, encoding: 'url', ...named };
}

function readResult(part: AnthropicPart): ToolResponseBlock {
  const common = { type: 'tool_response', callId: textOf(part.tool_use_id), toolName: '' } as const;
  if (part.is_error !== true) return { ...common, result: part.content };
  const failure = readFailure(part.content);
  if (failure?.error !== undefined) return { ...common, ...failure };
  return { ...common, result: part.content, isError: true };
}
