import type { ThinkingBlock } from '@palimpsest/core-types';
import { isRecord, textOf } from './values.ts';

/** A thought as a part says it, without the part. */
export type Thought = Omit<ThinkingBlock, 'native'>;

/**
 * Reasoning as providers, and LangChain itself, write it: with the signature that binds it to what precedes it, or as something only the
 * provider can read. `undefined` for every other part.
 */
export function readThought(part: Readonly<Record<string, unknown>>): Thought | undefined {
  const { signature } = part;
  switch (part['type']) {
    case 'thinking':
      return typeof part['thinking'] === 'string'
        ? thoughtOf(part['thinking'], signature)
        : undefined;
    case 'redacted_thinking':
      return { type: 'thinking', thought: '', encryptedContent: textOf(part['data']) };
    case 'reasoning': {
      const { reasoning } = part;
      const isThought = typeof reasoning === 'string' || typeof signature === 'string';
      return isThought ? thoughtOf(textOf(reasoning), signature) : undefined;
    }
    case 'reasoning_content':
      return readBedrock(part);
    case 'non_standard': {
      const { value } = part;
      return isRecord(value) && value['type'] !== 'non_standard' ? readThought(value) : undefined;
    }
    default:
      return undefined;
  }
}

/** Bedrock's own words, as `@langchain/aws` writes them. */
function readBedrock({
  reasoningText: text,
  redactedContent: redacted,
}: Readonly<Record<string, unknown>>): Thought | undefined {
  if (typeof text === 'string') return thoughtOf(text, undefined);
  if (isRecord(text)) return thoughtOf(textOf(text['text']), text['signature']);
  if (typeof redacted !== 'string') return undefined;
  return { type: 'thinking', thought: '', encryptedContent: redacted };
}

function thoughtOf(thought: string, signature: unknown): Thought {
  return { type: 'thinking', thought, ...(typeof signature === 'string' ? { signature } : {}) };
}
