import type { ContentBlock, ResultMedia } from '@palimpsest/core-types';
import type { NativePart } from '../native.ts';
import { opaqueBlock } from '../parts.ts';
import { readAddress } from '../results/media.ts';
import { readAnswerPart, type AnswerFormat } from '../results/split-result.ts';
import { mediaAddress } from '../results/result-list.ts';
import { hasFailed, readFailure, writeFailure } from '../results/tool-payload.ts';
import type { TurnReader } from '../turns.ts';
import { isObject, isRecord, membersOf, textMember, textOf, type Members } from '../values.ts';

/** A `MessageData` of Genkit. Unlisted members are preserved. */
export interface GenkitMessage {
  readonly role: string;
  readonly content?: unknown;
}

export interface GenkitPart {
  readonly text?: unknown;
  readonly reasoning?: unknown;
  readonly media?: { readonly url?: unknown; readonly contentType?: unknown } | null;
  /** With `ref`, `name` and `input`. */
  readonly toolRequest?: Members;
  /** With `ref`, `name`, `output` and `content`. */
  readonly toolResponse?: Members;
  readonly metadata?: unknown;
}

/** How messages are read. Tool messages are split into their responses, like user messages. */
export const genkitReader: TurnReader = {
  name: 'genkit',
  member: 'content',
  speakers: new Map([
    ['user', 'human'],
    ['model', 'ai'],
    ['tool', 'human'],
    ['system', 'system'],
  ]),
  acceptedContent: 'an array of parts',
  takesText: false,
  readPart: (part) => readPart(part),
};

export function readPart(value: unknown): ContentBlock {
  if (!isRecord(value)) {
    return { type: 'opaque', kind: 'unknown', native: { format: 'genkit', value } };
  }
  const part: GenkitPart = value;
  const native: NativePart = { format: 'genkit', part };
  const { text, reasoning, media, toolRequest: call, toolResponse: response } = part;
  if (isObject(call)) {
    const { ref, name, input: parameters = {} } = call;
    return { type: 'tool_call', id: textOf(ref), name: textOf(name), parameters, native };
  }
  if (isObject(response)) return { ...readAnswerPart(response, genkitAnswers), native };
  if (typeof reasoning === 'string') {
    const signed = textMember('signature', signatureOf(part));
    return { type: 'thinking', thought: reasoning, ...signed, native };
  }
  if (isObject(media)) {
    const type = typeof media.contentType === 'string' ? media.contentType : 'image/*';
    return { type: 'media', ...readAddress(textOf(media.url), type), native };
  }
  // An empty text may carry a thought signature, and must be preserved.
  if (typeof text === 'string' && (text !== '' || typeof signatureOf(part) !== 'string')) {
    return { type: 'text', text, native };
  }
  return opaqueBlock(Object.keys(part)[0], native);
}

/** How results are held. */
export const genkitAnswers: AnswerFormat = {
  id: 'ref',
  value: 'output',
  mediaList: 'content',
  read: (output) => readFailure(output) ?? { result: output },
  write: (block) => (hasFailed(block) ? writeFailure(block) : (block.result ?? null)),
  media: writeResultMedia,
};

function writeResultMedia(media: ResultMedia): GenkitPart | undefined {
  const url = mediaAddress(media);
  return url === undefined ? undefined : { media: { url, contentType: media.mimeType } };
}

function signatureOf({ metadata }: GenkitPart): unknown {
  return membersOf(metadata)['thoughtSignature'];
}
