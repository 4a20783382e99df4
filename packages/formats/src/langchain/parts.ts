import type { ThinkingBlock } from '@palimpsest/core-types';
import type { PartTable, ReadBlock } from '../framework/part-table.ts';
import { isObject, isRecord, textMember, textOf, type Members } from '../framework/values.ts';
import { openaiParts } from '../openai/parts.ts';
import { readAddress, writeAddress } from '../results/media.ts';

/** Content parts of LangChain, and those of providers that it passes on. */
export const langchainParts: PartTable = {
  name: 'langchain',
  kindIn: 'type',
  readers: {
    text: ({ text }) => (typeof text === 'string' ? { type: 'text', text } : undefined),
    image_url: ({ image_url: image }) =>
      openaiParts.readers['image_url']!(
        { image_url: isObject(image) ? image : { url: image } },
        'human',
      ),
    image: (part) => readMedia(part, 'image/*'),
    audio: (part) => readMedia(part, 'audio/*'),
    video: (part) => readMedia(part, 'video/*'),
    file: (part) => readMedia(part, 'application/octet-stream'),
    thinking: readThought,
    redacted_thinking: readThought,
    reasoning: readThought,
    reasoning_content: readThought,
    non_standard: ({ value }) =>
      isRecord(value) && value['type'] !== 'non_standard' ? readThought(value) : undefined,
  },
  writers: {
    text: ({ text }, part) => ({ ...part, type: 'text', text }),
    thinking: ({ thought }) =>
      thought === '' ? undefined : { type: 'reasoning', reasoning: thought },
    // An image as OpenAI writes it, other media as LangChain does.
    media: (block) => {
      const { mimeType, data, encoding } = block;
      if (mimeType.startsWith('image/')) {
        return { type: 'image_url', image_url: { url: writeAddress(block) } };
      }
      const type = /^(?:audio|video)(?=\/)/.exec(mimeType)?.[0] ?? 'file';
      return { type, mimeType, [encoding === 'url' ? 'url' : 'data']: data };
    },
  },
};

/** Reads media, as LangChain or Anthropic write it. Bytes and provider ids stay in the part. */
function readMedia({ source, ...part }: Members, assumed: string): ReadBlock {
  const { url, data, mimeType, mime_type, media_type } = isRecord(source) ? source : part;
  const named = textOf(mimeType) || textOf(mime_type) || textOf(media_type) || assumed;
  return typeof url === 'string'
    ? { type: 'media', ...readAddress(url, named) }
    : { type: 'media', mimeType: named, data: textOf(data), encoding: 'base64' };
}

type Thought = Omit<ThinkingBlock, 'native'>;

/** Reads reasoning as providers and LangChain write it: signed, or encrypted. Returns `undefined` for any other part. */
function readThought(part: Members): Thought | undefined {
  const { type, signature, thinking, reasoning, data } = part;
  switch (type) {
    case 'thinking':
      return typeof thinking === 'string' ? thoughtOf(thinking, signature) : undefined;
    case 'redacted_thinking':
      return { type: 'thinking', thought: '', encryptedContent: textOf(data) };
    case 'reasoning': {
      const isThought = typeof reasoning === 'string' || typeof signature === 'string';
      return isThought ? thoughtOf(textOf(reasoning), signature) : undefined;
    }
    case 'reasoning_content': {
      // Bedrock's reasoning, as `@langchain/aws` writes it.
      const { reasoningText: text, redactedContent: redacted } = part;
      if (typeof text === 'string') return thoughtOf(text, undefined);
      if (isRecord(text)) return thoughtOf(textOf(text['text']), text['signature']);
      if (typeof redacted !== 'string') return undefined;
      return { type: 'thinking', thought: '', encryptedContent: redacted };
    }
    default:
      return undefined;
  }
}

function thoughtOf(thought: string, signature: unknown): Thought {
  return { type: 'thinking', thought, ...textMember('signature', signature) };
}
