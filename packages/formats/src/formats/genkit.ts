import type { Format } from '../codec.ts';
import { defineFormat, type FormatTable } from '../framework/format-table.ts';
import { isObject, isRecord, listOf, membersOf, textMember, textOf } from '../framework/values.ts';
import { readAddress, writeAddress } from '../results/media.ts';
import { readAnswerPart, writeAnswerPart, type AnswerFormat } from '../results/split-result.ts';
import { hasFailed, readFailure, writeFailure } from '../results/tool-payload.ts';

/** A `MessageData` of Genkit. Unlisted members are preserved. */
export interface GenkitMessage {
  readonly role: string;
  readonly content?: unknown;
}

const table: FormatTable<GenkitMessage> = {
  name: 'genkit',
  title: 'messages of Genkit',
  detect: ({ role, content }) => {
    const parts = listOf(content).filter(isRecord);
    const isTool = parts.some((part) => isRecord(part['toolRequest'] ?? part['toolResponse']));
    return isTool || (role === 'model' && Array.isArray(content)) ? 'sure' : undefined;
  },
  member: 'content',
  takesText: false,
  roles: new Map([
    ['user', 'human'],
    ['model', 'ai'],
    // Tool messages are split into their responses, like user messages.
    ['tool', 'human'],
    ['system', 'system'],
  ] as const),
  newRoles: { system: 'system', human: 'user', tool: 'tool', ai: 'model' },
  results: 'user',
  reshapesResults: true,
  callIdOf: ({ toolRequest }) => membersOf(toolRequest)['ref'],
  kindIn: 'members',
  readers: {
    toolRequest: ({ toolRequest: call }) => {
      const { ref, name, input: parameters = {} } = membersOf(call);
      return isObject(call)
        ? { type: 'tool_call', id: textOf(ref), name: textOf(name), parameters }
        : undefined;
    },
    toolResponse: ({ toolResponse: response }) =>
      isObject(response) ? readAnswerPart(table, response, answers) : undefined,
    reasoning: ({ reasoning, metadata }) =>
      typeof reasoning === 'string'
        ? {
            type: 'thinking',
            thought: reasoning,
            ...textMember('signature', signatureOf(metadata)),
          }
        : undefined,
    media: ({ media }) => {
      const { url, contentType } = membersOf(media);
      const type = typeof contentType === 'string' ? contentType : 'image/*';
      return isObject(media) ? { type: 'media', ...readAddress(textOf(url), type) } : undefined;
    },
    // An empty text may carry a thought signature, and must be preserved.
    text: ({ text, metadata }) =>
      typeof text === 'string' && (text !== '' || typeof signatureOf(metadata) !== 'string')
        ? { type: 'text', text }
        : undefined,
  },
  writers: {
    text: ({ text }, part) => ({ ...part, text }),
    thinking: ({ thought, signature }) => {
      if (thought === '' && signature === undefined) return undefined;
      const signed = signature === undefined ? {} : { metadata: { thoughtSignature: signature } };
      return { reasoning: thought, ...signed };
    },
    media: (block, part) => {
      const facts = { url: writeAddress(block), contentType: block.mimeType };
      return { ...part, media: { ...membersOf(part?.['media']), ...facts } };
    },
    tool_call: ({ id, name, parameters: input }, part) => {
      const called = membersOf(part?.['toolRequest']);
      const isWithoutId = id === '' || (part !== undefined && textOf(called['ref']) === '');
      return {
        ...part,
        toolRequest: { ...called, ...(!isWithoutId && { ref: id }), name, input },
      };
    },
    tool_response: (block, part, before) => ({
      ...part,
      toolResponse: writeAnswerPart(table, block, part?.['toolResponse'], before, answers),
    }),
  },
};

/** Messages of Genkit. A message with tool responses becomes one entry per response and one per run of other parts. */
export const genkit: Format<GenkitMessage> = defineFormat(table);

/** How results are held. */
const answers: AnswerFormat = {
  id: 'ref',
  value: 'output',
  mediaList: 'content',
  read: (output) => readFailure(output) ?? { result: output },
  write: (block) => (hasFailed(block) ? writeFailure(block) : (block.result ?? null)),
};

function signatureOf(metadata: unknown): unknown {
  return membersOf(metadata)['thoughtSignature'];
}
