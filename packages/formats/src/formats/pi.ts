import { hasToolCall, type ContentMetadata, type ToolResponseBlock } from '@palimpsest/core-types';
import type { Format } from '../codec.ts';
import { defineFormat, type Turn } from '../framework/format-table.ts';
import { hasSameResult, sameBlock } from '../framework/native.ts';
import { soleText, writeParts, type PartTable, type ReadBlock } from '../framework/part-table.ts';
import {
  isRecord,
  listOf,
  membersOf,
  textMember,
  textOf,
  type Members,
} from '../framework/values.ts';
import { unwrapParameters, wrapParameters } from '../results/arguments.ts';
import { errorText, hasFailed, readToolResult, writeResult } from '../results/tool-payload.ts';

/** A message of pi. Messages with roles of applications pass unchanged. Unlisted members are preserved. */
export interface PiMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly isError?: unknown;
  readonly details?: unknown;
  readonly provider?: unknown;
  readonly model?: unknown;
  readonly timestamp?: unknown;
}

const parts: PartTable = {
  name: 'pi',
  kindIn: 'type',
  readers: {
    text: ({ text }) => (typeof text === 'string' ? { type: 'text', text } : undefined),
    thinking: ({ thinking, thinkingSignature }) => ({
      type: 'thinking',
      thought: textOf(thinking),
      ...textMember('signature', thinkingSignature),
    }),
    toolCall: ({ id, name, arguments: given }) => ({
      type: 'tool_call',
      id: textOf(id),
      name: textOf(name),
      parameters: unwrapParameters(given),
    }),
    image: ({ data, mimeType }) => ({
      type: 'media',
      mimeType: typeof mimeType === 'string' ? mimeType : 'image/*',
      data: textOf(data),
      encoding: 'base64',
    }),
  },
  writers: {
    text: ({ text }, part) => {
      // Contains the id under which a provider would use the stored text.
      const { textSignature: _stale, ...rest } = part ?? {};
      return { ...rest, type: 'text', text };
    },
    thinking: ({ thought, signature }) =>
      thought === '' && signature === undefined
        ? undefined
        : { type: 'thinking', thinking: thought, ...textMember('thinkingSignature', signature) },
    media: ({ data, mimeType, encoding }, part, _before, speaker) =>
      mimeType.startsWith('image/') && encoding === 'base64' && speaker !== 'system'
        ? { ...part, type: 'image', data, mimeType }
        : undefined,
    tool_call: ({ id, name, parameters }, part) => ({
      ...part,
      type: 'toolCall',
      id,
      name,
      arguments: wrapParameters(parameters),
    }),
  },
};

const KNOWN_ROLES = new Set([
  'system',
  'developer',
  'user',
  'assistant',
  'model',
  'tool',
  'function',
]);
const NEW_ROLES = { system: 'system', human: 'user', tool: 'user', ai: 'assistant' } as const;

/** Messages of pi: one entry per message. */
export const pi: Format<PiMessage> = defineFormat<PiMessage>({
  ...parts,
  title: 'messages of pi, and of applications that add their own',
  detect: ({ role, content, stopReason, timestamp }) => {
    const isOwn = listOf(content).map(membersOf).some(isOwnPart);
    const isAnswer = role === 'assistant' && typeof stopReason === 'string';
    if (role === 'toolResult' || isAnswer || isOwn) return 'sure';
    const isCustom = typeof role === 'string' && !KNOWN_ROLES.has(role);
    return isCustom && typeof timestamp === 'number' ? 'likely' : undefined;
  },
  member: 'content',
  takesText: true,
  roles: new Map([
    ['system', 'system'],
    ['user', 'human'],
    ['assistant', 'ai'],
    ['toolResult', 'tool'],
  ] as const),
  acceptedRoles: 'a text',
  takesOtherRoles: true,
  newRoles: NEW_ROLES,
  results: 'messages',
  readMetadata,
  readResult,
  writeMessage,
  writeResult: writeResponse,
});

function isOwnPart({ type, data, mimeType, textSignature, thinkingSignature }: Members): boolean {
  const isImage = type === 'image' && typeof data === 'string' && typeof mimeType === 'string';
  return type === 'toolCall' || isImage || typeof (textSignature ?? thinkingSignature) === 'string';
}

function readMetadata({ role, provider, model }: Members): ContentMetadata | undefined {
  if (role !== 'assistant') return undefined;
  const metadata: ContentMetadata = {
    ...(textOf(model) === '' ? {} : { model: textOf(model) }),
    ...(textOf(provider) === '' ? {} : { provider: textOf(provider) }),
  };
  return Object.keys(metadata).length > 0 ? metadata : undefined;
}

function readResult({ toolCallId, toolName, content, isError }: Members): ReadBlock {
  return {
    type: 'tool_response',
    callId: textOf(toolCallId),
    toolName: textOf(toolName),
    ...readToolResult(parts, plainText(content) ?? content, isError === true),
  };
}

/** Returns the text of a result with one text, which `writeResult` writes as one part. */
function plainText(content: unknown): string | undefined {
  const [part, ...others] = listOf(content);
  if (!isRecord(part) || others.length > 0 || part['type'] !== 'text') return undefined;
  const { text } = part;
  return typeof text === 'string' && Object.keys(part).length === 2 ? text : undefined;
}

/** Members that pi requires in every model response. */
const ANSWER = {
  api: '',
  provider: '',
  model: '',
  usage: {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 0,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  },
  stopReason: 'stop',
} as const;

function writeMessage(
  { speaker, blocks, metadata }: Turn,
  raw: PiMessage | undefined,
): PiMessage | undefined {
  const role = NEW_ROLES[speaker];
  const [first] = blocks;
  const whole = first?.type === 'opaque' ? ownMessage(first.native) : undefined;
  if (whole !== undefined) return whole;
  const text = speaker === 'ai' ? undefined : soleText('pi', blocks);
  const content = text ?? writeParts(parts, blocks, speaker);
  if (raw !== undefined) return { ...raw, content };
  if (blocks.length > 0 && content.length === 0) return undefined;
  const stop = hasToolCall({ blocks }) ? { stopReason: 'toolUse' } : {};
  const answer = speaker === 'ai' ? { ...ANSWER, ...stop } : {};
  return { role, content, ...answer, timestamp: metadata?.timestamp ?? 0 };
}

/** Returns the message of an application. */
function ownMessage(native: unknown): PiMessage | undefined {
  const { format, part } = membersOf(native);
  return format === 'pi' && typeof membersOf(part)['role'] === 'string'
    ? (part as PiMessage)
    : undefined;
}

function writeResponse(
  block: ToolResponseBlock,
  raw: PiMessage | undefined,
  metadata: ContentMetadata | undefined,
): PiMessage {
  const before = raw && (readResult(membersOf(raw)) as ToolResponseBlock);
  if (raw !== undefined && sameBlock(block, before!)) return raw;
  const { callId, toolName } = block;
  const isSame = before !== undefined && hasSameResult(block, before);
  const isError = hasFailed(block);
  return {
    role: 'toolResult',
    ...raw,
    toolCallId: callId,
    // An empty name stays, as in an unchanged message.
    ...(before?.toolName === '' ? {} : { toolName }),
    content: isSame ? raw?.content : writeContent(block, raw?.content),
    ...(raw === undefined || isError || raw.isError === true ? { isError } : {}),
    ...(raw === undefined ? { timestamp: metadata?.timestamp ?? 0 } : {}),
  };
}

/** Writes a result as a list, which pi requires. */
function writeContent(block: ToolResponseBlock, before: unknown): readonly unknown[] {
  const written = writeResult(parts, block, before, errorText(block) !== undefined);
  return typeof written === 'string' ? [{ type: 'text', text: written }] : written;
}
