import type { Codec } from './codec.ts';
import { turnCodec } from './turns.ts';
import type { ContentBlock } from '@palimpsest/core-types';
import type { NativePart } from './native.ts';
import { opaqueBlock, acceptedSignature, writeParts, type PartWriter } from './parts.ts';
import { readAddress, writeAddress } from './results/media.ts';
import { readAnswerPart, type AnswerFormat, writeAnswerPart } from './results/split-result.ts';
import { hasFailed, readFailure, writeFailure } from './results/tool-payload.ts';
import { isObject, isRecord, membersOf, textMember, textOf, type Members } from './values.ts';
import { createMissingIds, withGivenId } from './call-ids.ts';

/** A `MessageData` of Genkit. Unlisted members are preserved. */
export interface GenkitMessage {
  readonly role: string;
  readonly content?: unknown;
}

/** Messages of Genkit. A message with tool responses becomes one entry per response and one per run of other parts. */
export const genkit: Codec<GenkitMessage> = turnCodec<GenkitMessage>({
  name: 'genkit',
  member: 'content',
  speakers: new Map([
    ['user', 'human'],
    ['model', 'ai'],
    // Tool messages are split into their responses, like user messages.
    ['tool', 'human'],
    ['system', 'system'],
  ]),
  acceptedContent: 'an array of parts',
  takesText: false,
  readPart,
  roles: { system: 'system', human: 'user', tool: 'tool', ai: 'model' },
  ids: createMissingIds('genkit', ({ toolRequest }) => membersOf(toolRequest)['ref']),
  write: ({ blocks }) => writeParts(partWriter, blocks),
});

function readPart(value: unknown): ContentBlock {
  if (!isRecord(value)) {
    return { type: 'opaque', kind: 'unknown', native: { format: 'genkit', value } };
  }
  const native: NativePart = { format: 'genkit', part: value };
  const { text, reasoning, media, toolRequest: call, toolResponse: response } = value;
  if (isObject(call)) {
    const { ref, name, input: parameters = {} } = membersOf(call);
    return { type: 'tool_call', id: textOf(ref), name: textOf(name), parameters, native };
  }
  if (isObject(response)) return { ...readAnswerPart(response, genkitAnswers), native };
  if (typeof reasoning === 'string') {
    const signed = textMember('signature', signatureOf(value));
    return { type: 'thinking', thought: reasoning, ...signed, native };
  }
  if (isObject(media)) {
    const { url, contentType } = membersOf(media);
    const type = typeof contentType === 'string' ? contentType : 'image/*';
    return { type: 'media', ...readAddress(textOf(url), type), native };
  }
  // An empty text may carry a thought signature, and must be preserved.
  if (typeof text === 'string' && (text !== '' || typeof signatureOf(value) !== 'string')) {
    return { type: 'text', text, native };
  }
  return opaqueBlock(Object.keys(value)[0], native);
}

/** How results are held. */
const genkitAnswers: AnswerFormat = {
  id: 'ref',
  value: 'output',
  mediaList: 'content',
  read: (output) => readFailure(output) ?? { result: output },
  write: (block) => (hasFailed(block) ? writeFailure(block) : (block.result ?? null)),
};

function signatureOf({ metadata }: Members): unknown {
  return membersOf(metadata)['thoughtSignature'];
}

const partWriter: PartWriter = {
  name: 'genkit',
  read: (part, block) => withGivenId(readPart(part), block),
  write: writePart,
};

function writePart(
  block: ContentBlock,
  part: Members | undefined,
  before: ContentBlock | undefined,
): Members | undefined {
  switch (block.type) {
    case 'text':
      return { ...part, text: block.text };
    case 'thinking': {
      const signature = acceptedSignature('genkit', block);
      if (block.thought === '' && signature === undefined) return undefined;
      const signed = signature === undefined ? {} : { metadata: { thoughtSignature: signature } };
      return { reasoning: block.thought, ...signed };
    }
    case 'media': {
      if (block.data === '') return part;
      const facts = { url: writeAddress(block), contentType: block.mimeType };
      return { ...part, media: { ...membersOf(part?.['media']), ...facts } };
    }
    case 'tool_call': {
      const called = membersOf(part?.['toolRequest']);
      const isRefLess = part !== undefined && textOf(called['ref']) === '';
      const ref = block.id === '' || isRefLess ? {} : { ref: block.id };
      const { name, parameters: input } = block;
      return { ...part, toolRequest: { ...called, ...ref, name, input } };
    }
    case 'tool_response': {
      const toolResponse = writeAnswerPart(block, part?.['toolResponse'], before, genkitAnswers);
      return { ...part, toolResponse };
    }
    default:
      return undefined;
  }
}
