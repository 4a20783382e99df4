import type { ContentBlock, MediaBlock } from '@palimpsest/core-types';
import { fencedCode } from '@palimpsest/engine/text';
import { readOutput, writeOutput } from '../ai-sdk/output.ts';
import type { Format } from '../codec.ts';
import { defineFormat, type Turn } from '../framework/format-table.ts';
import { nativePart } from '../framework/native.ts';
import { writeParts, type PartTable, type ReadBlock } from '../framework/part-table.ts';
import {
  isObject,
  isRecord,
  listOf,
  membersOf,
  textMember,
  textOf,
  type Members,
} from '../framework/values.ts';
import { unwrapParameters, wrapParameters } from '../results/arguments.ts';
import { readAddress, writeAddress, type MediaFacts } from '../results/media.ts';

/**
 * A `ModelMessage` of the AI SDK (versions 6 and 7), or a message of a language model prompt (`LanguageModelV2Prompt` to
 * `LanguageModelV4Prompt`). Unlisted members are preserved.
 */
export interface AiSdkMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly providerOptions?: unknown;
}

/** Types of images and files, in messages and in results. */
const MEDIA = [
  'file',
  'reasoning-file',
  'image',
  'image-data',
  'file-data',
  'media',
  'image-url',
  'file-url',
  'image-file-id',
  'file-id',
  'image-file-reference',
  'file-reference',
];
const APPROVALS = ['tool-approval-request', 'tool-approval-response'];

/** Only results occur in tool messages; users and instructions do not call tools. */
const parts: PartTable = {
  name: 'ai-sdk',
  kindIn: 'type',
  readers: {
    text: ({ text }, speaker) =>
      typeof text === 'string' && speaker !== 'tool' ? { type: 'text', text } : undefined,
    reasoning: (part, speaker) => {
      const { text: thought } = part;
      if (typeof thought !== 'string' || speaker === 'tool') return undefined;
      return { type: 'thinking', thought, ...readSeal(part) };
    },
    'tool-result': ({ toolCallId, toolName, output }, speaker) => {
      if (speaker !== 'tool' && speaker !== 'ai') return undefined;
      const facts = { callId: textOf(toolCallId), toolName: textOf(toolName) };
      return { type: 'tool_response', ...facts, ...readOutput(parts, output) };
    },
    'tool-call': ({ toolCallId, toolName, input, providerExecuted }, speaker) => {
      if (speaker !== 'ai') return undefined;
      const given = providerExecuted === true ? { providerExecuted } : {};
      const call = { id: textOf(toolCallId), name: textOf(toolName), ...given };
      return { type: 'tool_call', ...call, parameters: unwrapParameters(input) };
    },
    ...Object.fromEntries(MEDIA.map((type) => [type, readMedia])),
    ...Object.fromEntries(
      APPROVALS.map((kind) => [
        kind,
        (): ReadBlock => ({ type: 'opaque', kind, belongsToCalls: true }),
      ]),
    ),
  },
  writers: {
    text: ({ text }, part) => ({ ...withoutItemId(part), type: 'text', text }),
    thinking: ({ thought: text }, part) =>
      text === '' ? undefined : { ...withoutItemId(part), type: 'reasoning', text },
    media: (block, part) => writeMedia(block, withoutItemId(part)),
    tool_call: ({ id, name, parameters, providerExecuted }, part) => ({
      ...withoutItemId(part),
      type: 'tool-call',
      toolCallId: id,
      toolName: name,
      input: wrapParameters(parameters),
      ...(providerExecuted === true ? { providerExecuted } : {}),
    }),
    tool_response: (block, part) => ({
      ...withoutItemId(part),
      type: 'tool-result',
      toolCallId: block.callId,
      toolName: block.toolName,
      output: writeOutput(parts, block, part?.['output']),
    }),
  },
};

const ROLES = new Set<unknown>(['system', 'user', 'assistant', 'tool']);
const OWN_PARTS = new Set<unknown>(['tool-call', 'tool-result', 'reasoning-file', ...APPROVALS]);

/**
 * Messages of the AI SDK, versions 6 and 7, and of its language model prompts. Each result in a tool message becomes one entry. Results of
 * provider-executed tools stay in the model's entry.
 */
export const aiSdk: Format<AiSdkMessage> = defineFormat<AiSdkMessage>({
  ...parts,
  title: '`ModelMessage` of the AI SDK 6 and 7, and prompts of its language models',
  detect: ({ role, content, parts: other, providerOptions }) => {
    if (!ROLES.has(role) || Array.isArray(other)) return undefined;
    const isOwn = isObject(providerOptions) || listOf(content).map(membersOf).some(isOwnPart);
    return isOwn ? 'sure' : undefined;
  },
  member: 'content',
  takesText: true,
  roles: new Map([
    ['system', 'system'],
    ['user', 'human'],
    ['assistant', 'ai'],
    ['tool', 'tool'],
  ] as const),
  newRoles: { system: 'system', human: 'user', ai: 'assistant', tool: 'tool' },
  results: 'tool',
  isCompaction,
  writeContent,
});

/** Parts that look alike in other formats have their content elsewhere. */
function isOwnPart({ type, text, image, mediaType, providerOptions }: Members): boolean {
  return (
    OWN_PARTS.has(type) ||
    isObject(providerOptions) ||
    (type === 'reasoning' && typeof text === 'string') ||
    (type === 'image' && image !== undefined) ||
    (type === 'file' && typeof mediaType === 'string')
  );
}

/** A compaction is a text with an option at Anthropic, and a part type at OpenAI. */
function isCompaction({ type, kind, providerOptions }: Members): boolean {
  if (type === 'custom') return textOf(kind).endsWith('.compaction');
  if (type !== 'text') return false;
  return Object.values(membersOf(providerOptions)).some(
    (own) => membersOf(own)['type'] === 'compaction',
  );
}

/** Returns where the provider keeps the signature of reasoning. */
function readSeal({ providerOptions }: Members): {
  readonly signature?: string;
  readonly encryptedContent?: string;
} {
  const options = Object.values(membersOf(providerOptions)).map(membersOf);
  const first = (...names: readonly string[]): string | undefined =>
    options
      .map((own) => names.map((name) => textOf(own[name])).find(Boolean))
      .find((value) => value !== undefined);
  return {
    ...textMember('signature', first('signature', 'thoughtSignature')),
    ...textMember('encryptedContent', first('redactedData', 'reasoningEncryptedContent')),
  };
}

/**
 * Reads an image or file, as a part of a message or of a tool result's content. Bytes, uploaded files and inline texts stay in the part.
 */
function readMedia(
  { type, mediaType, data, image, url, filename }: Members,
  speaker: Turn['speaker'],
): ReadBlock | undefined {
  if (speaker === 'tool') return undefined;
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

function writeContent({ speaker, blocks }: Turn, raw: AiSdkMessage | undefined): unknown {
  const before = raw?.content;
  // Instructions are text in every version. For other roles, provider prompts accept parts too.
  if (speaker === 'system' ? !Array.isArray(before) : typeof before === 'string') {
    const texts = blocks.map(plainText);
    if (speaker === 'system') return texts.filter(Boolean).join('\n\n');
    const [only = ''] = texts;
    if (texts.length < 2 && only !== undefined) return only;
  }
  const written = writeParts(parts, blocks, speaker);
  if (!lostItemId(before, blocks)) return written;
  return written.map((part) => (isRecord(part) ? withoutItemId(part) : part));
}

function plainText(block: ContentBlock): string | undefined {
  const part = nativePart('ai-sdk', block)?.part;
  if (block.type === 'code') return fencedCode(block.code, block.language);
  return block.type === 'text' && part === undefined ? block.text : undefined;
}

/** Writes a changed image or file. Every version and every provider prompt accepts `file`. */
function writeMedia(block: MediaBlock, part: Members | undefined): Members {
  const { image: _image, type, ...rest } = part ?? {};
  const { mimeType: mediaType, filename, encoding } = block;
  const kind = encoding === 'url' ? 'url' : 'data';
  const bare = encoding === 'url' ? readableAddress(block) : block.data;
  // Prompts of newer language models tag data with its kind.
  const isTagged = ['data', 'url'].includes(textOf(membersOf(rest['data'])['type']));
  return {
    ...rest,
    type: type === 'reasoning-file' ? type : 'file',
    data: isTagged ? { type: kind, [kind]: bare } : bare,
    mediaType,
    ...textMember('filename', filename),
  };
}

/** Returns the URL as a `URL` object: language models take a text for base64. An invalid URL stays unchanged. */
function readableAddress(block: MediaBlock): unknown {
  const address = writeAddress(block);
  return URL.canParse(address) ? new URL(address) : address;
}

/**
 * Id of an item that a provider stored, as `providerOptions.openai.itemId`. The SDK sends a reference with the id instead of the part, so
 * the provider would use the old text.
 */
const ITEM_ID = 'itemId';

/** Returns a part that is sent by value. */
function withoutItemId(part: Members | undefined): Members | undefined {
  if (part === undefined || !hasItemId(part)) return part;
  const members = Object.entries(membersOf(part['providerOptions']));
  const options = members.map(([provider, own]) => {
    if (!isObject(own) || !(ITEM_ID in own)) return [provider, own] as const;
    const { [ITEM_ID]: _stale, ...rest } = own;
    return [provider, rest] as const;
  });
  return { ...part, providerOptions: Object.fromEntries(options) };
}

function hasItemId({ providerOptions }: Members): boolean {
  const members = Object.values(membersOf(providerOptions));
  return members.some((own) => isObject(own) && ITEM_ID in own);
}

/** Returns whether a stored part of a message is missing. The provider rejects stored reasoning without the item after it, and vice versa. */
function lostItemId(content: unknown, blocks: readonly ContentBlock[]): boolean {
  const before = listOf(content).filter((part) => hasItemId(membersOf(part))).length;
  if (before === 0) return false;
  const left = blocks.filter((block) => {
    const native = nativePart<Members>('ai-sdk', block);
    return native?.field === undefined && native?.part !== undefined && hasItemId(native.part);
  });
  return left.length < before;
}
