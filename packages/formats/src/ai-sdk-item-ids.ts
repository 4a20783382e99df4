import type { ContentBlock } from '@palimpsest/core-types';
import type { AiSdkPart } from './ai-sdk-read.ts';
import { nativePart } from './native.ts';
import { isObject, listOf } from './values.ts';

/**
 * Ids of items that a provider stored, as `providerOptions.openai.itemId`. Under such an id a provider is sent a reference in place of
 * the part, so that it would find the old text.
 */
const ITEM_ID = 'itemId';

/** A part that is sent itself. */
export function withoutItemId<Part extends AiSdkPart>(part: Part): Part {
  if (!hasItemId(part)) return part;
  const members = Object.entries(part.providerOptions as object);
  const options = members.map(([provider, own]: [string, unknown]) => {
    if (!isObject(own) || !(ITEM_ID in own)) return [provider, own] as const;
    const { [ITEM_ID]: _stale, ...rest } = own;
    return [provider, rest] as const;
  });
  return { ...part, providerOptions: Object.fromEntries(options) };
}

export function hasItemId({ providerOptions }: AiSdkPart): boolean {
  if (!isObject(providerOptions)) return false;
  return Object.values(providerOptions).some((own) => isObject(own) && ITEM_ID in own);
}

/** Whether a stored part of a message is gone: a stored thought and what follows it are refused without each other. */
export function lostItemId(content: unknown, blocks: readonly ContentBlock[]): boolean {
  const before = listOf(content).filter((part) => isObject(part) && hasItemId(part)).length;
  if (before === 0) return false;
  const left = blocks.filter((block) => {
    const native = nativePart<AiSdkPart>('ai-sdk', block);
    return native?.field === undefined && native?.part !== undefined && hasItemId(native.part);
  });
  return left.length < before;
}
