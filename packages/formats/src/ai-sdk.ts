import { readPart, type AiSdkMessage } from './ai-sdk/read.ts';
import type { Codec } from './codec.ts';
import { turnCodec, type Turn } from './turns.ts';
import type { ContentBlock, MediaBlock } from '@palimpsest/core-types';
import { fencedCode } from '@palimpsest/engine/text';
import { nativePart } from './native.ts';
import { writeParts } from './parts.ts';
import { writeAddress } from './results/media.ts';
import { wrapParameters } from './results/arguments.ts';
import { isObject, isRecord, listOf, membersOf, textOf, type Members } from './values.ts';
import { writeOutput } from './ai-sdk/output.ts';

export type { AiSdkMessage } from './ai-sdk/read.ts';

/**
 * Messages of the AI SDK, versions 6 and 7, and of its language model prompts. Each result in a tool message becomes one entry. Results of
 * provider-executed tools stay in the model's entry.
 */
export const aiSdk: Codec<AiSdkMessage> = turnCodec<AiSdkMessage>({
  name: 'ai-sdk',
  member: 'content',
  speakers: new Map([
    ['system', 'system'],
    ['user', 'human'],
    ['assistant', 'ai'],
    ['tool', 'tool'],
  ]),
  acceptedContent: 'a string, an array of parts, or null',
  takesText: true,
  readPart,
  roles: { system: 'system', human: 'user', ai: 'assistant', tool: 'tool' },
  arrange,
  isCompaction,
  write({ speaker, blocks }, raw) {
    const before = raw?.content;
    // Instructions are text in every version. For other roles, provider prompts accept parts too.
    if (speaker === 'system' ? !Array.isArray(before) : typeof before === 'string') {
      const texts = blocks.map(plainText);
      if (speaker === 'system') return texts.filter(Boolean).join('\n\n');
      const [only = ''] = texts;
      if (texts.length < 2 && only !== undefined) return only;
    }
    const written = writeParts(
      {
        name: 'ai-sdk',
        read: (part) => readPart(part, speaker),
        write: writePart,
      },
      blocks,
    );
    if (!lostItemId(before, blocks)) return written;
    return written.map((part) => (isRecord(part) ? withoutItemId(part) : part));
  },
});

/** Moves results into tool messages, except those of provider-executed tools. */
function arrange({ speaker, blocks }: Turn): readonly Turn[] {
  if (speaker === 'system') return [{ speaker, blocks }];
  const isAi = speaker === 'ai';
  const executed = new Set(blocks.flatMap(executedId));
  const results: ContentBlock[] = [];
  const others: ContentBlock[] = [];
  for (const block of blocks) {
    const isOwn = nativePart('ai-sdk', block) !== undefined;
    const isResult = isAi
      ? block.type === 'tool_response' && !isOwn && !executed.has(block.callId)
      : block.type === 'tool_response' || (speaker === 'tool' && isOwn);
    (isResult ? results : others).push(block);
  }
  const said: Turn = { speaker: isAi ? 'ai' : 'human', blocks: others };
  const answered: Turn = { speaker: 'tool', blocks: results };
  if (results.length === 0) return [said];
  if (others.length === 0) return [answered];
  return isAi ? [said, answered] : [answered, said];
}

function executedId(block: ContentBlock): readonly string[] {
  return block.type === 'tool_call' && block.providerExecuted === true ? [block.id] : [];
}

/** A compaction is a text with an option at Anthropic, and a part type at OpenAI. */
function isCompaction(value: unknown): boolean {
  const { type, kind, providerOptions } = membersOf(value);
  if (type === 'custom') return textOf(kind).endsWith('.compaction');
  if (type !== 'text') return false;
  return Object.values(membersOf(providerOptions)).some(
    (own) => membersOf(own)['type'] === 'compaction',
  );
}

function plainText(block: ContentBlock): string | undefined {
  const part = nativePart('ai-sdk', block)?.part;
  if (block.type === 'code') return fencedCode(block.code, block.language);
  return block.type === 'text' && part === undefined ? block.text : undefined;
}

function writePart(block: ContentBlock, part: Members | undefined): Members | undefined {
  const raw = part === undefined ? undefined : withoutItemId(part);
  switch (block.type) {
    case 'text':
      return { ...raw, type: 'text', text: block.text };
    case 'thinking':
      if (block.thought === '') return undefined;
      return { ...raw, type: 'reasoning', text: block.thought };
    case 'media':
      return writeMedia(block, raw);
    case 'tool_call': {
      const { id, name, parameters, providerExecuted } = block;
      const facts = { toolCallId: id, toolName: name, input: wrapParameters(parameters) };
      const own = providerExecuted === true ? { providerExecuted } : {};
      return { ...raw, type: 'tool-call', ...facts, ...own };
    }
    case 'tool_response': {
      const facts = { toolCallId: block.callId, toolName: block.toolName };
      const output = writeOutput(block, raw?.['output']);
      return { ...raw, type: 'tool-result', ...facts, output };
    }
    default:
      return undefined;
  }
}

/** Writes a changed image or file. Every version and every provider prompt accepts `file`. */
function writeMedia(block: MediaBlock, part: Members | undefined): Members | undefined {
  if (block.data === '') return part;
  const { image: _image, type, ...rest } = part ?? {};
  const { mimeType: mediaType, filename, encoding } = block;
  const bare = encoding === 'url' ? readableAddress(block) : block.data;
  const kind = encoding === 'url' ? 'url' : 'data';
  const data = isTagged(rest['data']) ? { type: kind, [kind]: bare } : bare;
  const named = filename === undefined ? {} : { filename };
  return { ...rest, type: type === 'reasoning-file' ? type : 'file', data, mediaType, ...named };
}

/** Returns whether data is tagged with its kind, as in prompts of newer language models. */
function isTagged(data: unknown): boolean {
  const { type } = membersOf(data);
  return type === 'data' || type === 'url';
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
function withoutItemId(part: Members): Members {
  if (!hasItemId(part)) return part;
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
