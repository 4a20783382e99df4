import type { ContentBlock, Speaker } from '@palimpsest/core-types';
import { fencedCode } from '@palimpsest/text';
import { writeMedia } from './media.ts';
import { writeOutput } from './output.ts';
import { readPart, speakerOf, type AiSdkMessage, type AiSdkPart } from './read.ts';
import { nativePart, sameBlock } from '../native.ts';
import { wrapParameters } from '../results/tool-payload.ts';
import type { Turn } from '../turns.ts';
import { isObject, listOf } from '../values.ts';

const ROLES = { system: 'system', human: 'user', ai: 'assistant', tool: 'tool' } as const;

export function writeTurn(
  { speaker, blocks }: Turn,
  given: AiSdkMessage | undefined,
  isUntouched: (block: ContentBlock) => boolean,
): AiSdkMessage | undefined {
  const raw = speakerOf(given?.role) === speaker ? given : undefined;
  const role = raw?.role ?? ROLES[speaker];
  const before = raw?.content;
  // Instructions are text in every version. For other roles, provider prompts accept parts too.
  if (speaker === 'system' ? !Array.isArray(before) : typeof before === 'string') {
    const texts = blocks.map(textOf);
    if (speaker === 'system') return { ...raw, role, content: texts.filter(Boolean).join('\n\n') };
    const [only = ''] = texts;
    if (texts.length < 2 && only !== undefined) return { ...raw, role, content: only };
  }
  const written = blocks.flatMap((block) => writePart(block, speaker, isUntouched));
  if (raw === undefined && blocks.length > 0 && written.length === 0) return undefined;
  const isStale = lostItemId(before, blocks);
  const content = isStale
    ? written.map((part) => (isObject(part) ? withoutItemId(part) : part))
    : written;
  return { ...raw, role, content };
}

function textOf(block: ContentBlock): string | undefined {
  const part = nativePart<AiSdkPart>('ai-sdk', block)?.part;
  if (block.type === 'code') return fencedCode(block.code, block.language);
  return block.type === 'text' && part === undefined ? block.text : undefined;
}

/** Returns nothing for a block that the format cannot express. */
function writePart(
  block: ContentBlock,
  speaker: Speaker,
  isUntouched: (block: ContentBlock) => boolean,
): readonly unknown[] {
  const native = nativePart<AiSdkPart>('ai-sdk', block);
  if (native !== undefined && 'value' in native) return [native.value];
  const part = native?.part;
  if (
    part !== undefined &&
    (isUntouched(block) || sameBlock(block, readPart(part, speaker), true))
  ) {
    return [part];
  }
  const raw = part === undefined ? undefined : withoutItemId(part);
  switch (block.type) {
    case 'text':
      return [{ ...raw, type: 'text', text: block.text }];
    case 'code':
      return [{ type: 'text', text: fencedCode(block.code, block.language) }];
    case 'thinking':
      if (block.thought === '') return [];
      return [{ ...raw, type: 'reasoning', text: block.thought }];
    case 'media':
      return writeMedia(block, raw);
    case 'tool_call': {
      const { id, name, parameters, providerExecuted } = block;
      const facts = { toolCallId: id, toolName: name, input: wrapParameters(parameters) };
      const own = providerExecuted === true ? { providerExecuted } : {};
      return [{ ...raw, type: 'tool-call', ...facts, ...own }];
    }
    case 'tool_response': {
      const facts = { toolCallId: block.callId, toolName: block.toolName };
      const output = writeOutput(block, raw?.output);
      return [{ ...raw, type: 'tool-result', ...facts, output }];
    }
    default:
      return [];
  }
}

/**
 * Id of an item that a provider stored, as `providerOptions.openai.itemId`. The SDK sends a reference with the id instead of the part, so
 * the provider would use the old text.
 */
const ITEM_ID = 'itemId';

/** Returns a part that is sent by value. */
function withoutItemId<Part extends AiSdkPart>(part: Part): Part {
  if (!hasItemId(part)) return part;
  const members = Object.entries(part.providerOptions as object);
  const options = members.map(([provider, own]: [string, unknown]) => {
    if (!isObject(own) || !(ITEM_ID in own)) return [provider, own] as const;
    const { [ITEM_ID]: _stale, ...rest } = own;
    return [provider, rest] as const;
  });
  return { ...part, providerOptions: Object.fromEntries(options) };
}

function hasItemId({ providerOptions }: AiSdkPart): boolean {
  if (!isObject(providerOptions)) return false;
  return Object.values(providerOptions).some((own) => isObject(own) && ITEM_ID in own);
}

/** Returns whether a stored part of a message is missing. The provider rejects stored reasoning without the item after it, and vice versa. */
function lostItemId(content: unknown, blocks: readonly ContentBlock[]): boolean {
  const before = listOf(content).filter((part) => isObject(part) && hasItemId(part)).length;
  if (before === 0) return false;
  const left = blocks.filter((block) => {
    const native = nativePart<AiSdkPart>('ai-sdk', block);
    return native?.field === undefined && native?.part !== undefined && hasItemId(native.part);
  });
  return left.length < before;
}
