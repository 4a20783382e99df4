import type { AiSdkMessage, AiSdkPart } from './ai-sdk-read.ts';
import { isObject, textOf } from './values.ts';

/** Whether a message holds what a provider made of everything before it: nobody else can, so that it must not vanish. */
export function holdsCompaction({ content }: AiSdkMessage): boolean {
  return Array.isArray(content) && content.some(isCompaction);
}

/** Anthropic's is a text that its options call so, OpenAI's a part of its own. */
function isCompaction(value: unknown): boolean {
  const part: AiSdkPart & { readonly kind?: unknown } = isObject(value) ? value : {};
  if (part.type === 'custom') return textOf(part.kind).endsWith('.compaction');
  const { providerOptions } = part;
  if (part.type !== 'text' || !isObject(providerOptions)) return false;
  return Object.values(providerOptions).some(
    (own: unknown) => isObject(own) && Reflect.get(own, 'type') === 'compaction',
  );
}
