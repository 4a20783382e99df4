import { describeValue, type ContentBlock, type Speaker } from '@palimpsest/core-types';
import { readMedia } from './media.ts';
import { readOutput } from './output.ts';
import { FormatError } from '../format-error.ts';
import type { NativePart } from '../native.ts';
import { unwrapParameters } from '../results/tool-payload.ts';
import type { Turn } from '../turns.ts';
import { isObject, textOf } from '../values.ts';

/**
 * A `ModelMessage` of the AI SDK (versions 6 and 7), or a message of a language model prompt (`LanguageModelV2Prompt` to
 * `LanguageModelV4Prompt`). Unlisted members are preserved.
 */
export interface AiSdkMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly providerOptions?: unknown;
}

export interface AiSdkPart {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly data?: unknown;
  readonly image?: unknown;
  readonly mediaType?: unknown;
  readonly filename?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly providerExecuted?: unknown;
  readonly providerOptions?: unknown;
}

const SPEAKERS: ReadonlyMap<unknown, Speaker> = new Map([
  ['system', 'system'],
  ['user', 'human'],
  ['assistant', 'ai'],
  ['tool', 'tool'],
]);

export function speakerOf(role: unknown): Speaker | undefined {
  return SPEAKERS.get(role);
}

export function readTurn(message: AiSdkMessage, index: number): Turn {
  const fail = (seen: string, accepted: string): never => {
    throw new FormatError({ format: 'ai-sdk', index, seen, accepted });
  };
  if (!isObject(message)) return fail(describeValue(message), 'an object with role and content');
  const speaker =
    SPEAKERS.get(message.role) ??
    fail(`role ${describeValue(message.role)}`, [...SPEAKERS.keys()].join(', '));
  const content: unknown = message.content ?? [];
  if (typeof content === 'string') {
    const native: NativePart = { format: 'ai-sdk', field: 'content' };
    return { speaker, blocks: content === '' ? [] : [{ type: 'text', text: content, native }] };
  }
  if (!Array.isArray(content)) {
    return fail(`content ${describeValue(content)}`, 'a string, an array of parts, or null');
  }
  return { speaker, blocks: content.map((part) => readPart(part, speaker)) };
}

export function readPart(value: unknown, speaker: Speaker): ContentBlock {
  const part: AiSdkPart = isObject(value) ? value : {};
  const native: NativePart = isObject(value)
    ? { format: 'ai-sdk', part }
    : { format: 'ai-sdk', value };
  const { type, text } = part;
  // Only results occur in tool messages; users and instructions do not call tools.
  const isAllowed = type === 'tool-result' ? TAKES_RESULTS.has(speaker) : speaker !== 'tool';
  if (isAllowed) {
    if (type === 'text' && typeof text === 'string') return { type, text, native };
    if (type === 'reasoning' && typeof text === 'string') {
      return { type: 'thinking', thought: text, ...readSeal(part), native };
    }
    if (type === 'tool-result') {
      const facts = { callId: textOf(part.toolCallId), toolName: textOf(part.toolName) };
      return { type: 'tool_response', ...facts, ...readOutput(part.output), native };
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
  return { type: 'opaque', kind: typeof type === 'string' ? type : 'unknown', native };
}

const TAKES_RESULTS: ReadonlySet<Speaker> = new Set(['tool', 'ai']);

/** Returns where the provider keeps the signature of reasoning. */
function readSeal({ providerOptions }: AiSdkPart): {
  readonly signature?: string;
  readonly encryptedContent?: string;
} {
  const seal: { signature?: string; encryptedContent?: string } = {};
  for (const options of Object.values(isObject(providerOptions) ? providerOptions : {})) {
    const members: Readonly<Record<string, unknown>> = isObject(options) ? { ...options } : {};
    const signature = textOf(members['signature']) || textOf(members['thoughtSignature']);
    const sealed = textOf(members['redactedData']) || textOf(members['reasoningEncryptedContent']);
    if (signature !== '') seal.signature ??= signature;
    if (sealed !== '') seal.encryptedContent ??= sealed;
  }
  return seal;
}
