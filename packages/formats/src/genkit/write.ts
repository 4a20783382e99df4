import type { ContentBlock } from '@palimpsest/core-types';
import { createMissingIds, withGivenId } from '../call-ids.ts';
import { acceptedSignature, writeParts, type PartWriter } from '../parts.ts';
import { writeAddress } from '../results/media.ts';
import { writeAnswerPart } from '../results/split-result.ts';
import type { TurnFormat } from '../turns.ts';
import { textOf } from '../values.ts';
import {
  genkitAnswers,
  genkitReader,
  readPart,
  type GenkitMessage,
  type GenkitPart,
} from './read.ts';

const parts: PartWriter<GenkitPart> = {
  name: 'genkit',
  hasToolNames: true,
  read: (part, block) => withGivenId(readPart(part), block),
  write: writePart,
};

/** How messages are written. */
export const genkitTurns: TurnFormat<GenkitMessage> = {
  ...genkitReader,
  hasToolNames: true,
  roles: { system: 'system', human: 'user', tool: 'tool', ai: 'model' },
  ids: createMissingIds('genkit', ({ toolRequest: call }: GenkitPart) => call?.['ref']),
  write: ({ blocks }, _raw, untouched) => writeParts(parts, blocks, untouched),
};

function writePart(
  block: ContentBlock,
  part: GenkitPart | undefined,
  before: ContentBlock | undefined,
): readonly unknown[] {
  switch (block.type) {
    case 'text':
      return [{ ...part, text: block.text }];
    case 'thinking': {
      const signature = acceptedSignature('genkit', block);
      if (block.thought === '' && signature === undefined) return [];
      const signed = signature === undefined ? {} : { metadata: { thoughtSignature: signature } };
      return [{ reasoning: block.thought, ...signed }];
    }
    case 'media': {
      if (block.data === '') return part === undefined ? [] : [part];
      const media = { ...part?.media, url: writeAddress(block), contentType: block.mimeType };
      return [{ ...part, media }];
    }
    case 'tool_call': {
      const isRefLess = part !== undefined && textOf(part.toolRequest?.['ref']) === '';
      const ref = block.id === '' || isRefLess ? {} : { ref: block.id };
      const { name, parameters: input } = block;
      return [{ ...part, toolRequest: { ...part?.toolRequest, ...ref, name, input } }];
    }
    case 'tool_response':
      return [
        {
          ...part,
          toolResponse: writeAnswerPart(block, part?.toolResponse, before, genkitAnswers),
        },
      ];
    default:
      return [];
  }
}
