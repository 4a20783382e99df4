import type { ContentBlock, MediaBlock, Speaker } from '@palimpsest/core-types';
import { opaqueBlock, wrapPart } from '../parts.ts';
import { readAddress, type MediaFacts } from '../results/media.ts';
import { unwrapParameters } from '../results/arguments.ts';
import { membersOf, textMember, textOf, type Members } from '../values.ts';
import { MEDIA_TYPES, readOutput } from './output.ts';

/**
 * A `ModelMessage` of the AI SDK (versions 6 and 7), or a message of a language model prompt (`LanguageModelV2Prompt` to
 * `LanguageModelV4Prompt`). Unlisted members are preserved.
 */
export interface AiSdkMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly providerOptions?: unknown;
}

export function readPart(value: unknown, speaker: Speaker): ContentBlock {
  const part = membersOf(value);
  const native = wrapPart('ai-sdk', value);
  const { type, text } = part;
  // Only results occur in tool messages; users and instructions do not call tools.
  const isAllowed = type === 'tool-result' ? TAKES_RESULTS.has(speaker) : speaker !== 'tool';
  if (isAllowed) {
    if (type === 'text' && typeof text === 'string') return { type, text, native };
    if (type === 'reasoning' && typeof text === 'string') {
      return { type: 'thinking', thought: text, ...readSeal(part), native };
    }
    if (type === 'tool-result') {
      const facts = { callId: textOf(part['toolCallId']), toolName: textOf(part['toolName']) };
      return { type: 'tool_response', ...facts, ...readOutput(part['output']), native };
    }
    if (type === 'tool-call' && speaker === 'ai') {
      const { toolCallId, toolName, input, providerExecuted } = part;
      const given = providerExecuted === true ? { providerExecuted } : {};
      const call = { id: textOf(toolCallId), name: textOf(toolName), ...given };
      return { type: 'tool_call', ...call, parameters: unwrapParameters(input), native };
    }
    const media = readMedia(part);
    if (media !== undefined) return { ...media, native };
  }
  const block = opaqueBlock(type, native);
  return APPROVALS.has(type) ? { ...block, belongsToCalls: true } : block;
}

const APPROVALS = new Set<unknown>(['tool-approval-request', 'tool-approval-response']);
const TAKES_RESULTS: ReadonlySet<Speaker> = new Set(['tool', 'ai']);

/** Returns where the provider keeps the signature of reasoning. */
function readSeal({ providerOptions }: Members): {
  readonly signature?: string;
  readonly encryptedContent?: string;
} {
  const seal: { signature?: string; encryptedContent?: string } = {};
  for (const options of Object.values(membersOf(providerOptions))) {
    const members = membersOf(options);
    const signature = textOf(members['signature']) || textOf(members['thoughtSignature']);
    const sealed = textOf(members['redactedData']) || textOf(members['reasoningEncryptedContent']);
    if (signature !== '') seal.signature ??= signature;
    if (sealed !== '') seal.encryptedContent ??= sealed;
  }
  return seal;
}

const MEDIA = new Set<unknown>(['file', 'reasoning-file', 'image', ...MEDIA_TYPES]);

/**
 * Reads an image or file, as a part of a message or of a tool result's content. Returns `undefined` for other parts. Bytes, uploaded files and
 * inline texts stay in `native`.
 */
function readMedia(part: Members): MediaBlock | undefined {
  const { type, mediaType, data, image, url, filename } = part;
  if (!MEDIA.has(type)) return undefined;
  const assumed = textOf(type).startsWith('image') ? 'image/*' : 'application/octet-stream';
  const facts = readData(data ?? image ?? url, textOf(mediaType) || assumed);
  return { type: 'media', ...facts, ...textMember('filename', filename) };
}

function readData(data: unknown, mimeType: string): MediaFacts {
  if (typeof data === 'string') {
    if (/^[a-z][a-z\d+.-]*:/i.test(data.slice(0, 64))) return readAddress(data, mimeType);
    return { mimeType, data, encoding: 'base64' };
  }
  if (data instanceof URL) return readAddress(data.href, mimeType);
  const { type, data: inner, url } = membersOf(data);
  if (type === 'url') return readAddress(url instanceof URL ? url.href : textOf(url), mimeType);
  return { mimeType, data: type === 'data' ? textOf(inner) : '', encoding: 'base64' };
}
