import type { AiSdkMessage, AiSdkPart } from './ai-sdk-read.ts';
import { isObject, textOf } from './values.ts';

/** Returns whether a message contains a provider's compaction of everything before it. It cannot be recreated, so it must not be removed. */
export function holdsCompaction({ content }: AiSdkMessage): boolean {
  return Array.isArray(content) && content.some(isCompaction);
}

/** Returns whether a part is a compaction: at Anthropic a text whose options say so, at OpenAI a part type. */
function isCompaction(value: unknown): boolean {
  const part: AiSdkPart & { readonly kind?: unknown } = isObject(value) ? value : {};
  if (part.type === 'custom') return textOf(part.kind).endsWith('.compaction');
  const { providerOptions } = part;
  if (part.type !== 'text' || !isObject(providerOptions)) return false;
  return Object.values(providerOptions).some(
    (own: unknown) => isObject(own) && Reflect.get(own, 'type') === 'compaction',
  );
}
