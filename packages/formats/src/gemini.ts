import type { Codec } from './codec.ts';
import { type GeminiContent, geminiAnswers, geminiReader, readPart } from './gemini/read.ts';
import { turnCodec } from './turns.ts';
import { listOf, membersOf, textMember, textOf, type Members } from './values.ts';
import type { ContentBlock, MediaBlock } from '@palimpsest/core-types';
import { createMissingIds, withGivenId } from './call-ids.ts';
import { acceptedSignature, writeParts, type PartWriter } from './parts.ts';
import { writeAnswerPart } from './results/split-result.ts';
import { wrapParameters } from './results/arguments.ts';

export type { GeminiContent } from './gemini/read.ts';

/** Gemini contents. A user content with function responses becomes one entry per response and one per run of other parts. */
export const gemini: Codec<GeminiContent> = turnCodec<GeminiContent>({
  ...geminiReader,
  roles: { system: 'system', human: 'user', tool: 'user', ai: 'model' },
  ids: createMissingIds('gemini', ({ functionCall }) => membersOf(functionCall)['id']),
  write: ({ blocks }) => writeParts(partWriter, blocks),
});

export interface GeminiRequest {
  /** For `config.systemInstruction`; absent if there is none. */
  readonly systemInstruction?: { readonly parts: readonly unknown[] };
  readonly contents: readonly GeminiContent[];
}

/**
 * Returns contents as a request accepts them. Leading system contents become the system instruction. A later one becomes a user content at
 * its position, because the API has no instructions between turns.
 */
export function geminiRequest(contents: readonly GeminiContent[]): GeminiRequest {
  const start = contents.findIndex(({ role }) => role !== 'system');
  const count = start < 0 ? contents.length : start;
  const parts = contents.slice(0, count).flatMap((content) => listOf(content.parts));
  const rest = contents
    .slice(count)
    .map((content) => (content.role === 'system' ? { ...content, role: 'user' } : content));
  return { ...(count > 0 ? { systemInstruction: { parts } } : {}), contents: rest };
}

const partWriter: PartWriter = {
  name: 'gemini',
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
      const signature = acceptedSignature('gemini', block);
      if (block.thought === '' && signature === undefined) return undefined;
      return { text: block.thought, thought: true, ...textMember('thoughtSignature', signature) };
    }
    case 'media':
      return writeMedia(block, part);
    case 'tool_call': {
      const called = membersOf(part?.['functionCall']);
      const isIdLess = part !== undefined && textOf(called['id']) === '';
      const id = block.id === '' || isIdLess ? {} : { id: block.id };
      const args = wrapParameters(block.parameters);
      return { ...part, functionCall: { ...called, ...id, name: block.name, args } };
    }
    case 'tool_response': {
      const answer = part?.['functionResponse'];
      const functionResponse = writeAnswerPart(block, answer, before, geminiAnswers);
      return { ...part, functionResponse };
    }
    default:
      return undefined;
  }
}

function writeMedia(block: MediaBlock, part: Members | undefined): Members | undefined {
  const { mimeType, data, encoding, filename } = block;
  if (data === '') return part;
  const { inlineData, fileData, ...rest } = part ?? {};
  const named = filename === undefined ? {} : { displayName: filename };
  return encoding === 'base64'
    ? { ...rest, inlineData: { ...membersOf(inlineData), mimeType, data, ...named } }
    : { ...rest, fileData: { ...membersOf(fileData), mimeType, fileUri: data, ...named } };
}
