import type { ContentBlock, MediaBlock, ToolResponseBlock } from '@palimpsest/core-types';
import { opaqueBlock, wrapPart } from '../parts.ts';
import { unwrapParameters } from '../results/arguments.ts';
import { readFlagged } from '../results/tool-payload.ts';
import type { TurnReader } from '../turns.ts';
import { membersOf, textMember, textOf, type Members } from '../values.ts';

/** A message of Anthropic's Messages API. Unlisted members are preserved. */
export interface AnthropicMessage {
  readonly role: string;
  readonly content?: unknown;
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
  const part = membersOf(value);
  const native = wrapPart('anthropic', value);
  const { type, text, thinking, signature, data, id, name, input } = part;
  switch (type) {
    case 'text':
      if (typeof text !== 'string') break;
      return { type, text, native };
    case 'thinking':
      return { type, thought: textOf(thinking), ...textMember('signature', signature), native };
    case 'redacted_thinking':
      return { type: 'thinking', thought: '', encryptedContent: textOf(data), native };
    case 'image':
    case 'document':
      return { ...readMedia(part), native };
    case 'tool_use': {
      const call = { id: textOf(id), name: textOf(name), parameters: unwrapParameters(input) };
      return { type: 'tool_call', ...call, native };
    }
    case 'tool_result':
      return { ...readResult(part), native };
    default:
  }
  return opaqueBlock(type, native);
}

function readMedia({ type, source, title }: Members): MediaBlock {
  const assumed = type === 'image' ? 'image/*' : 'application/pdf';
  const { type: kind, media_type: given, data, url } = membersOf(source);
  const mimeType = typeof given === 'string' ? given : assumed;
  const named = textMember('filename', title);
  if (kind === 'base64') {
    return { type: 'media', mimeType, data: textOf(data), encoding: 'base64', ...named };
  }
  // A text, a list of blocks or an uploaded file stays in `native`.
  const address = kind === 'url' ? textOf(url) : '';
  return { type: 'media', mimeType, data: address, encoding: 'url', ...named };
}

function readResult({ tool_use_id: id, content, is_error: flag }: Members): ToolResponseBlock {
  const outcome = readFlagged(content, flag === true);
  return { type: 'tool_response', callId: textOf(id), toolName: '', ...outcome };
}
