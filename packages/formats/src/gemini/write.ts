import type { ContentBlock, MediaBlock } from '@palimpsest/core-types';
import { createMissingIds, withGivenId } from '../call-ids.ts';
import { acceptedSignature, writeParts, type PartWriter } from '../parts.ts';
import { writeAnswerPart } from '../results/split-result.ts';
import { wrapParameters } from '../results/arguments.ts';
import type { TurnFormat } from '../turns.ts';
import { textOf } from '../values.ts';
import {
  geminiAnswers,
  geminiReader,
  readPart,
  type GeminiContent,
  type GeminiPart,
} from './read.ts';

const parts: PartWriter<GeminiPart> = {
  name: 'gemini',
  hasToolNames: true,
  read: (part, block) => withGivenId(readPart(part), block),
  write: writePart,
  takesCode: (part) => part?.executableCode !== undefined,
};

/** How contents are written. */
export const geminiTurns: TurnFormat<GeminiContent> = {
  ...geminiReader,
  hasToolNames: true,
  roles: { system: 'system', human: 'user', tool: 'user', ai: 'model' },
  ids: createMissingIds('gemini', ({ functionCall: call }: GeminiPart) => call?.['id']),
  write: ({ blocks }, _raw, untouched) => writeParts(parts, blocks, untouched),
};

function writePart(
  block: ContentBlock,
  part: GeminiPart | undefined,
  before: ContentBlock | undefined,
): readonly unknown[] {
  switch (block.type) {
    case 'text':
      return [{ ...part, text: block.text }];
    case 'code':
      return [{ ...part, executableCode: { ...part?.executableCode, code: block.code } }];
    case 'thinking': {
      const signature = acceptedSignature('gemini', block);
      if (block.thought === '' && signature === undefined) return [];
      const signed = signature === undefined ? {} : { thoughtSignature: signature };
      return [{ text: block.thought, thought: true, ...signed }];
    }
    case 'media':
      return writeMedia(block, part);
    case 'tool_call': {
      const isIdLess = part !== undefined && textOf(part.functionCall?.['id']) === '';
      const id = block.id === '' || isIdLess ? {} : { id: block.id };
      const args = wrapParameters(block.parameters);
      return [{ ...part, functionCall: { ...part?.functionCall, ...id, name: block.name, args } }];
    }
    case 'tool_response':
      return [
        {
          ...part,
          functionResponse: writeAnswerPart(block, part?.functionResponse, before, geminiAnswers),
        },
      ];
    default:
      return [];
  }
}

function writeMedia(block: MediaBlock, part: GeminiPart | undefined): readonly GeminiPart[] {
  const { mimeType, data, encoding, filename } = block;
  if (data === '') return part === undefined ? [] : [part];
  const { inlineData, fileData, ...rest } = part ?? {};
  const named = filename === undefined ? {} : { displayName: filename };
  return encoding === 'base64'
    ? [{ ...rest, inlineData: { ...inlineData, mimeType, data, ...named } }]
    : [{ ...rest, fileData: { ...fileData, mimeType, fileUri: data, ...named } }];
}
