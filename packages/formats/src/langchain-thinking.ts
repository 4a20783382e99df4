import type { ThinkingBlock } from '@palimpsest/core-types';
import { isRecord, textOf } from './values.ts';

/** Reasoning of a part, without the part. */
export type Thought = Omit<ThinkingBlock, 'native'>;

/** Reads reasoning as providers and LangChain write it: signed, or encrypted. Returns `undefined` for any other part. */
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

/** Reads Bedrock's reasoning, as `@langchain/aws` writes it. */
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
