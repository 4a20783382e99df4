import type { ContentBlock } from '@palimpsest/core-types';
import type { AiSdkPart } from './ai-sdk-read.ts';
import { nativePart } from './native.ts';
import { isObject, listOf } from './values.ts';

/**
 * Id of an item that a provider stored, as `providerOptions.openai.itemId`. The SDK sends a reference with the id instead of the part, so
 * the provider would use the old text.
 */
const ITEM_ID = 'itemId';

/** Returns a part that is sent by value. */
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

function hasItemId({ providerOptions }: AiSdkPart): boolean {
  if (!isObject(providerOptions)) return false;
  return Object.values(providerOptions).some((own) => isObject(own) && ITEM_ID in own);
}

/** Returns whether a stored part of a message is missing. The provider rejects stored reasoning without the item after it, and vice versa. */
export function lostItemId(content: unknown, blocks: readonly ContentBlock[]): boolean {
  const before = listOf(content).filter((part) => isObject(part) && hasItemId(part)).length;
  if (before === 0) return false;
  const left = blocks.filter((block) => {
    const native = nativePart<AiSdkPart>('ai-sdk', block);
    return native?.field === undefined && native?.part !== undefined && hasItemId(native.part);
  });
  return left.length < before;
}
